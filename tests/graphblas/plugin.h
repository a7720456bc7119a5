/* SPDX-License-Identifier: Apache-2.0
 *
 * The cases, compiled with the header of one library and linked to it: a module that the program loads. Two such lie
 * in one process side by side.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_PLUGIN_H
#define TROPIC_TESTS_GRAPHBLAS_PLUGIN_H

#include "tests/graphblas/answer.h"

typedef enum case_list {
    CASE_CALLS, /* calls that the specification allows */
    CASE_WRONG  /* ... and that it does not */
} case_list;

typedef struct plugin {
    int32_t (*open)(bool blocking);
    int32_t (*close)(void);
    /* The case that this seed says; `large`: one of large sizes, which else few are. */
    void (*run)(answer *a, case_list list, bool large, uint64_t seed);
} plugin;

/* The one symbol of a module. */
#define PLUGIN_SYMBOL "graphblas_plugin"
typedef const plugin *(*plugin_get)(void);

#endif
