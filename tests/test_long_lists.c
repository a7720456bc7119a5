/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations along lists of many entries, of which a GPU gives each block a part, are those of bitmaps on
 * the CPU, to the bit: with masks, accumulators and replace, of values that a block of a GPU holds in its memory and of
 * structs that it does not, by built-in and users' operators, and of operands that are w itself.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"

/* A vector has one entry for so many places: more for 1 in 32, and two lists stay short enough to be gone along. */
enum { PART = 29, PART_FULL = 4 };

TROPIC_STRUCT(weighed, int64_t weight; int32_t place, times;);
TROPIC_OPERATOR(heavier, weighed, weighed, weighed,
                ((weighed){x.weight > y.weight ? x.weight : y.weight, x.place - y.place,
                           x.times + 1 + (int32_t)(i % 3)}));
TROPIC_OPERATOR(skewed, int64_t, int64_t, int64_t, 3 * x - y + (int64_t)(i % 5));

enum { NUMBERS, OWN, BYTES, DOUBLES, STRUCTS, KINDS };
enum { APPLY, SELECT, ADD, MULTIPLY, ASSIGN, ASSIGN_SCALAR, ASSIGN_IDS, CALLS };
enum { U, V, MASK, W, VECTORS };

/* The same vectors twice: lists, in the context of the test; and bitmaps, on the CPU. */
typedef struct side {
    tropic_context *context;
    tropic_operator *own, *heavier;
    tropic_vector *v[VECTORS];
} side;

typedef struct fixture {
    side sides[2];
    tropic_type weighed;
    uint64_t random;
    tropic_index n;
    tropic_index *ids;
} fixture;

static tropic_type type_of(const fixture *f, int kind)
{
    const tropic_type types[KINDS] = {TROPIC_INT64, TROPIC_INT64, TROPIC_UINT8, TROPIC_FP64, f->weighed};
    return types[kind];
}

static void draw_value(fixture *f, int kind, void *value)
{
    static const double doubles[] = {0.0, -0.0, 1.5, -2, INFINITY, -INFINITY, NAN, 1e300};
    const int64_t drawn = test_below(&f->random, 7) - 3;
    const uint8_t byte = (uint8_t)(drawn * 60);
    const weighed w = {drawn, test_below(&f->random, 9), 1};
    const void *from = kind == STRUCTS   ? (const void *)&w
                       : kind == DOUBLES ? (const void *)&doubles[test_below(&f->random, 8)]
                       : kind == BYTES   ? (const void *)&byte
                                         : (const void *)&drawn;
    memcpy(value, from, tropic_type_size(type_of(f, kind)));
}

/* Entries at random places from `first` on; sometimes none, or all of a few places. */
static void draw_vector(fixture *f, int which, int kind, int part)
{
    const tropic_index first = test_below(&f->random, 3) == 0 ? f->n / 2 : 0;
    const size_t size = tropic_type_size(type_of(f, kind));
    char *values = test_room(f->n, size);
    tropic_index count = 0;
    const bool empty = test_below(&f->random, 12) == 0;
    for (tropic_index i = first; i < f->n && !empty; i++)
        if (test_below(&f->random, first > 0 ? (part + 1) / 2 : part) == 0) f->ids[count++] = i;
    for (tropic_index k = 0; k < count; k++) draw_value(f, kind, values + (size_t)k * size);
    for (int k = 0; k < 2; k++) {
        side *s = &f->sides[k];
        assert_ok(s->context, tropic_vector_create(&s->v[which], s->context, type_of(f, kind), f->n));
        assert_ok(s->context, tropic_vector_put_entries(s->v[which], count, f->ids, values));
        assert_ok(s->context, tropic_vector_set_form(s->v[which], k == 0 ? TROPIC_SPARSE : TROPIC_BITMAP));
    }
    free(values);
}

static bool alike(int kind, const void *a, const void *b)
{
    double x = 0, y = 0;
    if (kind == DOUBLES) memcpy(&x, a, sizeof x);
    if (kind == DOUBLES) memcpy(&y, b, sizeof y);
    return (isnan(x) && isnan(y)) || memcmp(a, b, kind == STRUCTS ? sizeof(weighed) : kind == BYTES ? 1 : 8) == 0;
}

static void compare(const fixture *f, int kind, const char *what)
{
    const size_t size = tropic_type_size(type_of(f, kind));
    tropic_index count[2], *ids[2];
    char *values[2];
    for (int k = 0; k < 2; k++) {
        const side *s = &f->sides[k];
        count[k] = tropic_vector_count(s->v[W]);
        ids[k] = test_room(count[k], sizeof *ids[k]);
        values[k] = test_room(count[k], size);
        assert_ok(s->context, tropic_vector_get_entries(s->v[W], ids[k], values[k]));
    }
    if (count[0] != count[1]) fail_msg("%s: %d entries, not %d", what, count[0], count[1]);
    for (tropic_index k = 0; k < count[0]; k++) {
        if (ids[0][k] != ids[1][k]) fail_msg("%s: entry %d is at %d, not %d", what, k, ids[0][k], ids[1][k]);
        if (!alike(kind, values[0] + (size_t)k * size, values[1] + (size_t)k * size))
            fail_msg("%s: another value at %d", what, ids[0][k]);
    }
    for (int k = 0; k < 2; k++) free(ids[k]), free(values[k]);
}

static const tropic_operator *op_of(const side *s, int kind, tropic_type type, tropic_builtin_operator name)
{
    return kind == STRUCTS ? s->heavier : kind == OWN ? s->own : tropic_operator_builtin(name, type);
}

