/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing to files, without the signal that a file's limit sends. It goes to the thread that writes, so this
 * thread holds it off and takes it back; the program's own handling of signals stays as it is.
 */
#define _GNU_SOURCE
#include "runtime/write.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

ssize_t tp_file_write(int file, const void *bytes, size_t count)
{
    const struct timespec at_once = {0, 0};
    sigset_t ours, before, pending;
    ssize_t put;
    int error;
    sigemptyset(&ours);
    sigaddset(&ours, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    sigpending(&pending);
    put = write(file, bytes, count);
    error = errno;
    if (put < 0 && error == EFBIG && !sigismember(&pending, SIGXFSZ))
        while (sigtimedwait(&ours, NULL, &at_once) < 0 && errno == EINTR) continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return put;
}

bool tp_file_write_all(int file, const void *bytes, size_t count)
{
    const char *from = bytes;
    while (count > 0) {
        const ssize_t put = tp_file_write(file, from, count);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        from += put;
        count -= (size_t)put;
    }
    return true;
}
