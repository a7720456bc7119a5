/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TP_TOLERANCE_H
#define TP_TOLERANCE_H

#include "runtime/step.h"

/* Paths to a vertex at distance d tie if their lengths differ by at most min(relative d, max(absolute, 4 epsilon d)).
 * `absolute` is half of the least length of the graph: so a path does not tie with a detour over a short arc, whichever
 * end the search begins at. What adding nine lengths rounds off, 4 epsilon, ties all the same: where it is more than
 * `absolute`, distances cannot tell such a detour from it. HUGE_VAL: the tolerance was asked for, and is relative. */
typedef struct tp_tolerance {
    double relative, absolute;
} tp_tolerance;

#endif
