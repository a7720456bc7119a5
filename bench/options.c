/* SPDX-License-Identifier: Apache-2.0
 *
 * The benchmark's command line: its options, in rows as the tool's are, its help, and the parser. An option whose
 * argument is a LIST takes several words, each as its row says.
 */
#include "bench/bench.h"

#include "cli/options/option_table.h"
#include "cli/options/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of sources, and of threads. */
#define MAX_NUMBER 4096
/* So many entries take seconds to look at, for each source. */
#define CHECK_LIMIT ((tropic_offset)1 << 30)
#define ALGORITHMS "bfs,sssp,bc"
/* All strategies: the default of single products. */
#define STRATEGIES "auto,cooc-scalar,csc-scalar,csc-vector,csr-push"
/* Column in which the help of an option begins; that of a kind of graph. */
#define HELP_COLUMN 22
#define KIND_COLUMN 20
/* All modes look at these. */
#define COMMON "device,threads,seed,help"

/* Words of the lists, by their places; NULL behind the last. */
static const char *algorithm_name(int place)
{
    const bench_algorithm *algorithm = bench_algorithm_at(place);
    return algorithm ? algorithm->name : NULL;
}

static const char *strategy_name(int place)
{
    return place < TROPIC_STRATEGIES ? tropic_strategy_name((tropic_strategy)place) : NULL;
}

static const char *queue_name(int place)
{
    return place < TROPIC_QUEUES ? tropic_queue_name((tropic_queue)place) : NULL;
}

static const char *method_name(int place)
{
    return place < TROPIC_BC_METHODS ? tropic_bc_method_name((tropic_bc_method)place) : NULL;
}

static cli_word_list weights = {"int32", "fp32", NULL};
static cli_word_list devices = {"auto", "cpu", "cuda", NULL};
static cli_word_list parts = {"products", "masked", "user", "first", NULL};
static cli_word_list types = {"fp64", "fp32", "int64", "int32", "uint16", "int8", "pattern", NULL};
static cli_word_list operations = {"products",  "ewise",  "select", "extract",   "assign",
                                   "transpose", "reduce", "build",  "triangles", NULL};

/* (The rows are of the tool's type; they set bench_settings.) */
static const char *take_seed(cli_options *options, const char *value)
{
    return cli_parse_unsigned(value, &((bench_settings *)(void *)options)->seed)
               ? NULL
               : "a whole number from 0 to 18446744073709551615";
}

static const char *take_graph(cli_options *options, const char *value)
{
    (void)options;
    if (*value) bench_input_check(value);
    return *value ? NULL : "";
}

#define AT(member) .at = offsetof(bench_settings, member), .size = sizeof((bench_settings *)0)->member
static const cli_option table[] = {
    {"graphs", "LIST", AT(graphs), CLI_TAKES(take_graph),
     .help = "files (any that the tool reads; file:PATH where the name is\n"
             "also that of a kind below) and graphs to make: see below"},
    {"algorithms", "LIST", AT(algorithms), CLI_TAKES_WORD_OF(algorithm_name), .help = "(default: " ALGORITHMS ")"},
    {"strategies", "LIST", AT(strategies), CLI_TAKES_WORD_OF(strategy_name),
     .help = "(default: auto; with --spmv all)"},
    {"queues", "LIST", AT(queues), CLI_TAKES_WORD_OF(queue_name),
     .help = "(default: auto) of a GPU's next frontier, by bfs and sssp;\nelsewhere there is the row of auto alone"},
    {"methods", "LIST", AT(methods), CLI_TAKES_WORD_OF(method_name),
     .help = "(default: auto) of betweenness; others than auto and products\nhave rows beside strategy auto alone"},
    {"weights", "LIST", AT(weights), CLI_TAKES_WORD(weights, 0),
     .help = "(default: int32) of sssp: 1 to 255, drawn, the same both ways\nalong an edge; fp32: those "
             "divided by 255"},
    {"device", "LIST", AT(devices), CLI_TAKES_WORD(devices, 0),
     .help = "(default: auto: a GPU where there is one; with --sizes all)"},
    {"threads", "LIST", AT(threads), CLI_TAKES_INTEGER(1, MAX_NUMBER), .wanted = "whole numbers from 1 to 4096",
     .help = "CPU threads (default: OMP_NUM_THREADS, else one a core); several\nnumbers, such as 1,2,4: rows of each; "
             "only for searches"},
    {"sources", "N", AT(sources), CLI_TAKES_INTEGER(1, MAX_NUMBER),
     .help = "runs per row, each from another vertex of the largest component\n(default: 9)"},
    {"seed", "S", CLI_TAKES(take_seed),
     .help = "of graphs, weights and sources, which are the same by it on\nevery machine (default: 1)"},
    {"check-limit", "N", AT(check_limit), CLI_TAKES_INTEGER(1, INT64_MAX),
     .help = "answers on graphs of more stored entries are left unchecked\n(default: 2^30)"},
    {"graphblas", NULL, AT(graphblas), CLI_TAKES_FLAG,
     .help = "also SuiteSparse:GraphBLAS, on the CPU, with as many threads"},
    {"json", "FILE", AT(json), CLI_TAKES_FILE, .help = "the rows there as well, a JSON object a line"},
    {"parts", "LIST", AT(parts), CLI_TAKES_WORD(parts, 0), .help = "of --spmv (default: all)"},
    {"types", "LIST", AT(types), CLI_TAKES_WORD(types, 0), .help = "of --matrices (default: fp64,int32,int8,pattern)"},
    {"operations", "LIST", AT(operations), CLI_TAKES_WORD(operations, 0), .help = "of --matrices (default: all)"},
    {"help", NULL, AT(help), CLI_TAKES_FLAG, .help = "this text"},
};
#define OPTIONS (sizeof table / sizeof *table)
#define SAYS "; see 'tropic bench --help'"

