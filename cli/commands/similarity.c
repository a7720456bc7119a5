/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic similarity: pairs of vertices by the neighbours that they have in common.
 */
#include "cli/files/vertex_table.h"
#include "cli/options/option_table.h"
#include "cli/run/best_pairs.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Pairs that there is room for at first. */
#define FIRST_PAIRS ((int64_t)1 << 16)

/* In the order of tropic_similarity_measure: options, and columns. */
static cli_word_list measures = {
    "jaccard", "overlap", "cosine", "common-neighbors", "adamic-adar", "resource-allocation", "preferential-attachment",
    NULL};
static const char *const columns[] = {"jaccard",     "overlap",    "cosine",    "common",
                                      "adamic_adar", "allocation", "attachment"};

typedef struct words {
    tropic_similarity_measure measure;
    tropic_index best, top;
    double threshold;
    bool unlinked, outgoing;
    const char *pairs;
} words;

static const words defaults = {0};

/* Of the run: the pairs of --pairs, or those that were found and are kept. */
typedef struct state {
    tropic_similarity_report report;
    tropic_index *from, *to;
    double *score;
    int64_t count, room;
    best_pairs best; /* of --top */
    bool begun;      /* is the head of the table written? */
} state;

CLI_WORDS(words)

static state *state_of(const cli_run *run)
{
    return (state *)(void *)run->own;
}

static tropic_similarity_options wanted_of(const cli_run *run)
{
    const words *w = words_of(run->options);
    return (tropic_similarity_options){.size = sizeof(tropic_similarity_options),
                                       .measure = w->measure,
                                       .outgoing = w->outgoing,
                                       .best = w->best,
                                       .threshold = w->threshold,
                                       .unlinked = w->unlinked};
}

static cli_column column_of(const cli_run *run, const double *score)
{
    return (cli_column){.name = columns[words_of(run->options)->measure], .type = TROPIC_FP64, .values = score};
}

/* ---- the run ---- */

static int prepare(cli_run *run)
{
    const cli_vertex_rules rules = {.pairs = true, .rest = true};
    const char *path = words_of(run->options)->pairs;
    state *s = state_of(run);
    cli_vertex_table table;
    int code;
    *s = (state){0};
    if (!path) return CLI_OK;
    code = cli_vertex_table_read(&table, run->graph, path, &rules);
    if (code == CLI_OK) {
        s->from = table.from;
        s->to = table.to;
        s->count = table.pairs;
        table.from = table.to = NULL;
        s->score = malloc(((size_t)s->count + 1) * sizeof *s->score);
        if (!s->score) code = cli_error(CLI_FAILED, "out of memory for the result");
    }
    cli_vertex_table_free(&table);
    return code;
}

static void drop(cli_run *run)
{
    state *s = state_of(run);
    free(s->from);
    free(s->to);
    free(s->score);
    best_pairs_free(&s->best);
    *s = (state){0};
}

static bool grow(state *s, int64_t count)
{
    while (s->room - s->count < count) {
        const int64_t room = s->room ? 2 * s->room : FIRST_PAIRS;
        tropic_index *from = realloc(s->from, (size_t)room * sizeof *from), *to = NULL;
        double *score = NULL;
        if (from) s->from = from;
        if (from && (to = realloc(s->to, (size_t)room * sizeof *to))) s->to = to;
        if (to && (score = realloc(s->score, (size_t)room * sizeof *score))) s->score = score;
        if (!score) return false;
        s->room = room;
    }
    return true;
}

/* Keeps pairs, or writes them. */
static bool take(const tropic_index *from, const tropic_index *to, const double *score, int64_t count, void *user)
{
    cli_run *run = user;
    state *s = state_of(run);
    if (s->best.most > 0) {
        run->told = !best_pairs_add(&s->best, from, to, score, count);
        if (run->told) cli_error(CLI_FAILED, "out of memory for the %" PRId64 " best pairs", s->best.most);
        return !run->told;
    }
    if (run->sink) {
        const cli_column column = column_of(run, score);
        const cli_rows rows = {.from = from, .head = to, .pairs = count};
        if (!s->begun) cli_table_head(run->sink, cli_is_csv(run->options->output), &rows, &column, 1);
        s->begun = true;
        cli_table_lines(run->sink, cli_is_csv(run->options->output), run->graph, &rows, &column, 1);
        run->told = run->sink->failure != 0;
        return !cli_sink_stopped(run->sink);
    }
    if (!grow(s, count)) {
        run->told = true;
        cli_error(CLI_FAILED, "out of memory for %" PRId64 " pairs and more, which --verify, --repeat and JSON keep",
                  s->count);
        return false;
    }
    memcpy(s->from + s->count, from, (size_t)count * sizeof *from);
    memcpy(s->to + s->count, to, (size_t)count * sizeof *to);
    memcpy(s->score + s->count, score, (size_t)count * sizeof *score);
    s->count += count;
    return true;
}

