/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers into a buffer: as printf writes them, wherever the buffer happens to be full.
 */
#include <inttypes.h>

#include "formats/files/put.h"
#include "tests/common.h"

#define TEXT_MAX 4096

/* A buffer as small as can be, or a little larger, and its output so far. */
typedef struct small {
    tp_buffer buffer;
    char room[2 * TP_NUMBER_MAX];
    char out[TEXT_MAX];
    size_t size;
} small;

static void empty(tp_buffer *buffer)
{
    small *s = (small *)buffer;
    const size_t count = (size_t)(buffer->at - buffer->begin);
    assert_true(s->size + count < TEXT_MAX);
    memcpy(s->out + s->size, buffer->begin, count);
    s->size += count;
    buffer->at = buffer->begin;
}

static void begin(small *s, size_t room)
{
    s->buffer = (tp_buffer){s->room, s->room, s->room + room, empty};
    s->size = 0;
}

static void assert_out(small *s, const char *expected)
{
    empty(&s->buffer);
    s->out[s->size] = '\0';
    assert_string_equal(s->out, expected);
}

/* Each number of digits, from the least to the most that has so many, of both signs. */
static void integers(void **state)
{
    char expected[TEXT_MAX];
    small s;
    for (size_t room = TP_NUMBER_MAX; room <= 2 * TP_NUMBER_MAX; room++) {
        uint64_t power = 1;
        int length = 0;
        begin(&s, room);
        for (int digits = 1; digits <= 20; digits++, power *= 10) {
            const uint64_t values[] = {power - 1, power, power + 1, 2 * power - 1};
            for (size_t k = 0; k < 4; k++) {
                const int64_t negative = -(int64_t)(values[k] >> 1);
                tp_put_unsigned(&s.buffer, values[k]);
                tp_put_char(&s.buffer, ' ');
                tp_put_integer(&s.buffer, negative);
                tp_put_char(&s.buffer, '\n');
                length += snprintf(expected + length, sizeof expected - (size_t)length, "%" PRIu64 " %" PRId64 "\n",
                                   values[k], negative);
            }
        }
        tp_put_integer(&s.buffer, INT64_MIN);
        tp_put_integer(&s.buffer, INT64_MAX);
        tp_put_unsigned(&s.buffer, UINT64_MAX);
        snprintf(expected + length, sizeof expected - (size_t)length, "%" PRId64 "%" PRId64 "%" PRIu64, INT64_MIN,
                 INT64_MAX, UINT64_MAX);
        assert_out(&s, expected);
    }
}

/* Text longer than the buffer, and of just its size. */
static void text(void **state)
{
    static const char long_text[] = "a text that is longer than the smallest buffer that there may be, twice over";
    char expected[TEXT_MAX];
    small s;
    for (size_t room = TP_NUMBER_MAX; room < sizeof long_text && room <= 2 * TP_NUMBER_MAX; room++) {
        begin(&s, room);
        tp_put_char(&s.buffer, '<');
        tp_put_text(&s.buffer, long_text);
        tp_put_bytes(&s.buffer, long_text, room);
        tp_put_bytes(&s.buffer, long_text, 0);
        tp_put_text(&s.buffer, ">");
        snprintf(expected, sizeof expected, "<%s%.*s>", long_text, (int)room, long_text);
        assert_out(&s, expected);
    }
}

/* Values of every type read back as they were. */
static void values(void **state)
{
    static const bool b[] = {true, false};
    static const int8_t i8[] = {INT8_MIN, INT8_MAX};
    static const int16_t i16[] = {INT16_MIN, INT16_MAX};
    static const int32_t i[] = {INT32_MIN, INT32_MAX};
    static const int64_t l[] = {INT64_MIN, INT64_MAX};
    static const uint8_t u8[] = {0, UINT8_MAX};
    static const uint16_t u16[] = {0, UINT16_MAX};
    static const uint32_t u[] = {0, UINT32_MAX};
    static const uint64_t m[] = {0, UINT64_MAX};
    static const float f[] = {0.1f, -16777215.0f};
    static const double d[] = {0.1, 1.0 / 3};
    char *end;
    small s;
    begin(&s, TP_NUMBER_MAX);
    for (int k = 0; k < 2; k++) {
        tp_put_value(&s.buffer, TROPIC_BOOL, b, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_INT8, i8, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_INT16, i16, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_INT32, i, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_INT64, l, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_UINT8, u8, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_UINT16, u16, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_UINT32, u, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_UINT64, m, k);
        tp_put_char(&s.buffer, '\n');
    }
    assert_out(&s, "1 -128 -32768 -2147483648 -9223372036854775808 0 0 0 0\n"
                   "0 127 32767 2147483647 9223372036854775807 255 65535 4294967295 18446744073709551615\n");
    for (int k = 0; k < 2; k++) {
        begin(&s, TP_NUMBER_MAX);
        tp_put_value(&s.buffer, TROPIC_FP32, f, k);
        tp_put_char(&s.buffer, ' ');
        tp_put_value(&s.buffer, TROPIC_FP64, d, k);
        empty(&s.buffer);
        s.out[s.size] = '\0';
        assert_true(strtof(s.out, &end) == f[k]);
        assert_true(strtod(end, &end) == d[k]);
        assert_int_equal(*end, '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(integers), cmocka_unit_test(text), cmocka_unit_test(values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
