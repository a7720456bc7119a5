/* SPDX-License-Identifier: Apache-2.0
 *
 * GxB_IndexBinaryOp, and the binary operators that are made of one. Such an operator calls the function with one place
 * of both operands. In each product it has a view, an operator that calls it with the places that the product sees;
 * places that it does not see come with the operand: a unary operator makes values that have them.
 */
#include <stdio.h>

#include "graphblas/operators.h"

/* ------------------------------------------------------------------------------------------------
 * Functions
 */

static const grb_operator *operator_of(const tropic_host_operator *self)
{
    return (const grb_operator *)(const void *)((const char *)self - offsetof(grb_operator, function));
}

/* The place that comes with a value: its row, or its column. */
static GrB_Index place_with(const char *value, const grb_placed *placed, int column)
{
    tropic_index place;
    memcpy(&place, value + placed->at + (size_t)column * sizeof place, sizeof place);
    return (GrB_Index)place;
}

/* The ids of ix, jx, iy and jy in a call with large objects, which is alone; NULL: places are ids. */
static const GrB_Index *const *seen_ids;
static const GrB_Index *const no_ids[4];

void grb_see_ids(const GrB_Index *const ids[4])
{
    seen_ids = ids;
}

static inline GrB_Index id_at(const GrB_Index *ids, GrB_Index place)
{
    return ids ? ids[place] : place;
}

