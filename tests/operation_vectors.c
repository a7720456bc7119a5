/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors of random operations.
 */
#include "tests/operation_vectors.h"
#include "tests/fixtures.h"
#include "tests/operation_algebra.h"

enum { LARGEST = 4, QUARTER = 4, ODD_ONE_IN = 24 };

/* An end of the type. */
static void draw_odd(void *value, tropic_type type, uint64_t *random)
{
    const int which = test_below(random, 3);
    const double reals[] = {INFINITY, -INFINITY, NAN};
    const int64_t integers[] = {INT64_MAX, INT64_MIN, -1};
    const float real = (float)reals[which];
    /* (The low half of INT64_MAX is -1, of INT64_MIN 0.) */
    const int32_t narrow[] = {INT32_MAX, INT32_MIN, -1};
    const int16_t words[] = {INT16_MAX, INT16_MIN, -1};
    const int8_t bytes[] = {INT8_MAX, INT8_MIN, -1};
    switch (type) {
    case TROPIC_BOOL: *(bool *)value = which > 0; break;
    case TROPIC_INT8:
    case TROPIC_UINT8: memcpy(value, &bytes[which], sizeof *bytes); break;
    case TROPIC_INT16:
    case TROPIC_UINT16: memcpy(value, &words[which], sizeof *words); break;
    case TROPIC_INT32:
    case TROPIC_UINT32: memcpy(value, &narrow[which], sizeof *narrow); break;
    case TROPIC_INT64:
    case TROPIC_UINT64: memcpy(value, &integers[which], sizeof *integers); break;
    case TROPIC_FP32: memcpy(value, &real, sizeof real); break;
    case TROPIC_FP64: memcpy(value, &reals[which], sizeof *reals); break;
    }
}

void operand_draw_value(void *value, tropic_type type, operand_values values, uint64_t *random)
{
    const bool units = values == VALUES_UNITS;
    const int small = test_below(random, 2 * LARGEST + 1) - LARGEST;
    const int whole = units ? (small < 0 ? -1 : 1) : small;
    const double real = units ? whole : (double)whole / QUARTER;
    if (type >= TROPIC_TYPES) {
        algebra_draw_way(value, random);
        return;
    }
    if (values != VALUES_TAME && test_below(random, ODD_ONE_IN) == 0) {
        draw_odd(value, type, random);
        return;
    }
    if (type == TROPIC_BOOL)
        test_value_store(type, value, 0, test_below(random, 2));
    else
        test_value_store(type, value, 0, (long double)(test_is_floating(type) ? real : whole));
}

/* All that a vector holds, by place. */
typedef struct contents {
    char *values;
    bool *has;
} contents;

static contents contents_of(tropic_type type, tropic_index n)
{
    return (contents){calloc((size_t)n + 1, tropic_type_size(type)), calloc((size_t)n + 1, 1)};
}

static contents read(const tropic_vector *v, tropic_context *context)
{
    contents c = contents_of(tropic_vector_type(v), tropic_vector_size(v));
    const tropic_status status = tropic_vector_get_dense(v, c.values, c.has);
    if (status != TROPIC_OK) fail_msg("%s", context ? tropic_context_error(context) : tropic_status_name(status));
    return c;
}

static void contents_free(contents *c)
{
    free(c->values);
    free(c->has);
}

/* The library's own conversion knows no structs. */
static GrB_Info struct_to_suitesparse(operand *x)
{
    const size_t size = tropic_type_size(x->type);
    OWNED(contents) c = read(x->v, NULL);
    GrB_Info info = GrB_Vector_new(&x->g, algebra_type(x->type), (GrB_Index)x->n);
    for (tropic_index i = 0; i < x->n; i++)
        if (c.has[i]) GRB_DO(GrB_Vector_setElement_UDT(x->g, c.values + (size_t)i * size, (GrB_Index)i));
    GRB_DO(GrB_wait(x->g, GrB_MATERIALIZE));
    return info;
}

