/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods that are extensions of both libraries.
 */
#include "tests/graphblas/cases/contents.h"
#include "tests/graphblas/cases/methods.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static object *draw_object(world *w, object_kind kind)
{
    const value_type type = world_type(w);
    const GrB_Index rows = world_size(w), cols = world_size(w);
    return world_take(w, kind, type, rows, kind == OBJECT_MATRIX ? cols : 1);
}

static bool one_off(world *w)
{
    enum { WRONG_ONE_IN = 12 };
    return world_one_in(w, WRONG_ONE_IN);
}

/* -- entries ----------------------------------------------------------------------------------- */

static void check_stored(world *w)
{
    const object *o = draw_object(w, world_one_in(w, 2) ? OBJECT_MATRIX : OBJECT_VECTOR);
    const GrB_Index i = one_off(w) ? o->rows : world_id(w, o->rows), j = world_id(w, o->cols);
    const GrB_Info info =
        o->kind == OBJECT_MATRIX ? GxB_Matrix_isStoredElement(o->A, i, j) : GxB_Vector_isStoredElement(o->v, i);
    answer_add(w->answer, info, "isStoredElement #%d (%" PRIu64 ", %" PRIu64 ")", o->id, i, j);
}

static void check_build_scalar(world *w)
{
    const bool matrix = world_one_in(w, 2);
    const GrB_Index rows = world_size(w), cols = matrix ? world_size(w) : 1;
    const value_type type = world_type(w);
    const object *s = world_take(w, OBJECT_SCALAR, world_cast(w, type), 1, 1);
    object *o = world_enter(w, matrix ? OBJECT_MATRIX : OBJECT_VECTOR, type, rows, cols);
    OWNED(entries) e = entries_new(type, world_room(rows, cols));
    GrB_Info info =
        matrix ? GrB_Matrix_new(&o->A, ops.types[type], rows, cols) : GrB_Vector_new(&o->v, ops.types[type], rows);
    e.count = world_places(w, rows, cols, e.i, e.j);
    for (GrB_Index k = 1; k < e.count; k++) {
        if (!one_off(w)) continue;
        e.i[k] = e.i[k - 1];
        e.j[k] = e.j[k - 1];
    }
    if (info == GrB_SUCCESS)
        info = matrix ? GxB_Matrix_build_Scalar(o->A, e.i, e.j, s->s, e.count)
                      : GxB_Vector_build_Scalar(o->v, e.i, s->s, e.count);
    answer_add(w->answer, info, "build #%d of #%d at %" PRIu64 " places", o->id, s->id, e.count);
    if (info == GrB_SUCCESS)
        world_tell(w, o, "is built");
    else
        world_drop(w);
}

/* -- tiles, diagonals, shapes ------------------------------------------------------------------ */

enum { MOST_TILES = 3 };

/* Their sum is a size, too. */
static GrB_Index draw_tile_sizes(world *w, GrB_Index *sizes, GrB_Index count)
{
    GrB_Index sum = 0;
    for (GrB_Index k = 0; k < count; k++) {
        do sizes[k] = world_size(w);
        while (sizes[k] > (GrB_INDEX_MAX + 1) / count);
        sum += sizes[k];
    }
    return sum;
}

static void check_concat(world *w)
{
    const GrB_Index m = 1 + (GrB_Index)world_below(w, MOST_TILES), n = 1 + (GrB_Index)world_below(w, MOST_TILES);
    const value_type type = world_type(w);
    GrB_Index heights[MOST_TILES], widths[MOST_TILES], rows, cols;
    GrB_Matrix tiles[MOST_TILES * MOST_TILES];
    rows = draw_tile_sizes(w, heights, m);
    cols = draw_tile_sizes(w, widths, n);
    for (GrB_Index k = 0; k < m * n; k++)
        tiles[k] = world_take(w, OBJECT_MATRIX, world_cast(w, type), heights[k / n], widths[k % n])->A;
    if (one_off(w)) rows = is_large(rows) ? rows - 1 : rows + 1;
    /* (SuiteSparse 7.4 miscounts the entries where C has some.) */
    object *C = world_enter(w, OBJECT_MATRIX, one_off(w) ? TYPE_PAIR : world_cast(w, type), rows, cols);
    GrB_Info info = GrB_Matrix_new(&C->A, ops.types[C->type], rows, cols);
    if (info == GrB_SUCCESS) info = GxB_Matrix_concat(C->A, tiles, m, n, NULL);
    answer_add(w->answer, info, "concat of %d x %d tiles into #%d", (int)m, (int)n, C->id);
    world_tell(w, C, "after it");
}

