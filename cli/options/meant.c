/* SPDX-License-Identifier: Apache-2.0
 *
 * What an option that a command does not have was meant to be.
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
                                      {"threads", "j", "jobs", "cores", "num-threads", "nthreads"},
                                      {"device", "gpu", "cuda", "cpu"},
                                      {"iterations", "max-iter", "maxiter", "steps"},
                                      {"positions", "pos", "coordinates", "layout"},
                                      {"normalize", "normalized", "normalise", "normalization"},
                                      {"error", "epsilon", "eps", "accuracy"},
                                      {"verify", "check", "validate"},
                                      {"directed", "digraph"},
                                      {"color", "colors", "colour", "colours"},
                                      {"dimensions", "dim", "dims"},
                                      {"depth", "cutoff", "max-depth"}};
#define WORDS LENGTH(same[0])

static size_t place(const char *const words[WORDS], const char *name)
{
    size_t k = 0;
    while (k < WORDS && words[k] && strcmp(words[k], name) != 0) k++;
    return k < WORDS && words[k] ? k : WORDS;
}

const char *cli_option_synonym(const char *name, unsigned which)
{
    for (size_t k = 0; k < LENGTH(same); k++) {
        if (place(same[k], name) == WORDS) continue;
        for (size_t j = 0; j < cli_option_count; j++)
            if ((cli_option_table[j].which & which) && place(same[k], cli_option_table[j].name) < WORDS)
                return cli_option_table[j].name;
    }
    return NULL;
}

const char *cli_option_meant(const char *name, unsigned which)
{
    const char *names[CLI_OPTIONS_MAX], *found = cli_option_synonym(name, which);
    const bool letter = name[0] && !name[1];
    size_t count = 0;
    for (size_t k = 0; k < cli_option_count; k++) {
        if (!(cli_option_table[k].which & which)) continue;
        names[count++] = cli_option_table[k].name;
        if (!found && letter && cli_option_table[k].name[0] == name[0]) found = cli_option_table[k].name;
    }
    return found ? found : cli_nearest(name, names, sizeof *names, count);
}
