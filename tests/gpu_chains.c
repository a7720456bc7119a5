/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains of operations none of whose results is looked at on the way: in the end every vector is the same on both
 * devices. A GPU returns from many of these calls before it has done them, or knows how many entries a vector
 * has.
 */
#include <cuda_runtime_api.h>
#include <stdlib.h>

#include "tests/host_and_device.h"

#define assert_cuda(call) assert_int_equal(call, cudaSuccess)

enum { VECTORS = 6, CHAIN = 40, VALUES = 7 };
/* Vectors of side * side places, some of lists that one block of a GPU goes along at once, in turns or not at all. (No
 * multiple of four: a pass over full vectors by fours has a rest.) */
static int side, places;

typedef struct world {
    tropic_context *context;
    tropic_matrix *A;
    tropic_vector *v[VECTORS];
} world;

/* One step, drawn once and taken in both worlds. */
typedef struct step {
    int what, w, mask, u, v, accum, place, length;
    tropic_descriptor descriptor;
    int32_t value;
} step;

/* A grid, whose arcs have small weights: the same each time. */
static void make_grid(world *o)
{
    const tropic_build_options both = {.size = sizeof both, .direction = TROPIC_DIRECTION_UNDIRECTED};
    OWNED_MEMORY tropic_index *from = test_room(2 * places, sizeof *from), *to = test_room(2 * places, sizeof *to);
    tropic_index count = 0;
    OWNED_MEMORY int32_t *weights = test_room(2 * places, sizeof *weights);
    for (tropic_index v = 0; v < places; v++)
        for (int way = 0; way < 2; way++) {
            const tropic_index next = way ? v + side : v + 1;
            if (way ? next >= places : next % side == 0) continue;
            from[count] = v;
            weights[count] = v % VALUES - 2;
            to[count++] = next;
        }
    assert_ok(o->context,
              tropic_matrix_from_coo(&o->A, o->context, places, places, count, from, to, TROPIC_INT32, weights, &both));
}

/* Entries in a stretch of places, every `stride`-th. */
static void put(const world *o, int k, tropic_index first, tropic_index count, tropic_index stride)
{
    OWNED_MEMORY tropic_index *ids = test_room(count, sizeof *ids);
    tropic_index n = 0;
    OWNED_MEMORY int32_t *values = test_room(count, sizeof *values);
    for (tropic_index i = first; n < count && i < places; i += stride) {
        ids[n] = i;
        values[n++] = i % VALUES - 3;
    }
    assert_ok(o->context, tropic_vector_put_entries(o->v[k], n, ids, values));
}

static void open_world(world *o)
{
    const int32_t two = 2;
    make_grid(o);
    for (int k = 0; k < VECTORS; k++)
        assert_ok(o->context, tropic_vector_create(&o->v[k], o->context, TROPIC_INT32, places));
    put(o, 0, 5, places / 488, 7);
    put(o, 1, 100, places / 20, 3);
    put(o, 2, 0, places / 7, 5);
    assert_ok(o->context, tropic_vector_set_form(o->v[2], TROPIC_BITMAP));
    assert_ok(o->context, tropic_vector_fill(o->v[3], &two));
    put(o, 4, 50, places / 29, 1);
}

static void world_free(world *o)
{
    tropic_matrix_free(&o->A);
    for (int k = 0; k < VECTORS; k++) tropic_vector_free(&o->v[k]);
}

static step draw(uint64_t *random)
{
    step s = {.what = test_below(random, 12)};
    s.w = test_below(random, VECTORS);
    s.mask = test_below(random, VECTORS + 2);
    s.u = test_below(random, VECTORS);
    s.v = test_below(random, VECTORS);
    s.accum = test_below(random, 4);
    s.place = test_below(random, places);
    s.value = test_below(random, VALUES) - 3;
    s.descriptor.size = sizeof s.descriptor;
    s.descriptor.complement = test_below(random, 4) == 0;
    s.descriptor.structure = test_below(random, 2);
    s.descriptor.replace = test_below(random, 2);
    return s;
}

