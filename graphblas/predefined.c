/* SPDX-License-Identifier: Apache-2.0
 *
 * The predefined objects, from the tables of GraphBLAS_objects.h, and Tropic's operator for each.
 */
#include "graphblas/call.h"

/* ------------------------------------------------------------------------------------------------
 * Types
 */

#define GRB_DEFINE(T, ctype)                                                                                           \
    struct GrB_Type_opaque grb_type_##T = {GRB_PREDEFINED(Type, "GrB_" #T), TROPIC_##T, GrB_##T##_CODE,                \
                                           sizeof(ctype)};                                                             \
    GrB_Type GrB_##T = &grb_type_##T;
GRB_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Operators: the name that Tropic has for each
 */

enum {
    GRB_IDENTITY = TROPIC_FIRST,
    GRB_ABS = TROPIC_ABS,
    GRB_AINV = TROPIC_AINV,
    GRB_MINV = TROPIC_MINV,
    GRB_LNOT = TROPIC_LNOT,
    GRB_BNOT = TROPIC_BNOT,
    GRB_EQ = TROPIC_EQ,
    GRB_NE = TROPIC_NE,
    GRB_GT = TROPIC_GT,
    GRB_LT = TROPIC_LT,
    GRB_GE = TROPIC_GE,
    GRB_LE = TROPIC_LE,
    GRB_LOR = TROPIC_LOR,
    GRB_LAND = TROPIC_LAND,
    GRB_LXOR = TROPIC_LXOR,
    GRB_LXNOR = TROPIC_LXNOR,
    GRB_BOR = TROPIC_BOR,
    GRB_BAND = TROPIC_BAND,
    GRB_BXOR = TROPIC_BXOR,
    GRB_BXNOR = TROPIC_BXNOR,
    GRB_ONEB = TROPIC_PAIR,
    GRB_FIRST = TROPIC_FIRST,
    GRB_SECOND = TROPIC_SECOND,
    GRB_MIN = TROPIC_MIN,
    GRB_MAX = TROPIC_MAX,
    GRB_PLUS = TROPIC_PLUS,
    GRB_MINUS = TROPIC_MINUS,
    GRB_TIMES = TROPIC_TIMES,
    GRB_DIV = TROPIC_DIVIDE,
    GRB_ROWINDEX = TROPIC_ROW_INDEX,
    GRB_COLINDEX = TROPIC_COL_INDEX,
    GRB_DIAGINDEX = TROPIC_DIAGONAL_INDEX,
    GRB_TRIL = TROPIC_TRIL,
    GRB_TRIU = TROPIC_TRIU,
    GRB_DIAG = TROPIC_DIAGONAL,
    GRB_OFFDIAG = TROPIC_OFF_DIAGONAL,
    GRB_COLLE = TROPIC_COL_LE,
    GRB_COLGT = TROPIC_COL_GT,
    GRB_ROWLE = TROPIC_ROW_LE,
    GRB_ROWGT = TROPIC_ROW_GT,
    GRB_VALUEEQ = TROPIC_EQ,
    GRB_VALUENE = TROPIC_NE,
    GRB_VALUELT = TROPIC_LT,
    GRB_VALUELE = TROPIC_LE,
    GRB_VALUEGT = TROPIC_GT,
    GRB_VALUEGE = TROPIC_GE
};

#define GRB_DEFINE(KIND, name_, OP, T, z_, x_, y_)                                                                     \
    static struct GrB_##KIND##_opaque object_##name_ = {{.object = GRB_PREDEFINED(KIND, #name_),                       \
                                                         .z = z_,                                                      \
                                                         .x = x_,                                                      \
                                                         .y = y_,                                                      \
                                                         .builtin = (tropic_builtin_operator)GRB_##OP,                 \
                                                         .over = TROPIC_##T}};                                         \
    GrB_##KIND name_ = &object_##name_;
