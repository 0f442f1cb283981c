"""The library of generated programs: the way of a game from its start to its end.

A state of the machine that generated code can begin at goes by its number n, one at which play stops (a decision,
the end) by -1 - n.
"""

TEXT = '''
def fault(site, a, b, way):
    """Note a fault in the rules."""
    S[ERROR] = site
    S[ERROR + 1] = a
    S[ERROR + 2] = b
    S[ERROR + 3] = way
    return FAIL

def passed(way):
    """Hand on what went wrong in a function that serves several states."""
    S[ERROR + 3] = way
    return FAIL

def floored(a, b):
    """The quotient rounded down."""
    if b < 0:
        a = 0 - a
        b = 0 - b
    if a >= 0:
        return a // b
    return 0 - (0 - a + b - 1) // b

def rest(a, b):
    """What is left of a when the quotient is rounded down; it has the sign of b."""
    return a - floored(a, b) * b

def product(a, b):
    """The product; `FAIL` where it is beyond the numbers that there are."""
    if a == 0 or b == 0:
        return 0
    x = a if a > 0 else 0 - a
    y = b if b > 0 else 0 - b
    if x > SAFE or y > SAFE:
        return FAIL
    if x > SAFE // y:
        return FAIL
    return a * b

def begin():
    """Lay out a game that has not begun."""
    fresh(FRESH, OPENED + 1)
    S[FUEL] = ELEMENTS
    S[ERROR] = 0
    return 0

def run():
    """Go on to the next decision or the end: the number of its state; `FAIL` where the rules fail."""
    return reach(T[CODES + S[STATE]])

def reach(n):
    """As `run`, from what the functions of states and moves yield."""
    while True:
        while n >= 0:
            n = STEP[n]()
        if n == FAIL:
            if S[ERROR] != LATER:
                return FAIL
            S[ERROR] = 0
            drawn()
            n = S[STATE]
        else:
            n = -1 - n
            S[STATE] = n
            return n
    return FAIL

def moves():
    """List the legal moves; how many there are, 0 at the end of the game."""
    return LEGAL_OF[S[STATE]]()

def play(i):
    """Begin the move that is listed at place i."""
    n = APPLY_OF[S[STATE]](i * STRIDE)
    if n != FAIL:
        S[STATE] = n if n >= 0 else -1 - n
    return n

def playout(limit):
    """Play at random: 0 at the end of the game, 1 after so many decisions, `FAIL` where the rules fail."""
    n = T[CODES + S[STATE]]
    for i in range(0, limit):
        while n >= 0:
            n = STEP[n]()
        while n < STATES_END:
            if S[ERROR] != LATER:
                return FAIL
            S[ERROR] = 0
            drawn()
            n = S[STATE]
            while n >= 0:
                n = STEP[n]()
        d = -1 - n
        k = LEGAL_OF[d]()
        if k <= 0:
            S[STATE] = d
            return k
        k = below(k)
        n = APPLY_OF[d](k * STRIDE)
    n = reach(n)
    return 1 if n != FAIL else FAIL

def result():
    """The seats that share the best result, as a sum of powers of two (seat 1: 1, seat 2: 2, seat 3: 4)."""
    seats = (1 << PLAYERS) - 1
    for part in range(0, PARTS):
        at = SCORES + part * PLAYERS
        lowest = FIRST_LOWEST if part == 0 else SECOND_LOWEST
        best = 0
        found = 0
        for seat in range(0, PLAYERS):
            if (seats >> seat) & 1 == 1:
                score = S[at + seat]
                if found == 0 or (score < best and lowest != 0) or (score > best and lowest == 0):
                    found = 1
                    best = score
        for seat in range(0, PLAYERS):
            if (seats >> seat) & 1 == 1 and S[at + seat] != best:
                seats = seats - (1 << seat)
    return seats

def batch(count, first, a, b, c, limit):
    """Play games number `first` and following of a series at random; their results: how it ended (as `playout`
    says), decisions, winners, scores. Yields how many were played before the rules failed."""
    at = RESULTS
    for i in range(0, count):
        begin()
        seeded(a, b, c, first + i)
        k = playout(limit)
        if k == FAIL:
            return i
        S[at] = k
        S[at + 1] = S[DECISIONS]
        S[at + 2] = result()
        copy(at + 3, SCORES, PLAYERS)
        at = at + 3 + PLAYERS
    return count

def keep():
    """Put the state by, for `again`. The arrays may lie apart from the other cells."""
    copy(SAVED, 0, KEPT)
    for card in range(0, CARDS):
        at = SAVED + KEPT + card
        S[at] = FACE[card]
        S[at + CARDS] = POOL[card]
        S[at + 2 * CARDS] = WHERE[card]
        S[at + 3 * CARDS] = HOLDER[card]
        S[at + 4 * CARDS] = SLOT[card]
        S[at + 5 * CARDS] = OPEN[card]
    return 0

def again():
    """Go back to the state that was put by."""
    copy(0, SAVED, KEPT)
    for card in range(0, CARDS):
        at = SAVED + KEPT + card
        FACE[card] = S[at]
        POOL[card] = S[at + CARDS]
        WHERE[card] = S[at + 2 * CARDS]
        HOLDER[card] = S[at + 3 * CARDS]
        SLOT[card] = S[at + 4 * CARDS]
        OPEN[card] = S[at + 5 * CARDS]
    S[ERROR] = 0
    return 0

def rollout(count, a, b, c, number, limit):
    """Play some of the legal moves of the state that was put by, and go on at random, each with the same luck to
    come. Their places in the list are the last cells of the room for results; their results come at
    its beginning: how it ended (2: the rules failed), winners, scores."""
    at = RESULTS
    for i in range(0, count):
        again()
        seeded(a, b, c, number)
        k = moves()
        if k != FAIL:
            k = play(S[LEGAL - count + i])
        if k != FAIL:
            k = playout(limit)
        if k == FAIL:
            k = 2
        S[at] = k
        S[at + 1] = result() if k == 0 else 0
        copy(at + 2, SCORES, PLAYERS)
        at = at + 2 + PLAYERS
    return again()
'''
"""Functions that play."""
