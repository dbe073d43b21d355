/* Random games of Turris in C, as fast as we know how: the limit that the compiled kernel is measured against.
 *
 *     gcc -O3 -march=native turris.c -o turris && ./turris 100000
 *
 * plays that many games and prints `games moves seconds`, and beside the standard output the shares of the win. Moves
 * are decisions of players; the seconds are those of the loop. The second argument, players, can only be 2; the third
 * is the seed. Options: bonus_chains on, first drawn.
 *
 * Each column of the plan has three bits: standing on it, lying from it to the east, lying from it to the north. So a
 * set of footprints is one number, and a neighbouring column is 3 or 9 bits away.
 */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ALL 0x1249249u
#define EAST_EDGE ((1u << 6) | (1u << 15) | (1u << 24))
#define WEST_EDGE ((1u << 0) | (1u << 9) | (1u << 18))
#define MIDDLE (1u << 12)
#define FOOTPRINTS 0x16EFF7Fu /* the bits that stand for one */
#define LEVELS 11
#define LIMIT 400

typedef struct {
    uint32_t open[3];                 /* columns filled on the three lowest open levels */
    uint32_t free[2], last[2];        /* footprints of free blocks, of the block placed last */
    uint32_t places, barred;          /* where may be placed; columns that may not be built on */
    int placements, low, count;
    uint8_t turn, over, has_bonus;
    uint8_t left[2];
    uint8_t blocks[40];               /* 2 * bit of the footprint + seat, in the order of building */
    uint8_t heights[9];
    int8_t cells[9][LEVELS];          /* the part of a block in each cell, black's negative */
} Game;

static uint8_t first_of[27], second_of[27];
static int8_t parts[27][2];
static uint32_t plan[27], clashes[27], over_middle;

static uint64_t seed = 1;

static inline uint32_t below(uint32_t n) {
    uint64_t z = seed += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * n) >> 32);
}

