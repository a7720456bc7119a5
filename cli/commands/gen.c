/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic gen: a graph made by rule, as a file.
 */
#include "cli/options/option_table.h"
#include "cli/options/parse.h"
#include "cli/run/device.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Columns of a kind with its parameters in the help. */
#define KIND_COLUMN 16

/* "SCALE EF", "N" */
static const char *parameters(tropic_generator kind, char text[KIND_COLUMN])
{
    const char *first = tropic_generator_parameter(kind, 0), *second = tropic_generator_parameter(kind, 1);
    snprintf(text, KIND_COLUMN, "%s%s%s", first, second ? " " : "", second ? second : "");
    return text;
}

static void put_kinds(FILE *file)
{
    char text[KIND_COLUMN];
    fputs("\nkinds:\n", file);
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        const tropic_generator kind = (tropic_generator)k;
        fprintf(file, "  %-11s %-9s %s\n", tropic_generator_name(kind), parameters(kind, text),
                tropic_generator_summary(kind));
    }
}

static int find_kind(const char *word, tropic_generator *kind)
{
    const char *names[TROPIC_GENERATORS], *nearest;
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        names[k] = tropic_generator_name((tropic_generator)k);
        if (strcmp(word, names[k]) == 0) {
            *kind = (tropic_generator)k;
            return CLI_OK;
        }
    }
    nearest = cli_nearest(word, names, sizeof *names, TROPIC_GENERATORS);
    if (nearest) return cli_usage_error("gen", "unknown kind '%s', did you mean '%s'?", word, nearest);
    return cli_usage_error("gen", "unknown kind '%s'", word);
}

/* The parameters in the words; the library knows the ranges. */
static int read_words(const cli_options *options, tropic_generator_options *wanted)
{
    char text[KIND_COLUMN];
    int code = find_kind(options->positional[0], &wanted->kind);
    if (code != CLI_OK) return code;
    for (int k = 0; k < TROPIC_GENERATOR_PARAMETERS; k++) {
        const char *name = tropic_generator_parameter(wanted->kind, k);
        const char *word = options->positional[k + 1];
        const char *takes;
        if (!name != !word)
            return cli_usage_error("gen", "%s takes %s", options->positional[0], parameters(wanted->kind, text));
        if (!word) continue;
        takes = cli_parse_parameter(name, word, &wanted->parameter[k]);
        if (takes) return cli_usage_error("gen", "%s takes %s, not '%s'", name, takes, word);
    }
    return CLI_OK;
}

typedef struct making {
    const cli_options *options;
    tropic_generator_options wanted;
    cli_progress progress;
    cli_devices devices;
    tropic_context *context; /* of these, the one that makes */
    tropic_matrix *A;
    double seconds;
} making;

static void put_json(cli_sink *sink, const void *what)
{
    const making *m = what;
    const tropic_generator_options *made = &m->wanted;
    cli_record record;
    cli_record_begin(&record, sink, true);
    cli_record_text(&record, "tropic", tropic_version());
    cli_record_text(&record, "command", m->options->command->name);
    cli_record_text(&record, "kind", tropic_generator_name(made->kind));
    for (int k = 0; k < TROPIC_GENERATOR_PARAMETERS; k++)
        if (tropic_generator_parameter(made->kind, k))
            cli_record_real(&record, tropic_generator_parameter(made->kind, k), made->parameter[k]);
    cli_json_unsigned(&record.json, "seed", made->seed);
    cli_record_integer(&record, "weights", made->weights);
    cli_record_bool(&record, "directed", made->directed);
    cli_devices_json(&record.json, &m->devices, m->context);
    cli_record_integer(&record, "n", tropic_matrix_rows(m->A));
    cli_record_integer(&record, "entries", tropic_matrix_count(m->A));
    cli_record_text(&record, "written", m->options->output);
    cli_json_measured(&record.json, "time", m->seconds);
    cli_record_end(&record);
}

static int summary(const making *m)
{
    if (m->options->json) return cli_write(NULL, true, put_json, m);
    if (m->options->quiet) return CLI_OK;
    cli_devices_text(stderr, &m->devices, m->context);
    fprintf(stderr, "n        %d\nentries  %" PRId64 "\n", tropic_matrix_rows(m->A), tropic_matrix_count(m->A));
    cli_put_file(stderr, "written", m->options->output);
    fprintf(stderr, "time     %s to make\n", CLI_TIME(m->seconds));
    return CLI_OK;
}

