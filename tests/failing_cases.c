/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/failing.h"

enum { N = 8, COUNT = 15 };

/* A small connected graph with a loop, a duplicate and a vertex that one cannot leave. */
static const tropic_index ROWS[COUNT] = {3, 0, 0, 1, 2, 2, 5, 4, 4, 6, 3, 1, 5, 6, 0};
static const tropic_index COLS[COUNT] = {4, 1, 2, 3, 3, 2, 6, 5, 1, 7, 0, 5, 4, 0, 1};
static const int32_t WEIGHTS[COUNT] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 2};
static const tropic_offset OFFSETS[N + 1] = {0, 2, 4, 4, 6, 7, 7, 8, 9};
static const tropic_index LISTED[9] = {1, 4, 2, 0, 7, 6, 3, 2, 5};
static const tropic_index SORTED[9] = {1, 4, 0, 2, 6, 7, 3, 2, 5};

static tropic_status build(tropic_context *context, tropic_matrix **A, tropic_duplicates rule,
                           tropic_loops loops, tropic_direction direction)
{
    const tropic_build_options options = {
        .size = sizeof options, .duplicates = rule, .loops = loops, .direction = direction};
    return tropic_matrix_from_coo(A, context, N, N, COUNT, ROWS, COLS, TROPIC_INT32, WEIGHTS,
                                  &options);
}

static tropic_status build_directed(tropic_context *context, test_failing_objects *o)
{
    return build(context, &o->made, TROPIC_DUPLICATES_FIRST, TROPIC_LOOPS_KEEP,
                 TROPIC_DIRECTION_DIRECTED);
}

static tropic_status build_undirected(tropic_context *context, test_failing_objects *o)
{
    return build(context, &o->made, TROPIC_DUPLICATES_MIN, TROPIC_LOOPS_DROP,
                 TROPIC_DIRECTION_UNDIRECTED);
}

static tropic_status build_united(tropic_context *context, test_failing_objects *o)
{
    return build(context, &o->made, TROPIC_DUPLICATES_SUM, TROPIC_LOOPS_KEEP,
                 TROPIC_DIRECTION_UNDIRECTED);
}

static tropic_status build_csr(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_from_csr(&o->made, context, N, N, OFFSETS, LISTED, TROPIC_BOOL, NULL,
                                  NULL);
}

static tropic_status build_csc(tropic_context *context, test_failing_objects *o)
{
    return tropic_matrix_from_csc(&o->made, context, N, N, OFFSETS, SORTED, TROPIC_INT32, WEIGHTS,
                                  NULL);
}

static tropic_status generate(tropic_context *context, test_failing_objects *o,
                              tropic_generator kind, double first, double second)
{
    const tropic_generator_options options = {
        .size = sizeof options, .kind = kind, .parameter = {first, second}, .weights = 9};
    return tropic_matrix_generate(&o->made, context, &options);
}

static tropic_status generate_drawn(tropic_context *context, test_failing_objects *o)
{
    return generate(context, o, TROPIC_GENERATE_KRON, 4, 2);
}

static tropic_status generate_listed(tropic_context *context, test_failing_objects *o)
{
    return generate(context, o, TROPIC_GENERATE_RGG, 30, 0);
}

static void make_generated(tropic_context *context, test_failing_objects *o)
{
    assert_ok(context, generate_listed(context, o));
    o->A = o->made;
    o->made = NULL;
}

static tropic_status view_csr(tropic_context *context, test_failing_objects *o)
{
    const tropic_build_options options = {.size = sizeof options, .view = true};
    return tropic_matrix_from_csr(&o->made, context, N, N, OFFSETS, SORTED, TROPIC_INT32, WEIGHTS,
                                  &options);
}

static tropic_status view_coo(tropic_context *context, test_failing_objects *o)
{
    static const tropic_index heads[9] = {0, 0, 1, 1, 3, 3, 4, 6, 7};
    const tropic_build_options options = {.size = sizeof options, .view = true};
    return tropic_matrix_from_coo(&o->made, context, N, N, 9, SORTED, heads, TROPIC_INT32, WEIGHTS,
                                  &options);
}

static void make_matrix(tropic_context *context, test_failing_objects *o)
{
    assert_ok(context, build(context, &o->A, TROPIC_DUPLICATES_MIN, TROPIC_LOOPS_KEEP,
                             TROPIC_DIRECTION_DIRECTED));
}

