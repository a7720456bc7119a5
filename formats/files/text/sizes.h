/* SPDX-License-Identifier: Apache-2.0
 *
 * A first line of sizes above a list of edges, `VERTICES EDGES` or, as in .smat, `VERTICES VERTICES EDGES`. It looks
 * like an edge: whether it is one is known only when all lines have been read.
 */
#ifndef TP_SIZES_H
#define TP_SIZES_H

#include "formats/files/text/fields.h"
#include "formats/matrix/build/compact.h"

typedef struct tp_sizes {
    bool possible; /* there is a line that may be one of sizes */
    bool apart;    /* it is no edge, whatever it is: edges are read from the next line on */
    bool wanted;   /* the caller says that it is one */
    bool found;    /* out: it is one */
    int64_t vertices, edges;
    int64_t stated; /* how many edges a comment above says there are; -1: none does */
    int64_t line;   /* its number in the file */
} tp_sizes;

/* M of a comment `# Nodes: N Edges: M` at p, as SNAP has it, and Tropic; -1: it is another line. */
int64_t tp_sizes_stated(const char *p, const char *end);
/* Looks at the first line that is no comment, and at the one below, both in the window. stated: the M of the last such
 * comment above, or -1. Status: FORMAT_ERROR (options->sizes is YES, and it is no line of sizes). */
tropic_status tp_sizes_look(tropic_context *context, const tp_text *text, const char *first, const char comment[2],
                            const tropic_load_options *options, int64_t stated, tp_sizes *sizes);
/* Is it one? Called when all lines have been read; then it is dropped from the entries, and ids->whole is set where it
 * says which vertices there are. A note says so. Status: OUT_OF_MEMORY, FORMAT_ERROR (it is apart, and none; or it is
 * wanted, and a vertex without edges is beyond). */
tropic_status tp_sizes_settle(tropic_context *context, const char *path, tp_sizes *sizes, tp_file_ids *ids,
                              tp_entries *entries, tp_notes *notes);

#endif
