/* SPDX-License-Identifier: Apache-2.0
 *
 * Recorded loops without a GPU: a backend that computes as the CPU does, and whose `run` does the recorded calls,
 * one by one. The same loop on the CPU is the oracle.
 */
#include "formats/vector/vector.h"
#include "semiring/semiring.h"
#include "spmv/cpu_backend.h"
#include "spmv/loop/recorder.h"
#include "spmv/ops/mxv_ops.h"
#include "tests/fixtures.h"

#define KINDS (TP_ITEM_COPY + 1)
#define VECTORS 6

/* The vectors of a body. */
enum { D, BEFORE, SUM, NEAR, LEVEL, FRONT };
typedef struct world {
    tropic_context *context;
    tropic_matrix *A;
    tropic_vector *v[VECTORS];
    tropic_strategy strategy;
    int calls;
} world;

/* The backend. */
static struct {
    tp_backend backend;
    world *world;
    uint64_t before; /* a hash of its vectors when the body was first recorded */
    int runs, executed;
    bool seen[KINDS];
} made_up;

/* ---- the backend ---- */

/* Of a vector's entries. */
static uint64_t digest(const tropic_vector *v)
{
    const size_t size = tropic_type_size(v->type);
    const tropic_index stored = v->form == TROPIC_SPARSE ? v->count.entries : v->n;
    uint64_t sum = 0;
    for (tropic_index k = 0; k < stored; k++) {
        const unsigned char *value = (const unsigned char *)v->values + (size_t)k * size;
        uint64_t seed = (uint64_t)(v->form == TROPIC_SPARSE ? v->ids[k] : k);
        if (v->form == TROPIC_BITMAP && !v->has[k]) continue;
        for (size_t b = 0; b < size; b++) seed = 31 * seed + value[b];
        sum += test_random(&seed);
    }
    return sum;
}

static uint64_t digest_all(const world *w)
{
    uint64_t sum = 0;
    for (int k = 0; k < VECTORS; k++) sum = 31 * sum + digest(w->v[k]);
    return sum;
}

/* Calls that write memory. The recorder makes none of these; those it makes go on with context->recorded set. */
static tropic_status watched_step(tropic_context *context, const tp_step *step)
{
    made_up.executed += context->recorded != NULL;
    return tp_cpu_backend.step(context, step);
}
static tropic_status watched_elementwise(tropic_context *context, const tp_elementwise *e)
{
    made_up.executed += context->recorded != NULL;
    return tp_cpu_backend.elementwise(context, e);
}
static tropic_status watched_restrict(tropic_context *context, uint8_t *has, const tp_mask *mask, int64_t n)
{
    made_up.executed += context->recorded != NULL;
    return tp_cpu_backend.restrict_to(context, has, mask, n);
}
static tropic_status watched_fill(tropic_context *context, void *to, tropic_type type, const void *value, int64_t n)
{
    made_up.executed += context->recorded != NULL;
    return tp_cpu_backend.fill(context, to, type, value, n);
}
static tropic_status watched_copy(tropic_context *context, void *to, const void *from, size_t bytes)
{
    made_up.executed += context->recorded != NULL;
    return tp_cpu_backend.copy(context, to, from, bytes);
}

static tropic_status multiply(tropic_context *context, const tp_loop_item *item)
{
    const tropic_builtin builtin = item->vxm ? item->semiring->flipped : item->semiring->builtin;
    tp_mxv_state state = item->state;
    tp_step step = {.op = tp_mxv_op(builtin, item->semiring->type),
                    .semiring = item->semiring,
                    .vxm = item->vxm,
                    .columns = 1,
                    .state = &state,
                    .masked = true};
    step.strategy = item->kind == TP_ITEM_PUSH          ? TROPIC_STRATEGY_CSR_PUSH
                    : item->kind == TP_ITEM_PULL_SCALAR ? TROPIC_STRATEGY_CSC_SCALAR
                                                        : TROPIC_STRATEGY_CSC_VECTOR;
    *(item->kind == TP_ITEM_PUSH ? &step.scatter : &step.gather) = item->arcs;
    step.gather.lists = (tropic_index)item->n;
    return tp_cpu_backend.step(context, &step);
}

static tropic_status replay(tropic_context *context, const tp_loop_item *item)
{
    made_up.seen[item->kind] = true;
    switch (item->kind) {
    case TP_ITEM_ELEMENTWISE: return tp_cpu_backend.elementwise(context, &item->e);
    case TP_ITEM_RESTRICT: return tp_cpu_backend.restrict_to(context, item->has, &item->mask, item->n);
    case TP_ITEM_FILL:
        for (int64_t k = 0; k < item->n; k++)
            memcpy((char *)item->to + k * item->size, item->value.byte, (size_t)item->size);
        return TROPIC_OK;
    case TP_ITEM_COPY: memcpy(item->to, item->from, (size_t)item->n); return TROPIC_OK;
    default: return multiply(context, item);
    }
}

