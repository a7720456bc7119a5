/* SPDX-License-Identifier: Apache-2.0
 *
 * What the options of bc alone make of their values.
 */
#include "cli/option_table.h"

#include "cli/parse.h"

#include <string.h>

/* Seconds; further than any run goes. */
#define EVERY_MAX 1e300

#define LENGTH(array) (sizeof(array) / sizeof *(array))

const char *cli_take_sources_file(cli_options *options, const char *value)
{
    return cli_take_file(&options->sources_file, value);
}

const char *cli_take_sources(cli_options *options, const char *value)
{
    options->has_sources = true;
    options->some_sources = strcmp(value, "all") != 0;
    if (!options->some_sources || cli_parse_integer(value, 1, TROPIC_INDEX_MAX, &options->source_count)) return NULL;
    return "'all' or a whole number from 1 to 2147483647";
}

const char *cli_take_normalize(cli_options *options, const char *value)
{
    static const char *const names[] = {"none", "pairs", "full"};
    int k = cli_find_word(value, names, LENGTH(names));
    options->normalize = k < 0 ? TROPIC_NORMALIZE_NONE : (tropic_normalize)k;
    return k >= 0 ? NULL : "none, pairs or full";
}

/* The ways to betweenness, by the names that they have in the literature. */
const char *cli_take_bc_method(cli_options *options, const char *value)
{
    static const struct {
        const char *name;
        tropic_bc_method method;
        tropic_strategy strategy;
    } ways[] = {{"auto", TROPIC_BC_AUTO, TROPIC_STRATEGY_AUTO},
                {"edge-parallel", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_COOC_SCALAR},
                {"vertex-parallel", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_CSC_SCALAR},
                {"work-efficient", TROPIC_BC_WORK_EFFICIENT, TROPIC_STRATEGY_AUTO},
                {"batched", TROPIC_BC_BATCHED, TROPIC_STRATEGY_AUTO},
                {"products", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < LENGTH(ways); k++)
        if (strcmp(value, ways[k].name) == 0) {
            options->method = ways[k].method;
            options->strategy = ways[k].strategy;
            options->has_method = true;
            return NULL;
        }
    return "auto, products, edge-parallel, vertex-parallel, work-efficient or batched";
}

const char *cli_take_batch(cli_options *options, const char *value)
{
    int64_t batch = 0;
    bool good = cli_parse_integer(value, 1, TROPIC_BFS_BATCH, &batch);
    options->batch = (tropic_index)batch;
    return good ? NULL : "a whole number from 1 to 64";
}

const char *cli_take_edges(cli_options *options, const char *value)
{
    (void)value;
    options->edges = true;
    return NULL;
}

const char *cli_take_endpoints(cli_options *options, const char *value)
{
    (void)value;
    options->endpoints = true;
    return NULL;
}

/* A comma between those that are to be taken. */
const char *cli_take_reduce(cli_options *options, const char *value)
{
    static const struct {
        const char *name;
        unsigned reductions;
    } names[] = {{"auto", 0},
                 {"none", TROPIC_BC_UNREDUCED},
                 {"all", TROPIC_BC_FOLD | TROPIC_BC_SPLIT | TROPIC_BC_TWINS},
                 {"fold", TROPIC_BC_FOLD},
                 {"split", TROPIC_BC_SPLIT},
                 {"twins", TROPIC_BC_TWINS}};
    static const char *const wanted = "auto, none, all, or some of fold,split,twins";
    enum { WHOLE = 3 }; /* names that stand alone */
    options->reductions = 0;
    for (const char *word = value;; word++) {
        const size_t length = strcspn(word, ",");
        size_t k = 0;
        while (k < LENGTH(names) && (strlen(names[k].name) != length || memcmp(word, names[k].name, length) != 0)) k++;
        if (k == LENGTH(names) || (k < WHOLE && (word != value || word[length]))) return wanted;
        options->reductions |= names[k].reductions;
        word += length;
        if (!*word) return NULL;
    }
}

const char *cli_take_error(cli_options *options, const char *value)
{
    return cli_parse_real(value, &options->error) && options->error > 0 && options->error < 1
               ? NULL
               : "a number above 0 and below 1";
}

const char *cli_take_confidence(cli_options *options, const char *value)
{
    return cli_parse_real(value, &options->confidence) && options->confidence > 0 && options->confidence < 1
               ? NULL
               : "a number above 0 and below 1";
}

const char *cli_take_checkpoint(cli_options *options, const char *value)
{
    return cli_take_file(&options->checkpoint, value);
}

const char *cli_take_every(cli_options *options, const char *value)
{
    return cli_parse_real(value, &options->checkpoint_every) && options->checkpoint_every > 0 &&
                   options->checkpoint_every <= EVERY_MAX
               ? NULL
               : "a number of seconds above 0, up to 1e300";
}

const char *cli_take_partial(cli_options *options, const char *value)
{
    (void)value;
    options->partial = true;
    return NULL;
}
