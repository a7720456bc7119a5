/* SPDX-License-Identifier: Apache-2.0
 *
 * Random operations against GraphBLAS, a few thousand.
 */
#include "tests/jit.h"
#include "tests/operations.h"

int main(void)
{
    test_share_cases();
    test_need_device();
    return operations_main(1, test_sized(2000, 60));
}