typedef struct call {
    int verb, kind;
    bool accum, masked, same; /* same: u is w */
    tropic_descriptor d;
    tropic_index count; /* ASSIGN_IDS */
    weighed value;      /* of any type */
} call;

static void run(const fixture *f, const side *s, const call *c)
{
    const tropic_type type = type_of(f, c->kind);
    const tropic_operator *op = op_of(s, c->kind, type, TROPIC_PLUS), *ge = tropic_operator_builtin(TROPIC_GE, type);
    const tropic_operator *accum = c->accum ? op_of(s, c->kind, type, TROPIC_TIMES) : NULL;
    tropic_vector *w = s->v[W], *mask = c->masked ? s->v[MASK] : NULL, *u = c->same ? w : s->v[U];
    tropic_status status = TROPIC_OK;
    switch (c->verb) {
    case APPLY: status = tropic_apply(w, mask, accum, op, u, &c->value, &c->d); break;
    case SELECT: status = tropic_select(w, mask, accum, ge, u, &c->value, &c->d); break;
    case ADD: status = tropic_ewise_add(w, mask, accum, op, u, s->v[V], &c->d); break;
    case MULTIPLY: status = tropic_ewise_multiply(w, mask, accum, op, u, s->v[V], &c->d); break;
    case ASSIGN: status = tropic_assign(w, mask, accum, u, NULL, f->n, &c->d); break;
    case ASSIGN_SCALAR: status = tropic_assign_scalar(w, mask, accum, &c->value, NULL, f->n, &c->d); break;
    default: status = tropic_assign_scalar(w, mask, accum, &c->value, f->ids, c->count, &c->d);
    }
    assert_ok(s->context, status);
}

/* Ids at every STRIDE-th place, the last first if `back`. */
static tropic_index draw_ids(fixture *f, bool back)
{
    enum { STRIDE = 41 };
    const tropic_index count = (f->n - 1) / STRIDE;
    for (tropic_index k = 0; k < count; k++) f->ids[back ? count - 1 - k : k] = k * STRIDE + 1;
    return count;
}

static void check_case(fixture *f, uint64_t seed)
{
    char what[160];
    call c = {.d = {.size = sizeof c.d}};
    f->random = seed;
    c.kind = test_below(&f->random, KINDS);
    do {
        c.verb = test_below(&f->random, CALLS);
    } while (c.verb == SELECT && c.kind == STRUCTS);
    c.accum = test_below(&f->random, 2) == 0;
    c.masked = c.verb == ASSIGN_SCALAR || test_below(&f->random, 3) > 0;
    c.same = test_below(&f->random, 4) == 0;
    c.d.structure = c.masked && (c.kind == STRUCTS || test_below(&f->random, 2) == 0);
    c.d.complement = c.masked && c.verb != ASSIGN_SCALAR && test_below(&f->random, 3) == 0;
    c.d.replace = c.masked && test_below(&f->random, 2) == 0;
    f->n = test_below(&f->random, 3) == 0 ? 3000 + test_below(&f->random, 40000)
                                          : test_sized(60000, 30000) + test_below(&f->random, test_sized(300000, 1));
    snprintf(what, sizeof what, "seed %llu: call %d, kind %d, accum %d, mask %d%s%s%s, u is w %d, %d places",
             (unsigned long long)seed, c.verb, c.kind, c.accum, c.masked, c.d.structure ? " structural" : "",
             c.d.complement ? " complement" : "", c.d.replace ? " replace" : "", c.same, f->n);
    f->ids = test_room(f->n, sizeof *f->ids);
    for (int v = 0; v < VECTORS; v++) draw_vector(f, v, c.kind, v == W && seed % 5 == 0 ? PART_FULL : PART);
    draw_value(f, c.kind, &c.value);
    if (c.verb == ASSIGN_IDS) c.count = draw_ids(f, test_below(&f->random, 2) == 0);
    for (int k = 0; k < 2; k++) run(f, &f->sides[k], &c);
    compare(f, c.kind, what);
    for (int k = 0; k < 2; k++)
        for (int v = 0; v < VECTORS; v++) tropic_vector_free(&f->sides[k].v[v]);
    free(f->ids);
}

static void lists_are_as_bitmaps(void **state)
{
    const tropic_context_options cpu = {.size = sizeof cpu, .device = TROPIC_DEVICE_CPU, .threads = 2};
    const char *seed = getenv("TROPIC_TEST_SEED");
    const int cases = test_sized(400, 40);
    fixture f = {0};
    (void)state;
    f.sides[0].context = test_context();
    assert_int_equal(tropic_context_create(&f.sides[1].context, &cpu), TROPIC_OK);
    assert_ok(f.sides[0].context, tropic_type_define(&f.weighed, f.sides[0].context, &weighed_type));
    for (int k = 0; k < 2; k++) {
        side *s = &f.sides[k];
        assert_ok(s->context, tropic_operator_create(&s->own, s->context, &skewed));
        assert_ok(s->context, tropic_operator_create(&s->heavier, s->context, &heavier));
    }
    if (seed)
        check_case(&f, strtoull(seed, NULL, 10));
    else
        for (int k = 1; k <= cases; k++) check_case(&f, (uint64_t)k);
    for (int k = 0; k < 2; k++) {
        tropic_operator_free(&f.sides[k].own);
        tropic_operator_free(&f.sides[k].heavier);
        tropic_context_free(&f.sides[k].context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_are_as_bitmaps)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
