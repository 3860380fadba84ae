/* The yardstick of the odds engines: the exact result table of one composition by brute force.
 *
 * Every ordered draw of point values is dealt as at the table: Player, Banker, Player, Banker, then the third cards
 * that the tableau asks for. A value stands for all its cards, so a draw weighs the product of the cards left of each
 * value, and a coup that ends on four or five cards also weighs the orders of the cards it leaves in the shoe.
 * This is the program one would write first; nothing is factorised.
 *
 * cc -O3 -shared -fPIC -o brute_force.so brute_force.c
 */
#include <stdint.h>
#include <string.h>

enum { VALUES = 10, STOOD = 10, COLUMNS = 11, POINT_CODES = 400 };

static inline int code(int player, int banker, int player_cards, int banker_cards)
{
    return (player * 10 + banker) * 4 + (player_cards - 2) * 2 + (banker_cards - 2);
}

/* counts: cards by value, 0 to 9, six or more in all; banker_draws: a row of COLUMNS for each Banker total. */
void result_table(const int64_t *counts, const uint8_t *natural, const uint8_t *player_draws,
                  const uint8_t *banker_draws, int64_t *by_code)
{
    int64_t left[VALUES], cards = 0;
    for (int value = 0; value < VALUES; value++)
        cards += left[value] = counts[value];
    memset(by_code, 0, POINT_CODES * sizeof *by_code);

    for (int a = 0; a < VALUES; a++) {
        int64_t weight_1 = left[a]--;
        for (int b = 0; b < VALUES && weight_1; b++) {
            int64_t weight_2 = weight_1 * left[b]--;
            for (int c = 0; c < VALUES && weight_2; c++) {
                int64_t weight_3 = weight_2 * left[c]--;
                int player = (a + c) % 10;
                for (int d = 0; d < VALUES && weight_3; d++) {
                    int64_t weight_4 = weight_3 * left[d]--;
                    int banker = (b + d) % 10;
                    if (!weight_4) {
                        left[d]++;
                        continue;
                    }
                    int over = natural[player] || natural[banker];
                    if (over || !player_draws[player]) {
                        if (over || !banker_draws[banker * COLUMNS + STOOD])
                            by_code[code(player, banker, 2, 2)] += weight_4 * (cards - 4) * (cards - 5);
                        else
                            for (int y = 0; y < VALUES; y++)
                                by_code[code(player, (banker + y) % 10, 2, 3)] += weight_4 * left[y] * (cards - 5);
                    } else {
                        for (int x = 0; x < VALUES; x++) {
                            int64_t weight_5 = weight_4 * left[x]--;
                            int player_3 = (player + x) % 10;
                            if (!banker_draws[banker * COLUMNS + x])
                                by_code[code(player_3, banker, 3, 2)] += weight_5 * (cards - 5);
                            else
                                for (int y = 0; y < VALUES; y++)
                                    by_code[code(player_3, (banker + y) % 10, 3, 3)] += weight_5 * left[y];
                            left[x]++;
                        }
                    }
                    left[d]++;
                }
                left[c]++;
            }
            left[b]++;
        }
        left[a]++;
    }
}