static contents read_grb(const operand *x, tropic_context *context)
{
    const size_t size = tropic_type_size(x->type);
    contents c;
    if (x->type < TROPIC_TYPES) {
        OWNED(tropic_vector) *v = NULL;
        assert_int_equal(tropic_vector_from_suitesparse(&v, context, x->g), TROPIC_OK);
        c = read(v, context);
        return c;
    }
    c = contents_of(x->type, x->n);
    for (tropic_index i = 0; i < x->n; i++) {
        const GrB_Info info = GrB_Vector_extractElement_UDT(c.values + (size_t)i * size, x->g, (GrB_Index)i);
        assert_true(info == GrB_SUCCESS || info == GrB_NO_VALUE);
        c.has[i] = info == GrB_SUCCESS;
    }
    return c;
}

/* With flags: some versions crash where they assign a list to a list under a mask (7.4.0: GB_subassign_08n).
 * GraphBLAS has no vectors without a place: one of one place, without an entry. */
static void to_graphblas(operand *x)
{
    GrB_Vector_free(&x->g);
    if (x->n == 0)
        assert_int_equal(GrB_Vector_new(&x->g, algebra_type(x->type), 1), GrB_SUCCESS);
    else if (x->type >= TROPIC_TYPES)
        assert_int_equal(struct_to_suitesparse(x), GrB_SUCCESS);
    else if (tropic_vector_to_suitesparse(&x->g, x->v) != TROPIC_OK)
        fail_msg("%s", tropic_suitesparse_error());
    assert_int_equal(grb_vector_form(x->g, GRB_FLAGS), GrB_SUCCESS);
}

/* FULL where there is an entry at every place. */
static void draw_form(operand *x, tropic_context *context, uint64_t *random)
{
    const bool full = tropic_vector_count(x->v) == x->n;
    const tropic_vector_form form = (tropic_vector_form)(full ? test_below(random, 3) : 1 + test_below(random, 2));
    assert_ok(context, tropic_vector_set_form(x->v, form));
}

/* Of some lists, entries are set and removed last: the operation finds these updates pending. */
static void leave_pending(operand *x, tropic_context *context, uint64_t *random)
{
    enum { CHANGED_ONE_IN = 4 };
    const size_t size = tropic_type_size(x->type);
    contents c;
    OWNED_MEMORY bool *before = NULL;
    if (tropic_vector_get_form(x->v) != TROPIC_SPARSE || test_below(random, 2)) return;
    c = read(x->v, context);
    before = calloc((size_t)x->n + 1, sizeof *before);
    for (tropic_index i = 0; i < x->n; i++) before[i] = c.has[i] != (test_below(random, CHANGED_ONE_IN) == 0);
    assert_ok(context, tropic_vector_put_dense(x->v, c.values, before));
    assert_ok(context, tropic_vector_set_form(x->v, TROPIC_SPARSE));
    for (tropic_index i = 0; i < x->n; i++) {
        if (c.has[i] && !before[i]) assert_ok(context, tropic_vector_set(x->v, i, c.values + (size_t)i * size));
        if (!c.has[i] && before[i]) assert_ok(context, tropic_vector_remove(x->v, i));
    }
    contents_free(&c);
}

/* x's vector is there, without entries. */
static void fill(operand *x, tropic_context *context, operand_values values, uint64_t *random)
{
    /* Of LEVELS places, how many have an entry: none, very few, few, half, most, all. */
    enum { LEVELS = 128, DENSITIES = 6 };
    static const int densities[DENSITIES] = {0, 1, 16, 64, 112, LEVELS};
    const int density = densities[test_below(random, DENSITIES)];
    const size_t size = tropic_type_size(x->type);
    OWNED(contents) c = contents_of(x->type, x->n);
    for (tropic_index i = 0; i < x->n; i++) {
        c.has[i] = test_below(random, LEVELS) < density;
        operand_draw_value(c.values + (size_t)i * size, x->type, values, random);
    }
    assert_ok(context, tropic_vector_put_dense(x->v, c.values, c.has));
    draw_form(x, context, random);
    to_graphblas(x);
    leave_pending(x, context, random);
}

