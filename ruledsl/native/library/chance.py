"""The library of generated programs: chance.

The generator is a multiply-with-carry one (G. Marsaglia, 2003) with the multiplier 1791398085 of his list: its
state stays below 2**63, so it is the same with and without a sign; its two halves, of which the upper one is
carried, are kept apart. A bounded number is drawn without bias (D. Lemire, "Fast random integer generation in an
interval", 2019).
"""

TEXT = '''
def below(n):
    """A number from 0 to n - 1, each as likely as every other."""
    if n < 2:
        return 0
    x = S[RANDOM] * 1791398085 + S[CARRY]
    low = x & WORD
    high = x >> 32
    m = (low ^ high) * n
    if (m & WORD) < n:
        t = (WORD + 1) % n
        while (m & WORD) < t:
            x = low * 1791398085 + high
            low = x & WORD
            high = x >> 32
            m = (low ^ high) * n
    S[RANDOM] = low
    S[CARRY] = high
    return m >> 32

def seeded(a, b, c, n):
    """Set the generator for game n of a series: lookup3's `final` on a + n, b and c."""
    a = (a + n) & WORD
    c = ((c ^ b) - ((b << 14) & WORD | b >> 18)) & WORD
    a = ((a ^ c) - ((c << 11) & WORD | c >> 21)) & WORD
    b = ((b ^ a) - ((a << 25) & WORD | a >> 7)) & WORD
    c = ((c ^ b) - ((b << 16) & WORD | b >> 16)) & WORD
    a = ((a ^ c) - ((c << 4) & WORD | c >> 28)) & WORD
    b = ((b ^ a) - ((a << 14) & WORD | a >> 18)) & WORD
    c = ((c ^ b) - ((b << 24) & WORD | b >> 8)) & WORD
    high = b >> 2
    S[RANDOM] = 1 if c == 0 and high == 0 else c
    S[CARRY] = high
    return 0

def trace(a, b):
    """Note what chance has brought."""
    at = S[TRACE]
    if at + 2 <= TRACED:
        S[TRACE + 1 + at] = a
        S[TRACE + 2 + at] = b
    S[TRACE] = at + 2
    return 0

def draw(card, pool):
    """Decide an undecided card: pick one of the faces that its pool still holds."""
    n = S[OPENED]
    j = below(n)
    s = OPEN[j]
    other = HOLDER[s]
    if POOL[other] != pool:
        j = chosen(pool)
        s = OPEN[j]
        other = HOLDER[s]
    look = T[LOOK_OF_SLOT + s]
    if SOME_TWICE:
        i = T[PARTNER + s]
        h = HOLDER[i]
        if h < other and POOL[h] == pool:
            HOLDER[s] = h
            SLOT[h] = s
            HOLDER[i] = other
            SLOT[other] = i
            other = h
    if SOME_OFTEN:
        copies = T[COPIES + look]
        if copies > 2:
            first = T[FIRST_SLOT + look]
            low = other
            for i in range(first, first + copies):
                h = HOLDER[i]
                low = h if (h < low) & (POOL[h] == pool) else low
            i = SLOT[low]
            HOLDER[s] = low
            SLOT[low] = s
            HOLDER[i] = other
            SLOT[other] = i
            other = low
    old = SLOT[card]
    face = FACE[card]
    HOLDER[s] = card
    SLOT[card] = s
    HOLDER[old] = other
    SLOT[other] = old
    FACE[card] = look
    FACE[other] = face
    POOL[card] = 0
    n = n - 1
    S[OPENED] = n
    OPEN[j] = OPEN[n]
    if SOME_LOOSE:
        if face != look:
            sorted(WHERE[card])
            sorted(WHERE[other])
    if IS_TRACED:
        trace(card, look)
    return 0

def chosen(pool):
    """The place among the open slots of one of a pool, where there are several pools."""
    n = S[OPENED]
    k = 0
    for j in range(0, n):
        if POOL[HOLDER[OPEN[j]]] == pool:
            k = k + 1
    k = below(k)
    for j in range(0, n):
        if POOL[HOLDER[OPEN[j]]] == pool:
            if k == 0:
                return j
            k = k - 1
    return 0

def drawn():
    """Decide the cards that are asked for. Those of a zone without order, whose listing depends on
    faces, go by number, where the first of them stands; all others as they stand."""
    n = S[DRAWS]
    for i in range(1, n + 1):
        card = S[DRAWS + i]
        zone = WHERE[card]
        if zone >= 0 and T[PLACES + zone] == LOOSE:
            last = -1
            again = 1
            while again != 0:
                best = -1
                for j in range(1, n + 1):
                    other = S[DRAWS + j]
                    if WHERE[other] == zone and other > last:
                        if best < 0 or other < best:
                            best = other
                if best < 0:
                    again = 0
                else:
                    if POOL[best] != 0:
                        draw(best, POOL[best])
                    last = best
        elif POOL[card] != 0:
            draw(card, POOL[card])
    S[DRAWS] = 0
    return 0

def later(card):
    """Ask for a card to be drawn."""
    S[DRAWS] = 1
    S[DRAWS + 1] = card
    S[ERROR] = LATER
    return FAIL

def lacking(start, count, step):
    """Ask for those of some listed cards to be drawn that are undecided; 0 if there are none."""
    n = 0
    if S[OPENED] != 0:
        for i in range(0, count):
            card = S[start + i * step]
            if card >= 0 and POOL[card] != 0:
                n = n + 1
                S[DRAWS + n] = card
        if n > 0:
            S[DRAWS] = n
            S[ERROR] = LATER
            return FAIL
    return 0

def named(card):
    """Whether a register holds a card."""
    for i in range(0, HOLDING_REGISTERS):
        if S[T[HOLDERS + i]] == card:
            return 1
    return 0

def picked(start, count, place):
    """The card that `random` picks: of those that nothing tells apart, the lowest."""
    card = S[start + place]
    zone = WHERE[card]
    if zone < 0:
        return card
    if T[PLACES + zone] != LOOSE:
        return card
    if named(card) != 0:
        return card
    pool = POOL[card]
    look = FACE[card]
    best = card
    for i in range(0, count):
        other = S[start + i]
        if other < best and WHERE[other] == zone and POOL[other] == pool:
            if pool != 0 or FACE[other] == look:
                if named(other) == 0:
                    best = other
    return best
'''
"""Functions that draw."""
