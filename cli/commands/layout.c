/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic layout: places for the vertices, as a table or a picture.
 */
#include "cli/files/recipe.h"
#include "cli/options/option_table.h"
#include "cli/picture/picture.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdlib.h>

/* To the library 0 is "not given": a number that also opens every node of the tree. */
#define THETA_ZERO 1e-30
/* Sources that the result is measured by, unless told. */
#define STRESS_SOURCES 50

/* A k no further from 1, up or down, leaves a float room for the places of any graph. */
#define FLOAT_UNITS 1e30

typedef struct layout {
    const cli_options *options;
    cli_progress progress;
    cli_devices devices;
    tropic_context *context; /* of these, the one that reads, then the one that computes */
    tropic_matrix *graph;
    cli_direction direction;
    cli_positions positions; /* --initial's, then the result */
    cli_picture picture;
    tropic_vector *given[CLI_AXES], *fixed, *place[CLI_AXES];
    tropic_layout_report report;
    tropic_layout_quality quality;
    double read_seconds, write_seconds;
} layout;

static int read_graph(layout *l)
{
    const cli_options *options = l->options;
    const double start = cli_now();
    const int code =
        cli_square_graph(&l->graph, &l->direction, l->context, options, TROPIC_LOOPS_DROP, options->weighted);
    l->read_seconds = cli_now() - start;
    return code;
}

/* A vector of the graph's size; with values: with these, where they are present. */
static int make_vector(layout *l, tropic_vector **v, tropic_type type, const void *values, const bool *present)
{
    const tropic_index n = tropic_matrix_rows(l->graph);
    tropic_status status = tropic_vector_create(v, l->context, type, n);
    if (status == TROPIC_OK && values) status = tropic_vector_put_dense(*v, values, present);
    return cli_check(status, l->context, CLI_FAILED);
}

static bool none_present(const layout *l)
{
    const tropic_index n = tropic_matrix_rows(l->graph);
    for (tropic_index i = 0; i < n; i++)
        if (!l->positions.present || l->positions.present[i]) return false;
    return true;
}

static int read_initial(layout *l)
{
    const cli_options *options = l->options;
    int code = cli_positions_load(&l->positions, l->graph, l->context, options->positional[0], options->initial, true);
    if (code == CLI_OK)
        cli_positions_note(&l->positions, l->graph, options->positional[0], options->initial, options->quiet);
    if (code == CLI_OK && none_present(l)) return CLI_OK;
    if (code == CLI_OK && l->positions.dimensions != options->dimensions)
        code = cli_usage_error("layout", "%s has %d coordinates per vertex, but --dimensions is %d", options->initial,
                               l->positions.dimensions, options->dimensions);
    for (int c = 0; code == CLI_OK && c < options->dimensions; c++)
        code = make_vector(l, &l->given[c], TROPIC_FP64, l->positions.at[c], l->positions.present);
    return code;
}

static int read_fixed(layout *l)
{
    const cli_vertex_rules rules = {0};
    const tropic_index n = tropic_matrix_rows(l->graph);
    const bool *present = l->positions.present;
    cli_vertex_table table;
    int code = cli_vertex_table_read(&table, l->graph, l->options->fixed, &rules);
    for (tropic_index i = 0; code == CLI_OK && i < n; i++)
        if (table.listed[i] && present && !present[i])
            code = cli_error(CLI_UNREADABLE, "%s: vertex %" PRId64 " is fixed, but not in %s", l->options->fixed,
                             tropic_matrix_label(l->graph, i), l->options->initial);
    if (code == CLI_OK) code = make_vector(l, &l->fixed, TROPIC_BOOL, table.listed, NULL);
    cli_vertex_table_free(&table);
    return code;
}

