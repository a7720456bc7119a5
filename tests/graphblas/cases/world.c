/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws objects from the seed of a case, and makes them in one of several ways.
 */
#include "tests/graphblas/cases/world.h"
#include "tests/graphblas/cases/contents.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* (The specification has no size of 0.) */
static GrB_Index draw_size(world *w)
{
    enum { ONE_ONE_IN = 10, MORE_ONE_IN = 30, USUAL = 12, MORE = 70 };
    if (world_one_in(w, ONE_ONE_IN)) return 1;
    return (GrB_Index)(1 + world_below(w, world_one_in(w, MORE_ONE_IN) ? MORE : USUAL));
}

/* About the largest id of 32 bits, about the largest size, or any between. */
static GrB_Index draw_large_size(world *w)
{
    enum { NEAR = 4, LEAST = 31, MOST = 60 };
    const GrB_Index least = (GrB_Index)1 << LEAST, most = (GrB_Index)1 << MOST;
    switch (world_below(w, 4)) {
    case 0: return least + (GrB_Index)world_below(w, NEAR);
    case 1: return most - (GrB_Index)world_below(w, NEAR);
    case 2: return most;
    default: return least + (test_random(&w->random) & (most - 1)) % (most >> world_below(w, MOST - LEAST));
    }
}

void world_open(world *w, answer *a, bool large, uint64_t seed)
{
    enum { PAIRS_ONE_IN = 7, ODD_ONE_IN = 4, LARGE_ONE_IN = 5 };
    *w = (world){.random = seed, .answer = a};
    w->type = world_one_in(w, PAIRS_ONE_IN) ? TYPE_PAIR : (value_type)world_below(w, BUILTIN_TYPES);
    w->odd = world_one_in(w, ODD_ONE_IN);
    for (int k = 0; k < SIZES; k++) w->sizes[k] = draw_size(w);
    if (world_one_in(w, LARGE_ONE_IN) || large) {
        w->sizes[0] = draw_large_size(w);
        if (world_one_in(w, 2)) w->sizes[1] = draw_large_size(w);
        for (int k = 0; k < MOST_IDS; k++) w->ids[k] = test_random(&w->random);
    }
    if (world_one_in(w, 2)) w->sizes[1] = w->sizes[0];
}

void world_drop(world *w)
{
    object *o = &w->objects[--w->count];
    GrB_Matrix_free(&o->A);
    GrB_Vector_free(&o->v);
    GrB_Scalar_free(&o->s);
}

void world_free(world *w)
{
    while (w->count > 0) world_drop(w);
}

/* Of each size: the first ones, the last ones, some close together, and others. */
static GrB_Index id_of(const world *w, GrB_Index size, int k)
{
    enum { NEAR = 3, FEW = 6 };
    const uint64_t word = w->ids[k];
    switch (k % NEAR) {
    case 0: return word % FEW;
    case 1: return size - 1 - word % FEW;
    default: return k == 2 ? word % size : (w->ids[2] + (word & 1 ? word : word % FEW)) % size;
    }
}

GrB_Index world_most_ids(GrB_Index size)
{
    return is_large(size) ? MOST_IDS : size;
}

id_set world_ids(const world *w, GrB_Index size)
{
    id_set set = {0, calloc(world_most_ids(size) + 1, sizeof *set.ids)};
    if (!set.ids) abort();
    if (!is_large(size)) {
        for (; set.count < size; set.count++) set.ids[set.count] = set.count;
        return set;
    }
    for (int k = 0; k < MOST_IDS; k++) {
        const GrB_Index id = id_of(w, size, k);
        GrB_Index at = 0;
        while (at < set.count && set.ids[at] < id) at++;
        if (at < set.count && set.ids[at] == id) continue;
        memmove(set.ids + at + 1, set.ids + at, (set.count++ - at) * sizeof id);
        set.ids[at] = id;
    }
    return set;
}

void id_set_free(id_set *set)
{
    free(set->ids);
    *set = (id_set){0, NULL};
}

