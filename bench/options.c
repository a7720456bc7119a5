/* SPDX-License-Identifier: Apache-2.0
 *
 * The benchmark's command line: the table of options, its help, and the parser.
 */
#include "bench/bench.h"

#include "bench/common.h"
#include "cli/options/parse.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of sources, and of threads. */
#define MAX_NUMBER 4096
/* So many entries take seconds to look at, for each source. */
#define CHECK_LIMIT ((tropic_offset)1 << 30)
#define ALGORITHMS "bfs,sssp,bc"
#define GRAPHS "kron:21:16,urand:21:16,mycielskian:17,lattice:1200:0.62"
#define LAYOUT_GRAPHS "kron:13:7,mesh:100,mesh:316"
#define CROWDED_GRAPHS "lattice:400:0.62,kron:14:16"
#define SPMV_GRAPHS "kron:21:16,urand:21:16,lattice:1200:0.9,mycielskian:17,mesh:1024,band:8000000:16"
#define SIZES_GRAPHS "kron:8:16,kron:10:16,kron:12:16,kron:14:16,kron:16:16,kron:18:16,kron:20:16,lattice:300:0.62"
#define MATRICES_GRAPHS "kron:16:8,lattice:1200:0.62,mesh:1024"
#define MATRICES_OPERATIONS "products,ewise,select,extract,assign,transpose,reduce,build,triangles"
#define MATRICES_TYPES "fp64,fp32,int64,int32,uint16,int8,pattern"
#define MATRICES_TYPES_DEFAULT "fp64,int32,int8,pattern"
/* Column in which the help of an option begins; that of a kind of graph. */
#define HELP_COLUMN 22
#define KIND_COLUMN 20

/* Words of the tables, as lists; filled by bench_options. */
#define WORDS 1024
static char algorithms[WORDS], strategies[WORDS], queues[WORDS], methods[WORDS];

static void add_word(char list[WORDS], const char *word)
{
    const size_t used = strlen(list);
    snprintf(list + used, WORDS - used, "%s%s", used ? "," : "", word);
}

static void fill_lists(void)
{
    for (int k = 0; bench_algorithm_at(k); k++) add_word(algorithms, bench_algorithm_at(k)->name);
    for (int k = 0; k < TROPIC_STRATEGIES; k++) add_word(strategies, tropic_strategy_name((tropic_strategy)k));
    for (int k = 0; k < TROPIC_QUEUES; k++) add_word(queues, tropic_queue_name((tropic_queue)k));
    for (int k = 0; k < TROPIC_BC_METHODS; k++) add_word(methods, tropic_bc_method_name((tropic_bc_method)k));
}

/* What is timed: searches, single products, loops, layouts, threads beside others, small graphs, lists, matrices, whole
 * programs. An option has the bits of those that look at it. */
enum {
    IN_ROWS = 1,
    IN_SPMV = 2,
    IN_LOOPS = 4,
    IN_LAYOUT = 8,
    IN_CROWDED = 16,
    IN_SMALL = 32,
    IN_LISTS = 64,
    IN_MATRICES = 128,
    IN_SIZES = 256,
    IN_ALL = IN_ROWS | IN_SPMV | IN_LOOPS | IN_LAYOUT | IN_CROWDED | IN_SMALL | IN_LISTS | IN_MATRICES | IN_SIZES
};

typedef struct option option;
struct option {
    const char *name, *argument; /* argument NULL: takes none */
    void (*take)(bench_settings *set, const option *option, const char *value);
    size_t at;         /* of its member among the settings */
    unsigned in;       /* IN_*: what it applies to */
    const char *words; /* of a list: those that it may have; NULL: any */
    const char *help;  /* \n begins a new line */
};

static void wrong(const option *option, const char *wanted, const char *value)
{
    bench_stop(BENCH_USAGE, "--%s takes %s, not '%s'; see 'tropic bench --help'", option->name, wanted, value);
}

static void take_flag(bench_settings *set, const option *option, const char *value)
{
    (void)value;
    *(bool *)((char *)set + option->at) = true;
}

/* "a list of cpu, cuda" */
static void describe_list(const option *option, char *text, size_t size)
{
    const char *rest = option->words;
    char word[64];
    size_t used = (size_t)snprintf(text, size, "a list");
    for (const char *before = " of "; rest && bench_next_word(&rest, word, sizeof word); before = ", ")
        used += (size_t)snprintf(text + used, size - used, "%s%s", before, word);
}