static void put(cli_sink *sink, const cli_run *run)
{
    const state *s = state_of(run);
    const cli_column column = column_of(run, s->score);
    const cli_rows rows = {.from = s->from ? s->from : (tropic_index[]){0}, .head = s->to, .pairs = s->count};
    cli_table_text(sink, cli_is_csv(run->options->output), run->graph, &rows, &column, 1);
}

static void put_objects(cli_json *json, const char *key, const cli_run *run)
{
    const state *s = state_of(run);
    const cli_column column = column_of(run, s->score);
    const cli_rows rows = {.from = s->from ? s->from : (tropic_index[]){0}, .head = s->to, .pairs = s->count};
    cli_table_json(json, key, run->graph, &rows, &column, 1);
}

/* The best pairs become the result. */
static tropic_status take_best(cli_run *run)
{
    state *s = state_of(run);
    if (!grow(s, s->best.count)) {
        run->told = true;
        cli_error(CLI_FAILED, "out of memory for the %" PRId64 " best pairs", s->best.most);
        return TROPIC_CANCELLED;
    }
    best_pairs_sort(&s->best);
    for (; s->count < s->best.count; s->count++) {
        const best_pair *pair = &s->best.pair[s->count];
        s->from[s->count] = pair->from;
        s->to[s->count] = pair->to;
        s->score[s->count] = pair->score;
    }
    best_pairs_free(&s->best);
    if (run->sink) put(run->sink, run);
    return TROPIC_OK;
}

static tropic_status find_pairs(cli_run *run)
{
    state *s = state_of(run);
    tropic_similarity_options wanted = wanted_of(run);
    tropic_status status;
    s->report = (tropic_similarity_report){.size = sizeof s->report};
    wanted.report = &s->report;
    if (words_of(run->options)->pairs) {
        status = tropic_similarity_pairs(s->score, run->context, run->graph, s->from, s->to, s->count, &wanted,
                                         &run->report);
        if (status == TROPIC_OK && run->sink) put(run->sink, run);
        return status;
    }
    s->count = 0;
    s->begun = false;
    s->best.count = 0; /* of a run that failed */
    s->best.most = words_of(run->options)->top;
    status = tropic_similarity(take, run, run->context, run->graph, &wanted, &run->report);
    if (s->best.most > 0) return status == TROPIC_OK ? take_best(run) : status;
    if (status == TROPIC_OK && run->sink && !s->begun) put(run->sink, run); /* the head alone */
    return status;
}

static reference_verdict verify(cli_run *run, char *message)
{
    const state *s = state_of(run);
    const tropic_similarity_options done = wanted_of(run);
    const reference_pairs pairs = {
        s->from, s->to, s->score, s->count, words_of(run->options)->pairs != NULL, words_of(run->options)->top};
    const reference_result r = {.other = &pairs, .A = run->graph, .context = run->context, .options = &done};
    return cli_verify("similarity", &r, message);
}

/* ---- the summary ---- */

static void text(FILE *file, const cli_run *run)
{
    const words *w = words_of(run->options);
    fprintf(file, "measure  %s\npairs    %" PRId64, measures[w->measure], state_of(run)->report.pairs);
    if (w->top > 0) fprintf(file, ", of which %" PRId64 " are shown, the best", state_of(run)->count);
    if (w->best > 0) fprintf(file, ", up to %d of each vertex", w->best);
    if (w->threshold > 0) fprintf(file, ", of %g or more", w->threshold);
    fprintf(file, "%s\n", w->unlinked ? ", without an arc between them" : "");
}

static void members(cli_json *json, const cli_run *run)
{
    const words *w = words_of(run->options);
    cli_json_string(json, "measure", measures[w->measure]);
    cli_json_integer(json, "pairs", state_of(run)->report.pairs);
    if (w->top > 0) cli_json_integer(json, "top", w->top);
    if (w->best > 0) cli_json_integer(json, "best", w->best);
    if (w->threshold > 0) cli_json_real(json, "threshold", w->threshold);
    if (w->unlinked) cli_json_bool(json, "unlinked", true);
}

/* ---- the command ---- */