static void make_tables(void) {
    static const int reach[3] = {0, 1, 3};
    static const int8_t halves[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    for (int bit = 0; bit < 27; bit++) {
        first_of[bit] = bit / 3;
        second_of[bit] = bit / 3 + reach[bit % 3];
        plan[bit] = 1u << 3 * first_of[bit] | 1u << (3 * second_of[bit] & 31);
        memcpy(parts[bit], halves[bit % 3], 2);
    }
    for (int one = 0; one < 27; one++)
        for (int other = 0; other < 27; other++)
            if (FOOTPRINTS >> one & FOOTPRINTS >> other & 1 && plan[one] & plan[other]) clashes[one] |= 1u << other;
    over_middle = clashes[12];
}

static inline uint32_t neighbours(uint32_t columns) {
    return (columns & ~EAST_EDGE) << 3 | (columns & ~WEST_EDGE) >> 3 | (columns << 9 & ALL) | columns >> 9;
}

static inline uint32_t pairs(uint32_t columns) {
    return (columns & ~EAST_EDGE & columns >> 3) << 1 | (columns & columns >> 9) << 2;
}

static inline uint32_t find_places(const Game *g, uint32_t barred) {
    uint32_t first = g->open[0], second = g->open[1], third = g->open[2];
    uint32_t low = ALL & ~first & ~barred, middling = first & ~second & ~barred, high = second & ~third & ~barred;
    uint32_t beside = neighbours(first);
    uint32_t standing_low = low & beside, standing_middling = middling & neighbours(second);
    uint32_t without_third = third ? 0 : MIDDLE, without_second = second ? 0 : MIDDLE;
    standing_middling &= ~without_third;
    high &= ~without_third;
    standing_low &= ~without_second;
    middling &= ~without_second;
    uint32_t lying = pairs(low);
    if (g->low == 0) lying &= (beside | beside >> 3) << 1 | (beside | beside >> 9) << 2;
    if (first == 0) lying &= ~over_middle;
    lying |= pairs(middling) | pairs(high);
    return standing_low | standing_middling | (lying & ~(g->free[0] | g->free[1]));
}

static inline uint32_t find_removals(const Game *g) {
    int other = 1 - g->turn;
    uint32_t held = 0, low = ALL & ~g->open[0];
    if (g->open[2]) held = (ALL & ~g->open[1]) | low << 1 | low << 2;
    else if (g->open[1]) held = low;
    return g->free[other] & ~g->last[other] & ~held;
}

static inline void hand_over(Game *g, uint32_t freed) {
    g->has_bonus = 0;
    if (!g->left[0] && !g->left[1]) {
        g->over = 1;
        return;
    }
    int other = 1 - g->turn;
    uint32_t places = find_places(g, freed);
    if (places && g->left[other]) {
        g->turn = other;
        g->barred = freed;
        g->places = places;
        return;
    }
    places = find_places(g, 0);
    if (!places) {
        g->over = 1;
        return;
    }
    if (!g->left[g->turn]) g->turn = other;
    g->barred = 0;
    g->places = places;
}

static inline void fill_cell(Game *g, int column, int part, int seat) {
    int height = g->heights[column];
    g->cells[column][height] = (part ^ -seat) + seat;
    g->heights[column] = height + 1;
}

static inline void place(Game *g, int bit) {
    int seat = g->turn;
    g->blocks[g->count++] = 2 * bit + seat;
    g->left[seat]--;
    g->placements++;
    g->free[0] &= ~clashes[bit];
    g->free[1] &= ~clashes[bit];
    g->free[seat] |= 1u << bit;
    g->last[seat] = 1u << bit;
    fill_cell(g, first_of[bit], parts[bit][0], seat);
    fill_cell(g, second_of[bit], parts[bit][1], seat);
    uint32_t columns = plan[bit], first = g->open[0], second = g->open[1], third = g->open[2];
    uint32_t again = bit % 3 ? 0 : columns;
    third |= second & columns;
    second |= first & columns;
    first |= columns;
    third |= second & again;
    second |= again;
    while (first == ALL) {
        first = second;
        second = third;
        third = 0;
        g->low++;
    }
    g->open[0] = first;
    g->open[1] = second;
    g->open[2] = third;
    if (g->placements == LIMIT) {
        g->over = 1;
        return;
    }
    if (over_middle >> bit & 1) {
        uint32_t places = g->left[seat] ? find_places(g, g->barred) : 0;
        if (places || find_removals(g)) {
            g->places = places;
            g->has_bonus = 1;
            return;
        }
    }
    hand_over(g, 0);
}

static inline void uncover(Game *g, int column) {
    static const int back[7] = {0, 0, 0, 0, 1, 0, 3}, ahead[7] = {0, 0, 0, 1, 0, 3, 0}, kind[7] = {0, 0, 0, 1, 1, 2, 2};
    int height = g->heights[column];
    if (!height) return;
    int cell = g->cells[column][height - 1], part = abs(cell);
    if (g->heights[column + ahead[part] - back[part]] == height)
        g->free[cell < 0] |= 1u << (3 * (column - back[part]) + kind[part]);
}

static __attribute__((noinline)) void take_off(Game *g, int bit) {
    int seat = 1 - g->turn, index = g->count - 1;
    while (g->blocks[index] != 2 * bit + seat) index--;
    g->count--;
    memmove(g->blocks + index, g->blocks + index + 1, g->count - index);
    g->left[seat]++;
    int first = first_of[bit], second = second_of[bit];
    g->cells[second][--g->heights[second]] = 0;
    g->cells[first][--g->heights[first]] = 0;
    int low = g->heights[0];
    for (int column = 1; column < 9; column++)
        if (g->heights[column] < low) low = g->heights[column];
    g->low = low;
    uint32_t levels[3] = {0, 0, 0};
    for (int column = 0; column < 9; column++)
        for (int level = 0; level < 3; level++)
            levels[level] |= (uint32_t)(g->heights[column] > low + level) << 3 * column;
    memcpy(g->open, levels, sizeof levels);
    g->free[seat] &= ~(1u << bit);
    uncover(g, first);
    uncover(g, second);
    hand_over(g, plan[bit]);
}

#define LINE (LEVELS + 1)

static inline int find_area(uint64_t squares) {
    int largest = 0;
    while (__builtin_popcountll(squares) > largest) {
        uint64_t area = squares & -squares;
        for (;;) {
            uint64_t wider = (area | area << 1 | area >> 1 | area << LINE | area >> LINE) & squares;
            if (wider == area) break;
            area = wider;
        }
        int size = __builtin_popcountll(area);
        if (size > largest) largest = size;
        squares ^= area;
    }
    return largest;
}

static void count_points(const Game *g, int points[2]) {
    uint64_t filled[9], black[9], roof[2] = {0, 0};
    for (int column = 0; column < 9; column++) {
        int height = g->heights[column];
        filled[column] = (1u << height) - 1;
        uint32_t levels = 0;
        for (int level = 0; level < LEVELS; level++) levels |= (uint32_t)(g->cells[column][level] < 0) << level;
        black[column] = levels;
        if (height) roof[levels >> (height - 1) & 1] |= 1ull << (column / 3 * LINE + column % 3);
    }
    points[0] = find_area(roof[0]);
    points[1] = find_area(roof[1]);
    static const int sides[4][3] = {{0, 3, 1}, {6, -3, 1}, {0, 1, 3}, {2, -1, 3}};
    for (int side = 0; side < 4; side++) {
        uint64_t seen = 0, dark = 0;
        for (int line = 0; line < 3; line++) {
            uint64_t met = 0, colour = 0;
            for (int distance = 0; distance < 3; distance++) {
                int column = sides[side][0] + line * sides[side][2] + distance * sides[side][1];
                colour |= black[column] & ~met;
                met |= filled[column];
            }
            seen |= met << line * LINE;
            dark |= colour << line * LINE;
        }
        points[0] += find_area(seen & ~dark);
        points[1] += find_area(dark);
    }
}

/* The number of the set bit that has `index` set bits below it. */
static inline int select_bit(uint32_t set, uint32_t index) { return _tzcnt_u32(_pdep_u32(1u << index, set)); }

static long play(Game *g) {
    long moves = 0;
    memset(g, 0, sizeof *g);
    g->left[0] = g->left[1] = 20;
    g->turn = below(2);
    g->places = FOOTPRINTS & ~over_middle;
    while (!g->over) {
        uint32_t places = g->places, placing = __builtin_popcount(places);
        moves++;
        if (!g->has_bonus) {
            place(g, select_bit(places, below(placing)));
            continue;
        }
        uint32_t removals = find_removals(g), removing = __builtin_popcount(removals);
        uint32_t chosen = below(placing + removing + 1);
        if (chosen < placing) place(g, select_bit(places, chosen));
        else if (chosen < placing + removing) take_off(g, select_bit(removals, chosen - placing));
        else hand_over(g, 0);
    }
    return moves;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000, moves = 0;
    double shares[2] = {0, 0};
    struct timespec begun, ended;
    Game game;
    make_tables();
    if (argc > 3) seed = strtoull(argv[3], NULL, 10);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    for (long index = 0; index < games; index++) {
        moves += play(&game);
        int points[2];
        count_points(&game, points);
        shares[0] += points[0] > points[1] ? 1 : points[0] == points[1] ? 0.5 : 0;
        shares[1] += points[1] > points[0] ? 1 : points[0] == points[1] ? 0.5 : 0;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    double seconds = (ended.tv_sec - begun.tv_sec) + 1e-9 * (ended.tv_nsec - begun.tv_nsec);
    printf("%ld %ld %.6f\n", games, moves, seconds);
    fprintf(stderr, "white %.6f black %.6f\n", shares[0] / games, shares[1] / games);
    return 0;
}
