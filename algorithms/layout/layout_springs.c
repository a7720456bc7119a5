/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph as springs, and its components.
 */
#include "algorithms/layout/layout.h"

#include "formats/matrix/facts.h"

#include <math.h>

void tp_springs_free(tropic_context *context, tp_springs *springs)
{
    tropic_matrix_free(&springs->owned);
    for (size_t k = 0; k < sizeof springs->memory / sizeof *springs->memory; k++)
        tp_release(&context->memory, springs->memory[k]);
    *springs = (tp_springs){0};
}

/* strength = A's values, of each entry. */
static tropic_status read_strengths(tropic_context *context, const tropic_matrix *A, const tropic_offset *offsets,
                                    const tropic_index *ids, const void *values, float *strength)
{
    for (tropic_index i = 0; i < A->rows; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) {
            const double value = tp_value_as_double(values, A->type, k);
            strength[k] = (float)value;
            if (!(value >= 0) || !isfinite(strength[k]))
                return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                               "the strength of the spring from vertex %lld to %lld is %g: it must be "
                               "finite, as fp32 too, and not negative",
                               (long long)tropic_matrix_label(A, i), (long long)tropic_matrix_label(A, ids[k]), value);
        }
    return TROPIC_OK;
}

/* A + A' without loops, in new arrays. */
static tropic_status symmetrise(tp_springs *springs, tropic_context *context, const tropic_matrix *A,
                                const tropic_offset *offsets, const tropic_index *ids, const float *strength)
{
    const tropic_build_options options = {
        .size = sizeof options, .loops = TROPIC_LOOPS_DROP, .direction = TROPIC_DIRECTION_UNDIRECTED};
    return tropic_matrix_from_csr(&springs->owned, context, A->rows, A->rows, offsets, ids,
                                  strength ? TROPIC_FP32 : TROPIC_BOOL, strength, &options);
}

/* Of two that were finite. */
static tropic_status check_sums(tropic_context *context, const tropic_matrix *A, const tp_springs *s)
{
    for (tropic_index i = 0; i < s->n; i++)
        for (tropic_offset k = s->offsets[i]; k < s->offsets[i + 1]; k++)
            if (!isfinite(s->strength[k]))
                return tp_fail(context, TROPIC_OVERFLOW,
                               "the strength of the spring between vertices %lld and %lld, the sum "
                               "of both entries, leaves fp32",
                               (long long)tropic_matrix_label(A, i), (long long)tropic_matrix_label(A, s->ids[k]));
    return TROPIC_OK;
}

tropic_status tp_springs_open(tp_springs *springs, tropic_context *context, const tropic_matrix *A, bool weighted)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    const tp_memory *memory = &context->memory;
    tropic_matrix_facts facts = {.size = sizeof facts};
    float *strength = NULL;
    tropic_status status = tropic_matrix_csr(A, context, &offsets, &ids, &values);
    *springs = (tp_springs){.n = A->rows, .components = 1};
    if (status == TROPIC_OK) status = tropic_matrix_describe(A, context, &facts);
    if (status != TROPIC_OK) return status;
    weighted = weighted && values;
    if (weighted && (size_t)A->type >= TROPIC_TYPES)
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "A has values of type %s, no strengths",
                       tropic_type_name(A->type));
    if (weighted) {
        strength = tp_allocate(memory, A->count, sizeof *strength);
        if (!strength) return tp_out_of_memory(context, "strengths of springs");
        status = read_strengths(context, A, offsets, ids, values, strength);
    }
    if (status == TROPIC_OK && facts.loops == 0 && (weighted ? facts.symmetric : facts.symmetric_pattern)) {
        springs->offsets = offsets;
        springs->ids = ids;
        springs->strength = strength;
        springs->memory[0] = strength;
        return TROPIC_OK;
    }
    if (status == TROPIC_OK) status = symmetrise(springs, context, A, offsets, ids, strength);
    tp_release(memory, strength);
    if (status == TROPIC_OK)
        status = tropic_matrix_csr(springs->owned, context, &springs->offsets, &springs->ids, &values);
    if (status == TROPIC_OK) springs->strength = values;
    if (status == TROPIC_OK && values) status = check_sums(context, A, springs);
    if (status != TROPIC_OK) tp_springs_free(context, springs);
    return status;
}

