/* SPDX-License-Identifier: Apache-2.0
 *
 * Guesses the option that the user meant by one that the command does not have.
 */
#include "cli/options/option_table.h"

#include "cli/options/parse.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Words for one thing, in this tool and in others: an option's name stands for all of its line. */
static const char *const same[][8] = {{"source", "from", "src", "start", "root", "s"},
                                      {"to", "target", "dst", "dest", "destination", "goal", "end"},
                                      {"sources", "source", "sample", "samples", "pivots"},
                                      {"strategy", "kernel"},
                                      {"output", "o", "out", "outfile", "output-file"},
                                      {"quiet", "q", "silent"},
                                      {"threads", "t", "j", "jobs", "cores", "num-threads", "nthreads"},
                                      {"device", "gpu", "cuda", "cpu"},
                                      {"iterations", "max-iter", "maxiter", "steps"},
                                      {"positions", "pos", "coordinates", "layout"},
                                      {"normalize", "normalized", "normalise", "normalization"},
                                      {"error", "epsilon", "eps", "accuracy"},
                                      {"verify", "check", "validate"},
                                      {"directed", "digraph"},
                                      {"color", "colors", "colour", "colours"},
                                      {"dimensions", "dim", "dims"},
                                      {"depth", "cutoff", "max-depth"},
                                      {"damping", "alpha"},
                                      {"tolerance", "tol", "eps", "epsilon"}};
#define WORDS LENGTH(same[0])

static size_t place(const char *const words[WORDS], const char *name)
{
    size_t k = 0;
    while (k < WORDS && words[k] && strcmp(words[k], name) != 0) k++;
    return k < WORDS && words[k] ? k : WORDS;
}

const char *cli_option_synonym(const char *name, const cli_command *command)
{
    for (size_t k = 0; k < LENGTH(same); k++) {
        size_t j = 0;
        if (place(same[k], name) == WORDS) continue;
        for (const cli_option *option; (option = cli_option_next(command, &j)) != NULL;)
            if (place(same[k], option->name) < WORDS) return option->name;
    }
    return NULL;
}

const char *cli_option_meant(const char *name, const cli_command *command)
{
    const char *names[CLI_OPTIONS_MAX], *found = cli_option_synonym(name, command);
    const bool letter = name[0] && !name[1];
    size_t count = 0, k = 0;
    for (const cli_option *option; count < CLI_OPTIONS_MAX && (option = cli_option_next(command, &k)) != NULL;) {
        names[count++] = option->name;
        if (!found && letter && option->name[0] == name[0]) found = option->name;
    }
    return found ? found : cli_nearest(name, names, sizeof *names, count);
}