static tropic_status made_up_run(tropic_context *context, const tp_program *program, int64_t limit, int64_t *done,
                                 bool *going)
{
    assert_null(context->program);
    if (made_up.runs++ == 0) assert_true(digest_all(made_up.world) == made_up.before);
    for (*going = true; *going && *done < limit; (*done)++) {
        for (int k = 0; k < program->count; k++) TP_TRY(replay(context, &program->item[k]));
        if (program->go_on_places > 0)
            TP_TRY(tp_cpu_backend.any(context, &program->go_on, program->go_on_places, going));
    }
    return TROPIC_OK;
}

static tropic_context *recording_context(world *w)
{
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 2};
    tropic_context *context = NULL;
    memset(&made_up, 0, sizeof made_up);
    made_up.world = w;
    made_up.backend = tp_cpu_backend;
    made_up.backend.step = watched_step;
    made_up.backend.elementwise = watched_elementwise;
    made_up.backend.restrict_to = watched_restrict;
    made_up.backend.fill = watched_fill;
    made_up.backend.copy = watched_copy;
    made_up.backend.run = made_up_run;
    assert_ok(NULL, tp_context_create(&context, &options, &made_up.backend, NULL));
    return context;
}

/* ---- worlds ---- */

static void open(world *w, bool recorded, tropic_strategy strategy)
{
    OWNED(test_graph) graph = test_kronecker(5, 7, 4);
    const int64_t zero = 0;
    *w = (world){.strategy = strategy};
    w->context = recorded ? recording_context(w) : test_context_of(2);
    test_deduplicate(&graph);
    test_weigh(&graph, 3, 1, 9, 1);
    w->A = test_matrix_of(w->context, &graph, TROPIC_INT64, NULL);
    for (int k = 0; k < VECTORS; k++) {
        w->v[k] = test_vector_of(w->context, TROPIC_INT64, graph.rows, NULL);
        assert_ok(w->context, tropic_vector_set(w->v[k], 1, &zero));
    }
}

static void world_free(world *w)
{
    for (int k = 0; k < VECTORS; k++) tropic_vector_free(&w->v[k]);
    tropic_matrix_free(&w->A);
    tropic_context_free(&w->context);
}

/* A body begins: the contents of vectors are noted before it is recorded, and do not change by that. */
static void enter_body(world *w)
{
    if (!w->context->program) return;
    if (w->calls++ == 0) made_up.before = digest_all(w);
    assert_true(digest_all(w) == made_up.before);
}

static void assert_same(const world *a, const world *b)
{
    for (int k = 0; k < VECTORS; k++) {
        assert_int_equal(a->v[k]->count.state, TP_COUNT_KNOWN);
        assert_int_equal(tropic_vector_count(a->v[k]), tropic_vector_count(b->v[k]));
        assert_true(digest(a->v[k]) == digest(b->v[k]));
    }
}

/* `body` on both backends. */
static void check(tropic_body *body, tropic_strategy strategy, bool test, int64_t limit)
{
    OWNED(world) recorded, called;
    int64_t done[2] = {0, 0};
    open(&recorded, true, strategy);
    open(&called, false, strategy);
    assert_ok(recorded.context,
              tropic_loop(recorded.context, body, &recorded, test ? recorded.v[FRONT] : NULL, limit, &done[0]));
    assert_ok(called.context,
              tropic_loop(called.context, body, &called, test ? called.v[FRONT] : NULL, limit, &done[1]));
    assert_int_equal(done[0], done[1]);
    assert_int_equal(made_up.runs, 1);
    assert_int_equal(made_up.executed, 0);
    assert_same(&recorded, &called);
}

/* ---- each kind of call ---- */

static const tropic_operator *operator_of(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT64);
}

