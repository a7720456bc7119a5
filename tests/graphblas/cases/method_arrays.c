/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods that take arrays.
 */
#include "tests/graphblas/cases/methods.h"
#include "tests/graphblas/cases/transfer.h"

#include <inttypes.h>
#include <stdlib.h>

/* Swaps entries with others, as they are to be in no order. */
static void shuffle(world *w, entries *e)
{
    for (GrB_Index k = 1; k < e->count; k++) {
        const GrB_Index other = (GrB_Index)world_below(w, (int)k + 1);
        const GrB_Index i = e->i[k], j = e->j[k];
        e->i[k] = e->i[other];
        e->j[k] = e->j[other];
        e->i[other] = i;
        e->j[other] = j;
    }
}

/* Places of a matrix or vector, in no order or in that of rows, and values. */
static entries draw_entries(world *w, value_type type, GrB_Index rows, GrB_Index cols, sum_rule rule)
{
    entries e = entries_new(type, world_room(rows, cols));
    e.count = world_places(w, rows, cols, e.i, e.j);
    for (GrB_Index k = 0; k < e.count; k++) world_value(w, type, e.values + k * value_size(type), rule);
    if (world_one_in(w, 2)) shuffle(w, &e);
    return e;
}

/* An operator that is associative and commutative: that of a monoid. */
static const binary_op *draw_dup(world *w, value_type type, sum_rule *rule)
{
    enum { TRIES = 30 };
    static const char *const of_pairs[] = {"own pair_plus", "own pair_later"};
    *rule = SUMS_SMALL;
    if (type == TYPE_PAIR) return operators_find(of_pairs[world_below(w, 2)]);
    for (int tries = 0;; tries++) {
        const monoid *m = &ops.monoids[world_below(w, ops.own_monoids)];
        if (m->type != type && tries < TRIES) continue;
        *rule = m->rule;
        return m->add;
    }
}

/* Some places twice or more often, if an operator is to bring them together; or, rarely, though none is. */
static void check_build(world *w)
{
    enum { WRONG_ONE_IN = 6 };
    const bool matrix = world_one_in(w, 2), doubles = world_one_in(w, 2);
    const GrB_Index rows = world_size(w), cols = matrix ? world_size(w) : 1;
    const value_type type = world_type(w), cast = world_cast(w, type);
    object *o = world_enter(w, matrix ? OBJECT_MATRIX : OBJECT_VECTOR, type, rows, cols);
    sum_rule rule = SUMS_ANY;
    const binary_op *dup = draw_dup(w, world_cast(w, type), &rule);
    OWNED(entries) e = draw_entries(w, cast, rows, cols, rule);
    GrB_Info info =
        matrix ? GrB_Matrix_new(&o->A, ops.types[type], rows, cols) : GrB_Vector_new(&o->v, ops.types[type], rows);
    for (GrB_Index k = 1; doubles && k < e.count; k++) {
        const GrB_Index other = (GrB_Index)world_below(w, (int)k);
        if (world_one_in(w, 2)) continue;
        e.i[k] = e.i[other];
        e.j[k] = e.j[other];
    }
    if (!doubles || world_one_in(w, WRONG_ONE_IN)) dup = NULL;
    if (info == GrB_SUCCESS) info = contents_build(o, &e, dup ? dup->op : NULL);
    answer_add(w->answer, info, "build #%d of %" PRIu64 " values of %s, dup %s", o->id, e.count, value_type_name(cast),
               dup ? dup->name : "NULL");
    if (info == GrB_SUCCESS)
        world_tell(w, o, "is built");
    else
        world_drop(w);
}

static object *draw_filled(world *w, object_kind kind)
{
    const value_type type = world_type(w);
    const GrB_Index rows = world_size(w), cols = world_size(w);
    return world_take(w, kind, type, rows, kind == OBJECT_MATRIX ? cols : 1);
}

