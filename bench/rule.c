/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs made by rule, as text.
 */
#include "bench/input.h"

#include "bench/common.h"
#include "cli/options/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest form of a kind. */
#define FORM 64

void bench_rule_form(tropic_generator kind, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", tropic_generator_name(kind));
    for (int k = 0; k < TROPIC_GENERATOR_PARAMETERS; k++)
        if (tropic_generator_parameter(kind, k) && used < size)
            used += (size_t)snprintf(text + used, size - used, ":%s", tropic_generator_parameter(kind, k));
}

static tropic_generator kind_of(const char *text, size_t length)
{
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        const char *name = tropic_generator_name((tropic_generator)k);
        if (strlen(name) == length && strncmp(text, name, length) == 0) return (tropic_generator)k;
    }
    bench_stop(BENCH_USAGE, "--graphs: there is no file '%s', and no kind of graph '%.*s'; see 'tropic bench --help'",
               text, (int)length, text);
}

/* The host's memory. A context may have the memory that itself takes. Then there is none, and nothing is made. */
static void *allocate(size_t bytes, void *user)
{
    return *(const bool *)user ? malloc(bytes) : NULL;
}

static void release(void *pointer, void *user)
{
    (void)user;
    free(pointer);
}

void bench_rule_check(const tropic_generator_options *rule, const char *text)
{
    bool granted = true;
    const tropic_context_options options = {.size = sizeof options,
                                            .device = TROPIC_DEVICE_CPU,
                                            .threads = 1,
                                            .allocate = allocate,
                                            .release = release,
                                            .memory_user = &granted};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    bench_check(tropic_context_create(&context, &options), NULL, "the CPU");
    granted = false;
    if (tropic_matrix_generate(&A, context, rule) == TROPIC_INVALID_ARGUMENT)
        bench_stop(BENCH_USAGE, "--graphs: %s: %s; see 'tropic bench --help'", text, tropic_context_error(context));
    tropic_matrix_free(&A);
    tropic_context_free(&context);
}

void bench_rule_read(tropic_generator_options *rule, const char *text, uint64_t seed)
{
    const char *rest = text + strcspn(text, ":");
    const tropic_generator kind = kind_of(text, (size_t)(rest - text));
    char form[FORM];
    *rule = (tropic_generator_options){.size = sizeof *rule, .kind = kind, .seed = seed};
    bench_rule_form(kind, form, sizeof form);
    for (int k = 0; k < TROPIC_GENERATOR_PARAMETERS && tropic_generator_parameter(kind, k); k++) {
        const char *name = tropic_generator_parameter(kind, k), *takes;
        char word[BENCH_TEXT];
        if (*rest != ':') bench_stop(BENCH_USAGE, "--graphs takes %s, not '%s'; see 'tropic bench --help'", form, text);
        rest++;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(rest, ":"), rest);
        rest += strcspn(rest, ":");
        takes = cli_parse_parameter(name, word, &rule->parameter[k]);
        if (takes)
            bench_stop(BENCH_USAGE, "--graphs: %s of '%s' takes %s, not '%s'; see 'tropic bench --help'", name, text,
                       takes, word);
    }
    if (*rest) bench_stop(BENCH_USAGE, "--graphs takes %s, not '%s'; see 'tropic bench --help'", form, text);
}
