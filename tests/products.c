/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks masked products of the library against the oracle and GraphBLAS.
 */
#include "tests/products.h"

#include <float.h>

#include "tests/fixtures.h"

/* The oracle's semiring of a name, and the operands its mul reads, by the one table's names. */
#define ROW(NAME, name, add, mul, types) {ORACLE_ADD_##add, ORACLE_MUL_##mul, ORACLE_BOOL, 0},
static const oracle_semiring semirings[TROPIC_BUILTINS - TROPIC_BUILTINS_FIRST] = {TROPIC_SEMIRING_TABLE(ROW)};
/* Functions of one operand and operators of places are no accumulators here. */
enum {
    ORACLE_ACCUM_ABS = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_AINV = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_MINV = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_LNOT = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_BNOT = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_ROW_INDEX = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_COL_INDEX = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_DIAGONAL_INDEX = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_TRIL = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_TRIU = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_DIAGONAL = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_OFF_DIAGONAL = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_ROW_LE = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_ROW_GT = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_COL_LE = ORACLE_ACCUM_NONE,
    ORACLE_ACCUM_COL_GT = ORACLE_ACCUM_NONE
};
#define ACCUM(NAME, name, result, types) [TROPIC_##NAME] = (oracle_accum)ORACLE_ACCUM_##NAME,
static const oracle_accum accums[TROPIC_OPERATORS] = {TROPIC_OPERATOR_TABLE(ACCUM)};

static bool looks_at(oracle_mul mul, bool second)
{
    if (mul == ORACLE_MUL_pair || mul == ORACLE_MUL_secondi) return false;
    if (mul == ORACLE_MUL_first) return !second;
    if (mul == ORACLE_MUL_second) return second;
    return true;
}

/* -- values: whole numbers as one value of a type ---------------------------------------------- */

/* Unsigned numbers stay small too, lest min_plus saturates here and wraps in GraphBLAS. */
static long double value_of(tropic_type type, double whole, double divisor)
{
    switch (type) {
    case TROPIC_BOOL: return whole != 0;
    case TROPIC_FP32: return (long double)(float)(whole / divisor);
    case TROPIC_FP64: return (long double)(whole / divisor);
    default: return (long double)test_value_as(type, whole);
    }
}

/* -- the matrix -------------------------------------------------------------------------------- */

static void open_type(product_fixture *f, const test_graph *g, tropic_type type)
{
    OWNED_MEMORY double *weight = g->weight ? calloc((size_t)g->count + 1, sizeof *weight) : NULL;
    OWNED_MEMORY void *values = calloc((size_t)g->count + 1, tropic_type_size(type));
    assert_non_null(values);
    for (int64_t k = 0; k < g->count && g->weight; k++) {
        long double value = value_of(type, g->weight[k], f->divisor);
        weight[k] = (double)value;
        test_value_store(type, values, k, value);
    }
    assert_true(oracle_graph_from_entries(&f->oracle[type], g->rows, g->cols, g->count, g->row, g->col, weight));
    assert_ok(f->context, tropic_matrix_from_coo(&f->A[type], f->context, g->rows, g->cols, g->count, g->row, g->col,
                                                 g->weight ? type : TROPIC_BOOL, g->weight ? values : NULL, NULL));
    if (g->rows > 0 && g->cols > 0 && tropic_matrix_to_suitesparse(&f->G[type], f->context, f->A[type]) != TROPIC_OK)
        fail_msg("%s", tropic_suitesparse_error());
}

void product_fixture_open(product_fixture *f, test_graph *graph, double divisor)
{
    *f = (product_fixture){.context = test_context(), .rows = graph->rows, .cols = graph->cols, .divisor = divisor};
    assert_int_equal(grb_start(), GrB_SUCCESS);
    test_deduplicate(graph);
    for (int type = 0; type < TROPIC_TYPES; type++) open_type(f, graph, (tropic_type)type);
    test_graph_free(graph);
}

void product_fixture_free(product_fixture *f)
{
    for (int type = 0; type < TROPIC_TYPES; type++) {
        tropic_matrix_free(&f->A[type]);
        GrB_Matrix_free(&f->G[type]);
        oracle_graph_free(&f->oracle[type]);
    }
    tropic_context_free(&f->context);
}

/* -- vectors: the oracle's, the library's and GraphBLAS's -------------------------------------- */

typedef struct triple {
    tropic_type type;
    tropic_vector_form form;
    oracle_vector oracle;
    tropic_vector *vector;
    GrB_Vector grb;
} triple;

/* Small whole numbers, zero among them, at about half of the places, or at all; in some floating
 * vectors also NaN. */
