/* SPDX-License-Identifier: Apache-2.0
 *
 * Weakly connected components by union-find. Most graphs have one giant component, which the first
 * arcs of each vertex already join: once it is found, its vertices' other arcs need no look,
 * because an arc that leaves it is seen from the other end.
 *
 * Source: Sutton, Ben-Nun and Barak, Optimizing Parallel Graph Connectivity Computation via
 * Subgraph Sampling, IPDPS 2018.
 */
#include "formats/facts.h"

/* Arcs of each vertex that are joined before the giant component is guessed. */
#define FIRST_ARCS 2
/* Vertices asked for the guess. */
#define SAMPLES 1024
/* Vertices that a thread takes at a time, where each costs little. */
#define VERTEX_CHUNK 16384

static tropic_index load(const tropic_index *place)
{
    return __atomic_load_n(place, __ATOMIC_RELAXED);
}

/* The root above v. Every parent is smaller than its child, so this ends whatever others write. */
static tropic_index find(const tropic_index *parent, tropic_index v)
{
    for (tropic_index above = load(&parent[v]); above != v; above = load(&parent[v])) v = above;
    return v;
}

/* Joins the trees of a and b: the larger root goes below the smaller. */
static void join(tropic_index *parent, tropic_index a, tropic_index b)
{
    a = load(&parent[a]);
    b = load(&parent[b]);
    while (a != b) {
        const tropic_index high = a > b ? a : b, low = a > b ? b : a;
        tropic_index above = high;
        if (__atomic_compare_exchange_n(&parent[high], &above, low, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED) ||
            above == low)
            return;
        a = load(&parent[above]);
        b = load(&parent[low]);
    }
}

/* Every vertex directly below its root. */
static void flatten(tropic_index *parent, tropic_index n, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(dynamic, VERTEX_CHUNK)
    for (tropic_index v = 0; v < n; v++)
        __atomic_store_n(&parent[v], find(parent, v), __ATOMIC_RELAXED);
}

/* The root that most of a sample is below (Boyer and Moore's vote, then taken as it comes: a wrong
 * guess costs time only). */
static tropic_index guess_giant(const tropic_index *parent, tropic_index n)
{
    tropic_index giant = 0;
    int votes = 0;
    for (int s = 0; s < SAMPLES; s++) {
        const tropic_index root = parent[(int64_t)n * s / SAMPLES];
        if (votes == 0) giant = root;
        votes += root == giant ? 1 : -1;
    }
    return giant;
}

static void join_list(tropic_index *parent, const tp_lists *side, tropic_index v,
                      tropic_offset first)
{
    for (tropic_offset k = side->offsets[v] + first; k < side->offsets[v + 1]; k++)
        join(parent, v, side->ids[k]);
}

tropic_status tp_components(tropic_context *context, const tp_memory *memory, const tp_lists *out,
                            const tp_lists *in, tropic_index *components, tropic_index *largest)
{
    const tropic_index n = out->lists;
    const int threads = tp_threads(context, n + out->count);
    tropic_index *parent = tp_allocate(memory, n, sizeof *parent);
    tropic_index *size = tp_allocate_zero(memory, n, sizeof *size);
    tropic_index giant;

    *components = *largest = 0;
    if (!parent || !size) {
        tp_release(memory, parent);
        tp_release(memory, size);
        return tp_out_of_memory(context, "components");
    }
    for (tropic_index v = 0; v < n; v++) parent[v] = v;
    for (tropic_offset first = 0; first < FIRST_ARCS; first++) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, VERTEX_CHUNK)
        for (tropic_index v = 0; v < n; v++)
            if (out->offsets[v] + first < out->offsets[v + 1])
                join(parent, v, out->ids[out->offsets[v] + first]);
        flatten(parent, n, threads);
    }
    giant = n > 0 ? guess_giant(parent, n) : 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, TP_LIST_CHUNK)
    for (tropic_index v = 0; v < n; v++) {
        if (load(&parent[v]) == giant) continue;
        join_list(parent, out, v, FIRST_ARCS);
        if (in->ids != out->ids) join_list(parent, in, v, 0);
    }
    flatten(parent, n, threads);
    for (tropic_index v = 0; v < n; v++) {
        const tropic_index members = ++size[parent[v]];
        *components += parent[v] == v;
        if (members > *largest) *largest = members;
    }
    tp_release(memory, parent);
    tp_release(memory, size);
    return TROPIC_OK;
}
