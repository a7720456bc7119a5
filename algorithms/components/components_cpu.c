/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components on the CPU.
 */
#include "algorithms/components/components.h"
#include "formats/matrix/facts/facts.h"

#include <string.h>

tropic_status tp_cpu_components_weak(tropic_context *context, const tp_arcs *out, const tp_arcs *in,
                                     tropic_index *component)
{
    return tp_weak_components(context, out, in, component);
}

tropic_status tp_cpu_components_sizes(tropic_context *context, const tropic_index *component, tropic_index n,
                                      tropic_index *size, tp_components_survey *survey)
{
    tp_components_survey s = {.largest = -1}; /* (In registers: counters in memory take several ns a vertex.) */
    (void)context;
    memset(size, 0, (size_t)n * sizeof *size);
    for (tropic_index v = 0, end; v < n; v = end) {
        const tropic_index c = component[v];
        /* Many that follow each other are in one: their sum goes to memory once. */
        for (end = v + 1; end < n && component[end] == c;) end++;
        size[c] += end - v;
    }
    for (tropic_index v = 0; v < n; v++) {
        size[v] = size[component[v]];
        if (component[v] != v) continue;
        s.components++;
        s.isolated += size[v] == 1;
        if (size[v] > s.largest_size) s.largest = v, s.largest_size = size[v];
    }
    *survey = s;
    return TROPIC_OK;
}

const tp_components_calls tp_cpu_components_calls = {TP_COMPONENTS_CALLS(TP_CALL_ROW, tp_cpu_components_)};
