/* SPDX-License-Identifier: Apache-2.0
 *
 * Who waits for a vector's count (runtime/count.h), without a GPU. A backend computes as the CPU does, leaves counts in
 * slots and in words of memory, and notes who asks for them. It does copies and accumulations along a list.
 */
#include "formats/vector/vector.h"
#include "spmv/cpu_backend.h"
#include "spmv/ewise/ewise_driver.h"
#include "tests/fixtures.h"

#define N 5000 /* places: vectors are passed over, or gone along lists */
#define SLOTS 4

/* The backend, and how often it was called. */
static struct {
    tp_backend backend;
    volatile int64_t slot[SLOTS];
    bool out[SLOTS];
    int listed, taken, made, downloads;
    bool fails; /* take_slot */
    tp_wait wait;
    int64_t word; /* of the product that is due */
    int64_t sums; /* that it has */
} device;

static int slots_out(void)
{
    int out = 0;
    for (int k = 0; k < SLOTS; k++) out += device.out[k];
    return out;
}

static tropic_status take_slot(tropic_context *context, volatile int64_t *slot, int64_t *number)
{
    const int k = (int)(slot - device.slot);
    assert_true(device.out[k]);
    device.out[k] = false;
    device.taken++;
    if (device.fails) return tp_fail(context, TROPIC_DEVICE_ERROR, "the device is lost");
    *number = *slot;
    return TROPIC_OK;
}

static tropic_status make_due(tropic_context *context, tp_count *count)
{
    assert_int_equal(count->state, TP_COUNT_DUE);
    device.made++;
    device.word = device.sums;
    count->state = TP_COUNT_ON_DEVICE;
    count->word = &device.word;
    return TROPIC_OK;
}

static tropic_status download(tropic_context *context, void *to, const void *from, size_t bytes)
{
    device.downloads += from == &device.word;
    return tp_cpu_backend.download(context, to, from, bytes);
}

static int64_t count_at(const tp_elementwise *e)
{
    int64_t count = 0;
    for (int64_t c = 0; e->w_has && c < e->n; c++) count += e->w_has[e->places[c]];
    return count;
}

/* The change of w's count, or that there was no x. */
static tropic_status compute(tropic_context *context, const tp_listed *l, int64_t *change)
{
    tp_elementwise e = l->e;
    int64_t x = l->x_count.entries;
    if (l->x_count.state == TP_COUNT_ON_DEVICE) x = *l->x_count.word;
    if (l->x_count.state == TP_COUNT_DUE) x = device.sums;
    *change = TP_TOO_MANY;
    if (x < 0) return TROPIC_OK;
    assert_true(l->e.x.listed && l->more.count == 0 && l->old.count == 0 && !l->mask.used);
    e.n = x;
    if (!l->in_place) {
        memcpy(l->ids, l->places.ids, (size_t)x * sizeof *l->ids);
        memcpy(l->values, e.x.values, (size_t)x * tropic_type_size(e.result));
        *change = x;
        return TROPIC_OK;
    }
    *change = -count_at(&e);
    TP_TRY(tp_cpu_backend.elementwise(context, &e));
    *change += count_at(&e);
    return TROPIC_OK;
}

static tropic_status listed(tropic_context *context, const tp_listed *l, tp_wait wait, tp_count *change)
{
    int64_t number = 0;
    int k = 0;
    device.listed++;
    device.wait = wait;
    TP_TRY(compute(context, l, &number));
    if (wait == TP_WAIT_NEVER) return TROPIC_OK;
    *change = tp_count_known(number);
    if (wait == TP_WAIT_NOW) return TROPIC_OK;
    while (device.out[k]) assert_true(++k < SLOTS);
    device.out[k] = true;
    device.slot[k] = number;
    *change = tp_count_known(0);
    change->state = TP_COUNT_PINNED;
    change->slot = &device.slot[k];
    return TROPIC_OK;
}

static tropic_context *device_context(void)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 1};
    tropic_context *context = NULL;
    memset(&device, 0, sizeof device);
    device.backend = tp_cpu_backend;
    device.backend.location = TROPIC_DEVICE;
    device.backend.listed = listed;
    device.backend.take_slot = take_slot;
    device.backend.make_due = make_due;
    device.backend.download = download;
    assert_ok(NULL, tp_context_create(&context, &options, &device.backend, NULL));
    return context;
}

static const tropic_index PLACES[] = {3, 40, 700};
static const int64_t VALUES[] = {1, 2, 3};
enum { ENTRIES = sizeof PLACES / sizeof *PLACES };

/* A list of three. */
static tropic_vector *short_list(tropic_context *context)
{
    tropic_vector *v = test_vector_of(context, TROPIC_INT64, N, NULL);
    assert_ok(context, tropic_vector_put_entries(v, ENTRIES, PLACES, VALUES));
    return v;
}