/* Sizes, at most MOST_TILES, that add up to n. */
static GrB_Index draw_sizes(world *w, GrB_Index n, GrB_Index *sizes)
{
    GrB_Index count = 0;
    while (count < MOST_TILES - 1 && !world_one_in(w, MOST_TILES)) {
        sizes[count] = world_id(w, n + 1);
        n -= sizes[count++];
    }
    sizes[count++] = one_off(w) ? n + 1 : n;
    return count;
}

static void check_split(world *w)
{
    const object *A = draw_object(w, OBJECT_MATRIX);
    GrB_Matrix tiles[MOST_TILES * MOST_TILES] = {NULL};
    GrB_Index heights[MOST_TILES], widths[MOST_TILES];
    const GrB_Index m = draw_sizes(w, A->rows, heights), n = draw_sizes(w, A->cols, widths);
    const GrB_Info info = GxB_Matrix_split(tiles, m, n, heights, widths, A->A, NULL);
    answer_add(w->answer, info, "split of #%d into %d x %d tiles", A->id, (int)m, (int)n);
    if (info != GrB_SUCCESS) return;
    /* (Other checks do not expect objects of size 0.) */
    for (GrB_Index k = 0; k < m * n; k++) {
        const object tile = {
            .kind = OBJECT_MATRIX, .type = A->type, .rows = heights[k / n], .cols = widths[k % n], .A = tiles[k]};
        answer_item *item = answer_add(w->answer, info, "tile %d", (int)k);
        item->info = contents_read(&tile, item);
        GrB_Matrix_free(&tiles[k]);
    }
}

static GrB_Index diagonal_size(const object *A, int64_t k)
{
    const int64_t m = (int64_t)A->rows, n = (int64_t)A->cols;
    const int64_t size = k >= 0 ? (m < n - k ? m : n - k) : (m + k < n ? m + k : n);
    return size > 0 ? (GrB_Index)size : 0;
}

static void check_diagonals(world *w)
{
    enum { FARTHEST = 5 };
    const int k = world_below(w, 2 * FARTHEST + 1) - FARTHEST;
    if (world_one_in(w, 2)) {
        const object *A = draw_object(w, OBJECT_MATRIX);
        const GrB_Index size = diagonal_size(A, k) + one_off(w);
        if (size == 0) return;
        const object *v = world_take(w, OBJECT_VECTOR, world_cast(w, A->type), size, 1);
        answer_add(w->answer, GxB_Vector_diag(v->v, A->A, k, NULL), "#%d = diagonal %d of #%d", v->id, k, A->id);
        world_tell(w, v, "after it");
    } else {
        const object *v = draw_object(w, OBJECT_VECTOR);
        const GrB_Index size = v->rows + (GrB_Index)(k < 0 ? -k : k);
        if (size >= GrB_INDEX_MAX) return;
        const object *C = world_take(w, OBJECT_MATRIX, world_cast(w, v->type), size, size + one_off(w));
        answer_add(w->answer, GxB_Matrix_diag(C->A, v->v, k, NULL), "#%d = diag of #%d, k %d", C->id, v->id, k);
        world_tell(w, C, "after it");
    }
}

/* Another one of as many places. */
static void draw_shape(world *w, const object *A, GrB_Index *rows, GrB_Index *cols)
{
    enum { LARGEST = 12 };
    const bool large = is_large(A->rows) || is_large(A->cols);
    GrB_Index part = 1 + (GrB_Index)world_below(w, large ? LARGEST : (int)(A->rows * A->cols));
    if (!large) {
        while (A->rows * A->cols % part != 0) part--;
        *rows = part;
        *cols = A->rows * A->cols / part;
        return;
    }
    while (A->rows % part != 0 || A->cols * part > GrB_INDEX_MAX + 1) part--;
    *rows = A->rows / part;
    *cols = A->cols * part;
    if (!world_one_in(w, 3)) return;
    *rows = A->cols;
    *cols = A->rows;
}

