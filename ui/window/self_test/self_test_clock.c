/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/self_test/self_test.h"

#include <time.h>

double sn_self_test_thread_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}
