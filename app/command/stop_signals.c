/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/stop_signals.h"

#include <signal.h>
#include <stddef.h>

/* All a signal handler may touch: the signal that came last. */
static volatile sig_atomic_t seen;

static const struct {
    int number;
    const char *word;
} SIGNALS[] = {
    {SIGINT, "interrupted"},
    {SIGTERM, "terminated"},
    {SIGHUP, "the terminal was closed"},
    {SIGXCPU, "the limit of processor time was reached"},
};

enum { N_SIGNALS = sizeof SIGNALS / sizeof SIGNALS[0] };

static void on_signal(int number)
{
    seen = number;
}

void sn_stop_signals_catch(void)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write() */
    for (int i = 0; i < N_SIGNALS; i++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_RESETHAND};
        struct sigaction before;
        if (sigaction(SIGNALS[i].number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(SIGNALS[i].number, &action, NULL);
    }
}

const char *sn_stop_signals_seen(void)
{
    for (int i = 0; i < N_SIGNALS && seen; i++)
        if (SIGNALS[i].number == seen)
            return SIGNALS[i].word;
    return NULL;
}

bool sn_stop_signals_watch(void *unused, double fraction)
{
    (void)unused, (void)fraction;
    return sn_stop_signals_seen() != NULL;
}