static void draw(triple *v, tropic_type type, tropic_index n, double divisor, uint64_t *random)
{
    enum { LARGEST = 4, FULL_ONE_IN = 4, ODD_ONE_IN = 8, NAN_ONE_IN = 3 };
    bool full = test_below(random, FULL_ONE_IN) == 0, floating = test_is_floating(type);
    bool odd = test_below(random, ODD_ONE_IN) == 0;
    *v = (triple){.type = type};
    v->form = full ? TROPIC_FULL : test_below(random, 2) ? TROPIC_SPARSE : TROPIC_BITMAP;
    assert_true(oracle_vector_new(&v->oracle, n));
    for (tropic_index i = 0; i < n; i++) {
        v->oracle.has[i] = full || test_below(random, 2);
        v->oracle.value[i] = value_of(type, test_below(random, 2 * LARGEST + 1) - LARGEST, divisor);
        if (floating && odd && test_below(random, NAN_ONE_IN) == 0) v->oracle.value[i] = (long double)NAN;
    }
}

/* vector = the oracle's entries, in the form drawn. */
static void fill(tropic_context *context, triple *v)
{
    tropic_index n = (tropic_index)v->oracle.n;
    OWNED_MEMORY char *values = calloc((size_t)n + 1, tropic_type_size(v->type));
    for (tropic_index i = 0; i < n; i++) test_value_store(v->type, values, i, v->oracle.value[i]);
    assert_ok(context, tropic_vector_put_dense(v->vector, values, v->oracle.has));
    assert_ok(context, tropic_vector_set_form(v->vector, v->form));
}

static void open_vector(tropic_context *context, triple *v)
{
    tropic_index n = (tropic_index)v->oracle.n;
    assert_ok(context, tropic_vector_create(&v->vector, context, v->type, n));
    fill(context, v);
    if (n > 0 && tropic_vector_to_suitesparse(&v->grb, v->vector) != TROPIC_OK)
        fail_msg("%s", tropic_suitesparse_error());
}

static void triple_free(triple *v)
{
    oracle_vector_free(&v->oracle);
    tropic_vector_free(&v->vector);
    GrB_Vector_free(&v->grb);
}

/* -- one case ---------------------------------------------------------------------------------- */

bool product_exists(tropic_builtin builtin, tropic_type type)
{
    return tropic_semiring_builtin(builtin, type) != NULL;
}

/* No accumulators: any may take either; GraphBLAS has no index; functions of one operand. A sum that is nearly zero
 * magnifies its rounding error as a divisor. Comparisons have a result of another type, but for BOOL. */
bool product_accumulates(int accum, tropic_type type)
{
    if (accum == GRB_NO_ACCUM) return true;
    if (accum == TROPIC_ANY || (accum >= TROPIC_ABS && accum < TROPIC_EQ)) return false;
    if (accum == TROPIC_DIVIDE && test_is_floating(type)) return false;
    if (accum >= TROPIC_EQ && type != TROPIC_BOOL) return false;
    return tropic_operator_builtin((tropic_builtin_operator)accum, type) != NULL;
}

static const tropic_operator *accum_of(const product_case *c)
{
    return c->accum == GRB_NO_ACCUM ? NULL : tropic_operator_builtin((tropic_builtin_operator)c->accum, c->type);
}

product_case product_draw(uint64_t *random, bool square)
{
    product_case c = {.seed = test_random(random)};
    do {
        c.builtin =
            (tropic_builtin)(TROPIC_BUILTINS_FIRST + test_below(random, TROPIC_BUILTINS - TROPIC_BUILTINS_FIRST));
        c.type = (tropic_type)test_below(random, TROPIC_TYPES);
    } while (!product_exists(c.builtin, c.type));
    c.vxm = test_below(random, 2);
    c.transpose = test_below(random, 2);
    c.replace = test_below(random, 2);
    c.mask = (product_mask)test_below(random, MASKS);
    do c.accum = test_below(random, TROPIC_OPERATORS + 1) - 1;
    while (!product_accumulates(c.accum, c.type));
    if (square) c.alias = (product_alias)test_below(random, ALIASES);
    return c;
}

/* The possible results, by the term that `any` takes; one alone for other semirings. */
typedef struct expectation {
    int64_t choices;
    oracle_vector *w;   /* one for each choice */
    long double *bound; /* of the error at each place */
} expectation;

static const char *describe(const product_case *c)
{
    static char text[256];
    snprintf(text, sizeof text, "%s over %s, %s%s%s, mask %d, accum %s, alias %d, seed %llu",
             tropic_semiring_name(tropic_semiring_builtin(c->builtin, c->type)), tropic_type_name(c->type),
             c->vxm ? "vxm" : "mxv", c->transpose ? " transpose" : "", c->replace ? " replace" : "", (int)c->mask,
             c->accum == GRB_NO_ACCUM ? "none" : tropic_operator_name(accum_of(c)), (int)c->alias,
             (unsigned long long)c->seed);
    return text;
}