static int lay_out(layout *l)
{
    const cli_options *options = l->options;
    tropic_layout_options wanted = options->layout;
    tropic_status status;
    int code = CLI_OK;
    wanted.size = sizeof wanted;
    wanted.seed = options->seed;
    wanted.weighted = options->weighted;
    if (options->has_theta && wanted.theta < THETA_ZERO) wanted.theta = THETA_ZERO;
    wanted.x = l->given[0];
    wanted.y = l->given[1];
    wanted.z = l->given[2];
    wanted.fixed = l->fixed;
    for (int c = 0; code == CLI_OK && c < options->dimensions; c++)
        code = make_vector(l, &l->place[c], TROPIC_FP64, NULL, NULL);
    if (code != CLI_OK) return code;
    l->report.size = sizeof l->report;
    cli_progress_begin(&l->progress, !options->quiet);
    status = tropic_layout(l->place[0], l->place[1], l->place[2], l->graph, &wanted, &l->report);
    cli_progress_end(&l->progress);
    if (status == TROPIC_OK && cli_cancelled()) status = TROPIC_CANCELLED;
    /* (Of the arguments, only the contents of files can still be wrong.) */
    return cli_check(status, l->context,
                     status == TROPIC_NOT_SUPPORTED      ? CLI_MISSING
                     : status == TROPIC_INVALID_ARGUMENT ? CLI_UNREADABLE
                                                         : CLI_FAILED);
}

/* Forces are computed in floats, in units of k. Given places keep their digits, and so do places around them. */
static bool shows_floats(const layout *l)
{
    const double k = l->options->layout.k > 0 ? l->options->layout.k : 1;
    return !l->given[0] && k >= 1 / FLOAT_UNITS && k <= FLOAT_UNITS;
}

/* The result where --initial's was. */
static int fetch(layout *l)
{
    const size_t n = (size_t)tropic_matrix_rows(l->graph);
    int code = CLI_OK;
    cli_positions_free(&l->positions);
    l->positions.dimensions = l->options->dimensions;
    l->positions.single = shows_floats(l);
    for (int c = 0; code == CLI_OK && c < l->options->dimensions; c++) {
        l->positions.at[c] = malloc((n + 1) * sizeof *l->positions.at[c]);
        if (!l->positions.at[c]) return cli_error(CLI_FAILED, "out of memory for positions");
        code = cli_check(tropic_vector_get_dense(l->place[c], l->positions.at[c], NULL), l->context, CLI_FAILED);
    }
    return code;
}

/* *linked = the arcs that link: those of strength 0 do not. */
static tropic_status select_linked(const layout *l, tropic_matrix **linked)
{
    const int64_t zero = 0; /* of any number */
    return tropic_matrix_select(linked, l->context, NULL, NULL,
                                tropic_operator_builtin(TROPIC_NE, tropic_matrix_type(l->graph)), l->graph, &zero,
                                NULL);
}

static int measure(layout *l)
{
    const cli_options *options = l->options;
    const tropic_index sources = options->has_stress ? options->stress : STRESS_SOURCES;
    const bool strengths = options->weighted && !tropic_matrix_is_pattern(l->graph);
    tropic_matrix *linked = NULL;
    tropic_status status = TROPIC_OK;
    if (sources == 0) return CLI_OK;
    l->quality.size = sizeof l->quality;
    if (strengths) status = select_linked(l, &linked);
    if (status == TROPIC_OK)
        status = tropic_layout_measure(&l->quality, linked ? linked : l->graph, l->place[0], l->place[1], l->place[2],
                                       sources, options->seed);
    tropic_matrix_free(&linked);
    return cli_check(status, l->context, CLI_FAILED);
}

static const char *method_name(const layout *l)
{
    return l->report.method == TROPIC_LAYOUT_EXACT        ? "exact"
           : l->report.method == TROPIC_LAYOUT_BARNES_HUT ? "barnes-hut"
                                                          : "none";
}