GrB_Index world_id(world *w, GrB_Index size)
{
    enum { OTHER_ONE_IN = 8 };
    if (!is_large(size)) return (GrB_Index)world_below(w, (int)size);
    if (world_one_in(w, OTHER_ONE_IN)) return test_random(&w->random) % size;
    return id_of(w, size, world_below(w, MOST_IDS));
}

GrB_Index world_size(world *w)
{
    return w->sizes[world_below(w, SIZES)];
}

value_type world_type(world *w)
{
    return world_one_in(w, 3) ? (value_type)world_below(w, BUILTIN_TYPES) : w->type;
}

value_type world_cast(world *w, value_type type)
{
    return type != TYPE_PAIR && world_one_in(w, 3) ? (value_type)world_below(w, BUILTIN_TYPES) : type;
}

const char *object_name(const object *o, char text[64])
{
    const char *type = value_type_name(o->type);
    if (o->kind == OBJECT_MATRIX) snprintf(text, 64, "#%d %s %" PRIu64 "x%" PRIu64, o->id, type, o->rows, o->cols);
    if (o->kind == OBJECT_VECTOR) snprintf(text, 64, "#%d %s %" PRIu64, o->id, type, o->rows);
    if (o->kind == OBJECT_SCALAR) snprintf(text, 64, "#%d %s scalar", o->id, type);
    return text;
}

void world_tell(world *w, const object *o, const char *why)
{
    char text[64];
    answer_item *item = answer_add(w->answer, GrB_SUCCESS, "%s %s", object_name(o, text), why);
    item->info = contents_read(o, item);
    w->told[o->id] = w->answer->count - 1;
}

/* (SuiteSparse gives up some outputs of calls that fail, and says so.) */
void world_tell_change(world *w, const object *o)
{
    answer_item item = {0};
    const GrB_Info info = contents_read(o, &item);
    if (info == GrB_SUCCESS && !answer_same_contents(&w->answer->items[w->told[o->id]], &item))
        answer_add(w->answer, GrB_PANIC, "#%d has changed", o->id);
    answer_drop(&item);
}

/* -- values ------------------------------------------------------------------------------------ */

#define STORE(T, C_TYPE)                                                                                               \
    case TYPE_##T:                                                                                                     \
        *(C_TYPE *)v = (C_TYPE)x;                                                                                      \
        break;
#define LOAD(T, C_TYPE)                                                                                                \
    case TYPE_##T: return (double)*(const C_TYPE *)v;

static void store(value_type type, void *v, double x)
{
    switch (type) {
        TEST_EACH_TYPE(STORE)
    default: *(pair *)v = new_pair(x, x); break;
    }
}

static double load(value_type type, const void *v)
{
    switch (type) {
        TEST_EACH_TYPE(LOAD)
    default: return 0;
    }
}

static bool is_unsigned(value_type type)
{
    return type == TYPE_BOOL || (type >= TYPE_UINT8 && type <= TYPE_UINT64);
}

/* The ends of its type, or a NaN. (The low half of INT64_MAX is -1, of INT64_MIN 0.) */
static void draw_odd(world *w, value_type type, void *v)
{
    static const double reals[] = {1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0};
    static const int64_t words[] = {INT64_MAX, INT64_MIN, -1, 127, -128, 32767, -32768, INT32_MAX, INT32_MIN};
    const int which = world_below(w, (int)(sizeof words / sizeof *words));
    const int64_t bits = words[which];
    switch (type) {
    case TYPE_BOOL: *(bool *)v = true; break;
    case TYPE_INT8:
    case TYPE_UINT8: memcpy(v, &bits, 1); break;
    case TYPE_INT16:
    case TYPE_UINT16: memcpy(v, &bits, 2); break;
    case TYPE_INT32:
    case TYPE_UINT32: memcpy(v, &bits, 4); break;
    case TYPE_INT64:
    case TYPE_UINT64: memcpy(v, &bits, 8); break;
    case TYPE_FP32: *(float *)v = (float)reals[which % 3]; break;
    default: *(double *)v = reals[which % 3]; break;
    }
}

