/* SPDX-License-Identifier: Apache-2.0
 *
 * A buffer of text, emptied when it is full, and the text of numbers. All tables, vectors and matrices are written by
 * it; the tool uses it, too, and no other internal part of the library.
 */
#ifndef TP_PUT_H
#define TP_PUT_H

#include "formats/files/decimal.h"

#include <tropic.h>

#include <string.h>

/* No number is longer: 20 digits and a sign, or a real one. */
#define TP_NUMBER_MAX TP_DECIMAL_ROOM

/* The owner has it as its first member, and sets all. */
typedef struct tp_buffer {
    char *begin, *at, *end; /* at least TP_NUMBER_MAX bytes; text is up to `at` */
    /* Takes the text, or drops it where that fails, and sets `at` to `begin`. */
    void (*empty)(struct tp_buffer *buffer);
} tp_buffer;

static inline void tp_put_char(tp_buffer *buffer, char c)
{
    if (buffer->at == buffer->end) buffer->empty(buffer);
    *buffer->at++ = c;
}

static inline void tp_put_bytes(tp_buffer *buffer, const char *bytes, size_t count)
{
    while (count > (size_t)(buffer->end - buffer->at)) {
        const size_t part = (size_t)(buffer->end - buffer->at);
        memcpy(buffer->at, bytes, part);
        buffer->at += part;
        bytes += part;
        count -= part;
        buffer->empty(buffer);
    }
    if (count > 0) memcpy(buffer->at, bytes, count); /* of nothing, bytes may be NULL */
    buffer->at += count;
}

/* The same byte so many times. */
static inline void tp_put_repeated(tp_buffer *buffer, char c, int64_t count)
{
    while (count > 0) {
        const ptrdiff_t room = buffer->end - buffer->at;
        const size_t part = (size_t)(count < room ? count : room);
        memset(buffer->at, c, part);
        buffer->at += part;
        count -= (int64_t)part;
        if (count > 0) buffer->empty(buffer);
    }
}

static inline void tp_put_text(tp_buffer *buffer, const char *text)
{
    tp_put_bytes(buffer, text, strlen(text));
}

/* Where a number can be written as it is. */
static inline char *tp_put_reserve(tp_buffer *buffer)
{
    if (buffer->end - buffer->at < TP_NUMBER_MAX) buffer->empty(buffer);
    return buffer->at;
}

static inline int tp_count_digits(uint64_t value)
{
    int count = 1;
    for (; value >= 10000; value /= 10000) count += 4;
    return count + (value >= 10) + (value >= 100) + (value >= 1000);
}

static inline void tp_put_unsigned(tp_buffer *buffer, uint64_t value)
{
    buffer->at = tp_put_reserve(buffer) + tp_count_digits(value);
    tp_write_digits(buffer->at, value);
}

static inline void tp_put_integer(tp_buffer *buffer, int64_t value)
{
    if (value < 0) tp_put_char(buffer, '-');
    tp_put_unsigned(buffer, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

/* The shortest text that reads back the same. */
static inline void tp_put_real(tp_buffer *buffer, tropic_type type, double value)
{
    char *to = tp_put_reserve(buffer);
    buffer->at = to + tp_write_real(to, value, type == TROPIC_FP32);
}

/* Value k of an array of numbers, so that reading it gives the same; a bool as 0 or 1. */
static inline void tp_put_value(tp_buffer *buffer, tropic_type type, const void *values, int64_t k)
{
    switch (type) {
    case TROPIC_BOOL: tp_put_unsigned(buffer, ((const bool *)values)[k]); break;
    case TROPIC_INT8: tp_put_integer(buffer, ((const int8_t *)values)[k]); break;
    case TROPIC_INT16: tp_put_integer(buffer, ((const int16_t *)values)[k]); break;
    case TROPIC_INT32: tp_put_integer(buffer, ((const int32_t *)values)[k]); break;
    case TROPIC_INT64: tp_put_integer(buffer, ((const int64_t *)values)[k]); break;
    case TROPIC_UINT8: tp_put_unsigned(buffer, ((const uint8_t *)values)[k]); break;
    case TROPIC_UINT16: tp_put_unsigned(buffer, ((const uint16_t *)values)[k]); break;
    case TROPIC_UINT32: tp_put_unsigned(buffer, ((const uint32_t *)values)[k]); break;
    case TROPIC_UINT64: tp_put_unsigned(buffer, ((const uint64_t *)values)[k]); break;
    case TROPIC_FP32: tp_put_real(buffer, type, (double)((const float *)values)[k]); break;
    case TROPIC_FP64: tp_put_real(buffer, type, ((const double *)values)[k]); break;
    }
}

#endif
