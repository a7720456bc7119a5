/* SPDX-License-Identifier: Apache-2.0
 *
 * GrB_mxv, timed beside the library's.
 */
#include "bench/spmv.h"

#ifdef TROPIC_HAVE_GRAPHBLAS

#include <stdlib.h>

#include "reference/grb.h"
#include "reference/reference.h"

/* Of products, whose median time counts, as the library's does. */
#define PRODUCTS 7

double bench_grb_mxv(const bench_spmv *set, const bench_case *c, bool min)
{
    const GrB_Type type = c->type == TROPIC_FP32 ? GrB_FP32 : GrB_FP64;
    grb_graph G;
    GrB_Vector w = NULL, u = NULL;
    double all[PRODUCTS];
    reference_set_threads(set->set->threads);
    GrB_Info info = grb_graph_new(&G, c->A, set->cpu, c->type);
    if (info != GrB_SUCCESS) return -1;
    GRB_DO(GrB_Vector_new(&w, type, (GrB_Index)c->n));
    GRB_DO(GrB_Vector_new(&u, type, (GrB_Index)c->n));
    GRB_DO(grb_vector_form(u, GRB_FLAGS));
    for (tropic_index i = 0; i < c->n && info == GrB_SUCCESS; i++)
        info = c->type == TROPIC_FP32 ? GrB_Vector_setElement_FP32(u, ((float *)c->x)[i], (GrB_Index)i)
                                      : GrB_Vector_setElement_FP64(u, ((double *)c->x)[i], (GrB_Index)i);
    GRB_DO(GrB_wait(u, GrB_MATERIALIZE));
    for (int k = -1; k < PRODUCTS && info == GrB_SUCCESS; k++) {
        const double start = bench_now();
        GRB_DO(grb_mxv(w, NULL, GRB_NO_ACCUM, min ? TROPIC_MIN_PLUS : TROPIC_PLUS_TIMES, c->type, G.A, u, NULL, false));
        if (k >= 0) all[k] = bench_now() - start;
    }
    GrB_Vector_free(&w);
    GrB_Vector_free(&u);
    grb_graph_free(&G);
    return info == GrB_SUCCESS ? bench_times_of(all, PRODUCTS).median : -1;
}

#else

double bench_grb_mxv(const bench_spmv *set, const bench_case *c, bool min)
{
    (void)set, (void)c, (void)min;
    return -1;
}

#endif
