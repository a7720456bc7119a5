/* SPDX-License-Identifier: Apache-2.0
 *
 * Positions, values and edges, with their weights, as GraphML, for other programs to go on from.
 *
 * Source: http://graphml.graphdrawing.org/specification.html
 */
#include "cli/files/graphs.h"
#include "cli/picture/scene.h"
#include "formats/files/decimal.h"

#include <inttypes.h>

static void put_key(cli_sink *sink, const char *of, const char *name, const char *type)
{
    cli_sink_print(sink, "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", name, of, name, type);
}

static void put_weight_key(cli_sink *sink, tropic_type type)
{
    put_key(sink, "edge", "weight", type == TROPIC_FP64 || type == TROPIC_FP32 ? "double" : "long");
}

static void put_data(cli_sink *sink, const char *name, double value, bool single)
{
    char text[TP_DECIMAL_ROOM];
    tp_write_real(text, value, single);
    cli_sink_print(sink, "<data key=\"%s\">%s</data>", name, text);
}

/* A missing value gets no data element, and nor does an infinite one, which has no form that all readers know. */
static void put_value(cli_sink *sink, const char *name, const cli_values *values, tropic_offset k)
{
    if (values->value && values->listed[k] && isfinite(values->value[k])) put_data(sink, name, values->value[k], false);
}

static void put_nodes(cli_sink *sink, const cli_picture *picture, const tropic_matrix *A,
                      const cli_positions *positions)
{
    const tropic_index n = tropic_matrix_rows(A);
    const cli_values color = cli_values_of(&picture->color, n), size = cli_values_of(&picture->size, n);
    for (tropic_index i = 0; i < n; i++) {
        if (i % CLI_PICTURE_LOOK == 0 && cli_sink_stopped(sink)) return;
        cli_sink_print(sink, "    <node id=\"%" PRId64 "\">", tropic_matrix_label(A, i));
        put_data(sink, "x", positions->at[0][i], positions->single);
        put_data(sink, "y", positions->at[1][i], positions->single);
        if (positions->dimensions > 2) put_data(sink, "z", positions->at[2][i], positions->single);
        put_value(sink, "value", &color, i);
        put_value(sink, "size", &size, i);
        cli_sink_print(sink, "</node>\n");
    }
}

static void put_weight(cli_sink *sink, const cli_edges *edges, tropic_type type, tropic_offset k)
{
    const long double weight = cli_value_at(edges->values, type, k);
    if (type == TROPIC_FP64 || type == TROPIC_FP32)
        put_data(sink, "weight", (double)weight, type == TROPIC_FP32);
    else
        cli_sink_print(sink, "<data key=\"weight\">%.0Lf</data>", weight);
}

/* Of an undirected graph each edge once, of a directed one each arc. */
static void put_edges(cli_sink *sink, const cli_values *values, const cli_edges *edges, const tropic_matrix *A)
{
    for (tropic_index i = 0; i < edges->n; i++) {
        if (i % CLI_PICTURE_LOOK == 0 && cli_sink_stopped(sink)) return;
        for (tropic_offset k = edges->offset[i]; k < edges->offset[i + 1]; k++) {
            if (edges->symmetric && i >= edges->head[k]) continue;
            cli_sink_print(sink, "    <edge source=\"%" PRId64 "\" target=\"%" PRId64 "\"", tropic_matrix_label(A, i),
                           tropic_matrix_label(A, edges->head[k]));
            if (!edges->values && !(values->listed && values->listed[k])) {
                cli_sink_print(sink, "/>\n");
                continue;
            }
            cli_sink_print(sink, ">");
            if (edges->values) put_weight(sink, edges, tropic_matrix_type(A), k);
            put_value(sink, "value", values, k);
            cli_sink_print(sink, "</edge>\n");
        }
    }
}

typedef struct graph {
    const cli_picture *picture;
    const cli_edges *edges;
    const tropic_matrix *A;
    const cli_positions *positions;
} graph;

static void put(cli_sink *sink, const void *what)
{
    const graph *g = what;
    cli_sink_print(sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                         "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                         "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns "
                         "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n");
    put_key(sink, "node", "x", "double");
    put_key(sink, "node", "y", "double");
    if (g->positions->dimensions > 2) put_key(sink, "node", "z", "double");
    if (g->picture->color.columns > 0) put_key(sink, "node", "value", "double");
    if (g->picture->size.columns > 0) put_key(sink, "node", "size", "double");
    if (g->picture->edges.listed) put_key(sink, "edge", "value", "double");
    if (g->edges->values) put_weight_key(sink, tropic_matrix_type(g->A));
    cli_sink_print(sink, "  <graph edgedefault=\"%s\">\n", g->edges->symmetric ? "undirected" : "directed");
    put_nodes(sink, g->picture, g->A, g->positions);
    put_edges(sink, &g->picture->edges, g->edges, g->A);
    cli_sink_print(sink, "  </graph>\n</graphml>\n");
}

int cli_picture_graphml(const cli_picture *picture, const cli_edges *edges, const tropic_matrix *A,
                        const cli_positions *positions)
{
    return cli_write(picture->options->output, true, put, &(const graph){picture, edges, A, positions});
}