#define SEEN_ROW (GrB_Index) i[k]
#define SEEN_COLUMN (j ? (GrB_Index)j[k] : 0)
#define ROW_WITH(x, n) place_with(x, &of->placed[n], 0)
#define COLUMN_WITH(x, n) place_with(x, &of->placed[n], 1)
/* (The function may write its result before it has read its operands.) */
#define GRB_MAP_IN(name, SIZE, ix, jx, iy, jy)                                                                         \
    static void name##_##SIZE(const tropic_host_operator *self, void *z, const void *xs, const void *ys,               \
                              const tropic_index *i, const tropic_index *j, int64_t count)                             \
    {                                                                                                                  \
        const grb_function *f = &operator_of(self)->function;                                                          \
        const grb_indexed *of = operator_of(self)->indexed;                                                            \
        const GxB_index_binary_function call = (GxB_index_binary_function)f->call;                                     \
        const GrB_Index *const *ids = seen_ids ? seen_ids : no_ids;                                                    \
        const bool was = grb_in_function(true);                                                                        \
        grb_##SIZE t, a, b;                                                                                            \
        grb_small room;                                                                                                \
        const void *theta = of->theta;                                                                                 \
        (void)i;                                                                                                       \
        (void)j;                                                                                                       \
        if (of->theta_type->size <= GRB_SMALL) theta = memcpy(room.bytes, of->theta, of->theta_type->size);            \
        for (size_t k = 0; k < (size_t)count; k++) {                                                                   \
            const char *x = (const char *)xs + k * f->x, *y = (const char *)ys + k * f->y;                             \
            call(t.bytes, grb_operand_##SIZE(x, of->placed[0].size, a.bytes), id_at(ids[0], ix), id_at(ids[1], jx),    \
                 grb_operand_##SIZE(y, of->placed[1].size, b.bytes), id_at(ids[2], iy), id_at(ids[3], jy), theta);     \
            grb_put((char *)z + k * f->z, t.bytes, f->z);                                                              \
        }                                                                                                              \
        grb_in_function(was);                                                                                          \
    }
#define GRB_MAP(SIZE)                                                                                                  \
    GRB_MAP_IN(map_elementwise, SIZE, SEEN_ROW, SEEN_COLUMN, SEEN_ROW, SEEN_COLUMN)                                    \
    GRB_MAP_IN(map_mxm, SIZE, ROW_WITH(x, 0), SEEN_ROW, SEEN_ROW, SEEN_COLUMN)                                         \
    GRB_MAP_IN(map_mxv, SIZE, SEEN_COLUMN, SEEN_ROW, SEEN_ROW, 0)                                                      \
    GRB_MAP_IN(map_vxm, SIZE, 0, SEEN_ROW, SEEN_ROW, SEEN_COLUMN)                                                      \
    GRB_MAP_IN(map_kronecker, SIZE, ROW_WITH(x, 0), COLUMN_WITH(x, 0), ROW_WITH(y, 1), COLUMN_WITH(y, 1))
GRB_MAP(small)
GRB_MAP(wide)

/* The map of a product's view, or of the operator itself. */
typedef void (*map)(const tropic_host_operator *self, void *z, const void *xs, const void *ys, const tropic_index *i,
                    const tropic_index *j, int64_t count);
static map map_of(const grb_operator *op)
{
#define GRB_MAPS(SIZE)                                                                                                 \
    {                                                                                                                  \
        [GRB_MXM] = map_mxm_##SIZE, [GRB_MXV] = map_mxv_##SIZE, [GRB_VXM] = map_vxm_##SIZE,                            \
        [GRB_KRONECKER] = map_kronecker_##SIZE, [GRB_PRODUCTS] = map_elementwise_##SIZE                                \
    }
    static const map small[] = GRB_MAPS(small), wide[] = GRB_MAPS(wide);
    return (grb_is_wide(&op->function) ? wide : small)[op->product];
}

/* z[k] = x[k] with its place (or, of the transposed matrix, with columns as rows). */
static void put_places(const grb_operator *op, char *z, const char *x, const tropic_index *i, const tropic_index *j,
                       int64_t count)
{
    const grb_placed *placed = &op->indexed->placed[op >= op->indexed->with_place[1]];
    const bool transposed = op == &op->indexed->with_place[0][1] || op == &op->indexed->with_place[1][1];
    for (size_t k = 0; k < (size_t)count; k++, z += op->function.z, x += op->function.x) {
        const tropic_index row = i[k], column = j ? j[k] : 0;
        const tropic_index place[] = {transposed ? column : row, transposed ? row : column};
        memset(z, 0, placed->at); /* (There may be a gap behind the value.) */
        memcpy(z, x, placed->size);
        memcpy(z + placed->at, place, sizeof place);
    }
}

static void map_with_place(const tropic_host_operator *self, void *z, const void *x, const void *y,
                           const tropic_index *i, const tropic_index *j, int64_t count)
{
    (void)y;
    put_places(operator_of(self), z, x, i, j, count);
}

/* ------------------------------------------------------------------------------------------------
 * Views are made at their first use
 */

static bool make_with_place(grb_call *c, tropic_operator **made, const grb_operator *op)
{
    const bool transposed = op == &op->indexed->with_place[0][1] || op == &op->indexed->with_place[1][1];
    const char *z = grb_c_name(op->z), *x = grb_c_name(op->x);
    char definition[512];
    snprintf(definition, sizeof definition,
             "static %s grb_call(%s x, tropic_index i, tropic_index j)\n{\n    %s z;\n    memset(&z, 0, sizeof z);\n"
             "    memcpy(z.value, &x, sizeof x);\n    z.i = i;\n    z.j = j;\n    return z;\n}\n",
             z, x, z);
    const tropic_operator_source source = {.size = sizeof source,
                                           .name = "with_place",
                                           .z = z,
                                           .x = x,
                                           .y = "bool",
                                           .expression = transposed ? "grb_call(x, j, i)" : "grb_call(x, i, j)",
                                           .definition = definition,
                                           .host = &op->function.host};
    return grb_done_in(c, grb_context(), tropic_operator_create(made, grb_context(), &source));
}

/* (A view has the texts of its operator.) */
static bool make_view(grb_call *c, tropic_operator **made, const grb_operator *op)
{
    grb_operator view = *op;
    view.object = op->indexed->op->object;
    view.host = op->indexed->op->host;
    return grb_make_measured(c, made, &op->function, &view, NULL, NULL);
}

/* Has Tropic the types of values with places that the operator has? */
static bool may_have_places(grb_call *c, const grb_operator *op)
{
    for (int k = 0; k < 2; k++) {
        const grb_placed *placed = &op->indexed->placed[k];
        const GrB_Type type = (GrB_Type)(uintptr_t)&placed->type;
        if ((op->x == type || op->y == type || op->z == type) && type->size == 0)
            return grb_fail(c, GrB_NOT_IMPLEMENTED, "an operand of %zu bytes: with its place it has more than %d",
                            placed->size, TROPIC_TYPE_MAX);
    }
    return true;
}

/* (Any number of threads may make it: the first one's stays.) */
bool grb_uses_view(grb_call *c, const grb_operator *op)
{
    tropic_operator **at = (tropic_operator **)(uintptr_t)&op->made, *made = NULL, *first = NULL;
    if (!op->indexed || __atomic_load_n(at, __ATOMIC_ACQUIRE)) return grb_uses(c, op);
    if (!may_have_places(c, op) || !(op->object.kind == GRB_UnaryOp ? make_with_place : make_view)(c, &made, op))
        return false;
    if (!__atomic_compare_exchange_n(at, &first, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        tropic_operator_free(&made);
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Making them
 */

/* A value's words, and two indices. */
static bool place_type(grb_call *c, grb_placed *placed, GrB_Type type)
{
    const size_t size = type->size, word = grb_word(size), at = (size + 3) / 4 * 4, bytes = at + 2 * sizeof(int32_t);
    char name[32], members[64];
    placed->size = size;
    placed->at = at;
    placed->type = (struct GrB_Type_opaque){.object = {.magic = GRB_LIVE, .kind = GRB_Type}, .code = GrB_UDT_CODE};
    if (bytes > TROPIC_TYPE_MAX) return true;
    placed->type.size = bytes;
    snprintf(name, sizeof name, "grb_placed_%d", (int)size);
    snprintf(members, sizeof members, "uint%d_t value[%d]; int32_t i, j;", (int)(8 * word), (int)(size / word));
    const tropic_type_source source = {
        .size = sizeof source, .name = name, .members = members, .bytes = bytes, .align = word < 4 ? 4 : word};
    return grb_done_in(c, grb_context(), tropic_type_define(&placed->type.type, grb_context(), &source));
}

/* An operator of `of`, without what Tropic makes of it. */
static void set_operator(grb_indexed *of, grb_operator *op, grb_kind kind, GrB_Type x, GrB_Type y)
{
    op->object.kind = kind;
    op->x = x;
    op->y = y;
    op->builtin = TROPIC_OPERATORS;
    op->indexed = of;
    grb_measure(&op->function, op);
}

static void set_views(grb_indexed *of)
{
    const GrB_Type types[] = {of->op->x, of->op->y};
    for (int k = 0; k < 2; k++)
        for (int transposed = 0; transposed < 2; transposed++) {
            grb_operator *op = &of->with_place[k][transposed];
            op->z = &of->placed[k].type;
            op->function.host.map = map_with_place;
            set_operator(of, op, GRB_UnaryOp, types[k], NULL);
            of->places.views[GRB_KRONECKER].instead[k][transposed] = op;
            if (k == 0) of->places.views[GRB_MXM].instead[k][transposed] = op;
        }
    for (int k = 0; k < GRB_PRODUCTS; k++) {
        grb_operator *op = &of->views[k];
        op->z = of->op->z;
        op->product = (grb_product)k;
        op->function.call = of->op->function.call;
        set_operator(of, op, GRB_BinaryOp, k == GRB_MXM || k == GRB_KRONECKER ? &of->placed[0].type : types[0],
                     k == GRB_KRONECKER ? &of->placed[1].type : types[1]);
        if (op->function.call) op->function.host.map = map_of(op);
        of->places.views[k].op = op;
    }
}

GrB_Info GxB_IndexBinaryOp_new(GxB_IndexBinaryOp *op, GxB_index_binary_function function, GrB_Type z_type,
                               GrB_Type x_type, GrB_Type y_type, GrB_Type theta_type, const char *name,
                               const char *definition)
{
    grb_call c;
    if (!grb_open(&c, __func__) || !GRB_POINTER(c, op) ||
        !(function || (name && definition) ||
          grb_fail(&c, GrB_NULL_POINTER, "there is neither a function nor its text")) ||
        !GRB_NEED(c, z_type) || !GRB_NEED(c, x_type) || !GRB_NEED(c, y_type) || !GRB_NEED(c, theta_type))
        return grb_close(&c);
    GxB_IndexBinaryOp made = grb_new(&c, GRB_IndexBinaryOp, sizeof *made);
    if (made) {
        made->of.z = z_type;
        made->of.x = x_type;
        made->of.y = y_type;
        made->of.function.call = (void (*)(void))function;
        made->theta = theta_type;
        if (grb_name(&c, &made->of.object, name, definition))
            *op = made;
        else
            grb_delete(made);
    }
    return grb_close(&c);
}

/* All of a new operator but theta. */
static bool set_up(grb_call *c, grb_operator *op, const struct GxB_IndexBinaryOp_opaque *from)
{
    grb_indexed *of = grb_allocate_zero(1, sizeof *of + from->theta->size);
    if (!of) return grb_no_memory(c);
    of->op = op;
    of->theta_type = from->theta;
    op->z = from->of.z;
    op->product = GRB_PRODUCTS;
    op->places = &of->places;
    op->function.call = from->of.function.call;
    set_operator(of, op, GRB_BinaryOp, from->of.x, from->of.y);
    if (op->function.call) op->function.host.map = map_of(op);
    if (!grb_name(c, &op->object, from->of.object.c_name, from->of.object.definition) ||
        !place_type(c, &of->placed[0], op->x) || !place_type(c, &of->placed[1], op->y))
        return false;
    op->host = !grb_uses_text(op);
    set_views(of);
    return true;
}

GrB_Info GxB_BinaryOp_new_IndexOp(GrB_BinaryOp *op, GxB_IndexBinaryOp index_op, GrB_Scalar theta)
{
    grb_call c;
    const grb_value value = grb_value_Scalar(&theta);
    if (!grb_open(&c, __func__) || !GRB_POINTER(c, op) || !GRB_NEED(c, index_op) ||
        !grb_value_need(&c, &value, index_op->theta, "theta"))
        return grb_close(&c);
    GrB_BinaryOp made = grb_new(&c, GRB_BinaryOp, sizeof *made);
    bool good = made && set_up(&c, &made->of, index_op);
    if (good) grb_value_cast(made->of.indexed->theta, index_op->theta, &value);
    if (good && grb_make_measured(&c, &made->of.made, &made->of.function, &made->of, NULL, NULL))
        *op = made;
    else
        grb_delete(made);
    return grb_close(&c);
}
