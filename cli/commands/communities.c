/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic communities: the community of each vertex, and its size; or the modularity of given ones.
 */
#include "cli/files/vertex_table.h"
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

typedef struct words {
    tropic_communities_options options; /* without a report */
    const char *given, *compare;
    bool has_method, has_seed, has_levels, has_rounds;
} words;

static const words defaults = {
    .options = {.size = sizeof defaults.options, .resolution = 1, .rounds = TROPIC_COMMUNITIES_ROUNDS}};

static cli_word_list methods = {"leiden", "louvain", "labels", NULL};

CLI_WORDS(words)

/* Of the last run. */
typedef struct told {
    tropic_communities_report communities;
    tropic_partition_report likeness; /* of --compare */
} told;

CLI_REPORT(told)

static const tropic_communities_report *communities_of(const cli_run *run)
{
    return &report_of(run)->communities;
}

static tropic_communities_options wanted_of(const cli_run *run)
{
    tropic_communities_options wanted = words_of(run->options)->options;
    wanted.weighted = run->options->weighted;
    wanted.directed = run->options->directed;
    wanted.seed = run->options->seed;
    wanted.report = &report_of(run)->communities;
    return wanted;
}

/* ---- --given, --compare ---- */

typedef struct named {
    double name;
    tropic_index vertex;
} named;