static void check_tuples(world *w)
{
    const object *o = draw_filled(w, world_one_in(w, 2) ? OBJECT_MATRIX : OBJECT_VECTOR);
    const value_type type = world_cast(w, o->type);
    GrB_Index count = 0;
    GrB_Info info = contents_count(o, &count);
    count += (GrB_Index)world_below(w, 3);
    entries e = entries_new(type, count);
    if (info == GrB_SUCCESS) info = contents_get_tuples(o, type, e.i, e.j, e.values, &count);
    answer_item *item = answer_add(w->answer, info, "extractTuples of #%d as %s", o->id, value_type_name(type));
    *item = (answer_item){.words = item->words, .info = info, .rows = o->rows, .cols = o->cols, .count = count};
    item->type = type;
    item->i = e.i;
    item->j = e.j;
    item->values = e.values;
    answer_sort(item);
}

/* One whose array of lines is not too large. */
static GrB_Format draw_format(world *w, GrB_Index rows, GrB_Index cols)
{
    const GrB_Format format = (GrB_Format)world_below(w, 3);
    const bool too_large = (format == GrB_CSR_FORMAT && is_large(rows)) || (format == GrB_CSC_FORMAT && is_large(cols));
    return too_large ? GrB_COO_FORMAT : format;
}

/* In each line, in no order. */
static void check_import(world *w)
{
    const GrB_Index rows = world_size(w), cols = world_size(w);
    const GrB_Format format = draw_format(w, rows, cols);
    const value_type type = world_type(w);
    object *o = world_enter(w, OBJECT_MATRIX, type, rows, cols);
    OWNED(entries) e = draw_entries(w, type, rows, cols, SUMS_ANY);
    OWNED(arrays) a = arrays_of(&e, format, rows, cols);
    const GrB_Info info = transfer_import(&o->A, ops.types[type], rows, cols, &a);
    answer_add(w->answer, info, "import in format %d", (int)format);
    world_tell(w, o, "is imported");
}

static void check_export(world *w)
{
    const object *o = draw_filled(w, OBJECT_MATRIX);
    const GrB_Format format = draw_format(w, o->rows, o->cols);
    GrB_Index p = 0, i = 0, values = 0;
    GrB_Format hint;
    GrB_Info info = GrB_Matrix_exportHint(&hint, o->A);
    answer_add(w->answer, info == GrB_NO_VALUE ? GrB_SUCCESS : info, "exportHint of #%d", o->id);
    info = GrB_Matrix_exportSize(&p, &i, &values, format, o->A);
    answer_add(w->answer, info, "exportSize of #%d in format %d: %" PRIu64 ", %" PRIu64 ", %" PRIu64, o->id,
               (int)format, p, i, values);
    if (info == GrB_SUCCESS) {
        OWNED(arrays) a = arrays_new(o->type, format, p, i, values);
        info = transfer_export(&a, o->A);
        arrays_tell(&a, answer_add(w->answer, info, "export of #%d", o->id), o->rows, o->cols);
    }
}

/* The bytes are each library's own. (SuiteSparse 7.4 does not take back all matrices that have lost their entries.) */
static void check_serialize(world *w)
{
    const object *o = draw_filled(w, OBJECT_MATRIX);
    const bool typed = o->type == TYPE_PAIR || world_one_in(w, 2);
    object *copy = world_enter(w, OBJECT_MATRIX, o->type, o->rows, o->cols);
    GrB_Index size = 0;
    OWNED_MEMORY void *bytes = NULL;
    GrB_Info info = contents_count(o, &size);
    if (info == GrB_SUCCESS && size == 0) info = contents_clear(o);
    if (info == GrB_SUCCESS) info = GrB_Matrix_serializeSize(&size, o->A);
    if (info == GrB_SUCCESS) {
        bytes = malloc(size);
        if (!bytes) abort();
        info = GrB_Matrix_serialize(bytes, &size, o->A);
    }
    answer_add(w->answer, info, "serialize #%d", o->id);
    info = GrB_Matrix_deserialize(&copy->A, typed ? ops.types[o->type] : NULL, bytes, size);
    answer_add(w->answer, info, "deserialize it, type %s", typed ? value_type_name(o->type) : "NULL");
    world_tell(w, copy, "is the copy");
}

void method_check_arrays(world *w)
{
    static void (*const checks[])(world *) = {check_build,  check_build,  check_tuples,
                                              check_import, check_export, check_serialize};
    checks[world_below(w, (int)(sizeof checks / sizeof *checks))](w);
}
