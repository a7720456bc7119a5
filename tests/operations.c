/* SPDX-License-Identifier: Apache-2.0
 *
 * Does a case's operations by the library and by GraphBLAS, and compares.
 */
#include "tests/fixtures.h"
#include "tests/operation_algebra.h"
#include "tests/operation_draw.h"

#include <math.h>

static const char *name_of(int op, tropic_type type)
{
    const char *name = tropic_operator_name(op == GRB_NO_ACCUM ? NULL : algebra_operator(op, type));
    return name ? name : "none";
}

static const char *describe_matrix(const operation *o)
{
    static char text[256];
    const char *semiring = tropic_semiring_name(algebra_semiring(o->semiring, o->type));
    const bool product = o->kind <= OPERATION_MXV_BLOCK || o->kind == OPERATION_MXM;
    if (!o->A && o->C) snprintf(text, sizeof text, ", %d x %d", (int)o->C->rows, (int)o->C->cols);
    if (!o->A) return o->C ? text : "";
    if (o->kind == OPERATION_MXM) {
        snprintf(text, sizeof text, ", %d x %d of %s, %lld entries%s, %d x %d of %s, %lld entries%s, semiring %s%s%s",
                 (int)o->A->rows, (int)o->A->cols, tropic_type_name(o->A->type),
                 (long long)tropic_matrix_count(o->A->A), o->descriptor.transpose ? " transpose" : "", (int)o->B->rows,
                 (int)o->B->cols, tropic_type_name(o->B->type), (long long)tropic_matrix_count(o->B->A),
                 o->descriptor.transpose_second ? " transpose" : "", semiring,
                 !o->M          ? ""
                 : o->M == o->C ? " masked by C"
                                : " masked",
                 o->C == o->A   ? " into A"
                 : o->C == o->B ? " into B"
                                : "");
        return text;
    }
    snprintf(text, sizeof text, ", %d x %d matrix of %s, %lld entries%s%s%s%s, semiring %s, strategy %s, columns %d",
             (int)o->A->rows, (int)o->A->cols, tropic_type_name(o->A->type), (long long)tropic_matrix_count(o->A->A),
             o->descriptor.transpose ? " transpose" : "",
             o->B ? (o->descriptor.transpose_second ? " with a transpose" : " with another") : "",
             o->M && o->M == o->C ? " masked by C"
             : o->M               ? " masked"
                                  : "",
             o->C && o->C == o->A ? " into A" : "", product && semiring ? semiring : "none",
             tropic_strategy_name(o->descriptor.strategy), o->w ? (int)tropic_vector_columns(o->w->v) : 0);
    return text;
}

static const char *describe(const operation *o)
{
    static const char *const kinds[OPERATIONS] = {"ewise_add",
                                                  "ewise_multiply",
                                                  "apply",
                                                  "apply_first",
                                                  "select",
                                                  "assign",
                                                  "assign_scalar",
                                                  "extract",
                                                  "reduce",
                                                  "mxv",
                                                  "vxm",
                                                  "mxv_block",
                                                  "reduce_matrix",
                                                  "extract_row",
                                                  "extract_column",
                                                  "extract_diagonal",
                                                  "transpose",
                                                  "matrix ewise_add",
                                                  "matrix ewise_multiply",
                                                  "matrix ewise_union",
                                                  "matrix apply",
                                                  "matrix apply_first",
                                                  "matrix select",
                                                  "kronecker",
                                                  "mxm",
                                                  "diagonal",
                                                  "concat",
                                                  "split",
                                                  "matrix extract",
                                                  "matrix assign",
                                                  "matrix subassign",
                                                  "matrix assign_scalar",
                                                  "matrix subassign_scalar",
                                                  "assign_row",
                                                  "assign_column",
                                                  "subassign_row",
                                                  "subassign_column",
                                                  "matrix reduce"};
    static char text[512];
    snprintf(text, sizeof text, "%s by %s of %s, accum %s, mask %s%s%s%s, n %d, %s %d ids, u is w: %d, v is w: %d%s",
             kinds[o->kind], name_of(o->op, o->type), tropic_type_name(o->type), name_of(o->accum, o->accum_type),
             !o->mask          ? "none"
             : o->mask == o->w ? "w"
                               : tropic_type_name(o->mask->type),
             o->descriptor.complement ? " complement" : "", o->descriptor.structure ? " structure" : "",
             o->descriptor.replace ? " replace" : "", o->w ? (int)o->w->n : -1, o->ids ? "with" : "all of", o->count,
             o->u == o->w, o->v == o->w, describe_matrix(o));
    return text;
}