static void check_reshape(world *w)
{
    object *A = draw_object(w, OBJECT_MATRIX);
    const bool by_column = world_one_in(w, 2);
    GrB_Index rows, cols;
    if (A->rows > WORLD_LARGEST_PRODUCT / A->cols) return;
    draw_shape(w, A, &rows, &cols);
    cols += one_off(w);
    if (world_one_in(w, 2)) {
        const GrB_Info info = GxB_Matrix_reshape(A->A, by_column, rows, cols, NULL);
        answer_add(w->answer, info, "reshape #%d, by column %d", A->id, by_column);
        if (info == GrB_SUCCESS) {
            A->rows = rows;
            A->cols = cols;
        }
        world_tell(w, A, "after it");
        return;
    }
    object *C = world_enter(w, OBJECT_MATRIX, A->type, rows, cols);
    const GrB_Info info = GxB_Matrix_reshapeDup(&C->A, A->A, by_column, rows, cols, NULL);
    answer_add(w->answer, info, "#%d = reshapeDup #%d, by column %d", C->id, A->id, by_column);
    if (info == GrB_SUCCESS)
        world_tell(w, C, "is made");
    else
        world_drop(w);
}

/* -- bytes ------------------------------------------------------------------------------------- */

/* (SuiteSparse 7.4 does not take back all objects that have lost their entries.) */
static void check_serialize(world *w)
{
    const object *o = draw_object(w, world_one_in(w, 2) ? OBJECT_MATRIX : OBJECT_VECTOR);
    const bool matrix = o->kind == OBJECT_MATRIX, typed = o->type == TYPE_PAIR || world_one_in(w, 2);
    const GrB_Type type = typed ? ops.types[o->type] : NULL;
    object *copy = world_enter(w, o->kind, o->type, o->rows, o->cols);
    void *bytes = NULL;
    GrB_Index size = 0;
    char name[GxB_MAX_NAME_LEN] = "";
    GrB_Info info = contents_count(o, &size);
    if (info == GrB_SUCCESS && size == 0) info = contents_clear(o);
    if (info == GrB_SUCCESS)
        info =
            matrix ? GxB_Matrix_serialize(&bytes, &size, o->A, NULL) : GxB_Vector_serialize(&bytes, &size, o->v, NULL);
    answer_add(w->answer, info, "serialize #%d", o->id);
    info = GxB_deserialize_type_name(name, bytes, size);
    answer_add(w->answer, info, "its type is %s", o->type == TYPE_PAIR ? "a pair" : name);
    info = GxB_deserialize_type_name(name, bytes, 3);
    answer_add(w->answer, info, "the type of 3 bytes");
    info = matrix ? GxB_Matrix_deserialize(&copy->A, type, bytes, size, NULL)
                  : GxB_Vector_deserialize(&copy->v, type, bytes, size, NULL);
    answer_add(w->answer, info, "deserialize it, type %s", typed ? value_type_name(o->type) : "NULL");
    world_tell(w, copy, "is the copy");
    free(bytes);
}

/* -- iterators --------------------------------------------------------------------------------- */

#define GET(T, C_TYPE)                                                                                                 \
    case TYPE_##T: *(C_TYPE *)(void *)to = (GxB_Iterator_get_##T)(it); break;

/* The entry where it is, behind those that the item has. */
static void take_entry(GxB_Iterator it, answer_item *item, GrB_Index i, GrB_Index j)
{
    char *to = item->values + item->count * value_size(item->type);
    item->i[item->count] = i;
    item->j[item->count++] = j;
    switch (item->type) {
        TEST_EACH_TYPE(GET)
    default: (GxB_Iterator_get_UDT)(it, to); break;
    }
}

/* (SuiteSparse has macros of these names, which compile with warnings.) */
static GrB_Info walk_rows(GxB_Iterator it, const object *o, answer_item *item)
{
    GrB_Info info = (GxB_rowIterator_attach)(it, o->A, NULL);
    if (info != GrB_SUCCESS) return info;
    info = (GxB_rowIterator_seekRow)(it, 0);
    while (info != GxB_EXHAUSTED) {
        for (; info == GrB_SUCCESS; info = (GxB_rowIterator_nextCol)(it))
            take_entry(it, item, (GxB_rowIterator_getRowIndex)(it), (GxB_rowIterator_getColIndex)(it));
        info = (GxB_rowIterator_nextRow)(it);
    }
    return (GxB_rowIterator_getRowIndex)(it) == o->rows ? GrB_SUCCESS : GrB_PANIC;
}

static GrB_Info walk_matrix(GxB_Iterator it, const object *o, answer_item *item)
{
    GrB_Info info = (GxB_Matrix_Iterator_attach)(it, o->A, NULL);
    if (info != GrB_SUCCESS) return info;
    for (info = (GxB_Matrix_Iterator_seek)(it, 0); info == GrB_SUCCESS; info = (GxB_Matrix_Iterator_next)(it)) {
        GrB_Index i, j;
        (GxB_Matrix_Iterator_getIndex)(it, &i, &j);
        take_entry(it, item, i, j);
    }
    return info == GxB_EXHAUSTED ? GrB_SUCCESS : GrB_PANIC;
}

