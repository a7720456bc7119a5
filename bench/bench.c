/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench, which `tropic bench` runs: times BFS, SSSP and BC on graphs that it makes or reads, and prints a table.
 *
 *     tropic bench [--device cpu,cuda] [--graphs kron:21:16,FILE,...] [--algorithms bfs,sssp,bc]
 *                  [--strategies auto,csc-scalar,...] [--queues auto,global,...] [--sources N] [--seed S]
 *                  [--json FILE] [--graphblas] ...
 *     tropic bench --MODE ...: something else, as `tropic bench --help` lists
 *
 * bench/README.md describes the timings. A wrong answer makes the exit code 1.
 */
#include "bench/bench.h"

#include <stdio.h>

const bench_mode *const bench_modes[] = {&bench_searches,      &bench_spmv_mode,    &bench_loops, &bench_layout,
                                         &bench_crowded,       &bench_lists,        &bench_small, &bench_sizes,
                                         &bench_matrices_mode, &bench_updates_mode, NULL};

static void run_mode(bench_session *s, const bench_place *place)
{
    const bench_mode *mode = s->set.mode;
    const char *graphs = s->set.graphs;
    char text[BENCH_TEXT];
    if (mode->begin) mode->begin(s, place);
    while (graphs && bench_next_word(&graphs, text, sizeof text)) {
        bench_input in;
        bench_input_open(&in, s->cpu, text, s->set.seed);
        mode->graph(s, place, &in);
        bench_input_close(&in);
    }
    if (mode->end) mode->end(s, place);
}

static void open_places(bench_session *s)
{
    s->place_count = bench_places_open(s->places, s->set.devices, s->set.thread_counts, s->set.thread_count);
}

static void say_places(const bench_session *s)
{
    for (int p = 0; p < s->place_count; p++)
        printf("# Tropic %s on %s%s%s: a copy moves %.1f GB/s\n", tropic_version(), s->places[p].name,
               s->places[p].driver[0] ? ", driver " : "", s->places[p].driver, 1e-9 * s->places[p].bandwidth);
    if (s->set.graphblas || (s->set.mode->reference && bench_reference_name()))
        printf("# %s\n", bench_reference_name());
}

int main(int argc, char **argv)
{
    bench_session s = {.wrong = 0};
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU};
    bench_where where;
    bench_signals();
    bench_options(&s.set, argc, argv);
    where = s.set.mode->where;
    options.threads = s.set.threads;
    bench_check(tropic_context_create(&s.cpu, &options), NULL, "the CPU");
    if (where != BENCH_APART) open_places(&s);
    /* Made, where it is new, once nothing more can be refused before the first graph. */
    s.json = bench_json_open(s.set.json, argc, argv);
    say_places(&s);
    if (where != BENCH_EACH) run_mode(&s, where == BENCH_APART ? NULL : &s.places[s.place_count - 1]);
    for (int p = 0; p < s.place_count && where == BENCH_EACH; p++) run_mode(&s, &s.places[p]);
    bench_places_close(s.places, s.place_count);
    bench_json_close(&s.json);
    tropic_context_free(&s.cpu);
    bench_flush();
    if (s.wrong) bench_stop(BENCH_FAILED, "wrong answers: %d", s.wrong);
    return BENCH_FINE;
}
