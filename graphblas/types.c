/* SPDX-License-Identifier: Apache-2.0
 *
 * Types of the caller.
 */
#include "graphblas/operators.h"

#include <stdio.h>
#include <string.h>

const char *grb_shown_name(GrB_Type type)
{
    if (type->code != GrB_UDT_CODE) return grb_c_name(type);
    return type->object.c_name ? type->object.c_name : type->object.name ? type->object.name : "";
}

/* Values are words: of eight bytes where the size allows it, so that they are aligned. (Also those of a type with a
 * definition, which the texts of operators have.) */
size_t grb_word(size_t size)
{
    return size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
}

static tropic_status define_bytes(tropic_type *type, size_t size)
{
    const size_t word = grb_word(size);
    char name[32], members[48];
    snprintf(name, sizeof name, "grb_bytes_%d", (int)size);
    snprintf(members, sizeof members, "uint%d_t word[%d];", (int)(8 * word), (int)(size / word));
    const tropic_type_source source = {
        .size = sizeof source, .name = name, .members = members, .bytes = size, .align = word};
    return tropic_type_define(type, grb_host_context(), &source);
}

/* sizeof a type, by an operator of its text that a compiler makes; 0: the call has failed. */
static size_t size_of_text(grb_call *c, const char *name, const char *definition)
{
    tropic_context *host = grb_host_context();
    tropic_operator *op = NULL;
    tropic_vector *one = NULL;
    char expression[GxB_MAX_NAME_LEN + 32];
    uint64_t size = 1;
    bool present;
    snprintf(expression, sizeof expression, "(uint64_t)sizeof(%s)", name);
    const tropic_operator_source source = {.size = sizeof source,
                                           .name = "sizeof",
                                           .z = "uint64_t",
                                           .x = "uint64_t",
                                           .y = "bool",
                                           .expression = expression,
                                           .definition = definition};
    const bool good = grb_done_in(c, host, tropic_operator_create(&op, host, &source)) &&
                      grb_done_in(c, host, tropic_vector_create(&one, host, TROPIC_UINT64, 1)) &&
                      grb_done_in(c, host, tropic_vector_set(one, 0, &size)) &&
                      grb_done_in(c, host, tropic_apply(one, NULL, NULL, op, one, NULL, NULL)) &&
                      grb_done_in(c, host, tropic_vector_get(one, 0, &size, &present));
    tropic_vector_free(&one);
    tropic_operator_free(&op);
    return good ? (size_t)size : 0;
}

static GrB_Info new_type(const char *function, GrB_Type *type, size_t size, const char *name, const char *definition)
{
    grb_call c;
    if (!grb_open(&c, function) || !GRB_POINTER(c, type)) return grb_close(&c);
    if (size == 0 && name && definition && strlen(name) < GxB_MAX_NAME_LEN) {
        size = size_of_text(&c, name, definition);
        if (c.info != GrB_SUCCESS) return grb_close(&c);
    }
    if (size == 0 || size > TROPIC_TYPE_MAX) {
        grb_fail(&c, size == 0 ? GrB_INVALID_VALUE : GrB_NOT_IMPLEMENTED,
                 "a type of %zu bytes, and a value has 1 to %d", size, TROPIC_TYPE_MAX);
        return grb_close(&c);
    }
    GrB_Type made = grb_new(&c, GRB_Type, sizeof *made);
    if (made) {
        made->size = size;
        made->code = GrB_UDT_CODE;
        if (grb_name(&c, &made->object, name, definition) &&
            grb_done_in(&c, grb_host_context(), define_bytes(&made->type, size)))
            *type = made;
        else
            grb_delete(made);
    }
    return grb_close(&c);
}

GrB_Info GrB_Type_new(GrB_Type *type, size_t size)
{
    return new_type(__func__, type, size, NULL, NULL);
}

GrB_Info GxB_Type_new(GrB_Type *type, size_t size, const char *name, const char *definition)
{
    return new_type(__func__, type, size, name, definition);
}