static void compare(const product_case *c, const expectation *expected, const bool *has, const void *values,
                    const char *who)
{
    for (int64_t i = 0; i < expected->w[0].n; i++) {
        bool right = false;
        for (int64_t k = 0; k < expected->choices && !right; k++) {
            if (has[i] != expected->w[k].has[i]) continue;
            long double wanted = expected->w[k].value[i], got = test_value_load(c->type, values, i);
            right =
                !has[i] || got == wanted || fabsl(got - wanted) <= expected->bound[i] || (isnan(got) && isnan(wanted));
        }
        if (right) continue;
        fail_msg("%s by %s: place %d: expected %s %.17Lg, got %s %.17Lg", describe(c), who, (int)i,
                 expected->w[0].has[i] ? "entry" : "none", expected->w[0].value[i], has[i] ? "entry" : "none",
                 test_value_load(c->type, values, i));
    }
}

/* Rounding errors of a sum are some ulps of its terms' absolute sum; w may multiply that. */
static long double rounding(tropic_type type, long double scale, long double w)
{
    enum { ULPS = 64 };
    if (!test_is_floating(type)) return 0;
    long double ulp = type == TROPIC_FP32 ? (long double)FLT_EPSILON : (long double)DBL_EPSILON;
    return ULPS * ulp * (scale + 1) * (isnan(w) ? 1 : fabsl(w) + 1);
}

/* The most terms that a sum can have: the longest row, or column. */
static int64_t longest(const oracle_graph *A, bool by_column)
{
    OWNED_MEMORY int64_t *count = test_room(A->cols, sizeof *count);
    int64_t max = 1;
    for (int64_t i = 0; i < A->rows; i++) {
        if (!by_column && A->offset[i + 1] - A->offset[i] > max) max = A->offset[i + 1] - A->offset[i];
        for (int64_t k = A->offset[i]; k < A->offset[i + 1] && by_column; k++)
            if (++count[A->target[k]] > max) max = count[A->target[k]];
    }
    return max;
}

static void expect(expectation *e, const product_case *c, const oracle_graph *A, const triple *u, const triple *mask,
                   const triple *w)
{
    int64_t n = w->oracle.n;
    oracle_semiring semiring = semirings[c->builtin - TROPIC_BUILTINS_FIRST];
    semiring.type = (oracle_type)c->type;
    bool varies = semiring.add == ORACLE_ADD_any && semiring.mul == ORACLE_MUL_secondi;
    oracle_mask how = {.mask = mask ? &mask->oracle : NULL,
                       .complement = c->mask % 2 == 1,
                       .structure = c->mask >= MASK_STRUCTURE,
                       .replace = c->replace};
    long double *scale = calloc((size_t)n + 1, sizeof *scale);
    OWNED(oracle_vector) t;
    assert_true(oracle_vector_new(&t, n));
    *e = (expectation){.choices = varies ? longest(A, c->transpose != c->vxm) : 1};
    e->w = calloc((size_t)e->choices, sizeof *e->w);
    e->bound = calloc((size_t)n + 1, sizeof *e->bound);
    for (int64_t k = 0; k < e->choices; k++) {
        semiring.choice = k;
        assert_true(oracle_product(&t, scale, &semiring, A, &u->oracle, c->transpose, c->vxm));
        assert_true(oracle_vector_new(&e->w[k], n));
        memcpy(e->w[k].has, w->oracle.has, (size_t)n * sizeof *w->oracle.has);
        memcpy(e->w[k].value, w->oracle.value, (size_t)n * sizeof *w->oracle.value);
        oracle_assign(&e->w[k], &how, c->accum == GRB_NO_ACCUM ? ORACLE_ACCUM_NONE : accums[c->accum],
                      (oracle_type)c->type, &t);
    }
    for (int64_t i = 0; i < n; i++) e->bound[i] = rounding(c->type, scale[i], w->oracle.value[i]);
    free(scale);
}

static void expectation_free(expectation *e)
{
    for (int64_t k = 0; k < e->choices; k++) oracle_vector_free(&e->w[k]);
    free(e->w);
    free(e->bound);
}

static tropic_descriptor descriptor_of(const product_case *c)
{
    return (tropic_descriptor){.size = sizeof(tropic_descriptor),
                               .transpose = c->transpose,
                               .complement = c->mask % 2 == 1,
                               .structure = c->mask >= MASK_STRUCTURE,
                               .replace = c->replace};
}

