/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a matrix that a call works on.
 */
#include "formats/matrix/use.h"

static tropic_status see(tropic_context *context, tropic_matrix *A, void *of)
{
    tp_matrix_use *use = of;
    const bool has_device = context->backend->location == TROPIC_DEVICE;
    const tp_forms *here = tp_matrix_forms(context, A);
    use->hypersparse = A->hypersparse;
    use->symmetric = A->symmetric;
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) {
        const tp_orientation stored = tp_matrix_stored(A, (tp_orientation)o);
        use->on_host[o] = A->host.sides[stored].present;
        use->on_device[o] = has_device && here->sides[stored].present;
        use->degrees_known[o] = A->degrees_known[o];
        use->degrees[o] = A->degrees[o];
    }
    return TROPIC_OK;
}

tropic_status tp_matrix_use_open(tropic_context *context, const tropic_matrix *A, tp_matrix_use *use)
{
    use->A = A;
    return tp_matrix_with(context, A, see, use);
}

tropic_status tp_matrix_use_degrees(tropic_context *context, tp_matrix_use *use, tp_orientation orientation,
                                    tp_degrees *found)
{
    if (!use->degrees_known[orientation])
        TP_TRY(tp_matrix_degrees(context, use->A, orientation, &use->degrees[orientation]));
    use->degrees_known[orientation] = true;
    *found = use->degrees[orientation];
    return TROPIC_OK;
}