/* All that the header says a body may call. */
static tropic_status call_each(void *user)
{
    static const tropic_index ids[] = {5, 3};
    static const int64_t seven = 7, far = 40;
    world *w = user;
    tropic_vector **v = w->v;
    const tropic_index n = tropic_vector_size(v[D]);
    const tropic_semiring *min_plus = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT64);
    const tropic_semiring *min_second = tropic_semiring_builtin(TROPIC_MIN_SECOND, TROPIC_INT64);
    const tropic_operator *min = operator_of(TROPIC_MIN), *plus = operator_of(TROPIC_PLUS);
    const tropic_descriptor d = {.size = sizeof d, .strategy = w->strategy};
    const tropic_descriptor others = {
        .size = sizeof others, .structure = true, .complement = true, .replace = true, .strategy = w->strategy};
    const tropic_descriptor nowhere = {.size = sizeof nowhere, .complement = true};
    enter_body(w);
    TP_TRY(tropic_assign(v[BEFORE], NULL, NULL, v[D], NULL, n, NULL));
    TP_TRY(tropic_vxm(v[D], NULL, min, min_plus, v[D], w->A, &d));
    if (w->context->program) { /* nobody waits */
        assert_ok(w->context, tp_vector_finish(v[D]));
        assert_int_equal(v[D]->count.state, TP_COUNT_RECORDED);
    }
    TP_TRY(tropic_mxv(v[FRONT], v[NEAR], NULL, min_second, w->A, v[D], &others));
    TP_TRY(tropic_mxv_block(v[LEVEL], NULL, min, min_plus, w->A, v[BEFORE], &d));
    TP_TRY(tropic_ewise_add(v[SUM], NULL, NULL, min, v[D], v[FRONT], NULL));
    TP_TRY(tropic_ewise_multiply(v[LEVEL], v[BEFORE], plus, min, v[D], v[SUM], NULL));
    TP_TRY(tropic_apply(v[LEVEL], NULL, NULL, min, v[LEVEL], &far, NULL));
    TP_TRY(tropic_apply_first(v[SUM], NULL, NULL, plus, &seven, v[SUM], NULL));
    TP_TRY(tropic_select(v[NEAR], NULL, NULL, operator_of(TROPIC_LT), v[D], &far, NULL));
    TP_TRY(tropic_assign_scalar(v[SUM], NULL, plus, &seven, ids, 2, NULL));
    TP_TRY(tropic_assign(v[SUM], NULL, NULL, v[D], NULL, n, &nowhere));
    TP_TRY(tropic_extract(v[FRONT], v[LEVEL], NULL, v[SUM], NULL, n, &others));
    return TROPIC_OK;
}

/* f<!level> = f min.+ A, level<f> = f */
static tropic_status search(void *user)
{
    world *w = user;
    const tropic_descriptor unvisited = {
        .size = sizeof unvisited, .complement = true, .structure = true, .replace = true, .strategy = w->strategy};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    const tropic_semiring *min_plus = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT64);
    enter_body(w);
    TP_TRY(tropic_vxm(w->v[FRONT], w->v[LEVEL], NULL, min_plus, w->v[FRONT], w->A, &unvisited));
    return tropic_assign(w->v[LEVEL], w->v[FRONT], NULL, w->v[FRONT], NULL, tropic_vector_size(w->v[LEVEL]), &there);
}

static void recorded_as_called(void **state)
{
    bool seen[KINDS] = {false};
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        for (int64_t limit = 2; limit <= 5; limit++) check(call_each, (tropic_strategy)s, false, limit);
        for (int k = 0; k < KINDS; k++) seen[k] = seen[k] || made_up.seen[k];
        check(search, (tropic_strategy)s, true, 1000);
    }
    for (int k = 0; k < KINDS; k++)
        if (!seen[k]) fail_msg("no item of kind %d", k);
}

/* ---- calls refused, and calls passed on ---- */

static int refused;

static void assert_refused(tropic_context *context, const char *name, tropic_status status)
{
    if (status != TROPIC_NOT_SUPPORTED || !strstr(tropic_context_error(context), "a loop's body may not call"))
        fail_msg("%s: %s: %s", name, tropic_status_name(status), tropic_context_error(context));
    refused++;
}
#define REFUSED(name, ...) assert_refused(c, #name, c->backend->name(c, __VA_ARGS__))

