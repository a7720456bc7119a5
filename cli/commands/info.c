/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic info: counts and properties of a graph.
 */
#include "cli/files/graphs.h"
#include "cli/verify/recount.h"
#include "cli/verify/reference.h"

typedef struct degrees {
    const char *min, *mean, *max, *deviation;
} degrees;

static void put_degrees(cli_record *record, const degrees *key, tropic_index min, tropic_index max, tropic_offset count,
                        tropic_index lists, double deviation)
{
    cli_record_integer(record, key->min, min);
    cli_record_real(record, key->mean, lists ? (double)count / lists : 0);
    cli_record_integer(record, key->max, max);
    cli_record_real(record, key->deviation, deviation);
}

/* Answers about a graph, square and with its loops. */
typedef struct properties {
    bool connected, strongly_connected, acyclic, bipartite, forest, tree;
} properties;

typedef struct description {
    const cli_options *options;
    const tropic_matrix *A;
    const cli_direction *direction;
    const tropic_matrix_facts *facts;
    const cli_range *range; /* of the values */
    tropic_format format;   /* of the file */
    tropic_offset loops;    /* in it */
    const properties *is;
} description;

/* As NetworkX has both: a loop that is kept is an edge, too. */
static void put_edges(cli_record *record, const description *d)
{
    const tropic_matrix_facts *facts = d->facts;
    const bool bipartite = tropic_matrix_is_bipartite(d->A);
    const bool paired = !bipartite && d->direction->by && !d->direction->directed; /* two arcs are an edge */
    const tropic_offset edges = paired ? (facts->count + facts->loops) / 2 : facts->count;
    const double pairs = (double)facts->rows * (bipartite ? (double)facts->cols : (double)facts->rows - 1);
    cli_record_integer(record, "edges", edges);
    cli_record_real(record, "density", pairs > 0 ? (double)edges / (paired ? pairs / 2 : pairs) : 0);
}

static void put_facts(cli_record *record, const description *d)
{
    const tropic_matrix *A = d->A;
    const tropic_matrix_facts *facts = d->facts;
    static const degrees out = {"out_min", "out_mean", "out_max", "out_deviation"},
                         in = {"in_min", "in_mean", "in_max", "in_deviation"};
    const bool pattern = tropic_matrix_is_pattern(A);
    const bool bipartite = tropic_matrix_is_bipartite(A);

    cli_record_text(record, "graph", d->options->positional[0]);
    cli_record_text(record, "format", tropic_format_name(d->format));
    cli_direction_record(record, d->direction);
    if (!bipartite) {
        cli_record_integer(record, "n", facts->rows);
    } else {
        cli_record_integer(record, "rows", facts->rows);
        cli_record_integer(record, "cols", facts->cols);
    }
    cli_record_integer(record, "entries", facts->count);
    if (!bipartite) {
        cli_record_integer(record, "loops", d->loops);
        cli_record_integer(record, "loops_dropped", d->loops - facts->loops);
    }
    put_edges(record, d);
    put_degrees(record, &out, facts->min_out, facts->max_out, facts->count, facts->rows, facts->deviation_out);
    put_degrees(record, &in, facts->min_in, facts->max_in, facts->count, facts->cols, facts->deviation_in);
    cli_record_bool(record, "symmetric", facts->symmetric);
    cli_record_bool(record, "symmetric_pattern", facts->symmetric_pattern);
    if (!bipartite) {
        cli_record_integer(record, "components", facts->components);
        cli_record_integer(record, "largest_component", facts->largest_component);
        cli_record_integer(record, "isolated", facts->isolated);
        cli_record_bool(record, "connected", d->is->connected);
        cli_record_bool(record, "strongly_connected", d->is->strongly_connected);
        cli_record_bool(record, "acyclic", d->is->acyclic);
        cli_record_bool(record, "forest", d->is->forest);
        cli_record_bool(record, "tree", d->is->tree);
        cli_record_bool(record, "bipartite", d->is->bipartite);
    }
    cli_record_text(record, "type", pattern ? "pattern" : tropic_type_name(tropic_matrix_type(A)));
    if (!pattern) {
        cli_record_value(record, "min_value", tropic_matrix_type(A), &d->range->min);
        cli_record_value(record, "max_value", tropic_matrix_type(A), &d->range->max);
    }
    cli_record_text(record, "strategy", tropic_strategy_name(facts->pull));
}