static tropic_status both_orientations(tropic_context *context, test_failing_objects *o)
{
    const tropic_status status = tropic_matrix_csr(o->A, context, NULL, NULL, NULL);
    return status == TROPIC_OK ? tropic_matrix_csc(o->A, context, NULL, NULL, NULL) : status;
}

static tropic_status describe(tropic_context *context, test_failing_objects *o)
{
    tropic_matrix_facts facts = {.size = sizeof facts};
    return tropic_matrix_describe(o->A, context, &facts);
}

static tropic_status create_vector(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_create(&o->made_vector, context, TROPIC_FP64, N);
}

/* v[0] full, v[1] bitmap, v[2] and v[3] sparse. */
static void make_vectors(tropic_context *context, test_failing_objects *o)
{
    const tropic_index ids[] = {2, 5, 7};
    const int32_t values[N] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int k = 0; k < TEST_FAILING_VECTORS; k++)
        assert_ok(context, tropic_vector_create(&o->v[k], context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_put_dense(o->v[0], values, NULL));
    for (int k = 1; k < TEST_FAILING_VECTORS; k++)
        assert_ok(context, tropic_vector_put_entries(o->v[k], 3, ids, values));
    assert_ok(context, tropic_vector_set_form(o->v[1], TROPIC_BITMAP));
}

static tropic_status to_bitmap(tropic_context *context, test_failing_objects *o)
{
    (void)context;
    return tropic_vector_set_form(o->v[2], TROPIC_BITMAP);
}

static tropic_status to_sparse(tropic_context *context, test_failing_objects *o)
{
    (void)context;
    return tropic_vector_set_form(o->v[1], TROPIC_SPARSE);
}

static tropic_status full_to_sparse(tropic_context *context, test_failing_objects *o)
{
    (void)context;
    return tropic_vector_set_form(o->v[0], TROPIC_SPARSE);
}

static tropic_status set_new(tropic_context *context, test_failing_objects *o)
{
    const int32_t value = 40;
    (void)context;
    return tropic_vector_set(o->v[2], 3, &value);
}

static tropic_status fill(tropic_context *context, test_failing_objects *o)
{
    const int32_t value = 40;
    (void)context;
    return tropic_vector_fill(o->v[2], &value);
}

static tropic_status put_dense(tropic_context *context, test_failing_objects *o)
{
    const bool present[N] = {true, false, true};
    (void)context;
    return tropic_vector_put_dense(o->v[2], WEIGHTS, present);
}

static tropic_status put_entries(tropic_context *context, test_failing_objects *o)
{
    const tropic_index ids[] = {6, 1, 3};
    (void)context;
    return tropic_vector_put_entries(o->v[1], 3, ids, WEIGHTS);
}

static tropic_status get_bitmap(tropic_context *context, test_failing_objects *o)
{
    int32_t values[N];
    tropic_index ids[N];
    const tropic_status status = tropic_vector_get_dense(o->v[1], values, NULL);
    (void)context;
    return status == TROPIC_OK ? tropic_vector_get_entries(o->v[1], ids, values) : status;
}

static tropic_status get_sparse(tropic_context *context, test_failing_objects *o)
{
    int32_t values[N];
    (void)context;
    return tropic_vector_get_dense(o->v[2], values, NULL);
}

static void make_all(tropic_context *context, test_failing_objects *o)
{
    make_matrix(context, o);
    make_vectors(context, o);
}

/* w, mask and u all sparse: each must be spread. */
static tropic_status multiply(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {
        .size = sizeof descriptor, .strategy = o->strategy, .complement = true};
    (void)context;
    return tropic_mxv(o->v[2], o->v[1], tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32),
                      tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), o->A, o->v[3],
                      &descriptor);
}

static tropic_status multiply_left(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .strategy = o->strategy};
    (void)context;
    return tropic_vxm(o->v[3], o->v[3], NULL,
                      tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32), o->v[3], o->A,
                      &descriptor);
}

static const tropic_operator *int32(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

/* Of bitmaps, in place where it can be: nothing may fail once that is written. */
static tropic_status add(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .replace = true};
    (void)context;
    return tropic_ewise_add(o->v[1], o->v[1], NULL, int32(TROPIC_PLUS), o->v[2], o->v[1],
                            &descriptor);
}