void world_value(world *w, value_type type, void *v, sum_rule rule)
{
    enum { LARGEST = 4, ODD_ONE_IN = 20 };
    static const double powers[] = {1, 2, -1, -2};
    const int small = world_below(w, 2 * LARGEST + 1) - LARGEST;
    double x = rule == SUMS_POWERS ? powers[world_below(w, 4)] : small;
    if (type == TYPE_BOOL) x = rule == SUMS_POWERS || small > 0;
    if (is_unsigned(type) && x < 0) x = -x;
    if (is_real(type) && rule != SUMS_POWERS && world_one_in(w, 3)) x /= LARGEST;
    if (w->odd && rule == SUMS_ANY && world_one_in(w, ODD_ONE_IN) && type != TYPE_PAIR)
        draw_odd(w, type, v);
    else
        store(type, v, x);
    if (type == TYPE_PAIR) ((pair *)v)->im = world_below(w, LARGEST);
}

/* Not so for NaN. */
static bool obeys(double x, sum_rule rule)
{
    enum { LARGEST = 16, QUARTERS = 4 };
    const double size = x < 0 ? -x : x;
    if (rule == SUMS_ANY) return true;
    if (rule == SUMS_NUMBERS) return x == x;
    if (rule == SUMS_POWERS) return size == 1 || size == 2;
    return size <= LARGEST && size * QUARTERS == (double)(int)(size * QUARTERS);
}

/* 0 has no sign, too: libraries differ in the truth of -0 in a mask, and in the sign of a sum of no terms. */
static bool settle_real(double *x)
{
    if (*x != 0 || !__builtin_signbit(*x)) return false;
    *x = 0;
    return true;
}

static bool settle_value(world *w, value_type type, void *v, sum_rule rule)
{
    pair *p = v;
    double x = load(type, v);
    if (type == TYPE_PAIR) {
        bool changed = settle_real(&p->re);
        changed = settle_real(&p->im) || changed;
        if (obeys(p->re, rule) && obeys(p->im, rule)) return changed;
    } else if (type == TYPE_BOOL || obeys(x, rule)) {
        if (!is_real(type) || !settle_real(&x)) return false;
        store(type, v, x);
        return true;
    }
    world_value(w, type, v, rule);
    return true;
}

void world_settle(world *w, object *o, sum_rule rule)
{
    answer_item item = {0};
    bool changed = false;
    GrB_Info info = contents_read(o, &item);
    for (uint64_t k = 0; k < item.count && info == GrB_SUCCESS; k++)
        if (settle_value(w, o->type, item.values + k * value_size(o->type), rule)) changed = true;
    if (info == GrB_SUCCESS && changed) {
        const entries e = {o->type, item.count, item.i, item.j, item.values};
        info = contents_clear(o);
        if (info == GrB_SUCCESS && o->kind != OBJECT_SCALAR) info = contents_build(o, &e, NULL);
        if (info == GrB_SUCCESS && o->kind == OBJECT_SCALAR) {
            value v;
            memcpy(&v, item.values, value_size(o->type));
            info = contents_set_element(o, o->type, &v, 0, 0);
        }
    }
    if (info != GrB_SUCCESS) answer_add(w->answer, info, "#%d cannot be read or built", o->id);
    answer_drop(&item);
}

/* -- objects ----------------------------------------------------------------------------------- */

GrB_Index world_room(GrB_Index rows, GrB_Index cols)
{
    return world_most_ids(rows) * world_most_ids(cols);
}

GrB_Index world_places(world *w, GrB_Index rows, GrB_Index cols, GrB_Index *i, GrB_Index *j)
{
    enum { LEVELS = 16, DENSITIES = 6 };
    static const int densities[DENSITIES] = {0, 2, 5, 8, 13, LEVELS};
    const int density = densities[world_below(w, DENSITIES)];
    OWNED(id_set) in_rows = world_ids(w, rows), in_cols = world_ids(w, cols);
    GrB_Index count = 0;
    for (GrB_Index k = 0; k < in_rows.count * in_cols.count; k++) {
        if (world_below(w, LEVELS) >= density) continue;
        i[count] = in_rows.ids[k / in_cols.count];
        j[count++] = in_cols.ids[k % in_cols.count];
    }
    return count;
}

