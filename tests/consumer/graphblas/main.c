/* SPDX-License-Identifier: Apache-2.0
 *
 * A program of GraphBLAS that knows nothing of Tropic.
 */
#include <GraphBLAS.h>

int main(void)
{
    unsigned version = 0, subversion = 0;
    GrB_Index found = 0;
    GrB_Vector v = NULL;
    int wrong = GrB_getVersion(&version, &subversion) || version != GRB_VERSION || subversion != GRB_SUBVERSION ||
                GrB_init(GrB_NONBLOCKING) || GrB_Vector_new(&v, GrB_FP64, 3) || GrB_Vector_setElement(v, 2.5, 1) ||
                GrB_Vector_nvals(&found, v) || found != 1;
    return GrB_free(&v) || GrB_finalize() || wrong;
}
