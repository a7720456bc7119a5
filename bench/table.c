/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows as a table for people.
 */
#include "bench/bench.h"

#include <math.h>
#include <stdio.h>

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
    const double rate = row->bytes / row->time.median, copy = p->place->bandwidth;
    printf("%-20s %-16s %-5s %-8s %-12s %-12s", p->input->name, p->algorithm->name,
           weighted ? tropic_type_name(p->weights) : "", p->place->shown, row->who,
           row->other ? "" : tropic_queue_name(p->queue));
    bench_put(10, 3, 1e3 * row->time.median);
    bench_put(10, 3, 1e3 * row->time.min);
    bench_put(10, 3, 1e3 * row->time.max);
    bench_put(5, 1, 100 * bench_spread(&row->time));
    bench_put(8, 3, 1e-9 * row->arcs / row->time.median);
    bench_put(8, 1, 1e-9 * rate);
    bench_put(6, 1, copy > 0 ? 100 * rate / copy : NAN);
    bench_put(9, 1, 1e3 * (p->input->read_seconds + row->build));
    bench_put(9, 1, 1e3 * row->first);
    bench_put(9, 1, row->memory / p->input->n);
    printf("  %s\n", row->note);
    bench_flush();
}