static void put(cli_sink *sink, const void *what)
{
    const description *d = what;
    cli_record record;
    cli_record_begin_file(&record, sink, d->options->json, d->options->output, d->options->command->name);
    put_facts(&record, d);
    cli_record_end(&record);
}

/* *found: has A no cycle of the kind? */
static tropic_status has_none(const tropic_matrix *A, tropic_context *context, tropic_cycle_kind kind, bool *found)
{
    tropic_cycle_report report = {.size = sizeof report};
    const tropic_cycle_options wanted = {.size = sizeof wanted, .kind = kind, .report = &report};
    const tropic_status status = tropic_cycle(NULL, context, A, &wanted, NULL);
    *found = report.length == 0;
    return status;
}

/* *found: are A's vertices in one strongly connected component? */
static tropic_status is_strong(const tropic_matrix *A, tropic_context *context, bool *found)
{
    tropic_components_report report = {.size = sizeof report};
    const tropic_components_options wanted = {.size = sizeof wanted, .strong = true, .report = &report};
    tropic_vector *component = NULL;
    tropic_status status = tropic_vector_create(&component, context, TROPIC_INT32, tropic_matrix_rows(A));
    if (status == TROPIC_OK) status = tropic_components(component, NULL, A, &wanted, NULL);
    *found = report.components == 1;
    tropic_vector_free(&component);
    return status;
}

/* What facts tell at once is not searched for. An edge is an arc, or of an undirected graph two, and a loop. */
static tropic_status find_properties(const tropic_matrix *A, tropic_context *context, bool directed,
                                     const tropic_matrix_facts *facts, properties *is)
{
    const bool cyclic = facts->loops > 0 || (facts->rows > 0 && (facts->min_out > 0 || facts->min_in > 0));
    const tropic_offset edges = directed ? facts->count : (facts->count + facts->loops) / 2;
    tropic_status status = TROPIC_OK;
    *is = (properties){.connected = facts->components == 1};
    is->forest = facts->rows > 0 && edges == facts->rows - facts->components;
    is->tree = is->forest && is->connected;
    is->acyclic = is->forest || facts->count == 0;
    is->bipartite = is->acyclic;
    if (!is->acyclic && directed && !cyclic) status = has_none(A, context, TROPIC_CYCLE_DIRECTED, &is->acyclic);
    if (status == TROPIC_OK && !is->bipartite && facts->loops == 0)
        status = has_none(A, context, TROPIC_CYCLE_ODD, &is->bipartite);
    is->strongly_connected = is->connected && (facts->rows == 1 || facts->symmetric_pattern);
    if (status == TROPIC_OK && is->connected && !is->strongly_connected && facts->min_out > 0 && facts->min_in > 0)
        status = is_strong(A, context, &is->strongly_connected);
    return status;
}

static int check_result(const char *name, const reference_result *r)
{
    char message[CLI_VERIFY_MESSAGE] = "";
    const reference_verdict found = cli_verify(name, r, message);
    if (found == REFERENCE_MATCH) return CLI_OK;
    return cli_error(CLI_FAILED, "%s: %s",
                     found == REFERENCE_MISMATCH ? "mismatch with a textbook algorithm" : "not verified", message);
}

