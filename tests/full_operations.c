/* SPDX-License-Identifier: Apache-2.0
 *
 * Random operations against GraphBLAS, many thousands.
 */
#include "tests/jit.h"
#include "tests/operations.h"

int main(void)
{
    test_share_cases();
    test_need_device();
    return operations_main(2, test_sized(20000, 200));
}
