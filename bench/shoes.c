/* A plain simulator of faithful shoes, to measure minibac's against: shuffle an array, deal from it, count codes.
 *
 *     cc -O3 -march=native -o shoes bench/shoes.c && ./shoes 100000 1 0        (shoes, seed, 1 for pairs)
 *
 * Eight decks, Fisher and Yates with exactly uniform numbers (Lemire's rejection), burn, cutting card at 14, last hand.
 * Prints: coups, seconds, wins of Banker and Player, ties, and a checksum of the counts.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DECKS = 8, CARDS = 52 * DECKS, DEPTH = 14 };

static uint64_t state[4];

static uint64_t rotated(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

/* xoshiro256++ (Blackman, Vigna) */
static uint64_t next(void) {
    uint64_t result = rotated(state[0] + state[3], 23) + state[0], t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotated(state[3], 45);
    return result;
}

static void seed(uint64_t x) {
    for (int i = 0; i < 4; i++) { /* splitmix64 */
        uint64_t z = (x += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        state[i] = z ^ (z >> 31);
    }
}

static uint32_t below(uint32_t n) {
    uint64_t m = (next() >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)m < threshold) m = (next() >> 32) * n;
    }
    return m >> 32;
}

static const uint8_t points[13] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0};

/* Bit x of a row: draws against a third card of x; bit 10: against a Player who stood. */
static const uint16_t banker_draws[10] = {0x7ff, 0x7ff, 0x7ff, 0x6ff, 0x4fc, 0x4f0, 0x0c0, 0, 0, 0};

int main(int argc, char **argv) {
    long shoes = argc > 1 ? atol(argv[1]) : 100000;
    seed(argc > 2 ? strtoull(argv[2], 0, 10) : 1);
    int pairs = argc > 3 && atoi(argv[3]);
    uint8_t shoe[CARDS];
    for (int i = 0; i < CARDS; i++) shoe[i] = i % 13;
    static uint64_t counts[1600];
    uint64_t coups = 0;
    struct timespec begun, done;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (long s = 0; s < shoes; s++) {
        for (int last = CARDS - 1; last > 0; last--) {
            int other = below(last + 1);
            uint8_t kept = shoe[last];
            shoe[last] = shoe[other];
            shoe[other] = kept;
        }
        int value = points[shoe[0]];
        int at = 1 + (value ? value : 10);
        for (int stage = 0; stage < 2; stage += at > CARDS - DEPTH) {
            int p1 = shoe[at], b1 = shoe[at + 1], p2 = shoe[at + 2], b2 = shoe[at + 3];
            int player = (points[p1] + points[p2]) % 10, banker = (points[b1] + points[b2]) % 10;
            int player_third = 0, banker_third = 0;
            at += 4;
            if (player < 8 && banker < 8) {
                int column = 10;
                int two_cards = banker;
                if (player < 6) {
                    column = points[shoe[at++]];
                    player = (player + column) % 10;
                    player_third = 1;
                }
                if (banker_draws[two_cards] >> column & 1) {
                    banker = (banker + points[shoe[at++]]) % 10;
                    banker_third = 1;
                }
            }
            int code = (player * 10 + banker) * 4 + player_third * 2 + banker_third;
            if (pairs) code += 400 * ((p1 == p2) + 2 * (b1 == b2));
            counts[code]++;
            coups++;
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &done);
    uint64_t won[3] = {0, 0, 0}, checksum = 0;
    for (int code = 0; code < 1600; code++) {
        int player = code % 400 / 40, banker = code % 40 / 4;
        won[banker > player ? 0 : banker < player ? 1 : 2] += counts[code];
        checksum = checksum * 31 + counts[code];
    }
    double seconds = (done.tv_sec - begun.tv_sec) + 1e-9 * (done.tv_nsec - begun.tv_nsec);
    printf("%llu %.6f %llu %llu %llu %llx\n", (unsigned long long)coups, seconds, (unsigned long long)won[0],
           (unsigned long long)won[1], (unsigned long long)won[2], (unsigned long long)checksum);
    return 0;
}
