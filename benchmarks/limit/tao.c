/* How fast random games of Tao could be: the usual deck, by hand, in C. A yardstick for the kernel and nothing else.

       gcc -O3 -march=native -o tao tao.c && ./tao GAMES PLAYERS [direct]

   prints games, decisions and seconds of processor time; then, on the error output, the mean number of plies and the shares of the win.
   It writes the list of legal moves at every decision and picks from it, as anything that offers the moves to somebody
   must. With `direct` it picks a move without writing any list, which only random play can do.

   Cards are 0 to 19, four an element, worth 1 to 4; the 2s are the guardians. Cards before a player are a set of bits.
   Numbers in comments are those of the rules in docs/rules/tao.md. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INLINE static inline __attribute__((always_inline))

enum { PLACES = 12, HAND = 2, CARDS = 20, RING = 5, SEATS = 4, ROUNDS = 5, MOST_LEGAL = 64 };
enum { TORTOISE = 1, DRAGON = 5, BIRD = 9, UNICORN = 13, TIGER = 17 };
enum { WALK = 0, PLAY = 12, STONE = 20, COVER = 32, SWAP = 64 };

static uint64_t state = 1;

INLINE unsigned below(unsigned n) {
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (unsigned)(((z >> 32) * n) >> 32);
}

typedef struct {
    uint8_t deck[CARDS];  /* in no order; what was dealt is at the end */
    uint8_t line[32];     /* the cards on the path, clockwise from the marker */
    int front, left;
    uint8_t hands[SEATS][HAND], sizes[SEATS];
    uint32_t open[SEATS]; /* a bit for each card */
    int turn, stone, acting;
} Round;

/* 11. What four cards of one element are worth, as bits. */
static const int WORTH[16] = {0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10};
static const uint32_t OF_VALUE = 0x11111; /* the cards worth 1 */

/* 1 */
INLINE void deal(Round *r, const int n) {
    int pile = CARDS;
    for (int i = 0; i < PLACES; i++) {
        unsigned at = below(pile--);
        uint8_t card = r->deck[at];
        r->deck[at] = r->deck[pile];
        r->deck[pile] = r->line[i] = card;
    }
    for (int i = 0; i < HAND * n; i++) {
        unsigned at = below(pile--);
        uint8_t card = r->deck[at];
        r->deck[at] = r->deck[pile];
        r->deck[pile] = r->hands[i / HAND][i % HAND] = card;
    }
    for (int seat = 0; seat < n; seat++) {
        uint8_t a = r->hands[seat][0], b = r->hands[seat][1];
        r->hands[seat][0] = a < b ? a : b;
        r->hands[seat][1] = a < b ? b : a;
        r->sizes[seat] = HAND;
        r->open[seat] = 0;
    }
    r->front = 0;
    r->left = PLACES;
    r->acting = -1;
}

/* 7. The cards before the others that are worth as much as this one. */
INLINE uint32_t same_value(const Round *r, const int n, int seat, int card) {
    (void)n;
    return r->open[seat] & (OF_VALUE << (card & 3));
}

INLINE int can_swap(const Round *r, const int n) {
    uint32_t others = 0, mine = r->open[r->turn];
    for (int seat = 0; seat < n; seat++)
        if (seat != r->turn) others |= r->open[seat];
    for (int value = 0; value < 4; value++)
        if ((mine & OF_VALUE << value) && (others & OF_VALUE << value)) return 1;
    return 0;
}

INLINE int list_legal(const Round *r, const int n, int32_t *moves) {
    int count = 0;
    if (r->acting < 0) {
        for (int step = 0; step < 3 + r->sizes[r->turn]; step++)
            for (int to = 0; to < n; to++) moves[count++] = WALK + 4 * step + to;
        return count;
    }
    if (r->acting == UNICORN) {
        for (uint32_t left = r->open[r->turn] & ~(1u << UNICORN); left; left &= left - 1)
            moves[count++] = COVER + __builtin_ctz(left);
        return count;
    }
    if (r->acting == BIRD) {
        for (uint32_t left = r->open[r->turn]; left; left &= left - 1) {
            int mine = __builtin_ctz(left);
            for (int seat = 0; seat < n; seat++) {
                if (seat == r->turn) continue;
                for (uint32_t theirs = same_value(r, n, seat, mine); theirs; theirs &= theirs - 1)
                    moves[count++] = SWAP + (mine << 7) + (seat << 5) + __builtin_ctz(theirs);
            }
        }
        return count;
    }
    moves[0] = STONE;
    moves[1] = STONE + 1;
    return 2;
}

/* The same choice with the same chances, but no list unless the Bird asks. */
INLINE int pick_directly(const Round *r, const int n, int32_t *moves) {
    if (r->acting < 0) {
        unsigned at = below((3 + r->sizes[r->turn]) * n);
        return WALK + 4 * (at / n) + at % n;
    }
    if (r->acting == BIRD || r->acting == UNICORN) return moves[below(list_legal(r, n, moves))];
    return STONE + below(2);
}

/* 4, 9. Gives whether the turn is over. */
INLINE int put_down(Round *r, const int n, int card, int to) {
    r->open[to] |= 1u << card;
    if ((card & 3) != 1 || to != r->turn) return 1;
    if (card == TORTOISE) {
        return r->left == (n == 3 ? 3 : 4);
    }
    if (card == BIRD && !can_swap(r, n)) return 1;
    if (card == UNICORN && r->open[to] == 1u << UNICORN) return 1;
    r->acting = card;
    return 0;
}

