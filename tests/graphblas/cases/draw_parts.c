/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws operators, lists, descriptors, and the outputs of calls.
 */
#include "tests/graphblas/cases/draw.h"

#include <stdlib.h>
#include <string.h>

/* How often one tries to find an operator of a wanted type. */
enum { TRIES = 12 };

const unary_op *draw_unary(world *w)
{
    const value_type type = world_type(w);
    const unary_op *op;
    int tries = TRIES;
    do op = &ops.unary[world_below(w, ops.unaries)];
    while (tries-- > 0 && op->x != type);
    return op;
}

const index_op *draw_index(world *w)
{
    const value_type type = world_type(w);
    const index_op *op;
    int tries = TRIES;
    do op = &ops.index[world_below(w, ops.indices)];
    while (tries-- > 0 && op->x != type && op->x != TYPE_NONE);
    return op;
}

const select_op *draw_select_op(world *w, value_type type)
{
    const select_op *op;
    do op = &ops.select[world_below(w, ops.selects)];
    while ((op->ordered && type == TYPE_PAIR) || (op->rule == SELECT_OWN && type != TYPE_INT32));
    return op;
}

const monoid *draw_monoid(world *w)
{
    const value_type type = world_type(w);
    const monoid *m;
    int tries = TRIES;
    do m = &ops.monoids[world_below(w, ops.all_monoids)];
    while (tries-- > 0 && m->type != type);
    return m;
}

/* (SuiteSparse's are the most by far.) */
const semiring *draw_semiring(world *w)
{
    const value_type type = world_type(w);
    const bool extension = world_one_in(w, 2);
    const int from = ops.extension_semirings, extensions = ops.own_semirings - from;
    const semiring *s;
    int tries = TRIES;
    do {
        const int k = world_below(w, extension ? extensions : ops.all_semirings - extensions);
        s = &ops.semirings[extension ? from + k : k < from ? k : k + extensions];
    } while (tries-- > 0 && s->multiply->x != type && s->multiply->y != type);
    return s;
}

const binary_op *draw_binary(world *w, bool same)
{
    const value_type type = world_type(w);
    int tries = TRIES;
    for (;;) {
        const binary_op *op = &ops.binary[world_below(w, ops.binaries)];
        const bool fits = !same || (castable(op->x, op->z) && castable(op->y, op->z));
        if (fits && (tries-- <= 0 || op->x == type || op->y == type)) return op;
    }
}

/* Places do not, and quotients of real numbers would soon be rounded. */
static bool may_accumulate(const binary_op *op)
{
    return !strstr(op->name, "DIV_FP") && !strstr(op->name, "POW_FP") && !operators_see_places(op);
}

const binary_op *draw_accum(world *w, value_type out, value_type result)
{
    for (int tries = 0; tries < 2 * TRIES; tries++) {
        const binary_op *op = &ops.binary[world_below(w, ops.binaries)];
        const bool near = tries > TRIES || op->x == out;
        if (near && castable(out, op->x) && castable(result, op->y) && castable(op->z, out) && may_accumulate(op))
            return op;
    }
    return NULL;
}

/* A range of at least one id. */
static id_list draw_range(world *w, GrB_Index size)
{
    static const GrB_Index kinds[] = {GxB_RANGE, GxB_STRIDE, GxB_BACKWARDS};
    const int kind = world_below(w, 3);
    const GrB_Index from = world_id(w, size), to = world_id(w, size), low = from < to ? from : to,
                    high = from < to ? to : from;
    /* (SuiteSparse 7.4 goes through all ids of a range with gaps.) */
    const GrB_Index gap = (GrB_Index)world_below(w, 4) + 1, step = kind == 0              ? 1
                                                                   : is_large(high - low) ? (high - low) / (2 * gap)
                                                                                          : gap;
    id_list list = {.count = (high - low) / step + 1, .given = kinds[kind]};
    list.ids = list.owned = calloc(3, sizeof *list.owned);
    if (!list.owned) abort();
    list.owned[GxB_BEGIN] = kind == 2 ? high : low;
    list.owned[GxB_END] = kind == 2 ? low : high;
    list.owned[GxB_INC] = step;
    return list;
}

static bool is_among(const GrB_Index *ids, GrB_Index count, GrB_Index id)
{
    for (GrB_Index k = 0; k < count; k++)
        if (ids[k] == id) return true;
    return false;
}

/* In no order, of a large size. */
static id_list draw_large_ids(world *w, GrB_Index size, bool distinct)
{
    const GrB_Index wanted = world_size(w),
                    count = is_large(wanted) ? 1 + (GrB_Index)world_below(w, 2 * MOST_IDS) : wanted;
    id_list list = {.given = count};
    list.ids = list.owned = calloc(count, sizeof *list.owned);
    if (!list.owned) abort();
    while (list.count < count) {
        const GrB_Index id = world_id(w, size);
        if (!distinct || !is_among(list.ids, list.count, id)) list.owned[list.count++] = id;
    }
    return list;
}

id_list draw_ids(world *w, GrB_Index size, bool distinct)
{
    id_list list = {GrB_ALL, size, size, NULL};
    OWNED_MEMORY GrB_Index *all = NULL;
    if (world_one_in(w, 3)) return list;
    if (world_one_in(w, 4)) return draw_range(w, size);
    if (is_large(size)) return draw_large_ids(w, size, distinct);
    list.count = world_one_in(w, 2) ? world_size(w) : (GrB_Index)world_below(w, 2 * (int)size + 1);
    if (list.count == 0 || is_large(list.count)) list.count = 1;
    if (distinct && list.count > size) list.count = size;
    list.given = list.count;
    all = calloc(size + 1, sizeof *all);
    list.ids = list.owned = calloc(list.count + 1, sizeof *list.owned);
    if (!all || !list.owned) abort();
    for (GrB_Index i = 0; i < size; i++) all[i] = i;
    for (GrB_Index k = 0; k < list.count; k++) {
        const GrB_Index at = (GrB_Index)world_below(w, (int)size);
        list.owned[k] = all[at];
        if (distinct) all[at] = all[--size];
    }
    return list;
}

