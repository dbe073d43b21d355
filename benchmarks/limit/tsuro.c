/* How fast can it be? Random play of Tsuro (Calliope, no options) written by hand in C, to measure the kernel against.
 *
 *     gcc -O3 -march=native -o tsuro tsuro.c && ./tsuro 100000 4
 *
 * The first argument is the number of games, the second the number of players (2 to 8). Prints games, moves (decisions
 * by seats) and the seconds of the loop, then on a second line the mean plies of a game and each seat's share of the
 * win. As in the kernel, the legal moves are listed and one is picked: who searches or learns needs the list.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 6, SQUARES = 36, SPOTS = 288, EDGE = 288, KINDS = 35, LOOKS = 105, HAND = 3, MOST_SEATS = 8, STARTS = 48 };

static uint8_t exit_of[8][LOOKS + 3], pairs[LOOKS][8], kind_of[LOOKS];
static uint8_t first_look[KINDS + 1];
static int16_t start_spot[STARTS], start_beyond[SPOTS + 1];

typedef struct {
    int16_t beyond[SPOTS + 1]; /* for each spot of an empty square: where one comes to rest who leaves there, or EDGE */
    int16_t spots[MOST_SEATS]; /* -1: out */
    uint8_t hands[MOST_SEATS][4]; /* ascending, then 255 */
    int8_t held[MOST_SEATS], out_at[MOST_SEATS];
    int8_t pile[KINDS], pile_size, tiles_laid, turn, dragon;
} Game;

static uint64_t rng = 7;

static inline uint32_t below(uint32_t n) {
    uint64_t z = (rng += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * n) >> 32);
}

/* Tables: the 105 looks by tile, then by turns; tiles in the order of their smallest pairing. */

static int all[LOOKS][8], found;

static void pair_up(int *partner) {
    int a = 0;
    while (a < 8 && partner[a] >= 0) a++;
    if (a == 8) {
        memcpy(all[found++], partner, sizeof all[0]);
        return;
    }
    for (int b = a + 1; b < 8; b++)
        if (partner[b] < 0) {
            partner[a] = b, partner[b] = a;
            pair_up(partner);
            partner[a] = partner[b] = -1;
        }
}

static void turn_tile(const int *from, int turns, int *to) {
    for (int p = 0; p < 8; p++) to[(p + 2 * turns) % 8] = (from[p] + 2 * turns) % 8;
}

static void make_tables(void) {
    int partner[8], turned[4][8], looks = 0, kinds = 0;
    memset(partner, -1, sizeof partner);
    pair_up(partner);
    for (int i = 0; i < LOOKS; i++) {
        int count = 4, is_smallest = 1;
        for (int t = 0; t < 4; t++) {
            turn_tile(all[i], t, turned[t]);
            for (int p = 0; p < 8; p++)
                if (turned[t][p] != all[i][p]) {
                    if (turned[t][p] < all[i][p]) is_smallest = 0;
                    break;
                }
        }
        if (!is_smallest) continue;
        for (int t = 3; t > 0; t--)
            if (!memcmp(turned[t], turned[0], sizeof turned[0])) count = t;
        first_look[kinds] = looks;
        for (int t = 0; t < count; t++, looks++) {
            kind_of[looks] = kinds;
            for (int p = 0, n = 0; p < 8; p++) {
                exit_of[p][looks] = turned[t][p];
                if (p < turned[t][p]) pairs[looks][n++] = p, pairs[looks][n++] = turned[t][p];
            }
        }
        kinds++;
    }
    first_look[kinds] = looks;
    static const int meets[8] = {5, 4, 7, 6, 1, 0, 3, 2}, right[4] = {0, 1, 0, -1}, up[4] = {1, 0, -1, 0};
    for (int spot = 0, starts = 0; spot < SPOTS; spot++) {
        int port = spot & 7, column = (spot >> 3) % SIZE + right[port / 2], row = (spot >> 3) / SIZE + up[port / 2];
        int is_off = column < 0 || column >= SIZE || row < 0 || row >= SIZE;
        start_beyond[spot] = is_off ? EDGE : (row * SIZE + column) * 8 + meets[port];
        if (is_off) start_spot[starts++] = spot;
    }
}

