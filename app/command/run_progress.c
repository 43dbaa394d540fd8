/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/run_progress.h"

#include "engine/base/clock.h"
#include "engine/base/terminal.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

void sn_run_progress_begin(SnRunProgress *progress, bool quiet, double from, double end)
{
    *progress = (SnRunProgress){
        .shows = !quiet && isatty(STDERR_FILENO), .from = from, .end = end, .began = sn_clock_ns()};
}

/* "3 h 20 min", "2 min 5 s", "12 s" */
static void format_duration(double seconds, char *text, size_t size)
{
    if (seconds < 59.5) {
        snprintf(text, size, "%.0f s", ceil(seconds));
    } else if (seconds < 3600) {
        const int whole = (int)seconds;
        snprintf(text, size, "%d min %d s", whole / 60, whole % 60);
    } else if (seconds < 1e8) {
        const int minutes = (int)(seconds / 60);
        snprintf(text, size, "%d h %d min", minutes / 60, minutes % 60);
    } else {
        snprintf(text, size, "years");
    }
}

void sn_run_progress_show(SnRunProgress *progress, double time, int64_t now)
{
    if (!progress->shows)
        return;
    progress->written = true;
    const double span = progress->end - progress->from, done = time - progress->from;
    if (!(span > 0)) {
        fprintf(stderr, "\r\033[Kt = %.3f s ", time);
        return;
    }
    const double wall = 1e-9 * (double)(now - progress->began);
    fprintf(stderr, "\r\033[Kt = %.3f s of %g s, %3.0f %%", time, progress->end,
            floor(fmax(0, fmin(100, 100 * done / span))));
    if (wall > 1 && done > 0) { /* before, the estimate says nothing */
        char left[32];
        format_duration(wall * (span - done) / done, left, sizeof left);
        sn_say_part(stderr, ", %s left", left);
    }
    fputc(' ', stderr);
}

void sn_run_progress_clear(SnRunProgress *progress)
{
    if (progress->written)
        fputs("\r\033[K", stderr);
    progress->written = false;
}
