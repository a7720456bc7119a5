/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators of the caller: a function, its text in C, or both. Tropic takes an expression, and the function that it
 * calls: the texts of the operator and its types, and a function that calls the operator's with pointers.
 */
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graphblas/operators.h"

/* ------------------------------------------------------------------------------------------------
 * Functions
 */

/* (The function may write its result before it has read its operands.) */
#define GRB_MAP_IN(name, SIZE, type_, ...)                                                                             \
    static void name##_##SIZE(const tropic_host_operator *self, void *z, const void *x, const void *y,                 \
                              const tropic_index *i, const tropic_index *j, int64_t count)                             \
    {                                                                                                                  \
        const grb_function *f = (const grb_function *)(const void *)self;                                              \
        const type_ call = (type_)f->call;                                                                             \
        const char *xs = x, *ys = y;                                                                                   \
        const bool was = grb_in_function(true);                                                                        \
        grb_##SIZE t, a, b;                                                                                            \
        (void)b;                                                                                                       \
        (void)ys;                                                                                                      \
        (void)i;                                                                                                       \
        (void)j;                                                                                                       \
        for (size_t k = 0; k < (size_t)count; k++) {                                                                   \
            call(t.bytes, grb_operand_##SIZE(xs + k * f->x, f->x, a.bytes) __VA_ARGS__);                               \
            grb_put((char *)z + k * f->z, t.bytes, f->z);                                                              \
        }                                                                                                              \
        grb_in_function(was);                                                                                          \
    }
#define GRB_MAP(SIZE)                                                                                                  \
    GRB_MAP_IN(map_unary, SIZE, GxB_unary_function, )                                                                  \
    GRB_MAP_IN(map_binary, SIZE, GxB_binary_function, , grb_operand_##SIZE(ys + k * f->y, f->y, b.bytes))              \
    GRB_MAP_IN(map_indexed, SIZE, GxB_index_unary_function, , (GrB_Index)i[k], j ? (GrB_Index)j[k] : 0,                \
               grb_operand_##SIZE(ys + k * f->y, f->y, b.bytes))
GRB_MAP(small)
GRB_MAP(wide)

/* The one of an operator's kind and sizes. */
static void set_map(grb_operator *op)
{
    const bool wide = grb_is_wide(&op->function);
    op->function.host.map = op->object.kind == GRB_UnaryOp    ? wide ? map_unary_wide : map_unary_small
                            : op->object.kind == GRB_BinaryOp ? wide ? map_binary_wide : map_binary_small
                            : wide                            ? map_indexed_wide
                                                              : map_indexed_small;
}

/* ------------------------------------------------------------------------------------------------
 * Texts
 */

static bool has_text(const grb_object *o)
{
    return o->c_name && o->definition;
}

/* Where there is a function, a text is of no use to a program that leaves compilers off (GxB_JIT_C_CONTROL). */
bool grb_uses_text(const grb_operator *op)
{
    return has_text(&op->object) && (grb_global.settings.jit == GxB_JIT_ON || !op->function.host.map);
}

/* The name of a type in texts: its own, or that of the words that Tropic moves. */
static const char *text_name(GrB_Type type)
{
    return has_text(&type->object) ? type->object.c_name : grb_c_name(type);
}

static void write_definition(FILE *out, const grb_object *o)
{
    fprintf(out, "#line 1 \"%s, definition\"\n%s\n#line 1 \"%s, after its definition\"\n", o->c_name, o->definition,
            o->c_name);
}

/* Two types of one name and other texts are both written: the compiler says that the name is taken. */
static bool same_text(GrB_Type a, GrB_Type b)
{
    return has_text(&a->object) && has_text(&b->object) && a->size == b->size &&
           strcmp(a->object.c_name, b->object.c_name) == 0 && strcmp(a->object.definition, b->object.definition) == 0;
}

static void write_types(FILE *out, const grb_operator *op)
{
    const grb_indexed *of = op->indexed;
    const GrB_Type types[] = {op->z, of ? of->op->x : op->x, of ? of->op->y : op->y, of ? of->theta_type : NULL};
    for (int k = 0; k < 4; k++) {
        bool write = types[k] && has_text(&types[k]->object);
        for (int e = 0; e < k && write; e++) write = !types[e] || !same_text(types[e], types[k]);
        if (!write) continue;
        write_definition(out, &types[k]->object);
        fprintf(out, "static_assert(sizeof(%s) == %zu, \"the size that %s was made with\");\n", types[k]->object.c_name,
                types[k]->size, types[k]->object.c_name);
    }
}

/* An operand of the function that calls the caller's: a copy, of the caller's type, or of that many words. */
static void write_operand(FILE *out, GrB_Type type, const char *copy, const char *operand)
{
    const int word = (int)grb_word(type->size);
    if (type->code == GrB_UDT_CODE && !has_text(&type->object))
        fprintf(out, "    uint%d_t %s[%d];\n", 8 * word, copy, (int)type->size / word);
    else
        fprintf(out, "    %s %s;\n", text_name(type), copy);
    fprintf(out, "    memcpy(&%s, &%s, sizeof %s);\n", copy, operand, copy);
}

/* grb_call, with the operands that the kind has. */
static void write_call(FILE *out, const grb_operator *op)
{
    const bool places = op->object.kind == GRB_IndexUnaryOp;
    fprintf(out, "static %s grb_call(%s grb_x", grb_c_name(op->z), grb_c_name(op->x));
    if (op->y) fprintf(out, ", %s grb_y", grb_c_name(op->y));
    fprintf(out, "%s)\n{\n    %s grb_z;\n    %s grb_c;\n", places ? ", tropic_index grb_i, tropic_index grb_j" : "",
            grb_c_name(op->z), text_name(op->z));
    write_operand(out, op->x, "grb_a", "grb_x");
    if (op->y) write_operand(out, op->y, "grb_b", "grb_y");
    fprintf(out, "    %s(&grb_c, &grb_a%s%s);\n", op->object.c_name,
            places ? ", (GrB_Index)grb_i, (GrB_Index)grb_j" : "", op->y ? ", &grb_b" : "");
    fprintf(out, "    memcpy(&grb_z, &grb_c, sizeof grb_z);\n    return grb_z;\n}\n");
}

/* The same of a GxB_IndexBinaryOp's. The places are those that a product sees, or come with the operand. */
static void write_indexed(FILE *out, const grb_operator *op)
{
    static const char *const places[GRB_PRODUCTS + 1][2] = {[GRB_MXM] = {"grb_x.i, grb_i", "grb_i, grb_j"},
                                                            [GRB_MXV] = {"grb_j, grb_i", "grb_i, 0"},
                                                            [GRB_VXM] = {"0, grb_i", "grb_i, grb_j"},
                                                            [GRB_KRONECKER] = {"grb_x.i, grb_x.j", "grb_y.i, grb_y.j"},
                                                            [GRB_PRODUCTS] = {"grb_i, grb_j", "grb_i, grb_j"}};
    const grb_indexed *of = op->indexed;
    const GrB_Type x = of->op->x, y = of->op->y;
    fprintf(out, "static %s grb_call(%s grb_x, %s grb_y, tropic_index grb_i, tropic_index grb_j)\n{\n",
            grb_c_name(op->z), grb_c_name(op->x), grb_c_name(op->y));
    fprintf(out, "    %s grb_z;\n    %s grb_c;\n    const uint8_t grb_theta[] = {", grb_c_name(op->z),
            text_name(op->z));
    for (size_t k = 0; k < of->theta_type->size; k++) fprintf(out, "%d,", (unsigned char)of->theta[k]);
    fprintf(out, "};\n");
    write_operand(out, x, "grb_a", op->x == x ? "grb_x" : "grb_x.value");
    write_operand(out, y, "grb_b", op->y == y ? "grb_y" : "grb_y.value");
    write_operand(out, of->theta_type, "grb_d", "grb_theta");
    fprintf(out, "    %s(&grb_c, &grb_a, %s, &grb_b, %s, &grb_d);\n", op->object.c_name, places[op->product][0],
            places[op->product][1]);
    fprintf(out, "    memcpy(&grb_z, &grb_c, sizeof grb_z);\n    return grb_z;\n}\n");
}

/* The same of an extension's operator. */
static void write_expression(FILE *out, const grb_operator *op)
{
    fprintf(out, "%s\nstatic %s grb_call(%s x, %s y)\n{\n    return %s;\n}\n", grb_definitions, grb_c_name(op->z),
            grb_c_name(op->x), grb_c_name(op->y), op->expression->text);
}

/* The definitions that the expression needs; NULL: memory is short. */
static char *definition_of(const grb_operator *op)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (op->expression) {
        write_expression(out, op);
    } else {
        fprintf(out, "typedef uint64_t GrB_Index;\n");
        write_types(out, op);
        write_definition(out, &op->object);
        (op->indexed ? write_indexed : write_call)(out, op);
    }
    const bool failed = ferror(out) != 0;
    if (fclose(out) == 0 && !failed) return text;
    free(text);
    return NULL;
}

static const char *expression_of(const grb_operator *op, bool monoid)
{
    return monoid                                               ? "grb_call(a, b)"
           : op->object.kind == GRB_UnaryOp                     ? "grb_call(x)"
           : op->object.kind == GRB_IndexUnaryOp || op->indexed ? "grb_call(x, y, i, j)"
                                                                : "grb_call(x, y)";
}

/* As a whole number times a power of two: the decimal point of a locale is no C. */
static void write_real(char *text, size_t room, GrB_Type type, double real)
{
    int exponent;
    const double fraction = frexp(fabs(real), &exponent);
    snprintf(text, room, "(%s)%s0x%" PRIx64 "p%d", grb_c_name(type), signbit(real) ? "-" : "",
             (uint64_t)ldexp(fraction, DBL_MANT_DIG), exponent - DBL_MANT_DIG);
}

/* Words, each with a comma: at most five characters a byte, as in "0xff,". */
static void write_words(char *text, size_t room, GrB_Type type, const void *value)
{
    const size_t word = grb_word(type->size);
    size_t used = (size_t)snprintf(text, room, "((%s){{", grb_c_name(type));
    for (size_t k = 0; k < type->size; k += word) {
        uint64_t bits = 0;
        memcpy(&bits, (const char *)value + k, word);
        used += (size_t)snprintf(text + used, room - used, "0x%" PRIx64 ",", bits);
    }
    snprintf(text + used, room - used, "}})");
}

const char *grb_literal(grb_call *c, GrB_Type type, const void *value)
{
    const size_t room = 5 * type->size + strlen(grb_c_name(type)) + 64;
    char *text = grb_room(c, room, 1);
    double real;
    int64_t integer;
    if (text) switch (type->code) {
        case GrB_UDT_CODE: write_words(text, room, type, value); break;
        case GrB_FP32_CODE:
        case GrB_FP64_CODE:
            grb_cast(&real, GrB_FP64, value, type);
            if (isnan(real) || isinf(real))
                snprintf(text, room, "%s", isnan(real) ? "NAN" : real > 0 ? "INFINITY" : "-INFINITY");
            else
                write_real(text, room, type, real);
            break;
        case GrB_UINT64_CODE: snprintf(text, room, "%" PRIu64 "u", *(const uint64_t *)value); break;
        default:
            grb_cast(&integer, GrB_INT64, value, type);
            /* (The smallest is no literal.) */
            if (integer == INT64_MIN)
                snprintf(text, room, "(-%" PRId64 " - 1)", INT64_MAX);
            else
                snprintf(text, room, "(%s)%" PRId64, grb_c_name(type), integer);
            break;
        }
    return text;
}

/* ------------------------------------------------------------------------------------------------
 * Making them
 */

void grb_measure(grb_function *f, const grb_operator *op)
{
    f->host.size = sizeof f->host;
    f->z = op->z->size;
    f->x = op->x->size;
    f->y = (op->y ? op->y : GrB_BOOL)->size;
}

/* (y of a unary operator is a bool that nobody reads.) */
bool grb_make_measured(grb_call *c, tropic_operator **made, const grb_function *f, const grb_operator *op,
                       const char *identity, const char *terminal)
{
    const GrB_Type y = op->y ? op->y : GrB_BOOL;
    const bool text = op->expression || (has_text(&op->object) && !op->host);
    char *definition = text ? definition_of(op) : NULL;
    if (text && !definition) return grb_no_memory(c);
    const tropic_operator_source source = {.size = sizeof source,
                                           .name = op->expression ? op->object.name
                                                   : text         ? op->object.c_name
                                                                  : "function",
                                           .z = grb_c_name(op->z),
                                           .x = grb_c_name(op->x),
                                           .y = grb_c_name(y),
                                           .expression = text ? expression_of(op, identity != NULL) : NULL,
                                           .identity = text ? identity : NULL,
                                           .terminal = text ? terminal : NULL,
                                           .definition = definition,
                                           .host = f->host.map ? &f->host : NULL};
    const bool good = grb_done_in(c, grb_context(), tropic_operator_create(made, grb_context(), &source));
    free(definition);
    return good;
}

bool grb_make(grb_call *c, tropic_operator **made, grb_function *f, const grb_operator *op, const char *identity,
              const char *terminal)
{
    grb_measure(f, op);
    return grb_make_measured(c, made, f, op, identity, terminal);
}

bool grb_take_text(grb_call *c, grb_operator *op)
{
    tropic_operator *made = NULL;
    if (!grb_uses_text(op)) return true;
    op->host = false;
    if (!grb_make(c, &made, &op->function, op, NULL, NULL)) {
        op->host = true;
        return false;
    }
    grb_unmake(op);
    op->made = made;
    return true;
}

/* The caller's definition: a function, a text, or both. */
typedef struct given {
    void (*call)(void);
    GrB_Type z_type, x_type, y_type;
    const char *name, *definition;
} given;

/* *op = a new operator, a handle of this kind. */
static GrB_Info new_operator(const char *function, grb_kind kind, void *op, const given *g)
{
    grb_call c;
    if (!grb_open(&c, function) || !GRB_POINTER(c, op) ||
        !(g->call || (g->name && g->definition) ||
          grb_fail(&c, GrB_NULL_POINTER, "there is neither a function nor its text")) ||
        !GRB_NEED(c, g->z_type) || !GRB_NEED(c, g->x_type) || !(kind == GRB_UnaryOp || GRB_NEED(c, g->y_type)))
        return grb_close(&c);
    grb_operator *made = grb_new(&c, kind, sizeof *made);
    if (made) {
        made->z = g->z_type;
        made->x = g->x_type;
        made->y = g->y_type;
        made->builtin = TROPIC_OPERATORS;
        made->function.call = g->call;
        grb_measure(&made->function, made);
        if (g->call) set_map(made);
        const bool named = grb_name(&c, &made->object, g->name, g->definition);
        made->host = !grb_uses_text(made);
        if (named && grb_make(&c, &made->made, &made->function, made, NULL, NULL))
            memcpy(op, &made, sizeof made);
        else
            grb_delete(made);
    }
    return grb_close(&c);
}

GrB_Info GrB_UnaryOp_new(GrB_UnaryOp *op, void (*function)(void *z, const void *x), GrB_Type z_type, GrB_Type x_type)
{
    return new_operator(__func__, GRB_UnaryOp, op,
                        &(given){(void (*)(void))function, z_type, x_type, NULL, NULL, NULL});
}

GrB_Info GrB_BinaryOp_new(GrB_BinaryOp *op, void (*function)(void *z, const void *x, const void *y), GrB_Type z_type,
                          GrB_Type x_type, GrB_Type y_type)
{
    return new_operator(__func__, GRB_BinaryOp, op,
                        &(given){(void (*)(void))function, z_type, x_type, y_type, NULL, NULL});
}

GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op,
                              void (*function)(void *z, const void *x, GrB_Index i, GrB_Index j, const void *s),
                              GrB_Type z_type, GrB_Type x_type, GrB_Type s_type)
{
    return new_operator(__func__, GRB_IndexUnaryOp, op,
                        &(given){(void (*)(void))function, z_type, x_type, s_type, NULL, NULL});
}

GrB_Info GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type z_type, GrB_Type x_type,
                         const char *name, const char *definition)
{
    return new_operator(__func__, GRB_UnaryOp, op,
                        &(given){(void (*)(void))function, z_type, x_type, NULL, name, definition});
}

GrB_Info GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type z_type, GrB_Type x_type,
                          GrB_Type y_type, const char *name, const char *definition)
{
    return new_operator(__func__, GRB_BinaryOp, op,
                        &(given){(void (*)(void))function, z_type, x_type, y_type, name, definition});
}

GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function, GrB_Type z_type, GrB_Type x_type,
                              GrB_Type s_type, const char *name, const char *definition)
{
    return new_operator(__func__, GRB_IndexUnaryOp, op,
                        &(given){(void (*)(void))function, z_type, x_type, s_type, name, definition});
}
