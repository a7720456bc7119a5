/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a number: the C library reads the same from all texts that the parsers accept.
 */
#include "formats/files/text/number.h"
#include "tests/fuzz/fuzz.h"

#include <errno.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    tp_text copy = fuzz_text(bytes, count);
    const char *text = copy.begin, *end;
    char *stop;
    int64_t integer = 0;
    double real = 0, expected;

    end = tp_parse_int(text, &integer);
    if (end) {
        errno = 0;
        DEMAND(strtoll(text, &stop, 10) == integer && errno == 0 && stop == end);
    }
    end = tp_parse_real(text, &real);
    if (end && !memchr(text, 'd', (size_t)(end - text)) && !memchr(text, 'D', (size_t)(end - text))) {
        ((char *)copy.begin)[end - text] = '\0'; /* strtod would go on into hexadecimal */
        expected = strtod(text, &stop);
        DEMAND(stop == end);
        DEMAND(memcmp(&real, &expected, sizeof real) == 0 || (isnan(real) && isnan(expected)));
    }
    free((void *)copy.begin);
    return 0;
}
