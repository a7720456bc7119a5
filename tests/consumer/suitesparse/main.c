/* SPDX-License-Identifier: Apache-2.0
 *
 * A program of SuiteSparse:GraphBLAS that knows nothing of Tropic.
 */
#include <suitesparse/GraphBLAS.h>

#if GxB_IMPLEMENTATION < GxB_VERSION(7, 0, 0)
#error "GraphBLAS is too old"
#endif

int main(void)
{
    int threads = 0, version[3] = {0};
    GrB_Index found = 0;
    GrB_Vector v = NULL;
    int wrong = GrB_init(GrB_NONBLOCKING) || GxB_get(GxB_LIBRARY_VERSION, version) ||
                version[0] != GxB_IMPLEMENTATION_MAJOR || GxB_set(GxB_NTHREADS, 2) || GxB_get(GxB_NTHREADS, &threads) ||
                threads != 2 || GrB_Vector_new(&v, GrB_FP64, 3) || GrB_Vector_setElement(v, 2.5, 1) ||
                GrB_Vector_nvals(&found, v) || found != 1;
    return GrB_free(&v) || GrB_finalize() || wrong;
}