static tropic_status multiply_lists(tropic_context *context, test_failing_objects *o)
{
    (void)context;
    return tropic_ewise_multiply(o->v[2], NULL, NULL, int32(TROPIC_PLUS), o->v[2], o->v[3], NULL);
}

static tropic_status apply(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    (void)context;
    return tropic_apply(o->v[2], o->v[3], int32(TROPIC_PLUS), int32(TROPIC_TIMES), o->v[2], &two,
                        NULL);
}

static tropic_status apply_list(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    (void)context;
    return tropic_apply(o->v[1], NULL, NULL, int32(TROPIC_TIMES), o->v[2], &two, NULL);
}

static tropic_status select_some(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    (void)context;
    return tropic_select(o->v[0], NULL, NULL, int32(TROPIC_GE), o->v[0], &two, NULL);
}

static tropic_status select_list(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    (void)context;
    return tropic_select(o->v[3], NULL, NULL, int32(TROPIC_GE), o->v[3], &two, NULL);
}

static const tropic_index TURN[N] = {1, 2, 3, 4, 5, 6, 7, 0};

static tropic_status assign(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .structure = true};
    (void)context;
    return tropic_assign(o->v[1], o->v[2], NULL, o->v[1], TURN, N, &descriptor);
}

static tropic_status assign_scalar(tropic_context *context, test_failing_objects *o)
{
    const int32_t two = 2;
    (void)context;
    return tropic_assign_scalar(o->v[2], NULL, NULL, &two, TURN + N - 2, 2, NULL);
}

static tropic_status extract(tropic_context *context, test_failing_objects *o)
{
    (void)context;
    return tropic_extract(o->v[0], NULL, int32(TROPIC_PLUS), o->v[2], TURN, N, NULL);
}

static tropic_status reduce(tropic_context *context, test_failing_objects *o)
{
    int32_t sum;
    (void)context;
    return tropic_reduce(&sum, int32(TROPIC_PLUS), o->v[1]);
}

static tropic_status reduce_matrix(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {
        .size = sizeof descriptor, .transpose = true, .complement = true, .replace = true};
    (void)context;
    return tropic_reduce_matrix(o->v[2], o->v[2], tropic_operator_builtin(TROPIC_MIN, TROPIC_INT32),
                                tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32), o->A,
                                &descriptor);
}

static tropic_status transpose(tropic_context *context, test_failing_objects *o)
{
    return tropic_transpose(&o->made, context, NULL, NULL, o->A, NULL);
}

/* In its own place; a failure leaves it there. */
static tropic_status transpose_over(tropic_context *context, test_failing_objects *o)
{
    tropic_matrix *const before = o->A;
    const tropic_status status = tropic_transpose(
        &o->A, context, o->A, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32), o->A, NULL);
    if (status != TROPIC_OK) assert_ptr_equal(o->A, before);
    return status;
}

/* v[2] and v[3] are blocks without entries. */
static void make_blocks(tropic_context *context, test_failing_objects *o)
{
    enum { COLUMNS = 3 };
    make_all(context, o);
    for (int k = 2; k < TEST_FAILING_VECTORS; k++) {
        tropic_vector_free(&o->v[k]);
        assert_ok(context, tropic_vector_create_block(&o->v[k], context, TROPIC_INT32, N, COLUMNS));
    }
    assert_ok(context, tropic_vector_set(o->v[3], N, &WEIGHTS[0]));
}

static tropic_status create_block(tropic_context *context, test_failing_objects *o)
{
    return tropic_vector_create_block(&o->made_vector, context, TROPIC_FP64, N, 2);
}

static tropic_status multiply_block(tropic_context *context, test_failing_objects *o)
{
    const tropic_descriptor descriptor = {.size = sizeof descriptor, .complement = true};
    (void)context;
    return tropic_mxm(o->v[2], o->v[2], NULL,
                      tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), o->A, o->v[3],
                      &descriptor);
}

static void make_results(tropic_context *context, test_failing_objects *o)
{
    make_matrix(context, o);
    assert_ok(context, tropic_vector_create(&o->v[0], context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&o->v[1], context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&o->v[2], context, TROPIC_INT64, N));
    assert_ok(context, tropic_vector_create(&o->v[3], context, TROPIC_FP32, N));
}