/* Do products of at most some thousand factors differ by rounding alone? */
static bool is_near(tropic_type type, const operand_value *mine, const operand_value *theirs)
{
    const long double a = test_value_load(type, mine, 0), b = test_value_load(type, theirs, 0);
    const long double error = type == TROPIC_FP32 ? 1e-4L : 1e-12L;
    return fabsl(a - b) <= error * fabsl(b);
}

/* any: some entry, and 0 of none. Minima and maxima of NaN, or of nothing, have another identity there. */
static void compare_totals(const operation *o, const operand_value *mine, const operand_value *theirs)
{
    const bool extreme = o->op == TROPIC_MIN || o->op == TROPIC_MAX;
    const bool floating = o->type == TROPIC_FP32 || o->type == TROPIC_FP64;
    const operand_value zero = {{0}};
    bool right = operand_equal(o->type, mine, theirs);
    if (algebra_is_any(o->op) && o->u)
        right = tropic_vector_count(o->u->v) > 0 ? operand_contains(o->u, mine) : operand_equal(o->type, mine, &zero);
    /* A product of many reals is rounded in the order of its factors, which GraphBLAS's threads choose. */
    if (o->op == TROPIC_TIMES && floating) right = right || is_near(o->type, mine, theirs);
    if (extreme && floating && !(o->A ? tropic_matrix_count(o->A->A) > 0 : operand_has_number(o->u))) right = true;
    if (!right) fail_msg("%s: another sum", describe(o));
}

/* Lists of none of a vector's places, and results without a place, are not. */
static bool is_in_graphblas(const operation *o)
{
    for (int k = 0; k < 2; k++)
        if (o->listed[k] && o->lists[k].count == 0) return false;
    for (int k = 0; k < o->tile_rows * o->tile_cols; k++)
        if (o->tiles[k]->rows == 0 || o->tiles[k]->cols == 0) return false;
    if (o->C && o->u && o->u->n == 0) return false;
    if (o->C && o->A && (o->A->rows == 0 || o->A->cols == 0)) return false;
    if (o->C) return o->C->rows > 0 && o->C->cols > 0;
    return (!o->w || o->w->n > 0) && (o->A || !o->u || o->u->n > 0);
}

static void compare(world *w, const operation *o, const operand_value *mine, const operand_value *theirs)
{
    if (o->kind == OPERATION_REDUCE || o->kind == OPERATION_MATRIX_REDUCE)
        compare_totals(o, mine, theirs);
    else if (o->kind == OPERATION_SPLIT)
        for (int k = 0; k < o->tile_rows * o->tile_cols; k++) twin_compare(o->tiles[k], w->context, describe(o));
    else if (o->C)
        twin_compare(o->C, w->context, describe(o));
    else
        operand_compare(o->w, w->context, describe(o));
}

static void check(world *w, const operation *o)
{
    operand_value mine = {{0}}, theirs = {{0}};
    const char *text = describe(o);
    const tropic_status status = operation_run(o, w->context, &mine);
    if (status != TROPIC_OK) fail_msg("%s: %s: %s", text, tropic_status_name(status), tropic_context_error(w->context));
    if (is_in_graphblas(o)) {
        const GrB_Info info = operation_run_grb(o, &theirs);
        if (info != GrB_SUCCESS) fail_msg("%s: GraphBLAS returned %d", describe(o), (int)info);
        compare(w, o, &mine, &theirs);
    } else if (o->C && (o->C->rows == 0 || o->C->cols == 0)) {
        assert_int_equal(tropic_matrix_count(o->C->A), 0);
    }
    if (o->w) operand_renew(o->w, w->context, world_below(w, 2) ? &w->random : NULL);
}

static void count(const operation *o, operation_counts *counts)
{
    const bool with_op = o->kind <= OPERATION_SELECT || o->kind == OPERATION_REDUCE ||
                         o->kind == OPERATION_REDUCE_MATRIX || o->kind > OPERATION_TRANSPOSE;
    counts->kind[o->kind]++;
    counts->own += (with_op && o->op >= TROPIC_OPERATORS) || o->semiring >= TROPIC_BUILTINS;
    counts->structs += o->type >= TROPIC_TYPES;
    counts->placed += algebra_is_placed(o->accum) || (with_op && algebra_is_placed(o->op));
    counts->any += o->semiring >= USER_ANY_SEVEN;
}

void operation_check_case(tropic_context *context, uint64_t seed, operation_kind kind, operation_counts *counts)
{
    enum { MAX_STEPS = 4 };
    OWNED(world) w;
    int steps;
    world_open(&w, context, seed);
    steps = 1 + world_below(&w, MAX_STEPS);
    for (int step = 0; step < steps; step++) {
        operation o = world_draw(&w, kind);
        check(&w, &o);
        count(&o, counts);
        world_drop(&w, &o);
    }
}