/* By a cycle, or searches that find none. */
static int verify_none(const tropic_matrix *A, tropic_context *context, tropic_cycle_kind kind, bool none)
{
    tropic_cycle_report report = {.size = sizeof report};
    const tropic_cycle_options wanted = {.size = sizeof wanted, .kind = kind, .report = &report};
    tropic_vector *next = NULL;
    tropic_status status = tropic_vector_create(&next, context, TROPIC_INT32, tropic_matrix_rows(A));
    int code;
    if (status == TROPIC_OK) status = tropic_cycle(next, context, A, &wanted, NULL);
    code = cli_check(status, context, CLI_FAILED);
    if (code == CLI_OK)
        code = check_result(
            "cycles", &(const reference_result){.values = {next}, .A = A, .context = context, .options = &wanted});
    if (code == CLI_OK && (report.length == 0) != none)
        code = cli_error(CLI_FAILED, "mismatch: there is %s, but the answer is %s", none ? "a cycle" : "no cycle",
                         none ? "yes" : "no");
    tropic_vector_free(&next);
    return code;
}

static int verify_strong(const tropic_matrix *A, tropic_context *context, bool strong)
{
    tropic_components_report report = {.size = sizeof report};
    const tropic_components_options wanted = {.size = sizeof wanted, .strong = true, .report = &report};
    tropic_vector *component = NULL;
    tropic_status status = tropic_vector_create(&component, context, TROPIC_INT32, tropic_matrix_rows(A));
    int code;
    if (status == TROPIC_OK) status = tropic_components(component, NULL, A, &wanted, NULL);
    code = cli_check(status, context, CLI_FAILED);
    if (code == CLI_OK)
        code = check_result("components", &(const reference_result){
                                              .values = {component}, .A = A, .context = context, .options = &wanted});
    if (code == CLI_OK && (report.components == 1) != strong)
        code = cli_error(CLI_FAILED, "mismatch: there are %d strongly connected components", report.components);
    tropic_vector_free(&component);
    return code;
}

/* The others follow from facts. */
static int verify_properties(const tropic_matrix *A, tropic_context *context, bool directed, const properties *is)
{
    const tropic_cycle_kind kind = directed ? TROPIC_CYCLE_DIRECTED : TROPIC_CYCLE_UNDIRECTED;
    int code = cli_verify_available();
    if (code == CLI_OK) code = verify_none(A, context, kind, is->acyclic);
    if (code == CLI_OK) code = verify_none(A, context, TROPIC_CYCLE_ODD, is->bipartite);
    return code == CLI_OK ? verify_strong(A, context, is->strongly_connected) : code;
}

/* A without its loops, which were read to be counted. */
static tropic_status drop_loops(tropic_matrix **A, tropic_context *context)
{
    const tropic_build_options wanted = {.size = sizeof wanted, .loops = TROPIC_LOOPS_DROP};
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_matrix *without = NULL;
    tropic_status status = tropic_matrix_csr(*A, context, &offsets, &ids, &values);
    if (status == TROPIC_OK)
        status = tropic_matrix_from_csr(&without, context, tropic_matrix_rows(*A), tropic_matrix_cols(*A), offsets, ids,
                                        tropic_matrix_type(*A), values, &wanted);
    if (status == TROPIC_OK) {
        tropic_matrix_free(A);
        *A = without;
    }
    return status;
}

static int verify(const tropic_matrix_facts *facts, const cli_range *range, const tropic_matrix *A,
                  tropic_context *context)
{
    const char *wrong = cli_recount(facts, range, A, context);
    if (wrong) return cli_error(CLI_FAILED, "mismatch with a recount: %s", wrong);
    fprintf(stderr, "verified by a recount: all facts are equal\n");
    return CLI_OK;
}