static bool is_list(const cli_option *option)
{
    return option->argument && strcmp(option->argument, "LIST") == 0;
}

_Noreturn static void refuse(const cli_option *option, const char *wanted, const char *value)
{
    const bool words = is_list(option) && !option->wanted;
    bench_stop(BENCH_USAGE, "--%s takes %s%s%s, not '%s'" SAYS, option->name, words ? "a list" : "",
               words && *wanted ? " of " : "", wanted, value);
}

/* Each word is taken as one value. The list is kept as it is, numbers as numbers. */
static void take_list(bench_settings *set, const cli_option *option, const char *value)
{
    char word[BENCH_TEXT], text[CLI_WANTED_LENGTH];
    const char *rest = value, *wanted;
    int count = 0;
    bench_settings one = {.threads = 0};
    do {
        /* (An empty list, and a comma at its end, have an empty word.) */
        if (!bench_next_word(&rest, word, sizeof word)) *word = '\0';
        wanted = cli_option_take(option, &one, word, text);
        if (wanted) refuse(option, wanted, word);
        if (option->kind != CLI_INTEGER) continue;
        if (count == BENCH_THREADS)
            bench_stop(BENCH_USAGE, "--%s takes up to %d numbers" SAYS, option->name, BENCH_THREADS);
        set->thread_counts[count++] = set->threads = one.threads;
        set->thread_count = count;
    } while (*rest || rest[-1] == ',');
    if (option->kind != CLI_INTEGER) memcpy((char *)set + option->at, &value, sizeof value);
}

static void take(bench_settings *set, const cli_option *option, const char *value)
{
    char text[CLI_WANTED_LENGTH];
    const char *wanted;
    if (is_list(option)) {
        take_list(set, option, value);
        return;
    }
    wanted = cli_option_take(option, set, value, text);
    if (wanted) refuse(option, wanted, value);
}

static void put_row(const char *name, const char *argument, const char *help)
{
    char word[64];
    snprintf(word, sizeof word, "--%s %s", name, argument);
    printf("  %-*s", HELP_COLUMN - 2, word);
    for (const char *c = help; *c; c++) {
        putchar(*c);
        if (*c == '\n') printf("%*s", HELP_COLUMN, "");
    }
    putchar('\n');
}

/* The words of a list, if there are some, then the rest. */
static void put_option(const cli_option *option)
{
    char help[1024] = "";
    size_t used = 0;
    for (int k = 0; is_list(option) && option->kind == CLI_WORD; k++) {
        const char *word = option->words ? option->words[k] : option->word(k);
        used += (size_t)snprintf(help + used, sizeof help - used, "%s%s",
                                 !word   ? "\n"
                                 : k > 0 ? ", "
                                         : "of ",
                                 word ? word : "");
        if (!word) break;
    }
    snprintf(help + used, sizeof help - used, "%s", option->help);
    put_row(option->name, option->argument ? option->argument : "", help);
}

static void put_help(void)
{
    char form[HELP_COLUMN * 2];
    printf("usage: tropic bench [options]\n\n"
           "Times searches on graphs, one row for each graph, algorithm, type of weights, device,\n"
           "strategy and queue. A run makes the matrix and searches once (cold), warms up, then\n"
           "searches from many sources. Every answer is checked. bench/README.md says what each column means.\n\n"
           "options:\n");
    for (size_t k = 0; k < OPTIONS; k++) put_option(&table[k]);
    printf("\nwhat to time instead:\n");
    for (int k = 1; bench_modes[k]; k++) put_row(bench_modes[k]->name, "", bench_modes[k]->help);
    printf("\ngraphs to make:\n");
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        bench_rule_form((tropic_generator)k, form, sizeof form);
        printf("  %-*s%s\n", KIND_COLUMN, form, tropic_generator_summary((tropic_generator)k));
    }
    printf("\nexit codes: 0 fine; 1 failed, or an answer is wrong; 2 usage; 3 unreadable input;\n"
           "4 no such device\n");
}