static tropic_status take(const world *o, const step *s)
{
    tropic_vector *w = o->v[s->w];
    const tropic_vector *u = o->v[s->u], *v = o->v[s->v], *mask = s->mask < VECTORS ? o->v[s->mask] : NULL;
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    /* (Which does not look at u, or at u alone.) */
    const tropic_operator *second = tropic_operator_builtin(TROPIC_SECOND, TROPIC_INT32);
    const tropic_operator *op = s->length % 3 ? plus : second;
    const tropic_operator *less = tropic_operator_builtin(TROPIC_LT, TROPIC_INT32);
    const tropic_operator *min = tropic_operator_builtin(TROPIC_MIN, TROPIC_INT32), *accum = s->accum ? NULL : min;
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32);
    const tropic_descriptor *d = &s->descriptor;
    switch (s->what) {
    case 0: return tropic_assign(w, mask, accum, u, NULL, places, d);
    case 1: return tropic_assign_scalar(w, mask, accum, &s->value, NULL, places, d);
    case 2: return tropic_apply(w, mask, accum, op, u, &s->value, d);
    case 3: return tropic_select(w, mask, accum, less, u, &s->value, d);
    case 4: return tropic_ewise_add(w, mask, accum, min, u, v, d);
    case 5: return tropic_ewise_multiply(w, mask, accum, op, u, v, d);
    case 6: return tropic_vxm(w, mask, accum, semiring, u, o->A, d);
    case 7: return tropic_select(w, NULL, NULL, less, u, &s->value, NULL);
    case 8: return s->accum % 2 ? tropic_vector_set(w, s->place, &s->value) : tropic_vector_remove(w, s->place);
    case 9: return tropic_vector_swap(w, o->v[s->v]);
    case 10: put(o, s->w, s->place, s->length, 1 + s->value + 3); return TROPIC_OK;
    default: return s->accum ? tropic_vxm(w, mask, NULL, semiring, u, o->A, d) : tropic_vector_clear(w);
    }
}

static void same(uint64_t seed, const world *a, const world *b, int k)
{
    OWNED_MEMORY int32_t *x = test_room(places, sizeof *x), *y = test_room(places, sizeof *y);
    OWNED_MEMORY bool *has = test_room(places, sizeof *has), *there = test_room(places, sizeof *there);
    const tropic_index count = tropic_vector_count(a->v[k]), wanted = tropic_vector_count(b->v[k]);
    if (count != wanted) fail_msg("TROPIC_TEST_SEED=%d: vector %d has %d entries, not %d", (int)seed, k, count, wanted);
    assert_ok(a->context, tropic_vector_get_dense(a->v[k], x, has));
    assert_ok(b->context, tropic_vector_get_dense(b->v[k], y, there));
    for (tropic_index i = 0; i < places; i++)
        if (has[i] != there[i] || (has[i] && x[i] != y[i]))
            fail_msg("TROPIC_TEST_SEED=%d: vector %d differs at place %d", (int)seed, k, i);
}

static void chain(uint64_t seed)
{
    OWNED(world) a = {.context = on_device}, b = {.context = on_host};
    uint64_t random = seed;
    open_world(&a);
    open_world(&b);
    for (int k = 0; k < CHAIN; k++) {
        const step s = draw(&random);
        const tropic_status status = take(&a, &s);
        if (status != take(&b, &s))
            fail_msg("TROPIC_TEST_SEED=%d, step %d: %s", (int)seed, k, tropic_context_error(a.context));
    }
    for (int k = 0; k < VECTORS; k++) same(seed, &a, &b, k);
}

static void chains(int of_side, int seeds)
{
    const char *only = getenv("TROPIC_TEST_SEED");
    side = of_side;
    places = side * side;
    if (only) chain((uint64_t)atoi(only));
    for (int seed = 0; !only && seed < seeds; seed++) chain((uint64_t)seed);
}

