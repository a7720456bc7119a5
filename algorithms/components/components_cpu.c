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
    tp_weak_components(context, out, in, component);
    return TROPIC_OK;
}

tropic_status tp_cpu_components_sizes(tropic_context *context, const tropic_index *component, tropic_index n,
                                      tropic_index *size, tp_components_survey *survey)
{
    (void)context;
    memset(size, 0, (size_t)n * sizeof *size);
    for (tropic_index v = 0, end; v < n; v = end) {
        const tropic_index c = component[v];
        /* Many that follow each other are in one: their sum goes to memory once. */
        for (end = v + 1; end < n && component[end] == c;) end++;
        size[c] += end - v;
    }
    *survey = (tp_components_survey){.largest = -1};
    for (tropic_index v = 0; v < n; v++) {
        size[v] = size[component[v]];
        if (component[v] != v) continue;
        survey->components++;
        survey->isolated += size[v] == 1;
        if (size[v] > survey->largest_size) survey->largest = v, survey->largest_size = size[v];
    }
    return TROPIC_OK;
}

const tp_components_calls tp_cpu_components_calls = {TP_COMPONENTS_CALLS(TP_CALL_ROW, tp_cpu_components_)};
