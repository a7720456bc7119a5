/* SPDX-License-Identifier: Apache-2.0
 *
 * Random operations against GraphBLAS, a few thousand.
 */
#include "tests/operations.h"

int main(void)
{
    operations_fork();
    test_need_device();
    return operations_main(1, test_sized(2000, 60));
}