static void summary(const layout *l)
{
    const tropic_layout_report *r = &l->report;
    if (!l->options->recipe) cli_graph_text(stderr, l->options, l->graph, &l->direction);
    cli_devices_text(stderr, &l->devices, l->context);
    fprintf(stderr, "method   %s, seed %" PRIu64 "\n", method_name(l), l->options->seed);
    fprintf(stderr,
            "parts    %d component%s; the largest as %d graph%s, coarse to fine\nsteps    %" PRId64
            "; of the largest graph itself %" PRId64 ", the last by %.3g\n",
            r->components, r->components == 1 ? "" : "s", r->levels, r->levels == 1 ? "" : "s", r->iterations,
            r->finest, r->movement);
    cli_put_quality(stderr, &l->quality);
    if (l->options->output) cli_put_file(stderr, "written", l->options->output);
    fprintf(stderr, "time     %s", CLI_TIME(r->run_seconds));
    if (r->finest > 0) fprintf(stderr, ", %s per step of the largest", CLI_TIME(r->finest_seconds / (double)r->finest));
    fprintf(stderr, "; with coarsening %s; reading %s; writing %s\nmemory   %s, in addition to the graph\n",
            CLI_TIME(r->seconds), CLI_TIME(l->read_seconds), CLI_TIME(l->write_seconds), CLI_BYTES((double)r->memory));
}

static void json_result(const layout *l, cli_json *json)
{
    cli_column columns[CLI_AXES];
    const int count = cli_positions_columns(columns, &l->positions);
    cli_table_json(json, "result", l->graph, NULL, columns, count);
}

/* One object on stdout, with the positions unless --output takes them. */
static void put_json(cli_sink *sink, const void *what)
{
    const layout *l = what;
    const tropic_layout_report *r = &l->report;
    cli_record record;
    cli_json *json = &record.json;
    cli_record_begin(&record, sink, true);
    cli_graph_record(&record, l->options, l->graph, &l->direction);
    cli_devices_json(json, &l->devices, l->context);
    cli_json_string(json, "method", method_name(l));
    cli_json_unsigned(json, "seed", l->options->seed);
    cli_json_integer(json, "components", r->components);
    cli_json_integer(json, "levels", r->levels);
    cli_json_integer(json, "iterations", r->iterations);
    cli_json_integer(json, "finest_iterations", r->finest);
    cli_json_real(json, "movement", r->movement);
    if (l->quality.size > 0) {
        cli_json_real(json, "stress", l->quality.stress);
        cli_json_integer(json, "stress_pairs", l->quality.pairs);
        cli_json_real(json, "edge_length", l->quality.edge_length);
        cli_json_real(json, "edge_deviation", l->quality.edge_deviation);
    }
    cli_json_open(json, "time", '{');
    cli_json_measured(json, "iterations", r->run_seconds);
    cli_json_measured(json, "finest", r->finest_seconds);
    cli_json_measured(json, "with_coarsening", r->seconds);
    cli_json_measured(json, "reading", l->read_seconds);
    cli_json_measured(json, "writing", l->write_seconds);
    cli_json_close(json, '}');
    cli_json_unsigned(json, "memory", r->memory);
    if (l->options->output)
        cli_json_string(json, "output", l->options->output);
    else if (!cli_recipe_takes(l->options))
        json_result(l, json);
    cli_record_end(&record);
}

static int take(const layout *l)
{
    cli_column columns[CLI_AXES];
    const int count = cli_positions_columns(columns, &l->positions);
    return cli_recipe_take(l->options->recipe, columns, count, tropic_matrix_rows(l->graph));
}

static int report(layout *l)
{
    const cli_options *options = l->options;
    const double start = cli_now();
    int code = CLI_OK;
    if (cli_recipe_takes(options))
        code = take(l);
    else if (options->output || !options->json)
        code = cli_picture_write(&l->picture, l->context, l->graph, &l->positions);
    /* The result of a long run is kept even if its picture fails. */
    if (code == CLI_FAILED && l->picture.format != CLI_PICTURE_TABLE && !cli_delivered())
        code = cli_picture_rescue(&l->picture, l->graph, &l->positions);
    l->write_seconds = cli_now() - start;
    if (code == CLI_OK && options->json) code = cli_put_json(options, put_json, l);
    if (code == CLI_OK && !options->json && !options->quiet) summary(l);
    return code;
}