static void take_list(bench_settings *set, const option *option, const char *value)
{
    char word[BENCH_TEXT], wanted[128];
    const char *rest = value;
    describe_list(option, wanted, sizeof wanted);
    /* An empty list, or an empty word at its end. */
    if (!*value || value[strlen(value) - 1] == ',') wrong(option, wanted, "");
    while (bench_next_word(&rest, word, sizeof word))
        if (!*word || (option->words && !bench_has_word(option->words, word))) wrong(option, wanted, word);
    *(const char **)(void *)((char *)set + option->at) = value;
}

static void take_graphs(bench_settings *set, const option *option, const char *value)
{
    char text[BENCH_TEXT];
    const char *rest = value;
    take_list(set, option, value);
    while (bench_next_word(&rest, text, sizeof text)) bench_input_check(text);
}

static void take_seed(bench_settings *set, const option *option, const char *value)
{
    if (!cli_parse_unsigned(value, &set->seed)) wrong(option, "a whole number from 0 to 18446744073709551615", value);
}

static void take_file(bench_settings *set, const option *option, const char *value)
{
    if (!*value) wrong(option, "a file name", value);
    *(const char **)(void *)((char *)set + option->at) = value;
}

static void take_number(bench_settings *set, const option *option, const char *value)
{
    int64_t number = 0;
    if (!cli_parse_integer(value, 1, MAX_NUMBER, &number)) wrong(option, "a whole number from 1 to 4096", value);
    *(int *)(void *)((char *)set + option->at) = (int)number;
}

/* The settings' `threads` is the last. */
static void take_threads(bench_settings *set, const option *option, const char *value)
{
    char word[BENCH_TEXT];
    const char *rest = value;
    set->thread_count = 0;
    if (!*value || value[strlen(value) - 1] == ',') wrong(option, "whole numbers from 1 to 4096", "");
    while (bench_next_word(&rest, word, sizeof word)) {
        int64_t number = 0;
        if (!cli_parse_integer(word, 1, MAX_NUMBER, &number)) wrong(option, "whole numbers from 1 to 4096", word);
        if (set->thread_count == BENCH_THREADS)
            bench_stop(BENCH_USAGE, "--%s takes up to %d numbers; see 'tropic bench --help'", option->name,
                       BENCH_THREADS);
        set->thread_counts[set->thread_count++] = set->threads = (int)number;
    }
}

static void take_entries(bench_settings *set, const option *option, const char *value)
{
    int64_t number = 0;
    if (!cli_parse_integer(value, 1, INT64_MAX, &number))
        wrong(option, "a whole number from 1 to 9223372036854775807", value);
    *(tropic_offset *)(void *)((char *)set + option->at) = number;
}

