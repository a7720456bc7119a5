/* SPDX-License-Identifier: Apache-2.0
 *
 * A device in words, as TROPIC_DEVICE and the tool's --device have it.
 */
#ifndef TP_DEVICE_WORD_H
#define TP_DEVICE_WORD_H

#include <tropic.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The variable that a context of TROPIC_DEVICE_AUTO looks at, and the tool where no --device is given. */
#define TP_DEVICE_VARIABLE "TROPIC_DEVICE"
#define TP_DEVICE_WORDS "auto, cpu, cuda or cuda:K with K from 0 to 2147483647"

/* False: the word is none of these. *index is set by cuda:K alone. */
static inline bool tp_device_of_word(const char *word, tropic_device *device, int *index)
{
    static const char *const words[] = {"auto", "cpu", "cuda"}; /* by tropic_device */
    static const char numbered[] = "cuda:";
    const char *digits = word + sizeof numbered - 1;
    long number;
    for (int k = 0; k < 3; k++) {
        if (strcmp(word, words[k]) != 0) continue;
        *device = (tropic_device)k;
        return true;
    }
    if (strncmp(word, numbered, sizeof numbered - 1) != 0 || !*digits || digits[strspn(digits, "0123456789")])
        return false;
    number = strtol(digits, NULL, 10); /* LONG_MAX, if it is larger */
    if (number > INT_MAX) return false;
    *device = TROPIC_DEVICE_CUDA;
    *index = (int)number;
    return true;
}

#endif