/* A bitmap with entries at the even places. */
static tropic_vector *bitmap(tropic_context *context)
{
    tropic_vector *v = test_vector_of(context, TROPIC_INT64, N, NULL);
    OWNED_MEMORY int64_t *values = test_room(N, sizeof *values);
    OWNED_MEMORY bool *present = test_room(N, sizeof *present);
    for (int i = 0; i < N; i++) present[i] = i % 2 == 0;
    assert_ok(context, tropic_vector_put_dense(v, values, present));
    return v;
}

/* w += u, at u's places: one of w's entries is new if it is a bitmap. */
static void add(tropic_context *context, tropic_vector *w, const tropic_vector *u)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
    const int before = device.listed;
    assert_ok(context, tropic_assign(w, NULL, plus, u, NULL, N, NULL));
    assert_int_equal(device.listed, before + 1);
}
enum { NEW = 1 };

static void end(tropic_context *context, tropic_vector *u, tropic_vector *w)
{
    tropic_vector_free(&u);
    tropic_vector_free(&w);
    tropic_context_free(&context);
    assert_int_equal(slots_out(), 0);
}

/* ---- pinned ---- */

static void who_asks_waits(void **state)
{
    tropic_context *context = device_context();
    tropic_vector *u = short_list(context), *w = bitmap(context);
    add(context, w, u);
    assert_int_equal(device.wait, TP_WAIT_LATER);
    assert_int_equal(w->count.state, TP_COUNT_PINNED);
    assert_int_equal(tp_count_peek(&w->count), N / 2);
    assert_int_equal(device.taken, 0);
    for (int times = 0; times < 2; times++) {
        assert_int_equal(tropic_vector_count(w), N / 2 + NEW);
        assert_int_equal(w->count.state, TP_COUNT_KNOWN);
        assert_int_equal(device.taken, 1);
    }
    end(context, u, w);
}

/* A mask that is a bitmap is not asked until its number matters; w is, by the next call that writes it. */
static void calls_ask(void **state)
{
    const tropic_descriptor structure = {.size = sizeof structure, .structure = true};
    tropic_context *context = device_context();
    tropic_vector *u = short_list(context), *w = bitmap(context),
                  *full = test_vector_of(context, TROPIC_INT64, N, NULL);
    const int64_t zero = 0;
    assert_ok(context, tropic_vector_fill(full, &zero));
    add(context, w, u);
    assert_ok(context, tropic_assign_scalar(full, w, NULL, &zero, NULL, N, &structure));
    assert_int_equal(w->count.state, TP_COUNT_PINNED);
    add(context, w, u);
    assert_int_equal(device.taken, 1);
    assert_int_equal(w->count.state, TP_COUNT_PINNED);
    assert_int_equal(tropic_vector_count(w), N / 2 + NEW);
    assert_int_equal(device.taken, 2);
    tropic_vector_free(&full);
    end(context, u, w);
}

static void form_follows(void **state)
{
    const tropic_index all[] = {1, 3};
    const int64_t values[] = {7, 8};
    tropic_context *context = device_context();
    tropic_vector *u = test_vector_of(context, TROPIC_INT64, N, NULL),
                  *w = test_vector_of(context, TROPIC_INT64, N, NULL);
    int64_t *dense = test_room(N, sizeof *dense);
    bool *present = test_room(N, sizeof *present);
    for (int i = 0; i < N; i++) present[i] = i != all[0] && i != all[1];
    assert_ok(context, tropic_vector_put_dense(w, dense, present));
    assert_ok(context, tropic_vector_put_entries(u, 2, all, values));
    add(context, w, u);
    assert_int_equal(w->form, TROPIC_BITMAP);
    assert_int_equal(tropic_vector_get_form(w), TROPIC_FULL);
    assert_int_equal(tropic_vector_count(w), N);
    free(dense);
    free(present);
    end(context, u, w);
}

/* New content, the end of the vector, and an exchange: each slot is given back once. */
static void slots_come_back(void **state)
{
    tropic_context *context = device_context();
    tropic_vector *u = short_list(context), *w = bitmap(context), *other = bitmap(context);
    add(context, w, u);
    assert_int_equal(slots_out(), 1);
    assert_ok(context, tropic_vector_put_entries(w, ENTRIES, PLACES, VALUES));
    assert_int_equal(slots_out(), 0);
    assert_int_equal(tropic_vector_count(w), ENTRIES);
    add(context, other, u);
    assert_ok(context, tropic_vector_swap(w, other));
    assert_int_equal(tropic_vector_count(w), N / 2 + NEW);
    assert_int_equal(tropic_vector_count(other), ENTRIES);
    add(context, w, u);
    tropic_vector_free(&other);
    assert_int_equal(slots_out(), 1);
    end(context, u, w);
}

