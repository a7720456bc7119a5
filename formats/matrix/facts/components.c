/* SPDX-License-Identifier: Apache-2.0
 *
 * Weakly connected components by union-find. Most graphs have one giant component, which the first
 * arcs of each vertex already join: its vertices' other arcs are skipped,
 * because an arc that leaves it is seen from the other end.
 *
 * Source: Sutton, Ben-Nun and Barak, Optimizing Parallel Graph Connectivity Computation via
 * Subgraph Sampling, IPDPS 2018.
 */
#include "formats/matrix/facts/facts.h"
#include "formats/matrix/facts/union_find.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/forms/hypersparse.h"

/* Arcs of each vertex that are joined before the giant component is guessed. */
#define FIRST_ARCS 2
/* Vertices in the sample for the guess. */
#define VERTEX_SAMPLES 1024
/* Vertices ahead, whose parents are asked for: a branch that waits for them would hold all others up. */
#define AHEAD 16
/* Vertices that a thread takes at a time, where each costs little. */
#define VERTEX_CHUNK 16384
/* Vertices whose other arcs are joined between two calls of tp_progress: a few milliseconds as a rule. */
#define JOIN_PROGRESS (1 << 20)

typedef struct forest {
    tropic_index *parent;
    const tp_arcs *out, *in;
    tropic_index giant, first; /* first: where this part of the vertices begins */
} forest;

/* Every vertex directly below its root. Each thread writes its own vertices alone: one that shortens others' ways as
 * well may write last what it has read first. (Parents are lesser, so that ways within a chunk are short already.) */
static void flatten(const void *of, int64_t begin, int64_t end)
{
    tropic_index *parent = ((const forest *)of)->parent;
    for (int64_t v = begin; v < end; v++) {
        const tropic_index above = tp_parent(parent, v);
        tropic_index root = above, next;
        if (v + AHEAD < end) __builtin_prefetch(&parent[tp_parent(parent, v + AHEAD)]);
        while ((next = tp_parent(parent, root)) != root) root = next;
        if (root != above) tp_parent_set(parent, v, root);
    }
}

/* Every vertex below its first neighbour, if that is smaller, or, where this chunk has that, below what it is below: of
 * a lattice, long chains then have one link a chunk. */
static void plant(const void *of, int64_t begin, int64_t end)
{
    const forest *f = of;
    const tropic_offset *offsets = f->out->offsets;
    for (int64_t v = begin; v < end; v++) {
        const tropic_index first = offsets[v] < offsets[v + 1] ? f->out->ids[offsets[v]] : (tropic_index)v;
        f->parent[v] = first >= v ? (tropic_index)v : first >= begin ? f->parent[first] : first;
    }
}

/* The second arc of each vertex, and the first of one whose neighbours are all larger. */
static void join_second(const void *of, int64_t begin, int64_t end)
{
    const forest *f = of;
    const tropic_offset *offsets = f->out->offsets;
    const tropic_index *ids = f->out->ids;
    tropic_index *parent = f->parent;
    for (int64_t v = begin; v < end; v++) {
        const tropic_offset first = offsets[v], left = offsets[v + 1] - first;
        if (v + 2 * AHEAD < end) __builtin_prefetch(&ids[offsets[v + 2 * AHEAD] + 1]);
        if (v + AHEAD < end && offsets[v + AHEAD] + 1 < offsets[v + AHEAD + 1])
            __builtin_prefetch(&parent[ids[offsets[v + AHEAD] + 1]]);
        if (left > 0 && ids[first] > v) tp_join_trees(parent, (tropic_index)v, ids[first]);
        if (left > 1) tp_join_trees(parent, (tropic_index)v, ids[first + 1]);
    }
}

/* The root that most of a sample is below (Boyer and Moore's vote, then taken as it comes: a wrong
 * guess costs time only). */
static tropic_index guess_giant(const tropic_index *parent, tropic_index n)
{
    tropic_index giant = 0;
    int votes = 0;
    for (int s = 0; s < VERTEX_SAMPLES; s++) {
        const tropic_index root = parent[(int64_t)n * s / VERTEX_SAMPLES];
        if (votes == 0) giant = root;
        votes += root == giant ? 1 : -1;
    }
    return giant;
}

static void join_list(tropic_index *parent, const tp_arcs *side, tropic_index v, tropic_offset first)
{
    for (tropic_offset k = side->offsets[v] + first; k < side->offsets[v + 1]; k++)
        tp_join_trees(parent, v, side->ids[k]);
}

