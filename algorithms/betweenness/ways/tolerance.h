/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TP_TOLERANCE_H
#define TP_TOLERANCE_H

#include "spmv/step.h"

/* Adding 65 lengths rounds off so many epsilon at most, and thousands rarely more, for errors cancel. */
#define TP_ROUNDED 32

/* Paths to a vertex at distance d tie if their lengths differ by at most min(relative d, max(absolute, 32 epsilon d)).
 * `absolute` is half of the least length of the graph: so a path does not tie with a detour over a short arc, whichever
 * end the search begins at. HUGE_VAL: the tolerance was asked for, and is relative. Where rounding is more than that,
 * distances cannot tell such a detour from the path. */
typedef struct tp_tolerance {
    double relative, absolute;
} tp_tolerance;

#endif