static void no_number_comes(void **state)
{
    tropic_context *context = device_context();
    tropic_vector *u = short_list(context), *w = bitmap(context);
    add(context, w, u);
    device.fails = true;
    assert_status(context, TROPIC_DEVICE_ERROR, tropic_vector_wait(w));
    assert_int_equal(slots_out(), 0);
    assert_true(tp_count_is_known(&w->count));
    assert_int_equal(tropic_vector_count(w), N / 2); /* as before */
    end(context, u, w);
}

/* ---- known beforehand ---- */

static void nobody_waits(void **state)
{
    tropic_context *context = device_context();
    tropic_vector *u = short_list(context), *w = test_vector_of(context, TROPIC_INT64, N, NULL);
    const int64_t zero = 0;
    assert_ok(context, tropic_assign(w, NULL, NULL, u, NULL, N, NULL)); /* a list of the same places */
    assert_int_equal(device.wait, TP_WAIT_NEVER);
    assert_true(tp_count_is_known(&w->count));
    assert_int_equal(tp_count_peek(&w->count), ENTRIES);
    assert_ok(context, tropic_vector_fill(w, &zero));
    add(context, w, u); /* full as it was */
    assert_int_equal(device.wait, TP_WAIT_NEVER);
    assert_int_equal(tropic_vector_count(w), N);
    assert_int_equal(device.taken + device.downloads, 0);
    end(context, u, w);
}

/* ---- on the device, or due ---- */

/* w (accum)= the list of a product that is due, which has `sums` of at most ENTRIES entries; below 0: too many. */
static tp_count run_due(tropic_context *context, tropic_vector *w, const tropic_operator *accum, int64_t sums)
{
    OWNED(tropic_vector) *u = short_list(context);
    tropic_vector product = *u;
    tp_operation o = {.context = context, .w = w, .accum = accum, .kind = TP_COPY, .u = &product};
    product.count.state = TP_COUNT_DUE;
    product.count.product = NULL;
    device.sums = sums;
    assert_ok(context, tp_operation_run(&o, TROPIC_INT64, NULL));
    return product.count;
}

/* One launch makes the product and goes along it: the host waits for w's count, and never has the product's. */
static void one_launch(void **state)
{
    tropic_context *context = device_context();
    tropic_vector *w = test_vector_of(context, TROPIC_INT64, N, NULL);
    tp_count count;
    count = run_due(context, w, NULL, 2);
    assert_int_equal(count.state, TP_COUNT_DUE);
    assert_int_equal(device.wait, TP_WAIT_NOW);
    assert_int_equal(w->count.entries, 2);
    count = run_due(context, w, NULL, -1);
    assert_true(tp_count_is_too_many(&count));
    assert_int_equal(w->count.entries, 2); /* nothing was done */
    assert_int_equal(device.listed, 2);
    assert_int_equal(device.made + device.downloads + device.taken, 0);
    end(context, NULL, w);
}

/* Into a list that is too long to be gone along, the host has to have the product's length: the product is launched
 * first, and its word copied. */
static void two_launches(void **state)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
    tropic_context *context = device_context();
    for (int sums = 1; sums >= -1; sums -= 2) {
        tropic_vector *w = bitmap(context);
        tp_count count;
        assert_ok(context, tropic_vector_set_form(w, TROPIC_SPARSE));
        count = run_due(context, w, plus, sums);
        assert_true(tp_count_is_known(&count));
        if (sums > 0) assert_int_equal(count.entries, sums);
        assert_int_equal(tp_count_is_too_many(&count), sums < 0);
        assert_int_equal(device.made, sums > 0 ? 1 : 2);
        assert_int_equal(device.downloads, sums > 0 ? 1 : 2);
        assert_int_equal(device.listed, 0);
        assert_int_equal(tropic_vector_count(w), sums > 0 ? N / 2 + NEW : N / 2);
        tropic_vector_free(&w);
    }
    tropic_context_free(&context);
    assert_int_equal(slots_out(), 0);
}

/* A cast of the list wants its length, too. */
static void cast_of_due(void **state)
{
    tropic_context *context = device_context();
    tropic_vector *w = test_vector_of(context, TROPIC_INT32, N, NULL);
    tp_count count = run_due(context, w, NULL, 2);
    assert_true(tp_count_is_known(&count));
    assert_int_equal(device.made, 1);
    assert_int_equal(device.downloads, 1);
    assert_int_equal(tropic_vector_count(w), 2);
    count = run_due(context, w, NULL, -1);
    assert_true(tp_count_is_too_many(&count));
    assert_int_equal(tropic_vector_count(w), 2);
    end(context, NULL, w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_asks_waits),  cmocka_unit_test(calls_ask),       cmocka_unit_test(form_follows),
        cmocka_unit_test(slots_come_back), cmocka_unit_test(no_number_comes), cmocka_unit_test(nobody_waits),
        cmocka_unit_test(one_launch),      cmocka_unit_test(two_launches),    cmocka_unit_test(cast_of_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