/* About how many entries that are. */
static double entries_of(const tropic_generator_options *wanted)
{
    enum { LINKS_NEAR = 11 }; /* of a random point; of the kinds with one parameter, the most */
    const double a = wanted->parameter[0], b = wanted->parameter[1];
    switch (wanted->kind) {
    case TROPIC_GENERATE_KRON:
    case TROPIC_GENERATE_URAND: return 2 * b * exp2(a);
    case TROPIC_GENERATE_LATTICE: return 4 * a * a * b;
    case TROPIC_GENERATE_MESH: return 6 * a * a;
    case TROPIC_GENERATE_MYCIELSKIAN: return pow(3, a);
    case TROPIC_GENERATE_LAYERS: return 2 * a * a * b;
    case TROPIC_GENERATE_COMPLETE: return a * a;
    case TROPIC_GENERATE_BAND: return a * b;
    default: return LINKS_NEAR * a;
    }
}

static int attempt(void *of, tropic_context *context, bool again)
{
    making *m = of;
    const double start = cli_now();
    int code;
    (void)again; /* nothing is told before */
    tropic_matrix_free(&m->A);
    m->context = context;
    cli_progress_begin(&m->progress, !m->options->quiet);
    code = cli_check_words(tropic_matrix_generate(&m->A, context, &m->wanted), context, m->options);
    cli_progress_end(&m->progress);
    m->seconds = cli_now() - start;
    return code == CLI_OK ? cli_save(m->A, context, m->options->output, m->options) : code;
}

static int gen(const cli_options *options)
{
    making m = {.options = options,
                .wanted = {.size = sizeof m.wanted,
                           .seed = options->seed,
                           .weights = options->weights,
                           .directed = options->directed}};
    int code = read_words(options, &m.wanted);
    if (code == CLI_OK) code = cli_save_try(options->output, options);
    if (code == CLI_OK) code = cli_devices_open(&m.devices, options, &m.progress, 0);
    if (code == CLI_OK)
        code = cli_devices_run(&m.devices, cli_work_to_make(options, entries_of(&m.wanted)), attempt, &m);
    if (code == CLI_OK) code = summary(&m);
    tropic_matrix_free(&m.A);
    cli_devices_close(&m.devices);
    return code;
}

extern const cli_command cli_gen;
static const cli_option options_of[] = {
    {"seed", "S", CLI_TAKES(cli_take_seed),
     .help = "the same S draws the same graph, for the random kinds: kron, urand,\n"
             "kmer, rgg, lattice; and the same weights (default 1)"},
    {"weights", "MAX", CLI_AT(weights), CLI_TAKES_INTEGER(1, INT32_MAX),
     .help = "whole weights, uniform from 1 to MAX. An edge has one weight for both\n"
             "directions; with --directed each arc has its own (default: none)"},
    {"directed", NULL, CLI_AT(directed), CLI_TAKES_FLAG,
     .help = "each edge is one arc: as drawn (kron, urand, kmer), otherwise to the\n"
             "higher vertex (default: one arc each way)"},
    {"output", "FILE", CLI_AT(output), CLI_TAKES_FILE, .writes = true,
     .help = "file for the result, which appears only when complete"},
};

static int check(const cli_options *options)
{
    return options->output ? CLI_OK : cli_missing(options, "output FILE");
}

const cli_command cli_gen = {
    .name = "gen",
    .arguments = "KIND ARGS --output FILE",
    .summary = "a generated graph",
    .details = "Makes a graph and writes it in the format that FILE's name says, as convert does; a name\n"
               "that ends in .gz is compressed. FILE appears only when it is complete. If it cannot be\n"
               "written, that is an error before the graph is made. \"-\" gets an edge list. The same\n"
               "words give the same graph on every device. An edge list (.txt) numbers vertices from 0;\n"
               ".mtx, .gr and .graph number them from 1. The graph is undirected unless --directed is\n"
               "given, and has no loops and no duplicates. With --format json, stdout gets the summary\n"
               "as one object.\n",
    .traits = CLI_COMPUTES | CLI_WRITES | CLI_FORMATS,
    .own = options_of,
    .own_count = sizeof options_of / sizeof *options_of,
    .positionals = 1,
    .optional = TROPIC_GENERATOR_PARAMETERS,
    .check = check,
    .more = put_kinds,
    .run = gen,
};