/* The objects of one attempt. */
static void drop_places(layout *l)
{
    for (int c = 0; c < CLI_AXES; c++) {
        tropic_vector_free(&l->given[c]);
        tropic_vector_free(&l->place[c]);
    }
    tropic_vector_free(&l->fixed);
    cli_positions_free(&l->positions);
}

static int attempt(void *of, tropic_context *context, bool again)
{
    layout *l = of;
    const cli_options *options = l->options;
    cli_options silent = *options;
    int code = CLI_OK;
    silent.quiet = true;
    if (again) drop_places(l);
    l->context = context;
    l->options = again ? &silent : options;
    if (options->initial) code = read_initial(l);
    l->options = options;
    if (code == CLI_OK && options->fixed) code = read_fixed(l);
    if (code == CLI_OK) code = lay_out(l);
    if (code == CLI_OK) code = fetch(l);
    if (code == CLI_OK) code = measure(l);
    return code == CLI_OK ? report(l) : code;
}

static int run(const cli_options *options)
{
    layout l = {.options = options};
    int code = cli_picture_check(options, options->dimensions);
    if (code == CLI_OK && options->recipe && options->recipe->trial)
        return cli_recipe_try(options, false, options->weighted, true);
    if (code == CLI_OK) code = cli_devices_open(&l.devices, options, &l.progress, cli_work_of_file(options));
    l.context = cli_devices_reader(&l.devices);
    if (code == CLI_OK) code = read_graph(&l);
    if (code == CLI_OK) code = cli_picture_open(&l.picture, options, l.context, l.graph);
    if (code == CLI_OK) code = cli_devices_run(&l.devices, cli_work_of(options, l.graph), attempt, &l);
    drop_places(&l);
    cli_picture_close(&l.picture);
    cli_graph_free(&l.graph, options);
    cli_devices_close(&l.devices);
    return code;
}

extern const cli_command cli_layout;
/* Of repulsion. */
static cli_word_list layouts = {"auto", "exact", "barnes-hut", NULL};

