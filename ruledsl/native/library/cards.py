"""The library of generated programs: cards and the places where they lie.

As in the interpreter, cells behind the last card of a place are 0 and the cards of a zone without order
lie sorted by (look, card).
"""

TEXT = '''
def take(card):
    """Take a card from where it lies; the zone."""
    zone = WHERE[card]
    base = T[BASES + zone]
    n = S[base]
    first = base + 1
    last = base + n
    remove(card, first, last)
    S[base] = n - 1
    return zone

def put(card, zone, underneath):
    """Lay a card that lies nowhere on top of what lies in a zone, or underneath."""
    base = T[BASES + zone]
    n = S[base]
    at = base + n + 1
    if T[PLACES + zone] == LOOSE:
        look = FACE[card] if T[SORTED + zone] != 0 else ALL_LOOKS
        while at > base + 1:
            other = S[at - 1]
            face = FACE[other]
            if face < look:
                break
            if face == look and other < card:
                break
            S[at] = other
            at = at - 1
    elif underneath != 0:
        copy(base + 2, base + 1, n)
        at = base + 1
    S[at] = card
    S[base] = n + 1
    WHERE[card] = zone
    return 0

def put_loose(card, zone, base, look):
    """Lay a card of some look that lies nowhere into a zone without order."""
    n = S[base]
    at = base + n
    while at > base:
        other = S[at]
        face = FACE[other]
        if face <= look:
            if face < look or other < card:
                break
        S[at + 1] = other
        at = at - 1
    S[at + 1] = card
    S[base] = n + 1
    WHERE[card] = zone
    return 0

def sorted(zone):
    """Put the cards of a zone without order in the order of (look, card)."""
    if zone < 0:
        return 0
    if T[PLACES + zone] != LOOSE:
        return 0
    if T[SORTED + zone] == 0:
        return 0
    base = T[BASES + zone]
    end = base + 1 + S[base]
    for i in range(base + 2, end):
        card = S[i]
        look = FACE[card]
        at = i
        while at > base + 1:
            other = S[at - 1]
            face = FACE[other]
            if face < look:
                break
            if face == look and other < card:
                break
            S[at] = other
            at = at - 1
        S[at] = card
    return 0

def strangers(start, count, zone):
    """How many different cards of a list do not lie in a zone."""
    n = 0
    for i in range(0, count):
        card = S[start + i]
        if WHERE[card] != zone:
            n = n + 1
            for j in range(0, i):
                if S[start + j] == card:
                    n = n - 1
                    break
    return n

def needed(start, count, wanted):
    """Ask for those cards of a list to be drawn that must be before the first `wanted` of them can be seen.

    Which cards of a zone without order come, and in which order, depends on all its faces.
    """
    n = 0
    for i in range(0, count):
        card = S[start + i]
        if POOL[card] != 0:
            some = 0
            if i < wanted:
                some = 1
            else:
                zone = WHERE[card]
                if T[PLACES + zone] == LOOSE:
                    for j in range(0, wanted):
                        if WHERE[S[start + j]] == zone:
                            some = 1
                            break
            if some != 0:
                n = n + 1
                S[DRAWS + n] = card
    if n > 0:
        S[DRAWS] = n
        S[ERROR] = LATER
        return FAIL
    return 0

def listed(zone, to):
    """Write the cards of a zone down: a row first to last, a pile top to bottom; the end of the list."""
    base = T[BASES + zone]
    n = S[base]
    if T[PLACES + zone] == PILE:
        for i in range(0, n):
            S[to + i] = S[base + n - i]
    else:
        copy(to, base + 1, n)
    return to + n

def sees(seat, zone):
    """Whether a seat sees the faces of the cards in a zone."""
    return T[SEEN + zone * (PLAYERS + 1) + seat]

def by_look(start, count):
    """Sort cards by their looks; those of one look keep their order."""
    for i in range(start + 1, start + count):
        card = S[i]
        look = FACE[card]
        at = i
        while at > start:
            other = S[at - 1]
            if FACE[other] <= look:
                break
            S[at] = other
            at = at - 1
        S[at] = card
    return 0

def shuffle(zone, to):
    """Shuffle a zone; `FAIL` where cards must be drawn first."""
    base = T[BASES + zone]
    end = base + 1 + S[base]
    inside = 0
    if S[OPENED] != 0:
        for card in S[base + 1 : end]:
            if POOL[card] != 0:
                inside = inside + 1
    if inside > 0 and inside < S[OPENED]:
        last = listed(zone, to)
        n = 0
        for i in range(to, last):
            pool = POOL[S[i]]
            if pool != 0:
                for card in range(0, CARDS):
                    if POOL[card] == pool and WHERE[card] != zone:
                        n = n + 1
                        S[DRAWS + n] = S[i]
                        break
        if n > 0:
            S[DRAWS] = n
            S[ERROR] = LATER
            return FAIL
    number = S[SHUFFLES] + 1
    S[SHUFFLES] = number
    n = S[OPENED]
    if inside == 0:
        for card in S[base + 1 : end]:
            OPEN[n] = SLOT[card]
            n = n + 1
            POOL[card] = number
    else:
        for card in S[base + 1 : end]:
            if POOL[card] == 0:
                OPEN[n] = SLOT[card]
                n = n + 1
            POOL[card] = number
    S[OPENED] = n
    return 0

def gather(zone, first, count, need, marks, have, to):
    """Mark the cards that make up a deck now.

    `zone` is its pile. Its own cards are `count` constants from `first` on, sorted by declared look; `need`
    are constants, how many of each look. The marks go to `marks + card`; `have` is room for a number a look,
    `to` for the cards of a zone. Yields the mark that the found ones have, or `FAIL` where cards must be drawn first.
    """
    for i in range(0, CARDS):
        S[marks + i] = 0
    for i in range(0, LOOKS):
        S[have + i] = 0
    for i in range(first, first + count):
        card = T[i]
        S[marks + card] = 1
        look = FACE[card]
        S[have + look] = S[have + look] + 1
    whole = 1
    for i in range(0, LOOKS):
        if S[have + i] != T[need + i]:
            whole = 0
            break
    end = listed(zone, to)
    for i in range(to, end):
        card = S[i]
        if S[marks + card] == 0 and T[need + FACE[card]] != 0:
            whole = 0
            break
    if whole != 0 and S[OPENED] != 0:
        for i in range(first, first + count):
            pool = POOL[T[i]]
            if pool != 0:
                for card in range(0, CARDS):
                    if POOL[card] == pool and S[marks + card] == 0:
                        whole = 0
                        break
    if whole != 0:
        return 1
    if S[OPENED] != 0:
        last = 0
        again = 1
        while again != 0:
            pool = 0
            for card in range(0, CARDS):
                number = POOL[card]
                if number > last:
                    if pool == 0 or number < pool:
                        pool = number
            if pool == 0:
                again = 0
            else:
                last = pool
                n = 0
                some = 0
                for card in range(0, CARDS):
                    if POOL[card] == pool:
                        n = n + 1
                        S[DRAWS + n] = card
                        if T[need + FACE[card]] != 0:
                            some = 1
                if some != 0:
                    S[DRAWS] = n
                    S[ERROR] = LATER
                    return FAIL
    for i in range(0, LOOKS):
        S[have + i] = T[need + i]
    claim(zone, marks, have, to)
    for others in range(0, 2):
        for source in range(0, ZONES):
            if source != zone and T[DECK_ZONES + source] == others:
                claim(source, marks, have, to)
    for card in range(0, CARDS):
        if WHERE[card] < 0:
            look = FACE[card]
            if S[have + look] > 0:
                S[have + look] = S[have + look] - 1
                S[marks + card] = 2
    return 2

def claim(zone, marks, have, to):
    """Mark those cards of a zone that are still needed, as they lie."""
    end = listed(zone, to)
    for i in range(to, end):
        card = S[i]
        look = FACE[card]
        if S[have + look] > 0:
            S[have + look] = S[have + look] - 1
            S[marks + card] = 2
    return 0

def gathered(zone, marks, mark, to):
    """Bring the cards with a mark to a pile, from where they lie; the number that it has no room for."""
    n = 0
    for card in range(0, CARDS):
        if S[marks + card] == mark and WHERE[card] != zone and WHERE[card] >= 0:
            n = n + 1
    room = T[ROOMS + zone] - S[T[BASES + zone]]
    if n > room:
        return n - room
    if n > 0:
        for source in range(0, ZONES):
            if source != zone:
                end = listed(source, to)
                for i in range(to, end):
                    card = S[i]
                    if S[marks + card] == mark:
                        take(card)
                        put(card, zone, 0)
    return 0

def derive():
    """Work out what follows from the cells of the machine."""
    for card in range(0, CARDS):
        WHERE[card] = -1
        SLOT[card] = -1
        OPEN[card] = 0
        HOLDER[card] = -1
    for zone in range(0, ZONES):
        base = T[BASES + zone]
        for i in range(base + 1, base + 1 + S[base]):
            WHERE[S[i]] = zone
    n = 0
    for card in range(0, CARDS):
        s = T[FIRST_SLOT + FACE[card]]
        while HOLDER[s] >= 0:
            s = s + 1
        HOLDER[s] = card
        SLOT[card] = s
        if POOL[card] != 0:
            OPEN[n] = s
            n = n + 1
    S[OPENED] = n
    S[ERROR] = 0
    S[FUEL] = ELEMENTS
    return 0
'''
"""Functions that move cards."""