static int check(const cli_options *options)
{
    const words *w = words_of(options);
    if (w->top > 0 && w->best > 0) return cli_exclude(options, "top", "best");
    if (!w->pairs) return CLI_OK;
    if (w->top > 0) return cli_exclude(options, "pairs", "top");
    if (w->best > 0) return cli_exclude(options, "pairs", "best");
    if (w->threshold > 0) return cli_exclude(options, "pairs", "threshold");
    return w->unlinked ? cli_exclude(options, "pairs", "unlinked") : CLI_OK;
}

static int similarity(const cli_options *options)
{
    static const cli_algorithm algorithm = {.bar = true,
                                            .whole = true,
                                            .blames_graph = true,
                                            .streams = true,
                                            .prepare = prepare,
                                            .run = find_pairs,
                                            .verify = verify,
                                            .put = put,
                                            .put_objects = put_objects,
                                            .drop = drop,
                                            .text = text,
                                            .members = members};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"measure", "NAME", CLI_OWN(words, measure), CLI_TAKES_WORD(measures, 0),
     .help = "jaccard (default), overlap, cosine, common-neighbors, adamic-adar,\n"
             "resource-allocation or preferential-attachment"},
    {"pairs", "FILE", CLI_OWN(words, pairs), CLI_TAKES_FILE,
     .help = "the pairs of FILE, a line \"ID ID\" each, in its order (text behind the\n"
             "ids is passed over)"},
    {"best", "K", CLI_OWN(words, best), CLI_TAKES_INTEGER(1, TROPIC_INDEX_MAX),
     .help = "of each vertex, the K pairs with the highest scores"},
    {"top", "K", CLI_OWN(words, top), CLI_TAKES_INTEGER(1, TROPIC_INDEX_MAX),
     .help = "of all pairs with a common neighbour, the K with the highest scores"},
    {"threshold", "T", CLI_OWN(words, threshold), CLI_TAKES_REAL(0, 1e300, "a number from 0 to 1e300"),
     .help = "only pairs whose score is T or more"},
    {"unlinked", NULL, CLI_OWN(words, unlinked), CLI_TAKES_FLAG,
     .help = "only pairs without an arc between them: links that may be missing"},
    {"outgoing", NULL, CLI_OWN(words, outgoing), CLI_TAKES_FLAG,
     .help = "of a directed graph: neighbours of a vertex are the heads of its arcs"},
};

extern const cli_command cli_similarity;
const cli_command cli_similarity = {
    .name = "similarity",
    .arguments = "GRAPH [options]",
    .summary = "similar vertices, by common neighbours",
    .details = "Scores of pairs of vertices, by the neighbours that they have in common. With N(v) the\n"
               "neighbours of v, d(v) their number, and w each common neighbour of u and v:\n"
               "\n"
               "    jaccard                  |N(u) and N(v)| / |N(u) or N(v)|\n"
               "    overlap                  |N(u) and N(v)| / min(d(u), d(v))\n"
               "    cosine                   |N(u) and N(v)| / sqrt(d(u) d(v))\n"
               "    common-neighbors         |N(u) and N(v)|\n"
               "    adamic-adar              the sum of 1 / log d(w)\n"
               "    resource-allocation      the sum of 1 / d(w)\n"
               "    preferential-attachment  d(u) d(v)\n"
               "\n"
               "Output: all pairs that have a common neighbour, each once, in order of ids; with --best those\n"
               "of each vertex, the highest score first, of equal ones the lesser id; with --top those of\n"
               "the whole graph, the highest score first, of equal ones the lesser first id, then the lesser\n"
               "second; with --pairs those of a file, in its order:\n"
               "\n"
               "    # from<TAB>to<TAB>jaccard\n"
               "    ID<TAB>ID<TAB>SCORE\n"
               "\n"
               "Loops do not count, and two vertices have one edge at most. (NetworkX counts loops as\n"
               "neighbours.) A directed graph is refused unless each arc has its opposite: --undirected makes\n"
               "edges of arcs; with --outgoing, d(w) is the number of arcs into w. The result has the same bits\n"
               "on all devices, for any number of threads. Ids are those of the file. The output goes to stdout\n"
               "or --output, a summary to stderr. A table is written as it is found, so that it may be larger\n"
               "than memory. The time is that of all ways of two edges, up to the sum of squared degrees.\n"
               "With --verify, --repeat or --format json the result is kept, at 16 bytes a pair, and so is that\n"
               "of --top, at 32.\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in bytes)\n"
               "and \"result\": [{\"from\": ID, \"to\": ID, \"jaccard\": SCORE}, ...]. With --output as well,\n"
               "stdout gets the summary alone. --verify compares the result with that of a textbook algorithm;\n"
               "the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_SIMILARITY,
    .check = check,
    .run = similarity,
};
