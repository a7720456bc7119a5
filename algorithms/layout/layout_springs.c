/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph as springs, and its components.
 */
#include "algorithms/layout/layout.h"

#include "formats/matrix/facts/facts.h"

#include <math.h>

void tp_springs_free(tp_springs *springs)
{
    tropic_matrix_free(&springs->owned);
    tp_arena_release(&springs->arena);
    *springs = (tp_springs){0};
}

/* strength = A's values. */
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

/* Leaves out arcs of strength 0, which link nothing: the springs then have arrays of their own. */
static tropic_status leave_out_zeros(tp_springs *s, tropic_offset count)
{
    const tropic_offset *before = s->offsets;
    const float *strength = s->strength;
    tropic_offset kept = 0, *offsets;
    tropic_index *ids;
    float *positive;
    for (tropic_offset k = 0; k < count; k++) kept += strength[k] > 0;
    if (kept == count) return TROPIC_OK;
    offsets = tp_arena_array(&s->arena, (int64_t)s->n + 1, sizeof *offsets);
    ids = tp_arena_array(&s->arena, kept, sizeof *ids);
    positive = tp_arena_array(&s->arena, kept, sizeof *positive);
    TP_TRY(tp_arena_check(&s->arena, "strengths of springs"));
    offsets[0] = kept = 0;
    for (tropic_index i = 0; i < s->n; i++) {
        for (tropic_offset k = before[i]; k < before[i + 1]; k++) {
            if (!(strength[k] > 0)) continue;
            ids[kept] = s->ids[k];
            positive[kept++] = strength[k];
        }
        offsets[i + 1] = kept;
    }
    s->offsets = offsets;
    s->ids = ids;
    s->strength = positive;
    return TROPIC_OK;
}

/* S and S' without loops, in new arrays; of two strengths of an edge the smaller. */
static tropic_status symmetrise(tp_springs *s, tropic_context *context)
{
    const tropic_build_options options = {
        .size = sizeof options, .loops = TROPIC_LOOPS_DROP, .direction = TROPIC_DIRECTION_UNDIRECTED};
    const void *values;
    TP_TRY(tropic_matrix_from_csr(&s->owned, context, s->n, s->n, s->offsets, s->ids,
                                  s->strength ? TROPIC_FP32 : TROPIC_BOOL, s->strength, &options));
    tp_arena_release(&s->arena);
    TP_TRY(tropic_matrix_csr(s->owned, context, &s->offsets, &s->ids, &values));
    s->strength = values;
    return TROPIC_OK;
}

tropic_status tp_springs_open(tp_springs *springs, tropic_context *context, const tropic_matrix *A, bool weighted)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_matrix_facts facts = {.size = sizeof facts};
    float *strength = NULL;
    *springs = (tp_springs){.n = A->rows, .components = 1, .arena = {.context = context}};
    TP_TRY(tropic_matrix_csr(A, context, &offsets, &ids, &values));
    TP_TRY(tropic_matrix_describe(A, context, &facts));
    weighted = weighted && values;
    if (weighted && (size_t)A->type >= TROPIC_TYPES)
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "A has values of type %s, no strengths",
                       tropic_type_name(A->type));
    if (weighted) {
        strength = tp_arena_array(&springs->arena, A->count, sizeof *strength);
        TP_TRY(tp_arena_check(&springs->arena, "strengths of springs"));
        TP_TRY(read_strengths(context, A, offsets, ids, values, strength));
    }
    springs->offsets = offsets;
    springs->ids = ids;
    springs->strength = strength;
    if (weighted) TP_TRY(leave_out_zeros(springs, A->count));
    if (facts.loops == 0 && (weighted ? facts.symmetric : facts.symmetric_pattern)) return TROPIC_OK;
    return symmetrise(springs, context);
}

/* ---- components ---- */

/* rank(c) = the number of components with more vertices than c, or with as many and a lower number. By counting;
 * `of_size` has n + 1 zeros. */
static void rank_components(const tropic_index *size, tropic_index count, tropic_index n, tropic_index *of_size,
                            tropic_index *rank)
{
    tropic_index before = 0;
    for (tropic_index c = 0; c < count; c++) of_size[size[c]]++;
    for (tropic_index s = n; s >= 0; s--) {
        const tropic_index here = of_size[s];
        of_size[s] = before;
        before += here;
    }
    for (tropic_index c = 0; c < count; c++) rank[c] = of_size[size[c]]++;
}