static const cli_option options_of[] = {
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,
     .help = "values are strengths of springs, none negative (default: each is 1).\n"
             "(If an edge has two entries with different values, its strength is\n"
             "the smaller, or with --undirected what --duplicates says)"},
    {"seed", "S", CLI_TAKES(cli_take_seed), .help = "the same S gives the same initial positions (default 1)"},
    {"dimensions", "D", CLI_AT(dimensions), CLI_TAKES_INTEGER(2, 3), .help = "2 (default) or 3"},
    {"method", "NAME", CLI_AT(layout.method), CLI_TAKES_WORD(layouts, TROPIC_LAYOUT_AUTO),
     .help = "of repulsion. exact: between all pairs; barnes-hut: distant vertices\n"
             "together; auto (default): exact up to 384 vertices on the CPU, 16384\n"
             "on a GPU"},
    {"theta", "T", CLI_AT(layout.theta), CLI_TAKES_REAL(0, 1, "a number from 0 to 1"), CLI_GIVEN(has_theta),
     .help = "for barnes-hut: the vertices in a square count as one if its side is\n"
             "less than T times its distance; 0 to 1 (default 0.5)"},
    {"k", "LENGTH", CLI_AT(layout.k), CLI_TAKES_REAL(CLI_ABOVE_0, TROPIC_LAYOUT_MAX, CLI_POSITIVE),
     .help = "distance of two vertices that are linked only to each other\n"
             "(default 1)"},
    {"gravity", "G", CLI_AT(layout.gravity), CLI_TAKES_REAL(0, TROPIC_LAYOUT_MAX, "a number from 0 to 1e300"),
     .help = "pull each vertex towards the middle of its component, by G times its\n"
             "distance (default 0)"},
    {"iterations", "N", CLI_AT(layout.iterations), CLI_TAKES_INTEGER(1, INT32_MAX),
     .help = "maximum for each graph (default 500)"},
    {"tolerance", "T", CLI_AT(layout.tolerance), CLI_TAKES_REAL(CLI_ABOVE_0, TROPIC_LAYOUT_MAX, CLI_POSITIVE),
     .help = "stop when vertices move by less than T times the usual edge length\n"
             "(default 0.01)"},
    {"levels", "L", CLI_AT(layout.levels), CLI_TAKES_INTEGER(1, INT32_MAX),
     .help = "number of graphs, the coarsest first; 1: no coarser graphs (default:\n"
             "as many as there are)"},
    {"initial", "FILE", CLI_AT(initial), CLI_TAKES_FILE,
     .help = "initial positions, in units of --k, as for --positions of draw. Some may\n"
             "be missing; if all are there, coarser graphs are not used"},
    {"fixed", "FILE", CLI_AT(fixed), CLI_TAKES_FILE,
     .help = "ids of vertices that stay at their --initial position, one per line"},
    {"reproducible", NULL, CLI_AT(reproducible), CLI_TAKES_FLAG,
     .help = "the same bits on every device (slower on a GPU if degrees are uneven)"},
    {"stress", "K", CLI_AT(stress), CLI_TAKES_INTEGER(0, TROPIC_INDEX_MAX), CLI_GIVEN(has_stress),
     .help = "measure the result on the pairs of K random vertices with all others;\n"
             "0: do not measure (default 50)"},
};

static int check(const cli_options *options)
{
    return options->fixed && !options->initial ? cli_needs(options, "fixed", "initial") : CLI_OK;
}

const cli_command cli_layout = {
    .name = "layout",
    .arguments = "GRAPH [options]",
    .summary = "positions for vertices, and a picture",
    .details = "A force-directed layout with the forces of Fruchterman and Reingold: at distance d,\n"
               "linked vertices attract each other by d^2/k, and all vertices repel each other by k^2/d.\n"
               "Coarser graphs are laid out first, so that large shapes unfold. Components are laid out\n"
               "apart and packed. Arcs count as edges; loops are ignored. The name of --output says what\n"
               "to write: .svg, .png, .graphml (positions and values, for other programs), .csv or .tsv.\n"
               "Without --output, a table goes to stdout, in order of ids:\n"
               "\n"
               "    # id<TAB>x<TAB>y[<TAB>z]\n"
               "    ID<TAB>X<TAB>Y[<TAB>Z]\n"
               "\n"
               "'tropic draw' can draw this table again. A summary goes to stderr. Its stress is the\n"
               "mean over pairs of (s D / d - 1)^2, with the distance D in the picture, the distance d\n"
               "in arcs and the best scale s. Less is better, and another seed may find less. With\n"
               "--format json, stdout gets one object: the summary (times in seconds, memory in bytes)\n"
               "and \"result\": [{\"id\": ID, \"x\": X, \"y\": Y}, ...]. With --output as well, stdout gets the\n"
               "summary alone. The same seed gives the same positions, bit for bit, on one kind of\n"
               "device, and with --reproducible on all. On a GPU, a product is compiled when it is first\n"
               "used. 'tropic draw --help' explains colours, sizes and .png.\n",
    .traits = CLI_READS | CLI_DRAWS | CLI_COMPUTES | CLI_FORMATS,
    .own = options_of,
    .own_count = sizeof options_of / sizeof *options_of,
    .positionals = 1,
    .work = TP_WORK_LAYOUT,
    .weighted_work = TP_WORK_LAYOUT,
    .check = check,
    .run = run,
};