static void join_rest(const void *of, int64_t begin, int64_t end)
{
    const forest *f = of;
    const tropic_index giant = f->giant;
    tropic_index *parent = f->parent;
    for (int64_t v = f->first + begin; v < f->first + end; v++) {
        if (tp_parent(parent, v) == giant) continue;
        join_list(parent, f->out, (tropic_index)v, FIRST_ARCS);
        if (f->in) join_list(parent, f->in, (tropic_index)v, 0);
    }
}

/* asked: the context, if the caller can end the work; else NULL, and then it succeeds. */
static tropic_status find(tropic_context *context, tropic_context *asked, forest *f)
{
    const tropic_index n = f->out->lists;
    const tp_team team = tp_team_for(context, n + f->out->count);

    tp_for(team, n, VERTEX_CHUNK, plant, f);
    tp_for(team, n, VERTEX_CHUNK, join_second, f);
    if (asked) TP_TRY(tp_progress(asked, 0));
    tp_for(team, n, VERTEX_CHUNK, flatten, f);
    f->giant = n > 0 ? guess_giant(f->parent, n) : 0;
    for (int64_t first = 0, count; first < n; first += count) {
        count = n - first < JOIN_PROGRESS ? n - first : JOIN_PROGRESS;
        f->first = (tropic_index)first;
        if (asked) TP_TRY(tp_progress(asked, 0));
        tp_for(team, count, TP_LIST_CHUNK, join_rest, f);
    }
    tp_for(team, n, VERTEX_CHUNK, flatten, f);
    return TROPIC_OK;
}

tropic_status tp_weak_components(tropic_context *context, const tp_arcs *out, const tp_arcs *in,
                                 tropic_index *component)
{
    forest f = {.parent = component, .out = out, .in = in};
    return find(context, context, &f);
}

tropic_index tp_components(tropic_context *context, const tp_arcs *out, const tp_arcs *in, tropic_index *component)
{
    const tropic_index n = out->lists;
    tropic_index count = 0;
    forest f = {.parent = component, .out = out, .in = in};
    find(context, NULL, &f);
    /* A root is its component's first vertex, so that it is numbered before the others. */
    for (tropic_index v = 0; v < n; v++) component[v] = component[v] == v ? count++ : component[component[v]];
    return count;
}

/* -- of a matrix ------------------------------------------------------------------------------- */

static tropic_status count_all(tropic_context *context, tropic_matrix *A, tropic_index *count, tropic_index *largest)
{
    const tp_memory *memory = &A->memory;
    tropic_index *component = tp_allocate(memory, A->rows, sizeof *component);
    tropic_index *size = tp_allocate_zero(memory, A->rows, sizeof *size);
    tropic_status status = component && size ? TROPIC_OK : tp_out_of_memory(context, "components");
    if (status == TROPIC_OK) status = tp_matrix_need(context, A, TP_BY_ROW);
    if (status == TROPIC_OK) status = tp_matrix_need(context, A, TP_BY_COLUMN);
    if (status == TROPIC_OK) {
        const tp_arcs out = tp_side_arcs(A, TP_BY_ROW, &A->host.sides[TP_BY_ROW]);
        const tp_arcs in = tp_side_arcs(A, TP_BY_COLUMN, &A->host.sides[TP_BY_COLUMN]);
        *count = tp_components(context, &out, A->symmetric ? NULL : &in, component);
        *largest = 0;
        for (tropic_index v = 0; v < A->rows; v++) {
            const tropic_index members = ++size[component[v]];
            if (members > *largest) *largest = members;
        }
    }
    tp_release(memory, component);
    tp_release(memory, size);
    return status;
}

typedef struct counts {
    tropic_index *count, *largest;
} counts;

static tropic_status count_locked(tropic_context *context, tropic_matrix *A, void *of)
{
    const counts *c = of;
    return count_all(context, A, c->count, c->largest);
}

/* Each vertex without a name is one. */
static tropic_status count_named(tropic_context *context, const tropic_matrix *A, tropic_index *count,
                                 tropic_index *largest)
{
    const tropic_matrix *square;
    tropic_matrix *made;
    tp_hyperlist names;
    tropic_status status;
    TP_TRY(tp_hypersparse_square(context, A->hypersparse, &names, &made, &square));
    status = tp_matrix_with(context, square, count_locked, &(counts){count, largest});
    if (status == TROPIC_OK) {
        *count += A->rows - names.count;
        if (*largest == 0 && A->rows > 0) *largest = 1;
    }
    tropic_matrix_free(&made);
    tp_hyperlist_free(&context->memory, &names);
    return status;
}

tropic_status tp_count_components(tropic_context *context, tropic_matrix *A, tropic_index *count, tropic_index *largest)
{
    return A->hypersparse ? count_named(context, A, count, largest) : count_all(context, A, count, largest);
}