/* ---- components ---- */

void tp_components_list_free(tropic_context *context, tp_components_list *list)
{
    tp_release(&context->memory, list->start);
    tp_release(&context->memory, list->vertex);
    *list = (tp_components_list){0};
}

/* rank[c]: the place of component c among those of more vertices, or as many and a lesser number; by counting. `many`:
 * n + 1 zeros. */
static void rank_components(const tropic_index *size, tropic_index count, tropic_index n, tropic_index *many,
                            tropic_index *rank)
{
    tropic_index before = 0;
    for (tropic_index c = 0; c < count; c++) many[size[c]]++;
    for (tropic_index s = n; s >= 0; s--) {
        const tropic_index here = many[s];
        many[s] = before;
        before += here;
    }
    for (tropic_index c = 0; c < count; c++) rank[c] = many[size[c]]++;
}

tropic_status tp_springs_components(tp_components_list *list, tropic_context *context, const tp_springs *springs)
{
    const tp_memory *memory = &context->memory;
    const tropic_index n = springs->n;
    const tp_arcs arcs = {.lists = n, .count = springs->offsets[n], .offsets = springs->offsets, .ids = springs->ids};
    tropic_index *component = tp_allocate(memory, n, sizeof *component);
    tropic_index *rank = tp_allocate(memory, n, sizeof *rank);
    tropic_index *size = tp_allocate_zero(memory, (int64_t)n + 1, sizeof *size);
    tropic_index *many = tp_allocate_zero(memory, (int64_t)n + 1, sizeof *many);
    tropic_status status = TROPIC_OK;
    *list = (tp_components_list){.vertex = tp_allocate(memory, n, sizeof *list->vertex)};
    if (component && rank && size && many && list->vertex) {
        list->count = tp_components(context, &arcs, NULL, component);
        list->start = tp_allocate_zero(memory, (int64_t)list->count + 1, sizeof *list->start);
    }
    if (list->start) {
        for (tropic_index v = 0; v < n; v++) size[component[v]]++;
        rank_components(size, list->count, n, many, rank);
        for (tropic_index c = 0; c < list->count; c++) list->start[rank[c] + 1] = size[c];
        for (tropic_index c = 0; c < list->count; c++) list->start[c + 1] += list->start[c];
        for (tropic_index c = 0; c < list->count; c++) size[c] = list->start[rank[c]];
        for (tropic_index v = 0; v < n; v++) list->vertex[size[component[v]]++] = v;
    } else {
        tp_components_list_free(context, list);
        status = tp_out_of_memory(context, "components");
    }
    tp_release(memory, component);
    tp_release(memory, rank);
    tp_release(memory, size);
    tp_release(memory, many);
    return status;
}

/* The arcs of the listed vertices, by their new numbers. */
static void copy_arcs(const tp_springs *springs, const tropic_index *vertex, tropic_index n, const tropic_index *number,
                      tropic_offset *offsets, tropic_index *ids, float *strength)
{
    offsets[0] = 0;
    for (tropic_index i = 0; i < n; i++) {
        const tropic_index v = vertex[i];
        tropic_offset to = offsets[i];
        for (tropic_offset k = springs->offsets[v]; k < springs->offsets[v + 1]; k++, to++) {
            ids[to] = number[springs->ids[k]];
            if (strength) strength[to] = springs->strength[k];
        }
        offsets[i + 1] = to;
    }
}

