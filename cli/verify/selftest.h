/* SPDX-License-Identifier: Apache-2.0
 *
 * The self-test behind `doctor`.
 */
#ifndef TP_CLI_SELFTEST_H
#define TP_CLI_SELFTEST_H

#include "cli/verify/reference.h"

/* BFS, SSSP and BC of a small graph by every strategy on the context's device, against known answers,
 * and with `verify` against GraphBLAS too. message: CLI_VERIFY_MESSAGE bytes, the error. */
bool cli_selftest(tropic_context *context, bool verify, char *message);

#endif
