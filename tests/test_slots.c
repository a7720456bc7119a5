/* SPDX-License-Identifier: Apache-2.0
 *
 * Hash tables find ids after a few looks, however far apart ids lie.
 */
#include "runtime/random.h"
#include "tests/fixtures.h"

enum { BITS = 13, SLOTS = 1 << BITS, FACTORS = 7 };
/* Half of the slots are taken. Looks by linear probing: of random keys 1.5 on average (Knuth 6.4). Multiples of the
 * golden ratio's denominators lie close together: of 2 * 144 they take 12, 32 at worst, the most of all here. Middle
 * bits of the product, or its halves added up, took 1024 and more on average. */
#define LOOKS_MEAN 16
#define LOOKS_WORST 64

static const uint64_t factors[FACTORS] = {1, 3, 5, 9, 10, 100, 1000003};

typedef uint64_t slot_of(uint64_t key);

static uint64_t slot_64(uint64_t key)
{
    return tp_slot(key, BITS);
}
static uint64_t slot_32(uint64_t key)
{
    return tp_slot_32((uint32_t)key, BITS);
}

/* Looks for first, first + stride, ... by linear probing. */
static void check_stride(slot_of *of, uint64_t first, uint64_t stride, int count)
{
    static bool taken[SLOTS];
    int64_t all = 0;
    int worst = 0;
    memset(taken, 0, sizeof taken);
    for (int k = 0; k < count; k++) {
        uint64_t slot = of(first + (uint64_t)k * stride);
        int looks = 1;
        assert_in_range(slot, 0, SLOTS - 1);
        for (; taken[slot]; looks++) slot = (slot + 1) % SLOTS;
        taken[slot] = true;
        all += looks;
        if (looks > worst) worst = looks;
    }
    if (all > (int64_t)LOOKS_MEAN * count || worst > LOOKS_WORST)
        fail_msg("%d ids %llu apart take %lld looks, one %d", count, (unsigned long long)stride, (long long)all, worst);
}

/* All keys are less than 2^bits. */
static void check_all(slot_of *of, int bits)
{
    const uint64_t end = bits < 64 ? UINT64_C(1) << bits : UINT64_MAX;
    for (int k = 0; k < bits; k++)
        for (int f = 0; f < FACTORS; f++) {
            const uint64_t stride = factors[f] << k;
            const uint64_t fit = stride >> k == factors[f] ? end / stride : 0;
            const int count = fit < SLOTS / 2 ? (int)fit : SLOTS / 2;
            check_stride(of, 0, stride, count);
            if (count > 0) check_stride(of, stride - 1, stride, count - 1);
        }
}

static void ids_of_32_bits_spread(void **state)
{
    check_all(slot_32, 31);
}

static void ids_of_64_bits_spread(void **state)
{
    check_all(slot_64, 63);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_of_32_bits_spread),
        cmocka_unit_test(ids_of_64_bits_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
