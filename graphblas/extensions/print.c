/* SPDX-License-Identifier: Apache-2.0
 *
 * Objects in words.
 */
#include <inttypes.h>
#include <stdio.h>

#include "graphblas/large.h"
#include "graphblas/operators.h"
#include "graphblas/rows.h"

/* Entries of GxB_SHORT. */
#define SHORT 30

/* ------------------------------------------------------------------------------------------------
 * Values
 */

typedef struct printer {
    FILE *file;
    bool verbose;
    GrB_Index max; /* entries to print */
} printer;

static void print_value(const printer *p, GrB_Type type, const void *value)
{
    switch (type->code) {
    case GrB_UDT_CODE:
        for (size_t k = 0; k < type->size; k++) fprintf(p->file, "%02x", ((const unsigned char *)value)[k]);
        break;
    case GrB_FP32_CODE:
    case GrB_FP64_CODE: {
        double number;
        grb_cast(&number, GrB_FP64, value, type);
        fprintf(p->file, "%.*g", !p->verbose ? 6 : type->code == GrB_FP32_CODE ? 9 : 17, number);
        break;
    }
    case GrB_UINT64_CODE: fprintf(p->file, "%" PRIu64, *(const uint64_t *)value); break;
    default: {
        int64_t number;
        grb_cast(&number, GrB_INT64, value, type);
        fprintf(p->file, "%" PRId64, number);
        break;
    }
    }
}

/* "2 entries", and a line's end. */
static void print_count(const printer *p, GrB_Index count)
{
    fprintf(p->file, ", %llu %s\n", (unsigned long long)count, count == 1 ? "entry" : "entries");
}

static void print_rest(const printer *p, GrB_Index count)
{
    if (count > p->max && p->max > 0) fprintf(p->file, "    ...\n");
}

/* ------------------------------------------------------------------------------------------------
 * The text of each kind behind its name
 */

static const char *or_none(GrB_Type type)
{
    return type ? grb_shown_name(type) : "-";
}

static void print_Type(grb_call *c, const printer *p, GrB_Type type)
{
    (void)c;
    fprintf(p->file, " %s, %zu bytes\n", grb_shown_name(type), type->size);
}

/* theta: the type of that of places; NULL: it has none. */
static void print_operator(const printer *p, const grb_operator *op, GrB_Type theta)
{
    fprintf(p->file, " %s, z %s, x %s", op->object.name ? op->object.name : "of the user", or_none(op->z),
            or_none(op->x));
    if (op->y) fprintf(p->file, ", y %s", grb_shown_name(op->y));
    if (theta) fprintf(p->file, ", theta %s", grb_shown_name(theta));
    fprintf(p->file, "%s\n", op->host ? ", a function of the CPU" : "");
}

static GrB_Type theta_of(const grb_operator *op)
{
    return op->indexed ? op->indexed->theta_type : NULL;
}

static void print_UnaryOp(grb_call *c, const printer *p, GrB_UnaryOp op)
{
    (void)c;
    print_operator(p, &op->of, NULL);
}
static void print_BinaryOp(grb_call *c, const printer *p, GrB_BinaryOp op)
{
    (void)c;
    print_operator(p, &op->of, theta_of(&op->of));
}
static void print_IndexUnaryOp(grb_call *c, const printer *p, GrB_IndexUnaryOp op)
{
    (void)c;
    print_operator(p, &op->of, NULL);
}

static void print_IndexBinaryOp(grb_call *c, const printer *p, GxB_IndexBinaryOp op)
{
    (void)c;
    print_operator(p, &op->of, op->theta);
}

static void print_SelectOp(grb_call *c, const printer *p, GxB_SelectOp op)
{
    (void)c;
    fprintf(p->file, " %s", op->object.name ? op->object.name : "of the user, a function of the CPU");
    if (op->rule == GRB_BY_FUNCTION) fprintf(p->file, ", x %s, thunk %s", or_none(op->x), or_none(op->thunk));
    fprintf(p->file, "\n");
}

static void print_Monoid(grb_call *c, const printer *p, GrB_Monoid monoid)
{
    (void)c;
    if (monoid->identity) {
        fprintf(p->file, " identity ");
        print_value(p, monoid->op->of.z, monoid->identity);
        fprintf(p->file, ",");
    }
    fprintf(p->file, " operator");
    print_operator(p, &monoid->op->of, NULL);
}

static void print_Semiring(grb_call *c, const printer *p, GrB_Semiring semiring)
{
    fprintf(p->file, " add:");
    print_Monoid(c, p, semiring->add);
    fprintf(p->file, "    multiply:");
    print_operator(p, &semiring->multiply->of, theta_of(&semiring->multiply->of));
}

static void print_Descriptor(grb_call *c, const printer *p, GrB_Descriptor descriptor)
{
    const tropic_descriptor *d = &descriptor->of;
    (void)c;
    fprintf(p->file, "%s%s%s%s%s\n", d->replace ? " replace" : "", d->complement ? " complement" : "",
            d->structure ? " structure" : "", d->transpose ? " transpose-first" : "",
            d->transpose_second ? " transpose-second" : "");
}

static void print_Scalar(grb_call *c, const printer *p, GrB_Scalar scalar)
{
    (void)c;
    fprintf(p->file, " %s", grb_shown_name(scalar->type));
    print_count(p, scalar->has);
    if (!scalar->has || p->max == 0) return;
    fprintf(p->file, "    ");
    print_value(p, scalar->type, scalar->value);
    fprintf(p->file, "\n");
}

