/* SPDX-License-Identifier: Apache-2.0
 *
 * Value types: the built-in ones, and struct types of the user's own, which the process knows by name
 * from their definition on.
 */
#include "runtime/types.h"

#include "runtime/arcs.h"
#include "runtime/backend.h"
#include "runtime/choice.h"
#include "runtime/locks.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Struct types that a process may define. */
#define MAX_STRUCTS 256
/* As of the largest built-in type: single values are kept beside those. */
#define MAX_ALIGN 8

typedef struct definition {
    char *name, *members;
    size_t bytes, align;
} definition;

static const struct {
    const char *name, *c_name;
    size_t size;
} builtin[TROPIC_TYPES] = {
    [TROPIC_BOOL] = {"bool", "bool", sizeof(bool)},
    [TROPIC_INT8] = {"int8", "int8_t", sizeof(int8_t)},
    [TROPIC_INT16] = {"int16", "int16_t", sizeof(int16_t)},
    [TROPIC_INT32] = {"int32", "int32_t", sizeof(int32_t)},
    [TROPIC_INT64] = {"int64", "int64_t", sizeof(int64_t)},
    [TROPIC_UINT8] = {"uint8", "uint8_t", sizeof(uint8_t)},
    [TROPIC_UINT16] = {"uint16", "uint16_t", sizeof(uint16_t)},
    [TROPIC_UINT32] = {"uint32", "uint32_t", sizeof(uint32_t)},
    [TROPIC_UINT64] = {"uint64", "uint64_t", sizeof(uint64_t)},
    [TROPIC_FP32] = {"fp32", "float", sizeof(float)},
    [TROPIC_FP64] = {"fp64", "double", sizeof(double)},
};

/* Those below `defined` never change, so that they are read without the lock. */
static definition structs[MAX_STRUCTS];
static int defined;

static const definition *find(tropic_type type)
{
    const int at = (int)type - TROPIC_TYPES;
    return at >= 0 && at < __atomic_load_n(&defined, __ATOMIC_ACQUIRE) ? &structs[at] : NULL;
}

const char *tropic_type_name(tropic_type type)
{
    const definition *d = find(type);
    return d ? d->name : (size_t)type < TROPIC_TYPES ? builtin[type].name : NULL;
}

size_t tropic_type_size(tropic_type type)
{
    const definition *d = find(type);
    return d ? d->bytes : (size_t)type < TROPIC_TYPES ? builtin[type].size : 0;
}

const char *tp_type_c_name(tropic_type type)
{
    const definition *d = find(type);
    return d ? d->name : (size_t)type < TROPIC_TYPES ? builtin[type].c_name : NULL;
}

size_t tp_type_align(tropic_type type)
{
    const definition *d = find(type);
    return d ? d->align : tropic_type_size(type);
}

const char *tp_type_members(tropic_type type)
{
    const definition *d = find(type);
    return d ? d->members : NULL;
}

bool tp_type_find(const char *c_name, tropic_type *type)
{
    const int count = __atomic_load_n(&defined, __ATOMIC_ACQUIRE);
    if (strcmp(c_name, "_Bool") == 0) c_name = "bool"; /* by a macro around ours */
    for (int t = 0; t < TROPIC_TYPES + count; t++)
        if (strcmp(tp_type_c_name((tropic_type)t), c_name) == 0) {
            *type = (tropic_type)t;
            return true;
        }
    return false;
}

void tp_type_chooses(tropic_context *context, tropic_type type)
{
    if (tp_undecided(context) && tropic_type_size(type) > TROPIC_TYPE_DEVICE_MAX)
        tp_choose_cpu(context, "values have more bytes than a GPU takes");
}

tropic_status tp_type_fits(tropic_context *context, tropic_type type)
{
    const size_t size = tropic_type_size(type);
    tp_type_chooses(context, type);
    if (size <= TROPIC_TYPE_DEVICE_MAX || context->backend->location == TROPIC_HOST) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "values of type %s have %zu bytes, and on a GPU at most %d",
                   tropic_type_name(type), size, TROPIC_TYPE_DEVICE_MAX);
}