#define GRB_UNARY(name, OP, T, ctype) GRB_DEFINE(UnaryOp, name, OP, T, &grb_type_##T, &grb_type_##T, NULL)
#define GRB_COMPARISON(name, OP, T, ctype)                                                                             \
    GRB_DEFINE(BinaryOp, name, OP, T, &grb_type_BOOL, &grb_type_##T, &grb_type_##T)
#define GRB_ARITHMETIC(name, OP, T, ctype)                                                                             \
    GRB_DEFINE(BinaryOp, name, OP, T, &grb_type_##T, &grb_type_##T, &grb_type_##T)
#define GRB_POSITION(name, OP, T, ctype) GRB_DEFINE(IndexUnaryOp, name, OP, T, &grb_type_##T, NULL, &grb_type_##T)
#define GRB_POSITION_TEST(name, OP, T, ctype) GRB_DEFINE(IndexUnaryOp, name, OP, T, &grb_type_BOOL, NULL, &grb_type_##T)
#define GRB_VALUE_TEST(name, OP, T, ctype)                                                                             \
    GRB_DEFINE(IndexUnaryOp, name, OP, T, &grb_type_BOOL, &grb_type_##T, &grb_type_##T)
GRB_UNARY_OPS(GRB_UNARY)
GRB_COMPARISONS(GRB_COMPARISON)
GRB_ARITHMETIC_OPS(GRB_ARITHMETIC)
GRB_POSITIONS(GRB_POSITION)
GRB_POSITION_TESTS(GRB_POSITION_TEST)
GRB_VALUE_TESTS(GRB_VALUE_TEST)
#undef GRB_DEFINE

const tropic_operator *grb_operator_of(const grb_operator *op)
{
    if (op->made) return op->made;
    /* x / y of booleans is x. */
    if (op->builtin == TROPIC_DIVIDE && op->over == TROPIC_BOOL) return tropic_operator_builtin(TROPIC_FIRST, op->over);
    return tropic_operator_builtin(op->builtin, op->over);
}

/* ------------------------------------------------------------------------------------------------
 * Monoids and semirings
 */

#define GRB_DEFINE(name_, operator_, OP, T, ctype)                                                                     \
    static struct GrB_Monoid_opaque object_##name_ = {.object = GRB_PREDEFINED(Monoid, #name_),                        \
                                                      .op = &object_##operator_};                                      \
    GrB_Monoid name_ = &object_##name_;
GRB_MONOIDS(GRB_DEFINE)
#undef GRB_DEFINE

#define GRB_DEFINE(name_, monoid_, operator_, ADD, MUL, T, ctype)                                                      \
    static struct GrB_Semiring_opaque object_##name_ = {                                                               \
        .object = GRB_PREDEFINED(Semiring, #name_), .add = &object_##monoid_, .multiply = &object_##operator_};        \
    GrB_Semiring name_ = &object_##name_;
GRB_SEMIRINGS(GRB_DEFINE)
#undef GRB_DEFINE

/* Those of positions: Tropic has them whole. Their multiply is SECOND to those who ask, for the types. */
#define GRB_DEFINE(name_, ADD, MUL, T, ctype)                                                                          \
    static struct GrB_Semiring_opaque object_##name_ = {.object = GRB_PREDEFINED(Semiring, #name_),                    \
                                                        .add = &object_GrB_MIN_MONOID_##T,                             \
                                                        .multiply = &object_GrB_SECOND_##T,                            \
                                                        .builtin = TROPIC_##ADD##_##MUL};                              \
    GrB_Semiring name_ = &object_##name_;
GRB_POSITION_SEMIRINGS(GRB_DEFINE)
#undef GRB_DEFINE

void grb_free_predefined(void)
{
#define GRB_FREE_MADE(name_, ...) tropic_semiring_free(&object_##name_.made);
    GRB_SEMIRINGS(GRB_FREE_MADE)
#undef GRB_FREE_MADE
}

/* ------------------------------------------------------------------------------------------------
 * Descriptors
 */

#define GRB_DEFINE(name_, outp, mask, inp0, inp1)                                                                      \
    static struct GrB_Descriptor_opaque object_##name_ = {.object = GRB_PREDEFINED(Descriptor, #name_),                \
                                                          .of = {.size = sizeof(tropic_descriptor),                    \
                                                                 .transpose = (inp0) == GrB_TRAN,                      \
                                                                 .transpose_second = (inp1) == GrB_TRAN,               \
                                                                 .complement = ((mask)&GrB_COMP) != 0,                 \
                                                                 .structure = ((mask)&GrB_STRUCTURE) != 0,             \
                                                                 .replace = (outp) == GrB_REPLACE}};                   \
    GrB_Descriptor name_ = &object_##name_;
GRB_DESCRIPTORS(GRB_DEFINE)
#undef GRB_DEFINE
