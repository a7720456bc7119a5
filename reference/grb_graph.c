/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS itself: start, threads, end; and a graph for it.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/grb.h"
#include "reference/reference.h"

static pthread_once_t start_once = PTHREAD_ONCE_INIT;
static GrB_Info start_info;

static void start(void)
{
    start_info = GrB_init(GrB_NONBLOCKING);
    /* The program may have called GrB_init itself. */
    if (start_info == GrB_INVALID_VALUE) start_info = GrB_SUCCESS;
}

GrB_Info grb_start(void)
{
    pthread_once(&start_once, start);
    return start_info;
}

void reference_set_threads(int threads)
{
#ifdef GxB_SUITESPARSE_GRAPHBLAS
    /* Zero restores GraphBLAS's own choice. */
    if (grb_start() == GrB_SUCCESS) (void)GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads);
#else
    (void)threads;
#endif
}

const char *reference_name(void)
{
#ifdef GxB_SUITESPARSE_GRAPHBLAS
#define TEXT(x) #x
#define VERSION(major, minor, sub) TEXT(major) "." TEXT(minor) "." TEXT(sub)
    return GxB_IMPLEMENTATION_NAME
        " " VERSION(GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR, GxB_IMPLEMENTATION_SUB);
#else
    return "GraphBLAS";
#endif
}

void reference_finish(void)
{
    if (grb_start() == GrB_SUCCESS) GrB_finalize();
}

#ifdef GxB_SUITESPARSE_GRAPHBLAS
static int sparsity_of(grb_form form)
{
    switch (form) {
    case GRB_LIST: return GxB_SPARSE;
    case GRB_FLAGS: return GxB_BITMAP + GxB_FULL;
    case GRB_BITMAP: return GxB_BITMAP;
    case GRB_EITHER: return GxB_ANY_SPARSITY;
    }
    return GxB_ANY_SPARSITY;
}
#endif

GrB_Info grb_vector_form(GrB_Vector v, grb_form form)
{
#ifdef GxB_SUITESPARSE_GRAPHBLAS
    return GxB_Vector_Option_set(v, GxB_SPARSITY_CONTROL, sparsity_of(form));
#else
    (void)v, (void)form;
    return GrB_SUCCESS;
#endif
}

GrB_Info grb_matrix_form(GrB_Matrix M, grb_form form)
{
#ifdef GxB_SUITESPARSE_GRAPHBLAS
    return GxB_Matrix_Option_set(M, GxB_SPARSITY_CONTROL, sparsity_of(form));
#else
    (void)M, (void)form;
    return GrB_SUCCESS;
#endif
}

/* The type of values for a graph of `type`: integers are added up in 64 bits. */
static GrB_Type type_of(tropic_type type)
{
    switch (type) {
    case TROPIC_BOOL: return GrB_BOOL;
    case TROPIC_INT8:
    case TROPIC_INT16:
    case TROPIC_INT32:
    case TROPIC_INT64:
    case TROPIC_UINT8:
    case TROPIC_UINT16:
    case TROPIC_UINT32:
    case TROPIC_UINT64: return GrB_INT64;
    case TROPIC_FP32: return GrB_FP32;
    case TROPIC_FP64: return GrB_FP64;
    }
    return NULL;
}

/* C = A with values of another type; BOOL: all true, as one iso value. */
static GrB_Info cast(GrB_Matrix C, GrB_Matrix A, tropic_type type)
{
    switch (type) {
    case TROPIC_BOOL: return GrB_Matrix_apply_BinaryOp2nd_BOOL(C, NULL, NULL, GrB_ONEB_BOOL, A, true, NULL);
    case TROPIC_INT8:
    case TROPIC_INT16:
    case TROPIC_INT32:
    case TROPIC_INT64:
    case TROPIC_UINT8:
    case TROPIC_UINT16:
    case TROPIC_UINT32:
    case TROPIC_UINT64: return GrB_Matrix_apply(C, NULL, NULL, GrB_IDENTITY_INT64, A, NULL);
    case TROPIC_FP32: return GrB_Matrix_apply(C, NULL, NULL, GrB_IDENTITY_FP32, A, NULL);
    case TROPIC_FP64: return GrB_Matrix_apply(C, NULL, NULL, GrB_IDENTITY_FP64, A, NULL);
    }
    return GrB_DOMAIN_MISMATCH;
}

/* degree(i) = number of entries of row i. */
static GrB_Info count_rows(GrB_Vector *degree, GrB_Matrix A, GrB_Index n)
{
    GrB_Vector ones = NULL;
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Vector_new(&ones, GrB_INT64, n));
    GRB_DO(GrB_Vector_new(degree, GrB_INT64, n));
    GRB_DO(GrB_Vector_assign_INT64(ones, NULL, NULL, 1, GrB_ALL, n, NULL));
    GRB_DO(GrB_mxv(*degree, NULL, NULL, GxB_PLUS_PAIR_INT64, A, ones, NULL));
    GrB_Vector_free(&ones);
    return info;
}

GrB_Info grb_graph_new(grb_graph *G, const tropic_matrix *A, tropic_context *context, tropic_type type)
{
    GrB_Matrix raw = NULL;
    GrB_Index n = (GrB_Index)tropic_matrix_rows(A);
    *G = (grb_graph){.n = n};
    GrB_Info info = grb_start();
    GRB_DO(tropic_matrix_to_suitesparse(&raw, context, A) == TROPIC_OK ? GrB_SUCCESS : GrB_INVALID_VALUE);
    GRB_DO(GrB_Matrix_new(&G->A, type_of(type), n, n));
    GRB_DO(GrB_Matrix_new(&G->AT, type_of(type), n, n));
    GRB_DO(cast(G->A, raw, type));
    GrB_Matrix_free(&raw);
    GRB_DO(GrB_Matrix_nvals(&G->entries, G->A));
    GRB_DO(count_rows(&G->degree, G->A, n));
    GRB_DO(GrB_transpose(G->AT, NULL, NULL, G->A, NULL));
    GRB_DO(GrB_wait(G->A, GrB_MATERIALIZE));
    GRB_DO(GrB_wait(G->AT, GrB_MATERIALIZE));
    if (info != GrB_SUCCESS) grb_graph_free(G);
    return info;
}

void grb_graph_free(grb_graph *G)
{
    if (!G) return;
    GrB_Matrix_free(&G->A);
    GrB_Matrix_free(&G->AT);
    GrB_Vector_free(&G->degree);
    *G = (grb_graph){0};
}

GrB_Info grb_reserve(void *array, size_t size, size_t count, size_t *capacity)
{
    void *held, *more;
    const size_t wanted = *capacity ? 2 * *capacity : 64;
    if (count < *capacity) return GrB_SUCCESS;
    memcpy(&held, array, sizeof held);
    more = realloc(held, wanted * size);
    if (!more) return GrB_OUT_OF_MEMORY;
    memcpy(array, &more, sizeof more);
    *capacity = wanted;
    return GrB_SUCCESS;
}