/* The entries of a large object, by its ids. */
static void print_tuples(const printer *p, grb_tuples *t)
{
    for (GrB_Index k = 0; k < t->count && k < p->max; k++) {
        fprintf(p->file, t->columns ? "    (%llu,%llu) " : "    (%llu) ", (unsigned long long)t->rows[k],
                t->columns ? (unsigned long long)t->columns[k] : 0);
        print_value(p, t->type, t->values + (size_t)k * t->type->size);
        fprintf(p->file, "\n");
    }
    print_rest(p, t->count);
    grb_free_tuples(t);
}

static void print_large_vector(grb_call *c, const printer *p, GrB_Vector v)
{
    grb_tuples t;
    if (!grb_tuples_of_vector(c, &t, v)) return;
    fprintf(p->file, " %s, size %llu", grb_shown_name(v->type), (unsigned long long)grb_places_of(v));
    print_count(p, t.count);
    print_tuples(p, &t);
}

static void print_large_matrix(grb_call *c, const printer *p, GrB_Matrix A)
{
    grb_tuples t;
    if (!grb_tuples_of_matrix(c, &t, A)) return;
    fprintf(p->file, " %s, %llu x %llu", grb_shown_name(A->type), (unsigned long long)grb_rows(A),
            (unsigned long long)grb_columns(A));
    print_count(p, t.count);
    print_tuples(p, &t);
}

static void print_Vector(grb_call *c, const printer *p, GrB_Vector v)
{
    const GrB_Index count = (GrB_Index)tropic_vector_count(v->of);
    const size_t size = v->type->size;
    const bool wanted = p->max > 0;
    if (v->dictionary) {
        print_large_vector(c, p, v);
        return;
    }
    tropic_index *ids = wanted ? grb_room(c, count, sizeof *ids) : NULL;
    char *values = wanted ? grb_room(c, count, size) : NULL;
    if (c->info != GrB_SUCCESS) return;
    if (wanted && !grb_done_in(c, v->context, tropic_vector_get_entries(v->of, ids, values))) return;
    fprintf(p->file, " %s, size %d", grb_shown_name(v->type), (int)tropic_vector_size(v->of));
    print_count(p, count);
    for (GrB_Index k = 0; k < count && k < p->max; k++) {
        fprintf(p->file, "    (%d) ", (int)ids[k]);
        print_value(p, v->type, values + k * size);
        fprintf(p->file, "\n");
    }
    print_rest(p, count);
}

static void print_Matrix(grb_call *c, const printer *p, GrB_Matrix A)
{
    const GrB_Index count = grb_entries(A);
    tropic_entries e;
    if (A->rows) grb_alone();
    if (!grb_have_matrix(c, A)) return;
    if (A->dictionary) {
        print_large_matrix(c, p, A);
        return;
    }
    if (p->max > 0 && !grb_done_in(c, grb_context(), tropic_matrix_entries(&e, A->of, grb_context()))) return;
    fprintf(p->file, " %s, %d x %d", grb_shown_name(A->type), (int)tropic_matrix_rows(A->of),
            (int)tropic_matrix_cols(A->of));
    print_count(p, count);
    for (GrB_Index k = 0; k < p->max && tropic_entries_next(&e); k++) {
        fprintf(p->file, "    (%d,%d) ", (int)e.row, (int)e.col);
        print_value(p, A->type, e.value);
        fprintf(p->file, "\n");
    }
    print_rest(p, count);
}

/* ------------------------------------------------------------------------------------------------
 * The functions
 */

static bool begin(grb_call *c, printer *p, const char *kind, const char *name, GxB_Print_Level level, FILE *file)
{
    const int l = (int)level;
    if (l < GxB_SILENT || l > GxB_COMPLETE_VERBOSE)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no level %d of printing", l);
    *p = (printer){.file = file ? file : stdout,
                   .verbose = l == GxB_SHORT_VERBOSE || l == GxB_COMPLETE_VERBOSE,
                   .max = l <= GxB_SUMMARY                           ? 0
                          : l == GxB_SHORT || l == GxB_SHORT_VERBOSE ? SHORT
                                                                     : UINT64_MAX};
    if (l > GxB_SILENT) fprintf(p->file, "%s %s:", kind, name ? name : "");
    return l > GxB_SILENT;
}

#define GRB_DEFINE_OF(PREFIX, KIND)                                                                                    \
    GrB_Info GxB_##KIND##_fprint(PREFIX##_##KIND object, const char *name, GxB_Print_Level level, FILE *file)          \
    {                                                                                                                  \
        grb_call c;                                                                                                    \
        printer p = {0};                                                                                               \
        if (grb_open_large(&c, __func__) && GRB_NEED(c, object) &&                                                     \
            begin(&c, &p, #PREFIX "_" #KIND, name, level, file)) {                                                     \
            print_##KIND(&c, &p, object);                                                                              \
            if (ferror(p.file)) grb_fail(&c, GrB_INVALID_VALUE, "the file cannot be written");                         \
        }                                                                                                              \
        return grb_close(&c);                                                                                          \
    }
#define GRB_DEFINE(KIND) GRB_DEFINE_OF(GrB, KIND)
GRB_OBJECTS(GRB_DEFINE)
#undef GRB_DEFINE
GRB_DEFINE_OF(GxB, SelectOp)
GRB_DEFINE_OF(GxB, IndexBinaryOp)
