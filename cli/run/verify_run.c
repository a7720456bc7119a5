/* SPDX-License-Identifier: Apache-2.0
 *
 * Verification of results; of levels and distances also of runs that ended early: these are compared with a run in
 * full, which is verified against GraphBLAS.
 */
#include "cli/run/run.h"
#include "formats/files/decimal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of sums in another order, as a potential brings them about, and of sums of doubles in place of floats. */
#define ROUNDING_FP32 1e-4
#define ROUNDING_FP64 1e-9

reference_verdict cli_verify_run(const cli_run *run, const void *options, char *message)
{
    const reference_result r = {.values = {run->result[0], run->result[1]},
                                .arcs = run->arcs,
                                .A = run->graph,
                                .context = run->context,
                                .options = options,
                                .run = &run->report};
    return cli_verify(run->options->command->name, &r, message);
}

static reference_verdict compare_with_graphblas(const cli_run *run, tropic_vector *const *result, char *message)
{
    const reference_result r = {
        .values = {result[0], result[1]}, .A = run->graph, .context = run->context, .source = run->source};
    return cli_verify(run->weighted ? "sssp" : "bfs", &r, message);
}

/* Values as double, infinite where unreached; free() them. NULL where there is no memory for them. */
static double *values_of(const cli_run *run, const tropic_vector *v)
{
    const tropic_index n = tropic_matrix_rows(run->graph);
    const tropic_type type = tropic_vector_type(v);
    int64_t *raw = malloc(((size_t)n + 1) * sizeof *raw);
    double *found = malloc(((size_t)n + 1) * sizeof *found);
    if (!raw || !found || tropic_vector_get_dense(v, raw, NULL) != TROPIC_OK) {
        free(raw);
        free(found);
        return NULL;
    }
    for (tropic_index i = 0; i < n; i++) {
        const long double value = cli_value_at(raw, type, i);
        const bool unreached = type == TROPIC_INT32 ? value < 0 : type == TROPIC_INT64 && value == INT64_MAX;
        found[i] = unreached ? HUGE_VAL : (double)value;
    }
    free(raw);
    return found;
}

static double rounding_of(const cli_run *run)
{
    return tropic_vector_type(run->result[0]) == TROPIC_FP32 ? ROUNDING_FP32 : ROUNDING_FP64;
}

static bool close(double a, double b, double rounding)
{
    return a == b || (isfinite(b) && fabs(a - b) <= rounding * fabs(b));
}

/* Values that are there equal the full run's, and none is missing: neither the target nor, in a search, levels up to
 * its, or up to the depth. */
static reference_verdict compare(const cli_run *run, const double *got, const double *full, char *message)
{
    const cli_options *options = run->options;
    const tropic_index n = tropic_matrix_rows(run->graph);
    const bool search = tropic_vector_type(run->result[0]) == TROPIC_INT32;
    const double rounding = run->potential ? rounding_of(run) : 0;
    const double deepest = options->depth ? options->depth : HUGE_VAL;
    const double last = options->has_target ? fmin(full[run->target], deepest) : deepest;
    char due_text[TP_DECIMAL_ROOM], got_text[TP_DECIMAL_ROOM];
    for (tropic_index i = 0; i < n; i++) {
        const bool due = isfinite(full[i]) && (search ? full[i] <= last : i == run->target);
        const bool there = isfinite(got[i]);
        if (there ? close(got[i], full[i], rounding) && (due || !search) : !due) continue;
        tp_write_fp64(due_text, full[i]);
        tp_write_fp64(got_text, got[i]);
        snprintf(message, CLI_VERIFY_MESSAGE, "vertex %" PRId64 ": a run in full has %s, this one %s",
                 tropic_matrix_label(run->graph, i), due_text, got_text);
        return REFERENCE_MISMATCH;
    }
    return REFERENCE_MATCH;
}

/* Each parent has an arc whose length is the difference of the values. met: n flags, clear. */
static reference_verdict check_parents(const cli_run *run, const double *got, const tropic_index *parent, bool *met,
                                       char *message)
{
    const tropic_matrix *A = run->graph;
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    if (tropic_matrix_csr(A, run->context, &offsets, &ids, &values) != TROPIC_OK) {
        snprintf(message, CLI_VERIFY_MESSAGE, "%s", tropic_context_error(run->context));
        return REFERENCE_FAILED;
    }
    for (tropic_index u = 0; u < n; u++)
        for (tropic_offset k = offsets[u]; k < offsets[u + 1]; k++) {
            const tropic_index v = ids[k];
            const double w = run->weighted ? (double)cli_value_at(values, tropic_matrix_type(A), k) : 1;
            if (parent[v] == u && close(got[u] + w, got[v], rounding_of(run))) met[v] = true;
        }
    for (tropic_index v = 0; v < n; v++) {
        if (v == run->source ? parent[v] == v : isfinite(got[v]) ? met[v] : parent[v] < 0) continue;
        snprintf(message, CLI_VERIFY_MESSAGE, "vertex %" PRId64 ": no arc leads from its parent",
                 tropic_matrix_label(A, v));
        return REFERENCE_MISMATCH;
    }
    return REFERENCE_MATCH;
}

/* The run's results against those of a full run. */
static reference_verdict compare_all(const cli_run *run, const tropic_vector *full, char *message)
{
    const size_t n = (size_t)tropic_matrix_rows(run->graph);
    double *got = values_of(run, run->result[0]), *expected = values_of(run, full);
    tropic_index *parent = malloc((n + 1) * sizeof *parent);
    bool *met = calloc(n + 1, sizeof *met);
    reference_verdict verdict = REFERENCE_FAILED;
    if (!got || !expected || !parent || !met || tropic_vector_get_dense(run->result[1], parent, NULL) != TROPIC_OK)
        snprintf(message, CLI_VERIFY_MESSAGE, "out of memory for a comparison");
    else
        verdict = compare(run, got, expected, message);
    if (verdict == REFERENCE_MATCH) verdict = check_parents(run, got, parent, met, message);
    free(got);
    free(expected);
    free(parent);
    free(met);
    return verdict;
}

reference_verdict cli_search_verify(cli_run *run, char *message)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = run->options->strategy};
    const tropic_index n = tropic_matrix_rows(run->graph);
    tropic_vector *full[CLI_RESULTS] = {NULL};
    reference_verdict verdict = REFERENCE_FAILED;
    tropic_status status;

    if (!run->options->has_target && !run->options->depth) return compare_with_graphblas(run, run->result, message);
    status = tropic_vector_create(&full[0], run->context, tropic_vector_type(run->result[0]), n);
    if (status == TROPIC_OK) status = tropic_vector_create(&full[1], run->context, TROPIC_INT32, n);
    if (status == TROPIC_OK)
        status = (run->weighted ? tropic_sssp : tropic_bfs)(full[0], full[1], run->graph, run->source, &options, NULL);
    if (status == TROPIC_OK)
        verdict = compare_with_graphblas(run, full, message);
    else
        snprintf(message, CLI_VERIFY_MESSAGE, "%s", tropic_context_error(run->context));
    if (verdict == REFERENCE_MATCH) {
        const size_t used = strlen(message);
        char more[CLI_VERIFY_MESSAGE];
        verdict = compare_all(run, full[0], more);
        if (verdict == REFERENCE_MATCH)
            snprintf(message + used, CLI_VERIFY_MESSAGE - used,
                     " in a full run, and this run's results are among them");
        else
            memcpy(message, more, sizeof more);
    }
    for (int k = 0; k < CLI_RESULTS; k++) tropic_vector_free(&full[k]);
    return verdict;
}