static bool is_named(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

/* Ends the program if an option was given that is not looked at. */
static void check_given(const bench_settings *set, const bool given[OPTIONS])
{
    const bench_mode *mode = set->mode;
    int other = 0;
    for (size_t k = 0; k < OPTIONS; k++) {
        const char *name = table[k].name;
        if (!given[k] || bench_has_word(COMMON, name) || bench_has_word(mode->options, name)) continue;
        if (*mode->name) bench_stop(BENCH_USAGE, "--%s does not apply to --%s" SAYS, name, mode->name);
        while (!bench_has_word(bench_modes[other]->options, name)) other++;
        bench_stop(BENCH_USAGE, "--%s applies to --%s alone" SAYS, name, bench_modes[other]->name);
    }
}

/* Ends the program where the rows would take the place of a graph. */
static void check_json(const bench_settings *set)
{
    char text[BENCH_TEXT];
    const char *rest = set->graphs;
    while (set->json && bench_next_word(&rest, text, sizeof text))
        if (bench_input_reads(text, set->json))
            bench_stop(BENCH_USAGE, "--json: %s is the file of the graph %s" SAYS, set->json, text);
}

/* (A question for GPUs starts their driver.) */
static bool needs_reference(const bench_settings *set)
{
    return set->graphblas ||
           (set->mode->reference && (bench_has_word(set->devices, "cpu") ||
                                     (bench_has_word(set->devices, "auto") && tropic_device_count() == 0)));
}

static void finish(bench_settings *set, const bool given[OPTIONS])
{
    const bench_mode *mode = set->mode;
    if (set->help) {
        put_help();
        bench_flush();
        exit(BENCH_FINE);
    }
    check_given(set, given);
    if (set->thread_count > 1 && *mode->name)
        bench_stop(BENCH_USAGE, "--threads takes one number with --%s" SAYS, mode->name);
    if (!set->devices) set->devices = mode->devices ? mode->devices : "auto";
    if (needs_reference(set) && !bench_reference_name())
        bench_stop(BENCH_MISSING, "--%s: this build has no SuiteSparse:GraphBLAS (Debian: libgraphblas-dev)",
                   mode->reference ? mode->name : "graphblas");
    if (!set->graphs) set->graphs = mode->graphs;
    if (!set->strategies) set->strategies = mode == &bench_spmv_mode ? STRATEGIES : "auto";
    check_json(set);
}

/* The mode that the word selects, if it is one's option. */
static bool take_mode(bench_settings *set, const char *word, size_t length)
{
    for (int k = 1; bench_modes[k]; k++) {
        if (!is_named(word, length, bench_modes[k]->name)) continue;
        if (word[length]) bench_stop(BENCH_USAGE, "--%s takes no value" SAYS, bench_modes[k]->name);
        if (*set->mode->name && set->mode != bench_modes[k])
            bench_stop(BENCH_USAGE, "--%s does not apply to --%s" SAYS, bench_modes[k]->name, set->mode->name);
        set->mode = bench_modes[k];
        return true;
    }
    return false;
}

void bench_options(bench_settings *set, int argc, char **argv)
{
    bool given[OPTIONS] = {false};
    *set = (bench_settings){.mode = bench_modes[0],
                            .algorithms = ALGORITHMS,
                            .queues = "auto",
                            .methods = "auto",
                            .weights = "int32",
                            .parts = "products,masked,user,first",
                            .types = "fp64,int32,int8,pattern",
                            .operations = "products,ewise,select,extract,assign,transpose,reduce,build,triangles",
                            .thread_count = 1,
                            .sources = 9,
                            .seed = 1,
                            .check_limit = CHECK_LIMIT};
    for (int k = 1; k < argc && !set->help; k++) {
        const char *text = strcmp(argv[k], "-h") == 0 ? "--help" : argv[k], *word = text + 2, *value;
        const size_t length = strncmp(text, "--", 2) == 0 ? strcspn(word, "=") : 0;
        size_t at = 0;
        if (length > 0 && take_mode(set, word, length)) continue;
        while (at < OPTIONS && !(length > 0 && is_named(word, length, table[at].name))) at++;
        if (at == OPTIONS) bench_stop(BENCH_USAGE, "unknown option %s" SAYS, text);
        value = word[length] ? word + length + 1 : NULL;
        if (value && !table[at].argument) bench_stop(BENCH_USAGE, "--%s takes no value" SAYS, table[at].name);
        if (!value && table[at].argument && k + 1 == argc)
            bench_stop(BENCH_USAGE, "--%s needs a value: %s" SAYS, table[at].name, table[at].argument);
        take(set, &table[at], value || !table[at].argument ? value : argv[++k]);
        given[at] = true;
    }
    finish(set, given);
}
