/* SPDX-License-Identifier: Apache-2.0
 *
 * The public header is also C++.
 */
#include <cstring>
#include <tropic.h>

extern "C" int header_from_cpp(void);

int header_from_cpp(void)
{
    return std::strcmp(tropic_status_name(TROPIC_OK), "OK") != 0 ||
           tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP64) == nullptr;
}