const void *tp_type_zero(void)
{
    static _Alignas(max_align_t) char zeros[TROPIC_TYPE_MAX]; /* (not const, or they would be in the library's file) */
    return zeros;
}

const void *tp_type_one(tropic_type type)
{
    static const tp_value ones[TROPIC_TYPES] = {
        [TROPIC_BOOL] = {.bool8 = true}, [TROPIC_INT8] = {.int8 = 1},     [TROPIC_INT16] = {.int16 = 1},
        [TROPIC_INT32] = {.int32 = 1},   [TROPIC_INT64] = {.int64 = 1},   [TROPIC_UINT8] = {.uint8 = 1},
        [TROPIC_UINT16] = {.uint16 = 1}, [TROPIC_UINT32] = {.uint32 = 1}, [TROPIC_UINT64] = {.uint64 = 1},
        [TROPIC_FP32] = {.fp32 = 1},     [TROPIC_FP64] = {.fp64 = 1},
    };
    return tp_type_struct(type) ? tp_type_zero() : &ones[type];
}

static bool is_name(const char *name)
{
    for (const char *c = name; *c; c++) {
        const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_';
        if (!letter && !(c > name && *c >= '0' && *c <= '9')) return false;
    }
    return *name != '\0';
}

static tropic_status check(tropic_context *context, const tropic_type_source *source)
{
    if (!source->name || !is_name(source->name))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "type source: name is not a name of C");
    if (!source->members) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "type %s: members is NULL", source->name);
    if (source->bytes == 0 || source->bytes > TROPIC_TYPE_MAX)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "type %s has %zu bytes, not 1 to %d", source->name,
                       source->bytes, TROPIC_TYPE_MAX);
    if (source->align == 0 || source->align > MAX_ALIGN || (source->align & (source->align - 1)) != 0 ||
        source->bytes % source->align != 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "type %s: %zu is no alignment of %zu bytes, or above %d",
                       source->name, source->align, source->bytes, MAX_ALIGN);
    return TROPIC_OK;
}

/* The lock is held. Memory is the process's, since types outlive every context. */
static tropic_status define(tropic_context *context, const tropic_type_source *source, tropic_type *type)
{
    definition *d;
    if (tp_type_find(source->name, type)) {
        const definition *known = find(*type);
        if (known && known->bytes == source->bytes && known->align == source->align &&
            strcmp(known->members, source->members) == 0)
            return TROPIC_OK;
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "type %s is known with another definition", source->name);
    }
    if (defined == MAX_STRUCTS)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "type %s: a process may define %d types", source->name,
                       MAX_STRUCTS);
    d = &structs[defined];
    d->name = strdup(source->name);
    d->members = strdup(source->members);
    if (!d->name || !d->members) {
        free(d->name);
        free(d->members);
        return tp_out_of_memory(context, "a type");
    }
    d->bytes = source->bytes;
    d->align = source->align;
    *type = (tropic_type)(TROPIC_TYPES + defined);
    __atomic_store_n(&defined, defined + 1, __ATOMIC_RELEASE);
    return TROPIC_OK;
}

tropic_status tropic_type_define(tropic_type *type, tropic_context *context, const tropic_type_source *given)
{
    tropic_type_source source;
    tropic_type found = TROPIC_BOOL;
    tropic_status status;
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!type) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "type is NULL");
    if (!given) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "type source is NULL");
    TP_TRY(tp_options_copy(context, &source, sizeof source, given, "type source"));
    TP_TRY(check(context, &source));
    tp_lock(TP_LOCK_TYPES);
    status = define(context, &source, &found);
    tp_unlock(TP_LOCK_TYPES);
    if (status == TROPIC_OK) *type = found;
    return status;
}