/* The facts of the graph as the algorithms see it; *loops and *is: as the file has them. */
static int describe(tropic_matrix **A, tropic_context *context, const cli_direction *direction,
                    const cli_options *options, tropic_matrix_facts *facts, tropic_offset *loops, properties *is)
{
    const bool bipartite = tropic_matrix_is_bipartite(*A);
    tropic_status status = tropic_matrix_describe(*A, context, facts);
    *loops = facts->loops;
    if (status == TROPIC_OK && !bipartite) status = find_properties(*A, context, direction->directed, facts, is);
    if (status == TROPIC_OK && !bipartite && options->verify) {
        const int code = verify_properties(*A, context, direction->directed, is);
        if (code != CLI_OK) return code;
    }
    /* The diagonal between two sets of vertices is no set of loops. */
    if (status == TROPIC_OK && !options->keep_loops && facts->loops > 0 && !bipartite) {
        status = drop_loops(A, context);
        if (status == TROPIC_OK) status = tropic_matrix_describe(*A, context, facts);
    }
    return cli_check(status, context, CLI_FAILED);
}

static tropic_status find_range(const tropic_matrix *A, tropic_context *context, cli_range *range)
{
    const tropic_type type = tropic_matrix_type(A);
    tropic_status status;
    *range = (cli_range){0};
    if (tropic_matrix_count(A) == 0 || tropic_matrix_is_pattern(A)) return TROPIC_OK;
    status = tropic_matrix_reduce(&range->min, context, tropic_operator_builtin(TROPIC_MIN, type), A);
    if (status != TROPIC_OK) return status;
    return tropic_matrix_reduce(&range->max, context, tropic_operator_builtin(TROPIC_MAX, type), A);
}

static int info(const cli_options *options)
{
    cli_progress progress = {0};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_matrix_facts facts = {.size = sizeof facts};
    cli_range range;
    cli_direction direction;
    tropic_format format;
    tropic_offset loops = 0;
    properties is = {false};

    int code = cli_context(&context, options, TROPIC_DEVICE_CPU, &progress);
    if (code == CLI_OK) code = cli_graph(&A, &direction, context, options, TROPIC_LOOPS_KEEP, true);
    format = tropic_matrix_format(A); /* of the file, not of the matrix that describe() may put in its place */
    if (code == CLI_OK) code = describe(&A, context, &direction, options, &facts, &loops, &is);
    if (code == CLI_OK) code = cli_check(find_range(A, context, &range), context, CLI_FAILED);
    if (code == CLI_OK && options->verify) code = verify(&facts, &range, A, context);
    if (code == CLI_OK)
        code = cli_write(options->output, false, put,
                         &(const description){options, A, &direction, &facts, &range, format, loops, &is});
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return code;
}

extern const cli_command cli_info;
const cli_command cli_info = {
    .name = "info",
    .arguments = "GRAPH [options]",
    .summary = "counts, degrees, components, strategy",
    .details = "Counts and properties of a graph as the algorithms see it, one KEY<TAB>VALUE per line:\n"
               "the file format; how the file was read (direction, and whether an option, the file or\n"
               "the default decided; one_way: no arc that was checked has its opposite); n (rows and\n"
               "cols of a bipartite graph); entries; loops (in the file), and how many of them are\n"
               "dropped; edges, which of a directed graph are its arcs (with --keep-loops loops count, too;\n"
               "what the file has twice counts once), and density, as NetworkX has it: edges over n (n - 1)\n"
               "if directed, over half of that if undirected, over rows times cols if bipartite; entries of\n"
               "a row (out_) and of a column (in_); symmetry; weakly connected components; whether the graph,\n"
               "with its loops, is connected, strongly connected, acyclic (a DAG, or if undirected a forest),\n"
               "a forest, a tree, bipartite, as NetworkX has it (which takes up to a third of the time of\n"
               "reading); the type and range of values; and the strategy by which auto pulls. The output goes\n"
               "to stdout or --output; with --format json it is one object.\n"
               "--verify counts everything again in the simplest way, and proves the answers by cycles and\n"
               "textbook searches; the exit code is 1 if there is a difference.\n",
    .traits = CLI_READS | CLI_VALUES | CLI_LOOPS | CLI_VERIFIES | CLI_RECORDS | CLI_FORMATS,
    .positionals = 1,
    .run = info,
};