static GrB_Info walk_vector(GxB_Iterator it, const object *o, answer_item *item)
{
    GrB_Info info = (GxB_Vector_Iterator_attach)(it, o->v, NULL);
    if (info != GrB_SUCCESS) return info;
    for (info = (GxB_Vector_Iterator_seek)(it, 0); info == GrB_SUCCESS; info = (GxB_Vector_Iterator_next)(it))
        take_entry(it, item, (GxB_Vector_Iterator_getIndex)(it), 0);
    return info == GxB_EXHAUSTED ? GrB_SUCCESS : GrB_PANIC;
}

/* In the order of the walk. (SuiteSparse keeps matrices of one column by columns, and walks over no rows then.) */
static void check_walk(world *w)
{
    static GrB_Info (*const walks[])(GxB_Iterator, const object *, answer_item *) = {walk_rows, walk_matrix,
                                                                                     walk_vector};
    const int which = world_below(w, 3);
    const object *o = draw_object(w, which == 2 ? OBJECT_VECTOR : OBJECT_MATRIX);
    if (which == 0 && (o->cols == 1 || o->had_one_column)) return;
    if (which != 2 && GxB_Matrix_Option_set(o->A, GxB_FORMAT, GxB_BY_ROW) != GrB_SUCCESS) abort();
    answer_item *item = answer_add(w->answer, GrB_SUCCESS, "walk %d over #%d", which, o->id);
    GxB_Iterator it = NULL;
    GrB_Index count = 0;
    GrB_Info info = contents_count(o, &count);
    if (info == GrB_SUCCESS) info = GxB_Iterator_new(&it);
    item->rows = o->rows;
    item->cols = o->cols;
    answer_reserve(item, o->type, count);
    item->count = 0;
    item->info = info == GrB_SUCCESS ? walks[which](it, o, item) : info;
    GxB_Iterator_free(&it);
}

/* -- questions --------------------------------------------------------------------------------- */

/* (SuiteSparse has no terminal value of some that it does not predefine.) */
static void check_monoid(world *w)
{
    const monoid *m = &ops.monoids[world_below(w, ops.own_monoids)];
    value identity, terminal;
    bool has = false;
    memset(&identity, 0, sizeof identity);
    memset(&terminal, 0, sizeof terminal);
    GrB_Info info = GxB_Monoid_identity(&identity, m->monoid);
    answer_value(answer_add(w->answer, info, "identity of %s", m->name), m->type, &identity);
    info = GxB_Monoid_terminal(&has, &terminal, m->monoid);
    answer_value(answer_add(w->answer, info, "terminal value of %s: %d", m->name, has), m->type, &terminal);
}

static void check_types(world *w)
{
    char z[GxB_MAX_NAME_LEN] = "", x[GxB_MAX_NAME_LEN] = "", y[GxB_MAX_NAME_LEN] = "";
    const index_op *index = &ops.index[world_below(w, ops.own_indices)];
    const binary_op *binary = &ops.binary[world_below(w, ops.own_binaries)];
    const unary_op *unary = &ops.unary[world_below(w, ops.own_unaries)];
    GrB_Info info = GxB_IndexUnaryOp_ztype_name(z, index->op);
    if (info == GrB_SUCCESS) info = GxB_IndexUnaryOp_xtype_name(x, index->op);
    if (info == GrB_SUCCESS) info = GxB_IndexUnaryOp_ytype_name(y, index->op);
    answer_add(w->answer, info, "%s: %s of %s and %s", index->name, z, x, y);
    info = GxB_BinaryOp_ztype_name(z, binary->op);
    if (info == GrB_SUCCESS) info = GxB_BinaryOp_xtype_name(x, binary->op);
    if (info == GrB_SUCCESS) info = GxB_BinaryOp_ytype_name(y, binary->op);
    answer_add(w->answer, info, "%s: %s of %s and %s", binary->name, z, x, y);
    info = GxB_UnaryOp_ztype_name(z, unary->op);
    if (info == GrB_SUCCESS) info = GxB_UnaryOp_xtype_name(x, unary->op);
    answer_add(w->answer, info, "%s: %s of %s", unary->name, z, x);
}

void method_check_extensions(world *w)
{
    static void (*const checks[])(world *) = {check_stored,    check_build_scalar, check_concat,    check_split,
                                              check_diagonals, check_reshape,      check_serialize, check_walk,
                                              check_monoid,    check_types};
    checks[world_below(w, (int)(sizeof checks / sizeof *checks))](w);
}