static void check_refused(tropic_context *c)
{
    refused = 0;
    REFUSED(open, 0, NULL);
    REFUSED(hand_over, NULL, NULL, 0);
    REFUSED(available, NULL);
    REFUSED(generate, NULL, NULL);
    REFUSED(download, NULL, NULL, 0);
    assert_refused(c, "timer_start", c->backend->timer_start(c));
    REFUSED(timer_stop, NULL);
    REFUSED(multiply_listed, NULL, NULL);
    REFUSED(list_entries, NULL, NULL, 0, NULL);
    REFUSED(look_up, NULL, NULL, 0, NULL, 0);
    REFUSED(reduce, NULL, NULL);
    REFUSED(any, NULL, 0, NULL);
    REFUSED(reduce_lists, NULL);
    REFUSED(compact, NULL, NULL, 0, NULL);
    REFUSED(scatter, NULL, NULL, TROPIC_BOOL, NULL, NULL, 0);
    REFUSED(gather, NULL, TROPIC_BOOL, NULL, NULL, 0);
    REFUSED(cast, NULL, TROPIC_BOOL, NULL, TROPIC_BOOL, NULL, 0);
    REFUSED(scale, NULL, TROPIC_FP64, NULL, 1, 0);
    REFUSED(any_above, NULL, 0, 0, NULL);
    REFUSED(mirror_allocate, NULL, NULL, 0, NULL);
    REFUSED(row_of, NULL, NULL);
    REFUSED(build, NULL, NULL, NULL);
    REFUSED(transpose, NULL, 0, TROPIC_BOOL, NULL);
    REFUSED(pack_dense, NULL, 0, 0, NULL);
    REFUSED(split_points, NULL, NULL);
    REFUSED(use_stream, 0, false);
    REFUSED(listed, NULL, TP_WAIT_NOW, NULL);
    REFUSED(take_slot, NULL, NULL);
    REFUSED(make_due, NULL);
    REFUSED(push_into, NULL, NULL, NULL, TP_WAIT_NOW, NULL);
    REFUSED(run, NULL, 0, NULL, NULL);
    REFUSED(mirror_download, 0, NULL, NULL, 0);
}

/* Every call of the list is refused, recorded (the ten below), or passed on. */
static void check_rows(const tropic_context *c)
{
    char passed[200] = "";
    int rows = 0;
#define ROW(result, prefix, name, parameters)                                                                          \
    rows++;                                                                                                            \
    if (c->backend->name == made_up.backend.name) strcat(passed, #name " ");
    TP_BACKEND_CALLS(ROW, )
    TP_DEVICE_CALLS(ROW, )
#undef ROW
    assert_string_equal(passed, "close mirror_release survey is_captured push_room check_device detach ");
    assert_int_equal(rows, refused + 7 + 10);
}

/* The ten: those of them that may be refused are, too. */
static void check_recorded(tropic_context *c)
{
    const int count = c->program->count;
    const tp_step several = {.strategy = TROPIC_STRATEGY_CSC_VECTOR};
    const int64_t zero = 0;
    int64_t entries = -1;
    void *own = NULL;
    char other;
    assert_ok(c, c->backend->allocate(c, &own, 8, "a test"));
    c->backend->release(c, own);
    assert_ok(c, c->backend->upload(c, own, &zero, sizeof zero));
    REFUSED(upload, &other, &zero, 1);
    REFUSED(step, &several);
    assert_ok(c, c->backend->restrict_to(c, NULL, NULL, 0));
    assert_ok(c, c->backend->count(c, NULL, 1, &entries));
    assert_int_equal(entries, 0);
    assert_ok(c, c->backend->copy(c, NULL, NULL, 0));
    assert_ok(c, c->backend->fill(c, NULL, TROPIC_INT64, &zero, 0));
    assert_ok(c, c->backend->elementwise(c, &(tp_elementwise){.n = 0}));
    assert_ok(c, c->backend->wait(c));
    assert_int_equal(c->program->count, count);
}

static tropic_status ask(void *user)
{
    world *w = user;
    tropic_matrix_facts facts = {.size = sizeof facts};
    enter_body(w);
    if (w->context->program) {
        check_refused(w->context);
        check_rows(w->context);
        check_recorded(w->context);
    }
    TP_TRY(tropic_matrix_describe(w->A, w->context, &facts)); /* a question about a matrix */
    return search(user);
}

static void refused_or_passed_on(void **state)
{
    check(ask, TROPIC_STRATEGY_AUTO, true, 1000);
}

/* Other vectors each time. */
static tropic_status turn(void *user)
{
    world *w = user;
    tropic_vector *d = w->v[D];
    w->v[D] = w->v[BEFORE];
    w->v[BEFORE] = d;
    return tropic_assign(w->v[D], NULL, NULL, w->v[SUM], NULL, tropic_vector_size(d), NULL);
}

static void another_each_time(void **state)
{
    OWNED(world) w;
    int64_t done = 0;
    open(&w, true, TROPIC_STRATEGY_AUTO);
    assert_status(w.context, TROPIC_NOT_SUPPORTED, tropic_loop(w.context, turn, &w, NULL, 3, &done));
    assert_int_equal(done, 1);
    assert_int_equal(made_up.runs, 0);
    assert_int_equal(made_up.executed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_as_called),
        cmocka_unit_test(refused_or_passed_on),
        cmocka_unit_test(another_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
