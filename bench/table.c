/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows as a table for people.
 */
#include "bench/bench.h"

#include "bench/common.h"

#include <math.h>
#include <stdio.h>

/* A figure in so many columns, or a dash where it is not known. */
static void put(int width, int digits, double figure)
{
    if (isfinite(figure))
        printf(" %*.*f", width, digits, figure);
    else
        printf(" %*s", width, "-");
}

void bench_table_head(void)
{
    printf("%-20s %-16s %-5s %-8s %-12s %-12s %10s %10s %10s %5s %8s %8s %6s %9s %9s %9s\n", "# graph", "what", "type",
           "on", "how", "queue", "median ms", "min", "max", "+- %", "GTEPS", "GB/s", "copy %", "made ms", "first ms",
           "B/vertex");
}

void bench_table_row(const bench_row *row)
{
    const bench_point *p = row->point;
    const bool weighted = p->weights != TROPIC_BOOL;
    const double rate = row->bytes / row->median, copy = p->place->bandwidth;
    printf("%-20s %-16s %-5s %-8s %-12s %-12s", p->input->name, p->algorithm->name,
           weighted ? tropic_type_name(p->weights) : "", p->place->shown, row->who,
           row->other ? "" : tropic_queue_name(p->queue));
    put(10, 3, 1e3 * row->median);
    put(10, 3, 1e3 * row->min);
    put(10, 3, 1e3 * row->max);
    put(5, 1, 50 * (row->high - row->low) / row->median);
    put(8, 3, 1e-9 * row->arcs / row->median);
    put(8, 1, 1e-9 * rate);
    put(6, 1, copy > 0 ? 100 * rate / copy : NAN);
    put(9, 1, 1e3 * (p->input->read_seconds + row->build));
    put(9, 1, 1e3 * row->first);
    put(9, 1, row->memory / p->input->n);
    printf("  %s\n", row->note);
    bench_flush();
}
