/* SPDX-License-Identifier: Apache-2.0
 *
 * Hyperlists: the ids (names) of rows or columns that have entries, ascending.
 */
#include "formats/matrix/build/compact.h"
#include "formats/matrix/forms/hypersparse.h"
#include "semiring/cast.h"

#include <string.h>

static tropic_status out_of_memory(tropic_context *context)
{
    return tp_out_of_memory(context, "names of rows and columns");
}

void tp_hyperlist_free(const tp_memory *memory, tp_hyperlist *names)
{
    tp_release(memory, names->ids);
    names->ids = NULL;
}

tropic_index tp_hyperlist_find(const tp_hyperlist *names, tropic_index id)
{
    tropic_offset at;
    if (!names->ids) return id;
    at = tp_find_id(names->ids, 0, names->count, id);
    return at < names->count && names->ids[at] == id ? (tropic_index)at : -1;
}

bool tp_hyperlist_equal(const tp_hyperlist *a, const tp_hyperlist *b)
{
    if (a->n != b->n || a->count != b->count) return false;
    if (a->ids == b->ids || a->count == a->n) return true;
    return a->ids && b->ids && memcmp(a->ids, b->ids, (size_t)a->count * sizeof *a->ids) == 0;
}

tropic_status tp_hyperlist_copy(tropic_context *context, const tp_hyperlist *from, tp_hyperlist *copy)
{
    const size_t bytes = (size_t)from->count * sizeof *from->ids;
    *copy = *from;
    if (!from->ids) return TROPIC_OK;
    copy->ids = tp_allocate(&context->memory, from->count, sizeof *copy->ids);
    if (!copy->ids) return out_of_memory(context);
    if (bytes > 0) memcpy(copy->ids, from->ids, bytes);
    return TROPIC_OK;
}

tropic_status tp_hyperlist_unite(tropic_context *context, const tp_hyperlist *a, const tp_hyperlist *b,
                                 tp_hyperlist *names)
{
    const int64_t most = (int64_t)a->count + b->count;
    tropic_index i = 0, j = 0, count = 0, *ids;
    *names = tp_hyperlist_all(a->n);
    if (!a->ids || !b->ids) return TROPIC_OK;
    ids = tp_allocate(&context->memory, most, sizeof *ids);
    if (!ids) return out_of_memory(context);
    while (i < a->count || j < b->count) {
        const tropic_index x = i < a->count ? a->ids[i] : TROPIC_INDEX_MAX;
        const tropic_index y = j < b->count ? b->ids[j] : TROPIC_INDEX_MAX;
        ids[count++] = x < y ? x : y;
        i += x <= y;
        j += y <= x;
    }
    names->ids = ids;
    names->count = count;
    return TROPIC_OK;
}

tropic_status tp_hyperlist_of(tropic_context *context, tropic_index n, const tropic_index *ids,
                              const tropic_index *others, int64_t count, tp_hyperlist *names)
{
    const tp_memory *memory = &context->memory;
    const int64_t all = others ? 2 * count : count;
    int64_t *keys = tp_allocate(memory, all, sizeof *keys), *spare = tp_allocate(memory, all, sizeof *spare);
    const int64_t *sorted;
    tropic_index *distinct = NULL, found = 0;
    if (keys && spare) {
        for (int64_t k = 0; k < count; k++) keys[k] = ids[k];
        for (int64_t k = count; k < all; k++) keys[k] = others[k - count];
        sorted = tp_sort_keys(keys, spare, all, 0, 0, n);
        for (int64_t k = 0; k < all; k++) found += k == 0 || sorted[k - 1] != sorted[k];
        distinct = tp_allocate(memory, found, sizeof *distinct);
        found = 0;
        for (int64_t k = 0; k < all && distinct; k++)
            if (k == 0 || sorted[k - 1] != sorted[k]) distinct[found++] = (tropic_index)sorted[k];
    }
    tp_release(memory, keys);
    tp_release(memory, spare);
    if (!distinct) return out_of_memory(context);
    *names = (tp_hyperlist){.n = n, .count = found, .ids = distinct};
    return TROPIC_OK;
}

tropic_status tp_hyperlist_positions(tropic_context *context, const tp_hyperlist *from, const tp_hyperlist *names,
                                     tropic_index **to)
{
    tropic_index at = 0;
    *to = NULL;
    if (tp_hyperlist_equal(from, names)) return TROPIC_OK;
    *to = tp_allocate(&context->memory, from->count, sizeof **to);
    if (!*to) return out_of_memory(context);
    for (tropic_index i = 0; i < from->count; i++) {
        const tropic_index id = tp_hyperlist_at(from, i);
        while (names->ids && names->ids[at] < id) at++;
        (*to)[i] = names->ids ? at : id;
    }
    return TROPIC_OK;
}

typedef struct translation {
    const tp_hyperlist *names;
    const tropic_index *from;
    tropic_index *to;
} translation;

/* (Most ids are that of the one before, or the next one.) */
static void find_some(const void *of, int64_t begin, int64_t end)
{
    const translation *t = of;
    const tp_hyperlist *names = t->names;
    tropic_index at = 0;
    for (int64_t k = begin; k < end; k++) {
        const tropic_index id = t->from[k];
        if (names->ids && at + 1 < names->count && names->ids[at + 1] == id)
            at++;
        else if (!names->ids || at < 0 || at >= names->count || names->ids[at] != id)
            at = tp_hyperlist_find(names, id);
        t->to[k] = at;
    }
}

void tp_hyperlist_find_all(tropic_context *context, const tp_hyperlist *names, const tropic_index *ids, int64_t count,
                           tropic_index *to)
{
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, find_some, &(translation){names, ids, to});
}

static void translate_some(const void *of, int64_t begin, int64_t end)
{
    const translation *t = of;
    for (int64_t k = begin; k < end; k++) t->to[k] = tp_hyperlist_at(t->names, t->from[k]);
}

void tp_hyperlist_translate(tropic_context *context, const tp_hyperlist *names, const tropic_index *ids, int64_t count,
                            tropic_index *to)
{
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, translate_some, &(translation){names, ids, to});
}

typedef struct valuing {
    const tp_hyperlist *names;
    const tropic_index *ids;
    tp_cast *cast; /* NULL: names are of the type */
    size_t size;
    char *values;
} valuing;

static void value_some(const void *of, int64_t begin, int64_t end)
{
    const valuing *v = of;
    tropic_index room[TP_PACKED];
    for (int64_t k = begin; k < end; k += TP_PACKED) {
        const int64_t count = end - k < TP_PACKED ? end - k : TP_PACKED;
        for (int64_t c = 0; c < count; c++) room[c] = tp_hyperlist_at(v->names, v->ids[k + c]);
        if (v->cast)
            v->cast(v->values + (size_t)k * v->size, room, count);
        else
            memcpy(v->values + (size_t)k * v->size, room, (size_t)count * v->size);
    }
}

void tp_hyperlist_as_values(tropic_context *context, const tp_hyperlist *names, const tropic_index *ids, int64_t count,
                            tropic_type type, void *values)
{
    const valuing v = {names, ids, tp_cast_of(type, TROPIC_INT32), tropic_type_size(type), values};
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, value_some, &v);
}