#define AT(member) offsetof(bench_settings, member)
static const option table[] = {
    {"graphs", "LIST", take_graphs, AT(graphs), IN_ROWS | IN_SPMV | IN_LAYOUT | IN_CROWDED | IN_MATRICES | IN_SIZES,
     NULL,
     "files (any that the tool reads; file:PATH where the name is\n"
     "also that of a kind below) and graphs to make: see below"},
    {"algorithms", "LIST", take_list, AT(algorithms), IN_ROWS, algorithms, "(default: " ALGORITHMS ")"},
    {"strategies", "LIST", take_list, AT(strategies), IN_ROWS | IN_SPMV, strategies,
     "(default: auto; with --spmv all)"},
    {"queues", "LIST", take_list, AT(queues), IN_ROWS, queues,
     "(default: auto) of a GPU's next frontier, by bfs and sssp;\nelsewhere there is the row of "
     "auto alone"},
    {"methods", "LIST", take_list, AT(methods), IN_ROWS, methods,
     "(default: auto) of betweenness; others than auto and products\n"
     "have rows beside strategy auto alone"},
    {"weights", "LIST", take_list, AT(weights), IN_ROWS, "int32,fp32",
     "(default: int32) of sssp: 1 to 255, drawn, the same both ways\nalong an edge; fp32: those "
     "divided by 255"},
    {"device", "LIST", take_list, AT(devices), IN_ALL, "auto,cpu,cuda",
     "(default: auto: a GPU where there is one; with --sizes all)"},
    {"threads", "LIST", take_threads, AT(threads), IN_ALL, NULL,
     "CPU threads (default: OMP_NUM_THREADS, else one a core); several\nnumbers, such as 1,2,4: rows of each; only "
     "for searches"},
    {"sources", "N", take_number, AT(sources), IN_ROWS, NULL,
     "runs per row, each from another vertex of the largest component\n(default: 9)"},
    {"seed", "S", take_seed, AT(seed), IN_ALL, NULL,
     "of graphs, weights and sources, which are the same by it on\nevery machine (default: 1)"},
    {"check-limit", "N", take_entries, AT(check_limit), IN_ROWS, NULL,
     "answers on graphs of more stored entries are left unchecked\n(default: 2^30)"},
    {"graphblas", NULL, take_flag, AT(graphblas), IN_ROWS | IN_SPMV, NULL,
     "also SuiteSparse:GraphBLAS, on the CPU, with as many threads"},
    {"json", "FILE", take_file, AT(json), IN_ROWS, NULL, "the rows there as well, a JSON object a line"},
    {"spmv", NULL, take_flag, AT(spmv), IN_SPMV, NULL, "single products instead, beside cuSPARSE's or GraphBLAS's"},
    {"parts", "LIST", take_list, AT(parts), IN_SPMV, "products,masked,user,first", "of --spmv (default: all)"},
    {"loops", NULL, take_flag, AT(loops), IN_LOOPS, NULL, "loops that a user wrote, instead of the algorithms"},
    {"layout", NULL, take_flag, AT(layout), IN_LAYOUT, NULL, "iterations of force-directed layouts instead"},
    {"crowded", NULL, take_flag, AT(crowded), IN_CROWDED, NULL,
     "algorithms and operations on one thread and on several of the\nCPU instead, while other "
     "processes use its cores"},
    {"lists", NULL, take_flag, AT(lists), IN_LISTS, NULL, "single calls on long vectors of three entries instead"},
    {"matrices", NULL, take_flag, AT(matrices), IN_MATRICES, NULL,
     "operations on matrices instead, in turn with GraphBLAS's, or on\na GPU with cuSPARSE's products"},
    {"types", "LIST", take_list, AT(types), IN_MATRICES, MATRICES_TYPES,
     "of --matrices (default: " MATRICES_TYPES_DEFAULT ")"},
    {"operations", "LIST", take_list, AT(operations), IN_MATRICES, MATRICES_OPERATIONS, "of --matrices (default: all)"},
    {"small", NULL, take_flag, AT(small), IN_SMALL, NULL, "what calls cost on a graph of a hundred vertices instead"},
    {"sizes", NULL, take_flag, AT(sizes), IN_SIZES, NULL,
     "whole programs on graphs that grow, by auto, cpu and cuda, instead"},
    {"help", NULL, take_flag, AT(help), IN_ALL, NULL, "this text"},
};
#define OPTIONS (sizeof table / sizeof *table)

static void put_kinds(void)
{
    char form[HELP_COLUMN * 2];
    printf("\ngraphs to make:\n");
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        bench_rule_form((tropic_generator)k, form, sizeof form);
        printf("  %-*s%s\n", KIND_COLUMN, form, tropic_generator_summary((tropic_generator)k));
    }
}

/* The words of a list as far as there are some, then the rest. */
static void put_option(const option *option)
{
    const char *rest = option->words;
    char word[64];
    snprintf(word, sizeof word, "--%s %s", option->name, option->argument ? option->argument : "");
    printf("  %-*s", HELP_COLUMN - 2, word);
    for (const char *before = "of "; rest && bench_next_word(&rest, word, sizeof word); before = ", ")
        printf("%s%s", before, word);
    if (option->words) printf("\n%*s", HELP_COLUMN, "");
    for (const char *c = option->help; *c; c++) {
        putchar(*c);
        if (*c == '\n') printf("%*s", HELP_COLUMN, "");
    }
    putchar('\n');
}

static void put_help(void)
{
    printf("usage: tropic bench [options]\n\n"
           "Times searches on graphs, one row for each graph, algorithm, type of weights, device,\n"
           "strategy and queue. A run makes the matrix and searches once (cold), warms up, then\n"
           "searches from many sources. Every answer is checked. bench/README.md says what each column means.\n\n"
           "options:\n");
    for (size_t k = 0; k < OPTIONS; k++) put_option(&table[k]);
    put_kinds();
    printf("\nexit codes: 0 fine; 1 failed, or an answer is wrong; 2 usage; 3 unreadable input;\n"
           "4 no such device\n");
}

/* The option of a word "--name" or "--name=value", whose value then is at *value. */
static const option *find(const char *word, const char **value)
{
    const char *equals = strchr(word, '=');
    const size_t length = equals ? (size_t)(equals - word) : strlen(word);
    *value = equals ? equals + 1 : NULL;
    for (size_t k = 0; k < OPTIONS; k++)
        if (length == strlen(table[k].name) + 2 && strncmp(word, "--", 2) == 0 &&
            strncmp(word + 2, table[k].name, length - 2) == 0)
            return &table[k];
    bench_stop(BENCH_USAGE, "unknown option %s; see 'tropic bench --help'", word);
}