static int by_name(const void *a, const void *b)
{
    const named *x = a, *y = b;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* community = the least vertex with the same number in the file. An exit code. */
static int number(const cli_run *run, const cli_vertex_table *table, const char *path, int32_t *community)
{
    const tropic_index n = tropic_matrix_rows(run->graph);
    named *all = malloc(((size_t)n + 1) * sizeof *all);
    if (!all) return cli_error(CLI_FAILED, "out of memory for %s", path);
    for (tropic_index v = 0; v < n; v++) all[v] = (named){table->value[0][v], v};
    qsort(all, (size_t)n, sizeof *all, by_name);
    for (tropic_index k = 0; k < n; k++)
        community[all[k].vertex] =
            k > 0 && all[k].name == all[k - 1].name ? community[all[k - 1].vertex] : all[k].vertex;
    free(all);
    return CLI_OK;
}

/* The first vertex that the file leaves out, or whose number is none. */
static int check_table(const cli_run *run, const cli_vertex_table *table, const char *path)
{
    const double most = 9007199254740992.0; /* 2^53: a double has all whole numbers up to it */
    for (tropic_index v = 0; v < tropic_matrix_rows(run->graph); v++) {
        const int64_t id = tropic_matrix_label(run->graph, v);
        if (!table->listed[v]) return cli_error(CLI_UNREADABLE, "%s: vertex %" PRId64 " has no line", path, id);
        if (floor(table->value[0][v]) != table->value[0][v] || !(fabs(table->value[0][v]) <= most))
            return cli_error(CLI_UNREADABLE,
                             "%s: the community of vertex %" PRId64 ", %.17g, is not a whole number of up to 2^53",
                             path, id, table->value[0][v]);
    }
    return CLI_OK;
}

/* v = the partition of a file. */
static int read_given(cli_run *run, const char *path, tropic_vector *v)
{
    const cli_vertex_rules rules = {.min = 1, .max = 1, .rest = true};
    const tropic_index n = tropic_matrix_rows(run->graph);
    int32_t *community = calloc((size_t)n + 1, sizeof *community);
    cli_vertex_table table;
    int code = cli_vertex_table_read(&table, run->graph, path, &rules);
    if (code == CLI_OK) code = check_table(run, &table, path);
    if (code == CLI_OK && !community) code = cli_error(CLI_FAILED, "out of memory for %s", path);
    if (code == CLI_OK && n > 0) code = number(run, &table, path, community);
    if (code == CLI_OK && n > 0)
        code = cli_check(tropic_vector_put_dense(v, community, NULL), run->context, CLI_FAILED);
    cli_vertex_table_free(&table);
    free(community);
    return code;
}

/* ---- the run ---- */

static int prepare(cli_run *run)
{
    const words *w = words_of(run->options);
    int code = cli_results(run, TROPIC_INT32);
    if (code == CLI_OK && w->given) code = read_given(run, w->given, run->result[0]);
    if (code == CLI_OK && w->compare)
        code =
            cli_check(tropic_vector_create(&run->given[0], run->context, TROPIC_INT32, tropic_matrix_rows(run->graph)),
                      run->context, CLI_FAILED);
    return code == CLI_OK && w->compare ? read_given(run, w->compare, run->given[0]) : code;
}

static tropic_status find(cli_run *run)
{
    const tropic_communities_options wanted = wanted_of(run);
    told *t = report_of(run);
    tropic_status status;
    *t = (told){.communities = {.size = sizeof t->communities}, .likeness = {.size = sizeof t->likeness}};
    if (words_of(run->options)->given)
        status = tropic_modularity(run->result[0], run->result[1], run->graph, &wanted, &run->report);
    else
        status = tropic_communities(run->result[0], run->result[1], run->graph, &wanted, &run->report);
    if (status != TROPIC_OK || !run->given[0]) return status;
    return tropic_partition_compare(run->result[0], run->given[0], &t->likeness);
}

static reference_verdict verify(cli_run *run, char *message)
{
    tropic_communities_options done = wanted_of(run);
    /* (Of given ones no more is to be checked than of Louvain's.) */
    if (words_of(run->options)->given) done.method = TROPIC_COMMUNITIES_LOUVAIN;
    const reference_partition compared = {run->given[0], &report_of(run)->likeness};
    const reference_result r = {.values = {run->result[0], run->result[1]},
                                .other = run->given[0] ? &compared : NULL,
                                .A = run->graph,
                                .context = run->context,
                                .options = &done};
    return cli_verify("communities", &r, message);
}

static const char *method_of(const cli_run *run)
{
    return words_of(run->options)->given ? "given" : methods[words_of(run->options)->options.method];
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_communities_report *r = communities_of(run);
    const tropic_partition_report *likeness = &report_of(run)->likeness;
    const words *w = words_of(run->options);
    if (w->given)
        cli_put_file(file, "given", w->given);
    else
        fprintf(file, "method   %s, %d %s%s%s\n", method_of(run), r->levels,
                w->options.method == TROPIC_COMMUNITIES_LABELS ? "round" : "level", r->levels == 1 ? "" : "s",
                r->settled ? "" : " (more would change the result)");
    fprintf(file, "found    %d communit%s, %d of one vertex\n", r->communities, r->communities == 1 ? "y" : "ies",
            r->single);
    if (r->communities > 0)
        fprintf(file, "largest  %d vert%s, community %" PRId64 "\n", r->largest_size,
                r->largest_size == 1 ? "ex" : "ices", tropic_matrix_label(run->graph, r->largest));
    fprintf(file, "modularity %.9g", r->modularity);
    if (w->options.resolution != 1) fprintf(file, " at resolution %g", w->options.resolution);
    fprintf(file, ", of %s graph%s\n", r->directed ? "a directed" : "an undirected",
            run->weighted ? " with weights" : "");
    if (!w->compare) return;
    cli_put_file(file, "compared", w->compare);
    fprintf(file, "NMI      %.9g\nARI      %.9g\n", likeness->mutual_information, likeness->rand);
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_communities_report *r = communities_of(run);
    const tropic_partition_report *likeness = &report_of(run)->likeness;
    const words *w = words_of(run->options);
    cli_json_string(json, "method", method_of(run));
    cli_json_real(json, "resolution", w->options.resolution);
    cli_json_bool(json, "weighted", run->weighted);
    cli_json_bool(json, "directed_modularity", r->directed);
    cli_json_real(json, "modularity", r->modularity);
    cli_json_integer(json, "communities", r->communities);
    cli_json_integer(json, "single", r->single);
    if (r->communities > 0) {
        cli_json_open(json, "largest", '{');
        cli_json_integer(json, "community", tropic_matrix_label(run->graph, r->largest));
        cli_json_integer(json, "size", r->largest_size);
        cli_json_close(json, '}');
    }
    if (!w->given) cli_json_bool(json, "settled", r->settled);
    if (!w->compare) return;
    cli_json_open(json, "compared", '{');
    cli_json_string(json, "file", w->compare);
    cli_json_integer(json, "communities", likeness->sets_b);
    cli_json_real(json, "nmi", likeness->mutual_information);
    cli_json_real(json, "ari", likeness->rand);
    cli_json_close(json, '}');
}

/* As many times the work of label propagation. */
static double searches(const cli_options *options, double vertices)
{
    (void)vertices;
    return words_of(options)->options.method == TROPIC_COMMUNITIES_LABELS ? 1 : TP_WORK_LEVELS;
}

static int communities(const cli_options *options)
{
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .whole = true,
                                     .blames_graph = true,
                                     .column = {"community", "size"},
                                     .vertex = {true},
                                     .prepare = prepare,
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

/* What has no meaning together. */
static int check(const cli_options *options)
{
    const words *w = words_of(options);
    const bool labels = w->options.method == TROPIC_COMMUNITIES_LABELS;
    if (w->given && w->has_method) return cli_exclude(options, "given", "method");
    if (w->given && w->has_seed) return cli_exclude(options, "given", "seed");
    if (w->given && w->has_levels) return cli_exclude(options, "given", "levels");
    if (w->has_rounds && !labels) return cli_needs(options, "rounds", "method labels");
    if (labels && w->has_levels) return cli_exclude(options, "method labels", "levels");
    return labels && w->has_seed ? cli_exclude(options, "method labels", "seed") : CLI_OK;
}

static const cli_option rows[] = {
    {"method", "NAME", CLI_OWN(words, options.method), CLI_OWN_GIVEN(words, has_method),
     CLI_TAKES_WORD(methods, TROPIC_COMMUNITIES_LEIDEN),
     .help = "leiden (default): Louvain with Leiden's refinement, so that each community\n"
             "is connected; louvain; labels: label propagation, as LDBC Graphalytics\n"
             "defines CDLP"},
    {"given", "FILE", CLI_OWN(words, given), CLI_TAKES_FILE,
     .help = "measure the communities in FILE: a line \"ID NUMBER\" for each vertex.\n"
             "(Columns behind them are passed over: FILE may be an output of this\n"
             "command.)"},
    {"compare", "FILE", CLI_OWN(words, compare), CLI_TAKES_FILE,
     .help = "how alike the communities and those in FILE, a file as of --given, are:\n"
             "see above"},
    {"resolution", "R", CLI_OWN(words, options.resolution), CLI_TAKES_REAL(CLI_ABOVE_0, 1e300, CLI_POSITIVE),
     .help = "the greater, the smaller communities are (default 1)"},
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,
     .help = "an arc counts as much as its value in the file (default: each arc as 1)"},
    {"seed", "S", CLI_AT(seed), CLI_OWN_GIVEN(words, has_seed), CLI_TAKES(cli_take_seed),
     .help = "the order in which vertices move; the same S yields the same result\n"
             "(default 1)"},
    {"levels", "N", CLI_OWN(words, options.levels), CLI_OWN_GIVEN(words, has_levels), CLI_TAKES_INTEGER(1, INT32_MAX),
     .help = "at most so many levels: smaller communities (default: until modularity\n"
             "grows no more)"},
    {"rounds", "N", CLI_OWN(words, options.rounds), CLI_OWN_GIVEN(words, has_rounds), CLI_TAKES_INTEGER(1, INT32_MAX),
     .help = "at most so many rounds of label propagation (default 10)"},
};

extern const cli_command cli_communities;
const cli_command cli_communities = {
    .name = "communities",
    .arguments = "GRAPH [options]",
    .summary = "communities, by modularity or labels",
    .details = "Communities: sets of vertices with more arcs within them than chance would give, each vertex\n"
               "in one. Output, in order of ids:\n"
               "\n"
               "    # id<TAB>community<TAB>size\n"
               "    ID<TAB>COMMUNITY<TAB>SIZE     COMMUNITY is the least id in it (by labels: a label,\n"
               "                                  some vertex's id), SIZE its vertices\n"
               "\n"
               "Modularity says how many arcs lie within communities, less how many would by chance. Where\n"
               "each arc has its opposite (with --weighted: of the same weight) it is that of an undirected\n"
               "graph, as with --undirected; else, or with --directed, that of a directed one. Loops count in\n"
               "it, if --keep-loops keeps them.\n"
               "\n"
               "--compare FILE compares the communities that were found, or with --given were read, with those\n"
               "of another file. NMI is the normalised mutual information: of communities a and b it is\n"
               "2 I(a, b) / (H(a) + H(b)), with the entropies H and the mutual information I of the shares that\n"
               "their sets have of the vertices. ARI is Rand's index adjusted for chance (Hubert and Arabie):\n"
               "of how many pairs of vertices both say the same, 0 for as many as chance would give. Both are 1\n"
               "if the communities are equal. They are scikit-learn's normalized_mutual_info_score and\n"
               "adjusted_rand_score.\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr. The\n"
               "result is the same for the same seed on all devices. With --format json, stdout gets one\n"
               "object: the summary (times in seconds, memory in bytes) and \"result\": [{\"id\": ID,\n"
               "\"community\": COMMUNITY, \"size\": SIZE}, ...]. With --output as well, stdout gets the\n"
               "summary alone. --verify computes modularity, NMI and ARI again, in another way, and looks\n"
               "whether the result is what its method promises; the exit code is 1 if not.\n",
    .traits = CLI_ALGORITHM,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_COMMUNITIES,
    .searches = searches,
    .check = check,
    .run = communities,
};