static tropic_status bfs(tropic_context *context, test_failing_objects *o)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = o->strategy};
    (void)context;
    return tropic_bfs(o->v[0], o->v[1], o->A, 0, &options, NULL);
}

static tropic_status sssp(tropic_context *context, test_failing_objects *o)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = o->strategy};
    (void)context;
    return tropic_sssp(o->v[2], o->v[1], o->A, 0, &options, NULL);
}

/* A block, coordinates, a potential and distances. */
static void make_directed(tropic_context *context, test_failing_objects *o)
{
    make_matrix(context, o);
    assert_ok(context, tropic_vector_create_block(&o->v[0], context, TROPIC_INT64, N, 2));
    assert_ok(context, tropic_vector_create(&o->v[1], context, TROPIC_FP64, N));
    assert_ok(context, tropic_vector_fill(o->v[1], &(double){1}));
    assert_ok(context, tropic_vector_create(&o->v[2], context, TROPIC_INT64, N));
    assert_ok(context, tropic_vector_fill(o->v[2], &(int64_t){0}));
    assert_ok(context, tropic_vector_create(&o->v[3], context, TROPIC_INT64, N));
}

static tropic_status sssp_directed(tropic_context *context, test_failing_objects *o)
{
    const tropic_index target = 2;
    const tropic_run_options options = {
        .size = sizeof options, .targets = &target, .target_count = 1, .potential = o->v[2]};
    (void)context;
    return tropic_sssp(o->v[3], NULL, o->A, 0, &options, NULL);
}

static tropic_status batch(tropic_context *context, test_failing_objects *o)
{
    const tropic_index sources[] = {0, 3};
    (void)context;
    return tropic_sssp_batch(o->v[0], o->A, sources, 2, NULL, NULL);
}

/* A block of levels, and words of bits. */
static void make_batch(tropic_context *context, test_failing_objects *o)
{
    make_matrix(context, o);
    assert_ok(context, tropic_vector_create_block(&o->v[0], context, TROPIC_INT32, N, 2));
    assert_ok(context, tropic_vector_create(&o->v[1], context, TROPIC_UINT64, N));
}

static tropic_status bfs_batch(tropic_context *context, test_failing_objects *o)
{
    const tropic_index sources[] = {0, 3}, target = 2;
    const tropic_run_options options = {
        .size = sizeof options, .strategy = o->strategy, .targets = &target, .target_count = 1};
    int64_t counts[2];
    return tropic_bfs_batch(o->v[0], o->v[1], counts, NULL, context, o->A, sources, 2, &options,
                            NULL);
}

static tropic_status potential(tropic_context *context, test_failing_objects *o)
{
    (void)context;
    return tropic_potential(o->v[2], o->A, o->v[1], o->v[1], 0);
}

/* A negative arc, and no negative cycle: the way over the host. */
static void make_negative(tropic_context *context, test_failing_objects *o)
{
    const int32_t weights[9] = {1, 2, 3, 4, -1, 5, 6, 7, 8};
    make_results(context, o);
    tropic_matrix_free(&o->A);
    assert_ok(context, tropic_matrix_from_csr(&o->A, context, N, N, OFFSETS, SORTED, TROPIC_INT32,
                                              weights, NULL));
}

static tropic_status bc(tropic_context *context, test_failing_objects *o)
{
    const tropic_bc_options options = {.size = sizeof options, .strategy = o->strategy};
    (void)context;
    return tropic_bc(o->v[3], o->A, &options, NULL);
}

#define EACH_STRATEGY(name, prepare, attempt)                                                      \
    {name ", auto", prepare, attempt, TROPIC_STRATEGY_AUTO},                                       \
        {name ", cooc-scalar", prepare, attempt, TROPIC_STRATEGY_COOC_SCALAR},                     \
        {name ", csc-scalar", prepare, attempt, TROPIC_STRATEGY_CSC_SCALAR},                       \
        {name ", csc-vector", prepare, attempt, TROPIC_STRATEGY_CSC_VECTOR},                       \
    {                                                                                              \
        name ", csr-push", prepare, attempt, TROPIC_STRATEGY_CSR_PUSH                              \
    }