/* The rules. */

static inline int leave(const Game *g, int spot, int look) {
    int leaving = (spot & ~7) | exit_of[spot & 7][look], end;
    while ((end = g->beyond[leaving]) >> 3 == spot >> 3) leaving = (spot & ~7) | exit_of[end & 7][look];
    return leaving;
}

static inline int list_plays(const Game *g, int players, int32_t *plays) {
    int spot = g->spots[g->turn], safe = 0, loops = 0, count = 0, held = g->held[g->turn];
    const uint8_t *hand = g->hands[g->turn], *exits = exit_of[spot & 7];
    const int16_t *ends = &g->beyond[spot & ~7];
    for (int port = 0; port < 8; port++) {
        safe |= (ends[port] != EDGE) << port;
        loops |= ends[port] >> 3 == spot >> 3;
    }
    for (int seat = 0; seat < players; seat++)
        if (g->spots[seat] >> 3 == spot >> 3) safe |= 1 << (g->spots[seat] & 7);
    if (loops) {
        for (int slot = 0; slot < held; slot++)
            for (int look = first_look[hand[slot]]; look < first_look[hand[slot] + 1]; look++) {
                plays[count] = look;
                count += safe >> (leave(g, spot, look) & 7) & 1;
            }
    } else {
        for (int slot = 0; slot < held; slot++) {
            int first = first_look[hand[slot]], looks = first_look[hand[slot] + 1] - first;
            for (int turns = 0; turns < 4; turns++) {
                plays[count] = first + turns;
                count += safe >> exits[first + turns] & (turns < looks);
            }
        }
    }
    if (count) return count;
    for (int slot = 0; slot < g->held[g->turn]; slot++)
        for (int look = first_look[hand[slot]]; look < first_look[hand[slot] + 1]; look++) plays[count++] = look;
    return count;
}

static inline void draw(Game *g, int seat) {
    uint8_t *hand = g->hands[seat], one = hand[0], other = hand[1];
    int index = below(g->pile_size), kind = g->pile[index];
    g->pile[index] = g->pile[--g->pile_size];
    hand[0] = one < kind ? one : kind;
    one = one < kind ? kind : one;
    hand[1] = one < other ? one : other;
    hand[2] = one < other ? other : one;
    g->held[seat]++;
    if (g->dragon == seat) g->dragon = -1;
}

static int next_to_draw(const Game *g, int players, int seat) {
    for (int i = 0; i < players; i++, seat = seat + 1 < players ? seat + 1 : 0)
        if (g->held[seat] < HAND && g->spots[seat] >= 0) return seat;
    return -1;
}

/* After an elimination all draw in turn; gives how many tiles were drawn. */
static int draw_in_turn(Game *g, int players) {
    int wanted = 0, seat = g->dragon < 0 ? g->turn : g->dragon;
    for (int i = 0; i < players; i++)
        if (g->spots[i] >= 0) wanted += HAND - g->held[i];
    int draws = wanted < g->pile_size ? wanted : g->pile_size;
    for (int i = 0; i < draws; i++) {
        seat = next_to_draw(g, players, seat);
        draw(g, seat);
        seat = seat + 1 < players ? seat + 1 : 0;
    }
    if (draws && g->pile_size == 0 && g->dragon < 0) g->dragon = next_to_draw(g, players, seat);
    return draws;
}