/* What may be timed in place of searches, by the option that says so; and the graphs of it. */
static const struct mode {
    unsigned in;
    const char *name;
    size_t at;
    const char *graphs;
} modes[] = {{IN_LOOPS, "loops", AT(loops), NULL},
             {IN_SPMV, "spmv", AT(spmv), SPMV_GRAPHS},
             {IN_LAYOUT, "layout", AT(layout), LAYOUT_GRAPHS},
             {IN_CROWDED, "crowded", AT(crowded), CROWDED_GRAPHS},
             {IN_SMALL, "small", AT(small), NULL},
             {IN_LISTS, "lists", AT(lists), NULL},
             {IN_SIZES, "sizes", AT(sizes), SIZES_GRAPHS},
             {IN_MATRICES, "matrices", AT(matrices), MATRICES_GRAPHS}};

/* NULL: searches. */
static const struct mode *mode_of(const bench_settings *set)
{
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
        if (*(const bool *)((const char *)set + modes[k].at)) return &modes[k];
    return NULL;
}

/* Ends the program where an option was given that what is timed does not look at. */
static void check_given(const bench_settings *set, const bool given[OPTIONS])
{
    const struct mode *mode = mode_of(set);
    for (size_t k = 0; k < OPTIONS; k++) {
        if (!given[k] || table[k].in & (mode ? mode->in : IN_ROWS)) continue;
        if (!mode) bench_stop(BENCH_USAGE, "--%s applies to --spmv alone; see 'tropic bench --help'", table[k].name);
        bench_stop(BENCH_USAGE, "--%s does not apply to --%s; see 'tropic bench --help'", table[k].name, mode->name);
    }
}

/* Ends the program where the rows would take the place of a graph. */
static void check_json(const bench_settings *set)
{
    char text[BENCH_TEXT];
    const char *rest = set->graphs;
    while (set->json && bench_next_word(&rest, text, sizeof text))
        if (bench_input_reads(text, set->json))
            bench_stop(BENCH_USAGE, "--json: %s is the file of the graph %s; see 'tropic bench --help'", set->json,
                       text);
}

/* Operations on matrices on the CPU are checked by GraphBLAS. */
static bool needs_reference(const bench_settings *set)
{
    if (!set->matrices) return set->graphblas; /* (A question for GPUs starts their driver.) */
    return set->graphblas || bench_has_word(set->devices, "cpu") ||
           (bench_has_word(set->devices, "auto") && tropic_device_count() == 0);
}

static void finish(bench_settings *set, const bool given[OPTIONS])
{
    if (set->help) {
        put_help();
        bench_flush();
        exit(BENCH_FINE);
    }
    check_given(set, given);
    if (set->thread_count > 1 && mode_of(set))
        bench_stop(BENCH_USAGE, "--threads takes one number with --%s; see 'tropic bench --help'", mode_of(set)->name);
    if (!set->devices) set->devices = set->sizes ? "auto,cpu,cuda" : "auto";
    if (needs_reference(set) && !bench_reference_name())
        bench_stop(BENCH_MISSING,
                   "--%s: this build has no SuiteSparse:GraphBLAS (Debian: "
                   "libgraphblas-dev)",
                   set->matrices ? "matrices" : "graphblas");
    if (!set->graphs) set->graphs = mode_of(set) ? mode_of(set)->graphs : GRAPHS;
    if (!set->strategies) set->strategies = set->spmv ? strategies : "auto";
    check_json(set);
}

void bench_options(bench_settings *set, int argc, char **argv)
{
    bool given[OPTIONS] = {false};
    *set = (bench_settings){.algorithms = ALGORITHMS,
                            .queues = "auto",
                            .methods = "auto",
                            .weights = "int32",
                            .parts = "products,masked,user,first",
                            .types = MATRICES_TYPES_DEFAULT,
                            .operations = MATRICES_OPERATIONS,
                            .thread_count = 1,
                            .sources = 9,
                            .seed = 1,
                            .check_limit = CHECK_LIMIT};
    fill_lists();
    for (int k = 1; k < argc && !set->help; k++) {
        const char *value;
        const option *option = find(strcmp(argv[k], "-h") == 0 ? "--help" : argv[k], &value);
        if (value && !option->argument)
            bench_stop(BENCH_USAGE, "--%s takes no value; see 'tropic bench --help'", option->name);
        if (!value && option->argument) {
            if (k + 1 == argc)
                bench_stop(BENCH_USAGE, "--%s needs a value: %s; see 'tropic bench --help'", option->name,
                           option->argument);
            value = argv[++k];
        }
        option->take(set, option, value);
        given[option - table] = true;
    }
    finish(set, given);
}