const test_failing_case test_failing_cases[] = {
    {"from_coo", NULL, build_directed, TROPIC_STRATEGY_AUTO},
    {"from_coo, undirected", NULL, build_undirected, TROPIC_STRATEGY_AUTO},
    {"from_coo, undirected, sums", NULL, build_united, TROPIC_STRATEGY_AUTO},
    {"from_csr", NULL, build_csr, TROPIC_STRATEGY_AUTO},
    {"from_csc", NULL, build_csc, TROPIC_STRATEGY_AUTO},
    {"from_csr, view", NULL, view_csr, TROPIC_STRATEGY_AUTO},
    {"from_coo, view", NULL, view_coo, TROPIC_STRATEGY_AUTO},
    {"generate, drawn", NULL, generate_drawn, TROPIC_STRATEGY_AUTO},
    {"generate, listed", NULL, generate_listed, TROPIC_STRATEGY_AUTO},
    {"generated, then csr and csc", make_generated, both_orientations, TROPIC_STRATEGY_AUTO},
    {"generated, then describe", make_generated, describe, TROPIC_STRATEGY_AUTO},
    {"csr and csc", make_matrix, both_orientations, TROPIC_STRATEGY_AUTO},
    {"describe", make_matrix, describe, TROPIC_STRATEGY_AUTO},
    {"vector_create", NULL, create_vector, TROPIC_STRATEGY_AUTO},
    {"sparse to bitmap", make_vectors, to_bitmap, TROPIC_STRATEGY_AUTO},
    {"bitmap to sparse", make_vectors, to_sparse, TROPIC_STRATEGY_AUTO},
    {"full to sparse", make_vectors, full_to_sparse, TROPIC_STRATEGY_AUTO},
    {"vector_set", make_vectors, set_new, TROPIC_STRATEGY_AUTO},
    {"vector_fill", make_vectors, fill, TROPIC_STRATEGY_AUTO},
    {"vector_put_dense", make_vectors, put_dense, TROPIC_STRATEGY_AUTO},
    {"vector_put_entries", make_vectors, put_entries, TROPIC_STRATEGY_AUTO},
    {"vector_get, bitmap", make_vectors, get_bitmap, TROPIC_STRATEGY_AUTO},
    {"vector_get, sparse", make_vectors, get_sparse, TROPIC_STRATEGY_AUTO},
    EACH_STRATEGY("mxv", make_all, multiply),
    EACH_STRATEGY("vxm", make_all, multiply_left),
    {"ewise_add", make_vectors, add, TROPIC_STRATEGY_AUTO},
    {"ewise_multiply, lists", make_vectors, multiply_lists, TROPIC_STRATEGY_AUTO},
    {"apply", make_vectors, apply, TROPIC_STRATEGY_AUTO},
    {"apply, a list", make_vectors, apply_list, TROPIC_STRATEGY_AUTO},
    {"select", make_vectors, select_some, TROPIC_STRATEGY_AUTO},
    {"select, a list", make_vectors, select_list, TROPIC_STRATEGY_AUTO},
    {"assign", make_vectors, assign, TROPIC_STRATEGY_AUTO},
    {"assign_scalar", make_vectors, assign_scalar, TROPIC_STRATEGY_AUTO},
    {"extract", make_vectors, extract, TROPIC_STRATEGY_AUTO},
    {"reduce", make_vectors, reduce, TROPIC_STRATEGY_AUTO},
    {"reduce_matrix", make_all, reduce_matrix, TROPIC_STRATEGY_AUTO},
    {"vector_create_block", NULL, create_block, TROPIC_STRATEGY_AUTO},
    {"mxm", make_blocks, multiply_block, TROPIC_STRATEGY_AUTO},
    {"transpose", make_matrix, transpose, TROPIC_STRATEGY_AUTO},
    {"transpose, merged", make_matrix, transpose_over, TROPIC_STRATEGY_AUTO},
    EACH_STRATEGY("bfs", make_results, bfs),
    EACH_STRATEGY("bfs_batch", make_batch, bfs_batch),
    EACH_STRATEGY("sssp", make_results, sssp),
    {"sssp, directed", make_directed, sssp_directed, TROPIC_STRATEGY_AUTO},
    {"sssp_batch", make_directed, batch, TROPIC_STRATEGY_AUTO},
    {"potential", make_directed, potential, TROPIC_STRATEGY_AUTO},
    {"sssp, negative", make_negative, sssp, TROPIC_STRATEGY_AUTO},
    EACH_STRATEGY("bc", make_results, bc),
};
const size_t test_failing_case_count = sizeof test_failing_cases / sizeof *test_failing_cases;