tropic_status tp_springs_part(tp_springs *part, tropic_context *context, const tp_springs *springs,
                              const tp_components_list *list, tropic_index first, tropic_index count)
{
    const tp_memory *memory = &context->memory;
    const tropic_index from = list->start[first], n = list->start[first + count] - from;
    const tropic_index *vertex = list->vertex + from;
    tropic_index *number = tp_allocate(memory, springs->n, sizeof *number);
    tropic_index *start = tp_allocate(memory, (int64_t)count + 1, sizeof *start);
    tropic_offset *offsets = tp_allocate(memory, (int64_t)n + 1, sizeof *offsets), arcs = 0;
    tropic_index *ids;
    float *strength = NULL;
    for (tropic_index i = 0; i < n; i++) arcs += springs->offsets[vertex[i] + 1] - springs->offsets[vertex[i]];
    ids = tp_allocate(memory, arcs, sizeof *ids);
    if (springs->strength) strength = tp_allocate(memory, arcs, sizeof *strength);
    *part = (tp_springs){.n = n,
                         .offsets = offsets,
                         .ids = ids,
                         .strength = strength,
                         .start = count > 1 ? start : NULL,
                         .components = count,
                         .memory = {offsets, ids, strength, start}};
    if (!number || !start || !offsets || !ids || (springs->strength && !strength)) {
        tp_release(memory, number);
        tp_springs_free(context, part);
        return tp_out_of_memory(context, "components");
    }
    for (tropic_index i = 0; i < n; i++) number[vertex[i]] = i;
    for (tropic_index c = 0; c <= count; c++) start[c] = list->start[first + c] - from;
    copy_arcs(springs, vertex, n, number, offsets, ids, strength);
    tp_release(memory, number);
    return TROPIC_OK;
}

void tp_springs_component(const tp_springs *springs, tropic_index c, tropic_index *from, tropic_index *to)
{
    *from = springs->start ? springs->start[c] : 0;
    *to = springs->start ? springs->start[c + 1] : springs->n;
}

tropic_index tp_springs_largest(const tp_springs *springs)
{
    tropic_index most = 0;
    for (tropic_index c = 0; c < springs->components; c++) {
        tropic_index from, to;
        tp_springs_component(springs, c, &from, &to);
        if (to - from > most) most = to - from;
    }
    return most;
}

double tp_springs_length(const tp_springs *springs)
{
    double products = 0, strengths = 0;
    for (tropic_index c = 0; c < springs->components; c++) {
        tropic_index from, to;
        double count = 0;
        tp_springs_component(springs, c, &from, &to);
        for (tropic_index v = from; v < to; v++) count += springs->count ? springs->count[v] : 1;
        products += count * count / 2;
    }
    for (tropic_offset k = 0; k < springs->offsets[springs->n]; k++)
        strengths += springs->strength ? (double)springs->strength[k] : 1;
    return strengths > 0 ? cbrt(2 * products / strengths) : 1;
}

double tp_springs_distance(const float *place, int dimensions, int64_t u, int64_t v)
{
    double square = 0;
    for (int c = 0; c < dimensions; c++) {
        const double d = (double)place[u * dimensions + c] - (double)place[v * dimensions + c];
        square += d * d;
    }
    return sqrt(square);
}

double tp_springs_energy(const tp_springs *springs, tropic_index c, const float *place, int dimensions)
{
    const tropic_index *count = springs->count;
    tropic_index from, to;
    double energy = 0;
    tp_springs_component(springs, c, &from, &to);
    for (tropic_index u = from; u < to; u++) {
        for (tropic_offset k = springs->offsets[u]; k < springs->offsets[u + 1]; k++)
            energy += (springs->strength ? (double)springs->strength[k] : 1) *
                      pow(tp_springs_distance(place, dimensions, u, springs->ids[k]), 3) / 6;
        for (tropic_index v = from; v < u; v++)
            energy -= (count ? (double)count[u] * count[v] : 1) * log(tp_springs_distance(place, dimensions, u, v));
    }
    return energy;
}