bool world_is_full(const object *o, GrB_Index count)
{
    return !is_large(o->rows) && !is_large(o->cols) && count == o->rows * o->cols;
}

object *world_enter(world *w, object_kind kind, value_type type, GrB_Index rows, GrB_Index cols)
{
    object *o = &w->objects[w->count];
    if (w->count == MOST_OBJECTS) {
        fprintf(stderr, "a case has too many objects\n");
        abort();
    }
    *o = (object){.kind = kind, .id = w->count++, .type = type, .rows = rows, .cols = cols};
    return o;
}

/* By build; element by element, which may leave work pending; or with one more, which is removed again. */
static GrB_Info fill(world *w, const object *o, entries *e)
{
    const int way = world_below(w, 3);
    GrB_Info info = GrB_SUCCESS;
    if (way == 0) return contents_build(o, e, NULL);
    for (GrB_Index k = 0; k < e->count && info == GrB_SUCCESS; k++) {
        value v;
        memcpy(&v, value_at(e->type, e->values, k), value_size(e->type));
        info = contents_set_element(o, e->type, &v, e->i[k], e->j[k]);
    }
    /* (SuiteSparse 7.4 aborts where it removes from a full matrix.) */
    if (way == 2 && e->count > 0 && !world_is_full(o, e->count) && info == GrB_SUCCESS) {
        const GrB_Index k = (GrB_Index)world_below(w, (int)e->count);
        info = o->kind == OBJECT_MATRIX ? GrB_Matrix_removeElement(o->A, e->i[k], e->j[k])
                                        : GrB_Vector_removeElement(o->v, e->i[k]);
    }
    return info;
}

static GrB_Info draw_scalar(world *w, const object *o)
{
    enum { EMPTY_ONE_IN = 8 };
    value v;
    if (world_one_in(w, EMPTY_ONE_IN)) return GrB_SUCCESS;
    world_value(w, o->type, &v, SUMS_ANY);
    return contents_set_element(o, o->type, &v, 0, 0);
}

static GrB_Info draw_entries(world *w, const object *o)
{
    OWNED(entries) e = entries_new(o->type, world_room(o->rows, o->cols));
    GrB_Info info;
    e.count = world_places(w, o->rows, o->cols, e.i, e.j);
    for (GrB_Index k = 0; k < e.count; k++) world_value(w, o->type, e.values + k * value_size(o->type), SUMS_ANY);
    info = fill(w, o, &e);
    return info;
}

object *world_new(world *w, object_kind kind, value_type type, GrB_Index rows, GrB_Index cols)
{
    object *o = world_enter(w, kind, type, rows, cols);
    GrB_Info info = kind == OBJECT_MATRIX   ? GrB_Matrix_new(&o->A, ops.types[type], rows, cols)
                    : kind == OBJECT_VECTOR ? GrB_Vector_new(&o->v, ops.types[type], rows)
                                            : GrB_Scalar_new(&o->s, ops.types[type]);
    if (info == GrB_SUCCESS) info = kind == OBJECT_SCALAR ? draw_scalar(w, o) : draw_entries(w, o);
    if (info != GrB_SUCCESS) answer_add(w->answer, info, "#%d cannot be made", o->id);
    world_tell(w, o, "is new");
    return o;
}

object *world_take(world *w, object_kind kind, value_type type, GrB_Index rows, GrB_Index cols)
{
    object *found = NULL;
    int seen = 0;
    for (int k = 0; k < w->count; k++) {
        object *o = &w->objects[k];
        if (o->kind != kind || o->rows != rows || o->cols != cols || !castable(o->type, type)) continue;
        if (world_one_in(w, ++seen)) found = o;
    }
    if (found && world_one_in(w, 2)) return found;
    return world_new(w, kind, type, rows, cols);
}