static void check_grb(const product_fixture *f, const product_case *c, tropic_type matrix_type,
                      const expectation *expected, triple *u, triple *mask, triple *w)
{
    tropic_index n = (tropic_index)w->oracle.n;
    tropic_descriptor d = descriptor_of(c);
    OWNED(tropic_vector) *result = NULL;
    OWNED(GrB_Vector) g = NULL;
    OWNED_MEMORY bool *has = calloc((size_t)n, sizeof *has);
    OWNED_MEMORY void *values = calloc((size_t)n, tropic_type_size(c->type));
    assert_int_equal(GrB_Vector_dup(&g, w->grb), GrB_SUCCESS);
    assert_int_equal(
        grb_mxv(g, mask ? mask->grb : NULL, c->accum, c->builtin, c->type, f->G[matrix_type], u->grb, &d, c->vxm),
        GrB_SUCCESS);
    assert_int_equal(tropic_vector_from_suitesparse(&result, f->context, g), TROPIC_OK);
    assert_ok(f->context, tropic_vector_get_dense(result, values, has));
    compare(c, expected, has, values, "GraphBLAS");
}

static void check_strategies(const product_fixture *f, const product_case *c, tropic_type matrix_type,
                             const expectation *expected, triple *u, triple *mask, triple *w)
{
    tropic_index n = (tropic_index)w->oracle.n;
    tropic_descriptor d = descriptor_of(c);
    const tropic_semiring *semiring = tropic_semiring_builtin(c->builtin, c->type);
    const tropic_vector *input = u == w ? w->vector : u->vector;
    OWNED_MEMORY bool *has = calloc((size_t)n + 1, sizeof *has);
    OWNED_MEMORY void *values = calloc((size_t)n + 1, tropic_type_size(c->type));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        d.strategy = (tropic_strategy)strategy;
        fill(f->context, w);
        if (c->vxm)
            assert_ok(f->context, tropic_vxm(w->vector, mask ? mask->vector : NULL, accum_of(c), semiring, input,
                                             f->A[matrix_type], &d));
        else
            assert_ok(f->context, tropic_mxv(w->vector, mask ? mask->vector : NULL, accum_of(c), semiring,
                                             f->A[matrix_type], input, &d));
        assert_ok(f->context, tropic_vector_get_dense(w->vector, values, has));
        compare(c, expected, has, values, tropic_strategy_name(d.strategy));
        int32_t count = 0;
        for (tropic_index i = 0; i < n; i++) count += has[i];
        assert_int_equal(tropic_vector_count(w->vector), count);
    }
}

/* Its min of indices is of INT32 or INT64, and its sums are cast at the end. */
static bool is_in_graphblas(const product_case *c, tropic_index inner)
{
    return c->builtin != TROPIC_MIN_SECONDI || inner - 1 <= test_value_max(c->type);
}

void product_check(const product_fixture *f, const product_case *c)
{
    uint64_t random = c->seed;
    oracle_mul mul = semirings[c->builtin - TROPIC_BUILTINS_FIRST].mul;
    bool by_column = c->transpose != c->vxm;
    tropic_index n = by_column ? f->cols : f->rows, inner = by_column ? f->rows : f->cols;
    tropic_type any_type = (tropic_type)test_below(&random, TROPIC_TYPES);
    tropic_type matrix_type = looks_at(mul, c->vxm) ? c->type : any_type;
    tropic_type vector_type = looks_at(mul, !c->vxm) ? c->type : any_type;
    OWNED(triple) w, own_u = {0}, own_mask = {0};
    triple *u = &own_u, *mask = c->mask >= MASK_VALUE ? &own_mask : NULL;
    OWNED(expectation) expected;

    draw(&w, c->type, n, f->divisor, &random);
    draw(&own_u, vector_type, inner, f->divisor, &random);
    draw(&own_mask, (tropic_type)test_below(&random, TROPIC_TYPES), n, f->divisor, &random);
    if (c->alias == ALIAS_W_U || c->alias == ALIAS_ALL) u = &w;
    if (mask && (c->alias == ALIAS_W_MASK || c->alias == ALIAS_ALL)) mask = &w;
    open_vector(f->context, &w);
    open_vector(f->context, &own_u);
    open_vector(f->context, &own_mask);

    expect(&expected, c, &f->oracle[matrix_type], u, mask, &w);
    if (n > 0 && inner > 0 && is_in_graphblas(c, inner)) check_grb(f, c, matrix_type, &expected, u, mask, &w);
    check_strategies(f, c, matrix_type, &expected, u, mask, &w);
}
