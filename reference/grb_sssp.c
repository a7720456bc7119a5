/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths through GraphBLAS, after Bellman and Ford with a frontier of changed vertices.
 *
 *     t        = changed' (min.plus) A
 *     changed  = t where t < distance
 *     distance = min(distance, changed)
 *
 * Always pushed, in the form that GraphBLAS chooses: pulling to all vertices while many change was
 * measured to gain nothing. `distance` is full, with infinity where unreached, so that a comparison
 * costs only as much as t has entries.
 */
#include <math.h>

#include "reference/grb.h"

/* The operators for one type of distance. */
typedef struct algebra {
    GrB_Type type;
    GrB_Semiring min_plus;
    GrB_BinaryOp less;
    GrB_IndexUnaryOp finite; /* value != infinity */
} algebra;

static bool algebra_of(algebra *a, tropic_type type)
{
    switch (type) {
    case TROPIC_INT64:
        *a = (algebra){GrB_INT64, GrB_MIN_PLUS_SEMIRING_INT64, GrB_LT_INT64, GrB_VALUENE_INT64};
        return true;
    case TROPIC_FP32: *a = (algebra){GrB_FP32, GrB_MIN_PLUS_SEMIRING_FP32, GrB_LT_FP32, GrB_VALUENE_FP32}; return true;
    case TROPIC_FP64: *a = (algebra){GrB_FP64, GrB_MIN_PLUS_SEMIRING_FP64, GrB_LT_FP64, GrB_VALUENE_FP64}; return true;
    default: return false;
    }
}

/* d = infinity everywhere, then d(source) = 0 and changed(source) = 0. */
static GrB_Info begin(GrB_Vector d, GrB_Vector changed, tropic_type type, GrB_Index n, GrB_Index source)
{
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(grb_vector_form(d, GRB_FLAGS));
    if (type == TROPIC_INT64)
        GRB_DO(GrB_Vector_assign_INT64(d, NULL, NULL, INT64_MAX, GrB_ALL, n, NULL));
    else
        GRB_DO(GrB_Vector_assign_FP64(d, NULL, NULL, (double)INFINITY, GrB_ALL, n, NULL));
    GRB_DO(GrB_Vector_setElement_INT64(d, 0, source));
    GRB_DO(GrB_Vector_setElement_INT64(changed, 0, source));
    return info;
}

/* d keeps its finite entries alone. */
static GrB_Info drop_unreached(GrB_Vector d, const algebra *a, tropic_type type)
{
    if (type == TROPIC_INT64) return GrB_Vector_select_INT64(d, NULL, NULL, a->finite, d, INT64_MAX, NULL);
    return GrB_Vector_select_FP64(d, NULL, NULL, a->finite, d, (double)INFINITY, NULL);
}

GrB_Info grb_sssp(GrB_Vector *distance, bool *negative_cycle, const grb_graph *G, tropic_type type, GrB_Index source)
{
    algebra a;
    if (!algebra_of(&a, type)) return GrB_DOMAIN_MISMATCH;
    GrB_Vector d = NULL, changed = NULL, t = NULL, less = NULL;
    GrB_Index count = 1;
    *negative_cycle = false;
    GrB_Info info = grb_start();
    GRB_DO(GrB_Vector_new(&d, a.type, G->n));
    GRB_DO(GrB_Vector_new(&changed, a.type, G->n));
    GRB_DO(GrB_Vector_new(&t, a.type, G->n));
    GRB_DO(GrB_Vector_new(&less, GrB_BOOL, G->n));
    GRB_DO(begin(d, changed, type, G->n, source));

    for (GrB_Index round = 0; info == GrB_SUCCESS && count > 0; round++) {
        /* A path without a cycle has at most n - 1 arcs. */
        *negative_cycle = round >= G->n;
        if (*negative_cycle) break;

        /* t = changed' (min.plus) A */
        GRB_DO(GrB_vxm(t, NULL, NULL, a.min_plus, changed, G->A, NULL));
        /* less = t < d, where t has an entry; changed<less> = t */
        GRB_DO(GrB_eWiseMult(less, NULL, NULL, a.less, t, d, NULL));
        GRB_DO(GrB_Vector_assign(changed, less, NULL, t, GrB_ALL, G->n, GrB_DESC_R));
        /* d<changed> = changed */
        GRB_DO(GrB_Vector_assign(d, changed, NULL, changed, GrB_ALL, G->n, GrB_DESC_S));
        GRB_DO(GrB_Vector_nvals(&count, changed));
    }
    GRB_DO(drop_unreached(d, &a, type));

    if (info == GrB_SUCCESS) {
        *distance = d;
        d = NULL;
    }
    GrB_Vector_free(&d);
    GrB_Vector_free(&changed);
    GrB_Vector_free(&t);
    GrB_Vector_free(&less);
    return info;
}
