/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment, which is the caller's: in a program whose rights are raised (set-user-ID, set-group-ID, file
 * capabilities) it says nothing, or he would choose code that runs with these rights. The library and the tool read it
 * here alone. (graphblas/, which sees the public headers, calls secure_getenv.) The includer defines _GNU_SOURCE.
 */
#ifndef TP_ENVIRONMENT_H
#define TP_ENVIRONMENT_H

#include <stdbool.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

/* As getenv; NULL where rights are raised. */
static inline const char *tp_environment(const char *name)
{
    return secure_getenv(name);
}

static inline bool tp_rights_raised(void)
{
#ifdef __linux__
    return getauxval(AT_SECURE) != 0;
#else
    return false;
#endif
}

#endif