void operand_draw(operand *x, tropic_context *context, tropic_type type, tropic_index n, operand_values values,
                  uint64_t *random)
{
    *x = (operand){.type = type, .n = n};
    assert_ok(context, tropic_vector_create(&x->v, context, type, n));
    fill(x, context, values, random);
}

void operand_draw_block(operand *x, tropic_context *context, tropic_type type, tropic_index n, tropic_index columns,
                        operand_values values, uint64_t *random)
{
    *x = (operand){.type = type, .n = n * columns};
    assert_ok(context, tropic_vector_create_block(&x->v, context, type, n, columns));
    fill(x, context, values, random);
}

void operand_free(operand *x)
{
    tropic_vector_free(&x->v);
    GrB_Vector_free(&x->g);
}

bool operand_equal(tropic_type type, const void *a, const void *b)
{
    if (type == TROPIC_FP32) {
        const float x = *(const float *)a, y = *(const float *)b;
        return x == y || (isnan(x) && isnan(y));
    }
    if (type == TROPIC_FP64) {
        const double x = *(const double *)a, y = *(const double *)b;
        return x == y || (isnan(x) && isnan(y));
    }
    return memcmp(a, b, tropic_type_size(type)) == 0;
}

bool operand_contains(const operand *x, const void *value)
{
    const size_t size = tropic_type_size(x->type);
    OWNED(contents) c = read(x->v, NULL);
    bool found = false;
    for (tropic_index i = 0; i < x->n; i++)
        found = found || (c.has[i] && operand_equal(x->type, c.values + (size_t)i * size, value));
    return found;
}

bool operand_has_number(const operand *x)
{
    OWNED(contents) c = read(x->v, NULL);
    bool found = false;
    for (tropic_index i = 0; i < x->n; i++)
        if (c.has[i])
            found = found || !isnan(x->type == TROPIC_FP32 ? ((const float *)(void *)c.values)[i]
                                                           : ((const double *)(void *)c.values)[i]);
    return found;
}

void operand_compare(const operand *x, tropic_context *context, const char *text)
{
    const size_t size = tropic_type_size(x->type);
    OWNED(contents) a = read(x->v, context), b = read_grb(x, context);
    tropic_index count = 0;
    for (tropic_index i = 0; i < x->n; i++) {
        const char *mine = a.values + (size_t)i * size, *wanted = b.values + (size_t)i * size;
        count += a.has[i];
        if (a.has[i] != b.has[i]) fail_msg("%s: place %d: %s entry", text, i, a.has[i] ? "an" : "no");
        if (a.has[i] && !operand_equal(x->type, mine, wanted)) fail_msg("%s: place %d: another value", text, i);
    }
    if (count != tropic_vector_count(x->v)) fail_msg("%s: a wrong count of entries", text);
}

/* -0 becomes 0: as a mask's value, GraphBLAS takes it for true. */
static void clear_signs(operand *x, tropic_context *context)
{
    const bool narrow = x->type == TROPIC_FP32, wide = x->type == TROPIC_FP64;
    OWNED(contents) c = read(x->v, context);
    bool found = false;
    for (tropic_index i = 0; i < x->n && (narrow || wide); i++) {
        float *real = (float *)(void *)c.values + i;
        double *longer = (double *)(void *)c.values + i;
        if (narrow ? *real != 0 || !signbit(*real) : *longer != 0 || !signbit(*longer)) continue;
        found = true;
        if (narrow)
            *real = 0;
        else
            *longer = 0;
    }
    if (found) assert_ok(context, tropic_vector_put_dense(x->v, c.values, c.has));
}

void operand_renew(operand *x, tropic_context *context, uint64_t *random)
{
    clear_signs(x, context);
    if (random) draw_form(x, context, random);
    to_graphblas(x);
    if (random) leave_pending(x, context, random);
}
