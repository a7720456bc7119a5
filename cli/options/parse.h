/* SPDX-License-Identifier: Apache-2.0
 *
 * Words of the command line; the benchmark reads its own by them too.
 */
#ifndef TP_CLI_PARSE_H
#define TP_CLI_PARSE_H

#include <tropic.h>

/* Whole numbers: digits with at most a sign; false on anything else, or out of range. */
bool cli_parse_integer(const char *text, int64_t low, int64_t high, int64_t *value);
bool cli_parse_unsigned(const char *text, uint64_t *value);
/* A decimal number; it may be beyond a double's range. */
bool cli_parse_real(const char *text, double *value);
/* A parameter of a generator, by its name (tropic_generator_parameter), in any range. NULL, or the values it takes. */
const char *cli_parse_parameter(const char *name, const char *text, double *value);
/* The nearest of `count` names to a mistyped word, each a const char * at `names + k * stride`;
 * NULL where none is near. */
const char *cli_nearest(const char *word, const void *names, size_t stride, size_t count);

#endif
