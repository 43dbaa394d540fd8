/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/marks.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* [ms] since the process was started; the kernel counts in ticks of 10 ms. */
static double since_exec(void)
{
    char *stat = NULL;
    double started = 0;
    if (g_file_get_contents("/proc/self/stat", &stat, NULL, NULL)) {
        /* field 22, counted after the name, which may hold anything but ends with the last ')' */
        const char *at = strrchr(stat, ')');
        for (int field = 2; at && field < 22; field++)
            at = strchr(at + 1, ' ');
        started = at ? g_ascii_strtod(at + 1, NULL) / (double)sysconf(_SC_CLK_TCK) : 0;
    }
    g_free(stat);
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return ((double)now.tv_sec + (double)now.tv_nsec * 1e-9 - started) * 1e3;
}

void sn_mark(const char *name)
{
    if (g_getenv("SINEW_UI_MARKS"))
        fprintf(stderr, "mark %s %.1f\n", name, since_exec());
}
