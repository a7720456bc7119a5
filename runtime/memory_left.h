/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory there is: tp_available_memory (runtime/runtime.h) is the least of these.
 */
#ifndef TP_MEMORY_LEFT_H
#define TP_MEMORY_LEFT_H

#include <stddef.h>

/* Of the machine; 0 where that is not told. */
size_t tp_physical_memory(void);
/* What the control groups of Linux leave that `list` (/proc/self/cgroup) names, under the folder `root`; SIZE_MAX: they
 * have no limit. */
size_t tp_memory_of_groups(const char *list, const char *root);

#endif