/* 5 to 8 */
INLINE void use_power(Round *r, int move) {
    if (move >= SWAP) {
        int mine = (move - SWAP) >> 7, seat = (move - SWAP) >> 5 & 3, theirs = move & 31;
        r->open[r->turn] ^= 1u << mine | 1u << theirs;
        r->open[seat] ^= 1u << mine | 1u << theirs;
    } else if (move >= COVER) {
        r->open[r->turn] ^= 1u << (move - COVER);
    } else {
        int steps = r->acting == TIGER ? 1 : 2;
        r->stone = (r->stone + (move == STONE ? steps : RING - steps)) % RING;
    }
    r->acting = -1;
}

/* Gives whether the turn is over. */
INLINE int play(Round *r, const int n, int move) {
    if (move >= STONE) {
        use_power(r, move);
        return 1;
    }
    int which = move / 4, to = move % 4;
    if (which < 3) { /* 2 */
        uint8_t *line = r->line + r->front, *end = line + r->left;
        end[0] = line[0]; /* what is skipped; written in vain if it is not */
        end[1] = line[1];
        r->front += which + 1;
        r->left--;
        return put_down(r, n, line[which], to);
    }
    uint8_t *hand = r->hands[r->turn]; /* 3 */
    int card = hand[which - 3];
    hand[0] = hand[4 - which];
    r->sizes[r->turn]--;
    return put_down(r, n, card, to);
}

/* 11, 12. Gives the seat that takes the stone, or -1. */
INLINE int winner(const Round *r, const int n) {
    int best = -1, rival = -1, who = -1, against = (r->stone + 2) % RING;
    for (int seat = 0; seat < n; seat++) {
        unsigned mine = r->open[seat] >> 4 * r->stone & 15;
        int points = WORTH[mine];
        int result = points - WORTH[r->open[seat] >> 4 * against & 15] + 64;
        int standing = result << 16 | points << 8 | __builtin_popcount(mine);
        if (standing > best) {
            rival = best;
            best = standing;
            who = seat;
        } else if (standing > rival) {
            rival = standing;
        }
    }
    return best == rival ? -1 : who;
}

INLINE int game(const int n, const int direct, double *shares, uint64_t *moves, uint64_t *plies) {
    Round r;
    int32_t legal[MOST_LEGAL];
    int totals[SEATS] = {0}, best[SEATS] = {0}, first = below(n), rounds = 0;
    const int last = n == 3 ? 3 : 4;
    ++*plies;
    for (int card = 0; card < CARDS; card++) r.deck[card] = card;
    do {
        deal(&r, n);
        *plies += PLACES + HAND * n;
        r.turn = first;
        r.stone = rounds;
        for (;;) {
            int move = direct ? pick_directly(&r, n, legal) : legal[below(list_legal(&r, n, legal))];
            ++*moves;
            ++*plies;
            if (!play(&r, n, move)) continue;
            if (r.left <= last) break; /* 10 */
            r.turn = r.turn + 1 < n ? r.turn + 1 : 0;
        }
        int who = winner(&r, n);
        rounds++;
        if (who >= 0) {
            totals[who] += rounds;
            best[who] = rounds;
            first = who;
        }
        if (rounds == ROUNDS - 1) { /* 13 */
            int most = 0, second = 0;
            for (int seat = 0; seat < n; seat++) {
                if (totals[seat] > most) {
                    second = most;
                    most = totals[seat];
                } else if (totals[seat] > second) {
                    second = totals[seat];
                }
            }
            if (most - second >= 6) break;
        }
    } while (rounds < ROUNDS);
    int top = 0, winners = 0;
    for (int seat = 0; seat < n; seat++) {
        int standing = totals[seat] << 3 | best[seat];
        winners = standing > top ? 1 : winners + (standing == top);
        if (standing > top) top = standing;
    }
    for (int seat = 0; seat < n; seat++)
        if ((totals[seat] << 3 | best[seat]) == top) shares[seat] += 1.0 / winners;
    return rounds;
}

#define RUN(n, direct) \
    for (long i = 0; i < games; i++) game(n, direct, shares, &moves, &plies)

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000;
    int players = argc > 2 ? atoi(argv[2]) : 4;
    int direct = argc > 3 && !strcmp(argv[3], "direct");
    double shares[SEATS] = {0};
    uint64_t moves = 0, plies = 0;
    struct timespec begun, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    switch (players * 2 + direct) {
    case 4: RUN(2, 0); break;
    case 5: RUN(2, 1); break;
    case 6: RUN(3, 0); break;
    case 7: RUN(3, 1); break;
    case 8: RUN(4, 0); break;
    case 9: RUN(4, 1); break;
    default: fprintf(stderr, "Tao is for 2 to 4 players, not %d.\n", players); return 1;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    printf("%ld %lu %.6f\n", games, (unsigned long)moves,
           (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec));
    fprintf(stderr, "%.3f plies a game; shares", (double)plies / (double)games);
    for (int seat = 0; seat < players; seat++) fprintf(stderr, " %.4f", shares[seat] / (double)games);
    fprintf(stderr, "\n");
    return 0;
}