static void test_chains(void **unused)
{
    chains(121, test_sized(300, 20));
}

static void test_long_chains(void **unused)
{
    chains(401, test_sized(100, 5));
}

/* Work that a GPU has still to do when the calls have returned: w = w + 1, again and again. */
static void keep_busy(tropic_vector *w)
{
    enum { TIMES = 20 };
    const int32_t one = 1;
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    for (int k = 0; k < TIMES; k++) assert_ok(on_device, tropic_apply(w, NULL, NULL, plus, w, &one, NULL));
}

/* The caller may change ids, also in memory that a GPU copies at its leisure, and read a view as soon as a call has
 * returned. */
static void test_callers_arrays(void **unused)
{
    enum { MANY = 1 << 24, FEW = 1000, STRIDE = 7 };
    const int32_t zero = 0, five = 5;
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const size_t bytes = MANY * sizeof(int32_t);
    OWNED_MEMORY int32_t *values = test_room(MANY, sizeof *values);
    OWNED_MEMORY bool *has = test_room(MANY, sizeof *has);
    tropic_vector *busy = NULL, *full = NULL, *sparse = NULL, *view = NULL;
    tropic_index *ids = NULL;
    void *mine = NULL;
    cudaStream_t other;
    assert_cuda(cudaMallocHost((void **)&ids, FEW * sizeof *ids));
    assert_cuda(cudaMalloc(&mine, bytes));
    assert_cuda(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    assert_ok(on_device, tropic_vector_create(&busy, on_device, TROPIC_INT32, MANY));
    assert_ok(on_device, tropic_vector_create(&full, on_device, TROPIC_INT32, MANY));
    assert_ok(on_device, tropic_vector_create(&sparse, on_device, TROPIC_INT32, MANY));
    assert_ok(on_device, tropic_vector_view(&view, on_device, TROPIC_INT32, MANY, mine, TROPIC_DEVICE));
    assert_ok(on_device, tropic_vector_fill(busy, &zero));
    for (int form = 0; form < 2; form++) {
        tropic_vector *w = form ? full : sparse;
        if (form) assert_ok(on_device, tropic_vector_fill(w, &zero));
        for (tropic_index k = 0; k < FEW; k++) ids[k] = k * STRIDE;
        keep_busy(busy);
        assert_ok(on_device, tropic_assign_scalar(w, NULL, NULL, &five, ids, FEW, NULL));
        for (tropic_index k = 0; k < FEW; k++) ids[k] = MANY - 1;
        assert_ok(on_device, tropic_vector_get_dense(w, values, has));
        for (tropic_index i = 0; i < MANY; i++) {
            const bool among = i < FEW * STRIDE && i % STRIDE == 0;
            if (has[i] != (among || form) || (has[i] && values[i] != (among ? five : zero)))
                fail_msg("%s: place %d has %d", form ? "full" : "sparse", i, values[i]);
        }
    }
    assert_ok(on_device, tropic_vector_fill(busy, &zero));
    keep_busy(busy);
    assert_ok(on_device, tropic_apply(view, NULL, NULL, plus, busy, &five, NULL));
    assert_cuda(cudaMemcpyAsync(values, mine, bytes, cudaMemcpyDeviceToHost, other));
    assert_cuda(cudaStreamSynchronize(other));
    for (tropic_index i = 1; i < MANY; i++)
        if (values[i] != values[0]) fail_msg("place %d of the view has %d, not %d", i, values[i], values[0]);
    assert_true(values[0] > five);
    assert_cuda(cudaStreamDestroy(other));
    assert_cuda(cudaFreeHost(ids));
    tropic_vector_free(&busy);
    tropic_vector_free(&full);
    tropic_vector_free(&sparse);
    tropic_vector_free(&view);
    assert_cuda(cudaFree(mine));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_chains), cmocka_unit_test(test_long_chains),
                                       cmocka_unit_test(test_callers_arrays)};
    test_need_device();
    return cmocka_run_group_tests(tests, test_open_both, test_close_both);
}
