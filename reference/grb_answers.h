/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the answers by SuiteSparse:GraphBLAS.
 */
#ifndef TROPIC_REFERENCE_GRB_ANSWERS_H
#define TROPIC_REFERENCE_GRB_ANSWERS_H

#include "reference/answers.h"
#include "reference/grb.h"

/* REFERENCE_MATCH where info is GrB_SUCCESS, else REFERENCE_FAILED with the message. */
reference_verdict grb_verdict(const verify_report *report, GrB_Info info);

#endif