/* By GrB_set, where the library has it. */
static GrB_Info set_descriptor(GrB_Descriptor d, GrB_Desc_Field field, GrB_Desc_Value value, bool by_set)
{
#if GRB_VERSION > 2 || (GRB_VERSION == 2 && GRB_SUBVERSION >= 1)
    if (by_set) return GrB_set(d, (int32_t)value, (GrB_Field)field);
#endif
    return GrB_Descriptor_set(d, field, value);
}

/* Values that are not asked for are set first, and taken back; then those that are, in any order, some twice. */
static GrB_Info make_descriptor(world *w, call *c)
{
    static const struct {
        int bit;
        GrB_Desc_Field field;
        GrB_Desc_Value value;
    } settings[] = {{DESC_REPLACE, GrB_OUTP, GrB_REPLACE},
                    {DESC_COMPLEMENT, GrB_MASK, GrB_COMP},
                    {DESC_STRUCTURE, GrB_MASK, GrB_STRUCTURE},
                    {DESC_TRANSPOSE_0, GrB_INP0, GrB_TRAN},
                    {DESC_TRANSPOSE_1, GrB_INP1, GrB_TRAN}};
    enum { SETTINGS = sizeof settings / sizeof *settings, ROUNDS = 2 };
    enum { DEFAULT = 0 }; /* which older headers name otherwise */
    const int from = world_below(w, SETTINGS), step = world_one_in(w, 2) ? 1 : SETTINGS - 1;
    GrB_Info info = GrB_Descriptor_new(&c->desc);
    for (int k = 0; k < SETTINGS; k++) {
        if (!world_one_in(w, 3)) continue;
        for (int back = 0; back < 2; back++) {
            const bool by_set = world_one_in(w, 2);
            const GrB_Desc_Value value = back ? (GrB_Desc_Value)DEFAULT : settings[k].value;
            if (info == GrB_SUCCESS) info = set_descriptor(c->desc, settings[k].field, value, by_set);
        }
    }
    for (int k = 0; k < ROUNDS * SETTINGS; k++) {
        const int at = (from + k * step) % SETTINGS;
        const bool skipped = k >= SETTINGS && !world_one_in(w, 4), by_set = world_one_in(w, 2);
        if (info == GrB_SUCCESS && (c->desc_bits & settings[at].bit) && !skipped)
            info = set_descriptor(c->desc, settings[at].field, settings[at].value, by_set);
    }
    return info;
}

void draw_descriptor(world *w, call *c)
{
    if (c->own_desc) GrB_Descriptor_free(&c->desc);
    c->desc_bits = world_one_in(w, 3) ? 0 : world_below(w, DESCRIPTORS);
    c->own_desc = world_one_in(w, 3);
    c->desc = ops.descriptors[c->desc_bits];
    if (c->own_desc) {
        const GrB_Info info = make_descriptor(w, c);
        if (info != GrB_SUCCESS) answer_add(w->answer, info, "a descriptor cannot be made");
    }
}

object *draw_matrix(world *w, const call *c, int bit, value_type type, GrB_Index rows, GrB_Index cols)
{
    const bool transposed = (c->desc_bits & bit) != 0;
    const value_type cast = world_cast(w, type);
    return world_take(w, OBJECT_MATRIX, cast, transposed ? cols : rows, transposed ? rows : cols);
}

object *draw_operand(world *w, const call *c, int bit, value_type type, GrB_Index rows, GrB_Index cols)
{
    if (c->matrix) return draw_matrix(w, c, bit, type, rows, cols);
    return world_take(w, OBJECT_VECTOR, world_cast(w, type), rows, 1);
}

/* A mask of the user's own type has a meaning by its structure only. */
static object *draw_mask(world *w, const call *c, object_kind kind, GrB_Index rows, GrB_Index cols)
{
    const value_type wanted = world_one_in(w, 2) ? TYPE_BOOL : world_type(w);
    const bool structure = (c->desc_bits & DESC_STRUCTURE) != 0;
    if (world_one_in(w, 3)) return NULL;
    return world_take(w, kind, wanted == TYPE_PAIR && !structure ? TYPE_BOOL : wanted, rows, cols);
}

void draw_output(world *w, call *c, object_kind kind, value_type result, GrB_Index rows, GrB_Index cols)
{
    const bool row = c->kind == CALL_ASSIGN_ROW, column = c->kind == CALL_ASSIGN_COLUMN;
    const object_kind mask = row || column ? OBJECT_VECTOR : kind;
    c->out = world_take(w, kind, world_cast(w, result), rows, cols);
    if (c->region)
        c->mask = draw_mask(w, c, mask, row ? c->cols.count : c->rows.count, row || column ? 1 : c->cols.count);
    else
        c->mask = draw_mask(w, c, mask, row ? cols : rows, row || column ? 1 : cols);
    if (world_one_in(w, 2)) c->accum = draw_accum(w, c->out->type, result);
}

void draw_value(world *w, call *c, value_type type)
{
    c->v_type = world_cast(w, type);
    c->v_at = &c->v;
    if (world_one_in(w, 3))
        c->scalar = world_take(w, OBJECT_SCALAR, c->v_type, 1, 1);
    else
        world_value(w, c->v_type, &c->v, SUMS_ANY);
}
