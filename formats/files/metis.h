/* SPDX-License-Identifier: Apache-2.0
 *
 * METIS: the header, and whether each edge stands at both its ends.
 */
#ifndef TP_METIS_H
#define TP_METIS_H

#include "formats/files/text/lines.h"
#include "runtime/random.h"

typedef struct tp_metis_header {
    int64_t vertices, edges;
    bool weighted;    /* a weight after each neighbour */
    int own;          /* numbers before the neighbours: size and weights of the vertex */
    const char *body; /* the place behind it, in the text's window */
    int64_t line;     /* its number */
} tp_metis_header;

/* A hash of an edge, the same for both its arcs. `weight` is 0 without weights. */
static inline uint64_t tp_metis_hash(tropic_index u, tropic_index v, int64_t weight)
{
    uint64_t low = (uint64_t)(u < v ? u : v), high = (uint64_t)(u < v ? v : u);
    uint64_t hash = tp_word(low << 32 | high, 0);
    return weight ? tp_mix(hash + (uint64_t)weight * TP_GOLDEN) : hash;
}

/* FORMAT_ERROR that names an edge that stands at one end only. `weights` may be NULL. */
tropic_status tp_metis_lopsided(tropic_context *context, const tp_text *text, const tp_metis_header *header,
                                const tp_body *body, const tp_entries *entries, const tp_cell *weights);
/* Keeps one of each edge's two entries, mirrored. */
void tp_metis_halve(tp_entries *entries, tp_cell *weights);

#endif
