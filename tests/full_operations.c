/* SPDX-License-Identifier: Apache-2.0
 *
 * Random operations against GraphBLAS, many thousands.
 */
#include "tests/operations.h"

int main(void)
{
    return operations_main(2, test_sized(20000, 200));
}
