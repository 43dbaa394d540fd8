/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/fuzz.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t present; /* run, for the signal handler */

/* So that the sanitizer's findings come through the handler below. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "abort_on_error=1:allocator_may_return_null=1";
}

/* splitmix64 */
uint64_t fuzz_random(FuzzRandom *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

size_t fuzz_below(FuzzRandom *random, size_t n)
{
    return n ? (size_t)(fuzz_random(random) % n) : 0;
}

static void mutate_once(FuzzRandom *random, GString *text, const char *const *words)
{
    const size_t n = text->len, at = fuzz_below(random, n + 1);
    const size_t wish = 1 + fuzz_below(random, 16), length = MIN(wish, n - at);
    switch (fuzz_below(random, 8)) {
    case 0: /* one bit */
        if (at < n)
            text->str[at] = (char)(text->str[at] ^ (1 << fuzz_below(random, 8)));
        break;
    case 1: /* any byte */
        if (at < n)
            text->str[at] = (char)fuzz_random(random);
        break;
    case 2:
        g_string_erase(text, (gssize)at, (gssize)length);
        break;
    case 3:
        g_string_truncate(text, at);
        break;
    case 4: { /* a piece again, somewhere else */
        char *piece = g_strndup(text->str + at, length);
        g_string_insert_len(text, (gssize)fuzz_below(random, n + 1), piece, (gssize)length);
        g_free(piece);
        break;
    }
    case 5: /* extreme numbers, for binary formats */
        if (at + 4 <= n) {
            static const uint32_t VALUES[] = {0,           1,           0x7fffffff,  0x80000000u,
                                              0xffffffffu, 0x7f800000u, 0x7fc00000u, 0x00ffffffu};
            memcpy(text->str + at, &VALUES[fuzz_below(random, G_N_ELEMENTS(VALUES))], 4);
        }
        break;
    default: { /* a word in the place of some bytes */
        size_t count = 0;
        while (words[count])
            count++;
        g_string_erase(text, (gssize)at, (gssize)fuzz_below(random, length + 1));
        g_string_insert(text, (gssize)at, words[fuzz_below(random, count)]);
        break;
    }
    }
}

void fuzz_mutate_bytes(FuzzRandom *random, GString *text, const char *const *words)
{
    const size_t n = 1 + fuzz_below(random, 4);
    for (size_t i = 0; i < n; i++)
        mutate_once(random, text, words);
}

static void on_death(int number)
{
    char text[96];
    const int n =
        snprintf(text, sizeof text, "\nfailed in run %llu (repeat: COUNT 1, FIRST %llu)\n",
                 (unsigned long long)present, (unsigned long long)present);
    if (write(STDERR_FILENO, text, (size_t)n) != n)
        _exit(2);
    signal(number, SIG_DFL);
    raise(number);
}

int fuzz_main(int argc, char **argv, const char *name, FuzzRun run, void *data)
{
    const char *limit = g_getenv("SINEW_FUZZ_SECONDS");
    const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : UINT64_MAX;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    const double seconds = limit ? g_ascii_strtod(limit, NULL) : argc > 1 ? 1e9 : 4;
    const int deaths[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    for (size_t i = 0; i < G_N_ELEMENTS(deaths); i++)
        signal(deaths[i], on_death);
    const gint64 start = g_get_monotonic_time();
    double elapsed = 0;
    uint64_t n = 0, accepted = 0;
    for (; n < count && elapsed < seconds; n++) {
        present = first + n;
        FuzzRandom random = {present * UINT64_C(0x2545f4914f6cdd1d) + 1};
        accepted += run(&random, data);
        elapsed = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    }
    printf("%s: %llu runs in %.1f s (%.0f a second), %llu inputs accepted\n", name,
           (unsigned long long)n, elapsed, (double)n / MAX(elapsed, 1e-6),
           (unsigned long long)accepted);
    return n > 0 ? 0 : 1;
}