tropic_status tp_springs_components(tp_components_list *list, tropic_context *context, const tp_springs *springs)
{
    tp_arena arena = {.context = context};
    const tropic_index n = springs->n;
    tropic_index *component = tp_arena_array(&arena, n, sizeof *component);
    tropic_index *rank = tp_arena_array(&arena, n, sizeof *rank);
    tropic_index *size = tp_arena_zeros(&arena, (int64_t)n + 1, sizeof *size);
    tropic_index *of_size = tp_arena_zeros(&arena, (int64_t)n + 1, sizeof *of_size);
    tropic_status status = tp_arena_check(&arena, "components");
    *list = (tp_components_list){.arena = {.context = context}};
    list->vertex = tp_arena_array(&list->arena, n, sizeof *list->vertex);
    if (status == TROPIC_OK) status = tp_arena_check(&list->arena, "components");
    if (status == TROPIC_OK) {
        const tp_arcs arcs = {
            .lists = n, .count = springs->offsets[n], .offsets = springs->offsets, .ids = springs->ids};
        list->count = tp_components(context, &arcs, NULL, component);
        list->start = tp_arena_zeros(&list->arena, (int64_t)list->count + 1, sizeof *list->start);
        status = tp_arena_check(&list->arena, "components");
    }
    if (status == TROPIC_OK) {
        for (tropic_index v = 0; v < n; v++) size[component[v]]++;
        rank_components(size, list->count, n, of_size, rank);
        for (tropic_index c = 0; c < list->count; c++) list->start[rank[c] + 1] = size[c];
        for (tropic_index c = 0; c < list->count; c++) list->start[c + 1] += list->start[c];
        for (tropic_index c = 0; c < list->count; c++) size[c] = list->start[rank[c]];
        for (tropic_index v = 0; v < n; v++) list->vertex[size[component[v]]++] = v;
    }
    tp_arena_release(&arena);
    return status;
}

/* Copies the arcs of the listed vertices, with their new numbers. */
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
    const tropic_index from = list->start[first], n = list->start[first + count] - from;
    const tropic_index *vertex = list->vertex + from;
    tp_arena *arena = &part->arena;
    tropic_index *start, *ids, *number;
    tropic_offset *offsets, arcs = 0;
    float *strength = NULL;
    for (tropic_index i = 0; i < n; i++) arcs += springs->offsets[vertex[i] + 1] - springs->offsets[vertex[i]];
    *part = (tp_springs){.n = n, .components = count, .arena = {.context = context}};
    part->start = start = count > 1 ? tp_arena_array(arena, (int64_t)count + 1, sizeof *start) : NULL;
    part->offsets = offsets = tp_arena_array(arena, (int64_t)n + 1, sizeof *offsets);
    part->ids = ids = tp_arena_array(arena, arcs, sizeof *ids);
    if (springs->strength) part->strength = strength = tp_arena_array(arena, arcs, sizeof *strength);
    number = tp_arena_array(arena, springs->n, sizeof *number);
    TP_TRY(tp_arena_check(arena, "components"));
    for (tropic_index i = 0; i < n; i++) number[vertex[i]] = i;
    for (tropic_index c = 0; start && c <= count; c++) start[c] = list->start[first + c] - from;
    copy_arcs(springs, vertex, n, number, offsets, ids, strength);
    tp_arena_release_since(arena, arena->count - 1); /* number */
    return TROPIC_OK;
}

void tp_springs_component(const tp_springs *springs, tropic_index c, tropic_index *from, tropic_index *to)
{
    *from = springs->start ? springs->start[c] : 0;
    *to = springs->start ? springs->start[c + 1] : springs->n;
}

tropic_index tp_springs_largest(const tp_springs *springs)
{
    tropic_index largest = 0;
    for (tropic_index c = 0; c < springs->components; c++) {
        tropic_index from, to;
        tp_springs_component(springs, c, &from, &to);
        if (to - from > largest) largest = to - from;
    }
    return largest;
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
