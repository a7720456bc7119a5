/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic: graph algorithms in the language of linear algebra, from files to tables.
 */
#define _GNU_SOURCE
#include "algorithms/names.h"
#include "cli/cli.h"
#include "cli/options/options.h"
#include "cli/output/output.h"
#include "cli/options/parse.h"

#include <ctype.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* In the order of the help. */
#define DECLARE(name) extern const cli_command cli_##name;
#define ADDRESS(name) &cli_##name,
#define COMMANDS_LIST(X)                                                                                               \
    X(info)                                                                                                            \
    TP_ALGORITHMS(X)                                                                                                   \
    X(path) X(run_recipe) X(gen) X(convert) X(layout) X(draw) X(doctor) X(bench)
COMMANDS_LIST(DECLARE)
static const cli_command *const commands[] = {COMMANDS_LIST(ADDRESS) NULL};
#define COMMANDS (sizeof commands / sizeof *commands - 1)
/* The longest arguments, those of path. */
#define ARGUMENTS_WIDTH 33

#define FINDS_COMPONENTS "finds connected components"
#define FINDS_COMMUNITIES "finds communities"
#define DESCRIBES "describes a graph"
#define FINDS_DISTANCES "finds the distances from a vertex"

static void put_help(FILE *file)
{
    int width = 0;
    for (size_t k = 0; k < COMMANDS; k++)
        if (width < (int)strlen(commands[k]->name)) width = (int)strlen(commands[k]->name);
    fprintf(file, "tropic %s: graph algorithms in the language of linear algebra\n\nusage:\n", tropic_version());
    for (size_t k = 0; k < COMMANDS; k++)
        fprintf(file, "  tropic %-*s %-*s %s\n", width, commands[k]->name, ARGUMENTS_WIDTH, commands[k]->arguments,
                commands[k]->summary);
    fprintf(file, "  tropic %-*s [COMMAND]\n", width, "help");
    fprintf(file, "  tropic --version\n\n"
                  "A GRAPH is a Matrix Market, DIMACS, METIS, edge list or KONECT file, which may be\n"
                  "compressed by gzip; \"-\" is standard input.\n"
                  "'tropic COMMAND --help' explains a command, its options and its output.\n");
}

static const cli_command *find(const char *name)
{
    for (size_t k = 0; k < COMMANDS; k++)
        if (strcmp(name, commands[k]->name) == 0) return commands[k];
    return NULL;
}

/* Names that other tools have. */
static const struct {
    const char *name, *command, *does;
} other_names[] = {{"cc", "components", FINDS_COMPONENTS},
                   {"wcc", "components", FINDS_COMPONENTS},
                   {"scc", "components", "finds connected components, with --strong strong ones"},
                   {"connected-components", "components", FINDS_COMPONENTS},
                   {"stats", "info", DESCRIBES},
                   {"summary", "info", DESCRIBES},
                   {"degrees", "degree", "finds degrees"},
                   {"leiden", "communities", FINDS_COMMUNITIES},
                   {"louvain", "communities", FINDS_COMMUNITIES},
                   {"modularity", "communities", "measures a partition, with --given"},
                   {"diameter", "eccentricity", "finds the diameter, with --diameter"},
                   {"mis", "independent-set", "finds a maximal independent set"},
                   {"match", "matching", "finds a matching"},
                   {"dag", "topological", "orders the vertices of a DAG"},
                   {"toposort", "topological", "orders the vertices of a DAG"},
                   {"apsp", "distances", "finds the distances between all pairs"},
                   {"link-prediction", "similarity", "scores pairs of vertices"},
                   {"jaccard", "similarity", "scores pairs of vertices"},
                   {"betweenness", "bc", "computes betweenness centrality"},
                   {"centrality", "bc", "computes betweenness centrality"},
                   {"dijkstra", "sssp", FINDS_DISTANCES},
                   {"shortest-paths", "sssp", FINDS_DISTANCES},
                   {"shortest-path", "path", "finds a shortest path between two vertices"},
                   {"astar", "path", "finds a shortest path between two vertices"},
                   {"generate", "gen", "makes a graph"},
                   {"plot", "draw", "draws a graph by given positions, 'layout' computes them"},
                   {"benchmark", "bench", "measures"}};

static int unknown(const char *word)
{
    const char *names[COMMANDS], *nearest;
    for (size_t k = 0; k < sizeof other_names / sizeof *other_names; k++)
        if (strcmp(word, other_names[k].name) == 0)
            return cli_usage_error(NULL, "unknown command '%s': '%s' %s", word, other_names[k].command,
                                   other_names[k].does);
    if (word[0] == '-' && tolower((unsigned char)word[1]) == 'v' && !word[2])
        return cli_usage_error(NULL, "unknown option '%s', did you mean '--version'?", word);
    for (size_t k = 0; k < COMMANDS; k++) names[k] = commands[k]->name;
    nearest = cli_nearest(word, names, sizeof *names, COMMANDS);
    if (nearest) return cli_usage_error(NULL, "unknown command '%s', did you mean '%s'?", word, nearest);
    return cli_usage_error(NULL, "unknown %s '%s'", word[0] == '-' ? "option" : "command", word);
}

static int too_many(const char *word)
{
    return cli_usage_error(NULL, "one argument too many: '%s'", word);
}

static int help(const char *topic)
{
    const cli_command *command = topic ? find(topic) : NULL;
    if (topic && !command) return unknown(topic);
    if (command && command->pass) return command->pass(1, (char *[]){"--help"});
    if (command)
        cli_options_help(stdout, command);
    else
        put_help(stdout);
    return CLI_OK;
}

static int run(int count, char **words)
{
    const cli_command *command;
    cli_options options;
    int code;

    if (count < 1) {
        put_help(stderr);
        return CLI_USAGE;
    }
    if (strcmp(words[0], "--version") == 0) {
        if (count > 1) return too_many(words[1]);
        printf("tropic %s\n", tropic_version());
        return CLI_OK;
    }
    if (strcmp(words[0], "help") == 0 || strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)
        return count > 2 ? too_many(words[2]) : help(count > 1 ? words[1] : NULL);
    command = find(words[0]);
    if (!command) return unknown(words[0]);
    if (command->pass) return command->pass(count - 1, words + 1);
    code = cli_options_parse(&options, commands, command, count - 1, words + 1);
    if (code != CLI_OK) return code;
    if (options.help) return help(command->name);
    if (!command->has_out) code = cli_output_try(options.output);
    return code == CLI_OK ? command->run(&options) : code;
}

/* A standard stream that the caller closed would be the number of the next file opened, and then be
 * written to. Opened the wrong way round, so that using it still fails. */
static void reserve_standard_streams(void)
{
    for (int k = STDIN_FILENO; k <= STDERR_FILENO; k++)
        if (fcntl(k, F_GETFD) < 0 && open("/dev/null", k == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

int main(int argc, char **argv)
{
    int code;
    reserve_standard_streams();
    cli_signals_install();
    code = run(argc - 1, argv + 1);
    if (code == CLI_OK) code = cli_stdout_flush();
    return code;
}