/* Play one tile; gives how many tiles were drawn, or -1 if the game is over. */
static inline int play(Game *g, int players, int look) {
    int turn = g->turn, square = g->spots[turn] >> 3, out = 0, still_in = 0, draws = 0;
    uint8_t *hand = g->hands[turn], kind = kind_of[look];
    int is_first = hand[0] == kind, is_early = is_first | (hand[1] == kind);
    hand[0] = hand[is_first];
    hand[1] = hand[1 + is_early];
    hand[2] = 255;
    g->held[turn]--;
    g->tiles_laid++;
    for (int seat = 0; seat < players; seat++)
        if (g->spots[seat] >> 3 == square) {
            int end = g->beyond[leave(g, g->spots[seat], look)];
            g->spots[seat] = end;
            if (end == EDGE) g->spots[seat] = -1, g->out_at[seat] = g->tiles_laid, out |= 1 << seat;
        }
    for (int i = 0; i < 8; i += 2) {
        int one = g->beyond[square * 8 + pairs[look][i]], other = g->beyond[square * 8 + pairs[look][i + 1]];
        g->beyond[one] = other;
        g->beyond[other] = one;
    }
    if (out) {
        for (int seat = 0; seat < players; seat++) {
            still_in += g->spots[seat] >= 0;
            if (out >> seat & 1) {
                for (int i = 0; i < g->held[seat]; i++) g->pile[g->pile_size++] = g->hands[seat][i];
                memset(g->hands[seat], 255, sizeof g->hands[seat]);
                g->held[seat] = 0;
            }
        }
        if (still_in <= 1) return -1;
        if (g->dragon >= 0 && out >> g->dragon & 1) g->dragon = next_to_draw(g, players, g->dragon);
    }
    if (out && g->pile_size && players > 2)
        draws = draw_in_turn(g, players);
    else if (g->spots[turn] >= 0) {
        if (g->pile_size) {
            draw(g, turn), draws = 1;
            if (g->pile_size == 0 && players > 2 && g->dragon < 0)
                g->dragon = next_to_draw(g, players, turn + 1 < players ? turn + 1 : 0);
        } else if (players > 2 && g->dragon < 0)
            g->dragon = turn;
    }
    for (int i = 0, seat = turn; i < players; i++) {
        seat = seat + 1 < players ? seat + 1 : 0;
        if (g->spots[seat] >= 0 && g->held[seat]) {
            g->turn = seat;
            return draws;
        }
    }
    return -1;
}

static inline int play_game(Game *g, int players, int64_t *plies) {
    int32_t list[STARTS];
    int moves = 0;
    uint64_t taken = 0;
    memcpy(g->beyond, start_beyond, sizeof g->beyond);
    memset(g->hands, 255, sizeof g->hands);
    memset(g->held, 0, sizeof g->held);
    for (int i = 0; i < KINDS; i++) g->pile[i] = i;
    g->pile_size = KINDS, g->tiles_laid = 0, g->turn = 0, g->dragon = -1;
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < HAND; i++) draw(g, seat);
    for (int seat = 0; seat < players; seat++, moves++) {
        int count = 0;
        for (int i = 0; i < STARTS; i++) list[count] = i, count += 1 - (taken >> i & 1);
        int start = list[below(count)];
        taken |= (uint64_t)1 << start;
        g->spots[seat] = start_spot[start];
    }
    *plies += HAND * players + players;
    for (;;) {
        int count = list_plays(g, players, list), draws = play(g, players, list[below(count)]);
        moves++, ++*plies;
        if (draws < 0) return moves;
        *plies += draws;
    }
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000;
    int players = argc > 2 ? atoi(argv[2]) : 4;
    int64_t moves = 0, plies = 0;
    double shares[MOST_SEATS] = {0};
    struct timespec begun, ended;
    Game g;
    make_tables();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    for (long game = 0; game < games; game++) {
        moves += play_game(&g, players, &plies);
        int winners = 0, still_in = 0;
        for (int seat = 0; seat < players; seat++) still_in += g.spots[seat] >= 0;
        for (int pass = 0; pass < 2; pass++)
            for (int seat = 0; seat < players; seat++)
                if (still_in ? g.spots[seat] >= 0 : g.out_at[seat] == g.tiles_laid) {
                    if (pass) shares[seat] += 1.0 / winners;
                    else winners++;
                }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    printf("%ld %ld %.6f\n", games, (long)moves, ended.tv_sec - begun.tv_sec + 1e-9 * (ended.tv_nsec - begun.tv_nsec));
    printf("%.3f", (double)plies / games);
    for (int seat = 0; seat < players; seat++) printf(" %.4f", shares[seat] / games);
    printf("\n");
}
