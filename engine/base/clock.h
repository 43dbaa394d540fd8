/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wall time, for pacing and measurement only: no number of a state ever comes from it. */
#ifndef SN_BASE_CLOCK_H
#define SN_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Monotonic [ns]. */
static inline int64_t sn_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
