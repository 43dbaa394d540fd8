/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers, the same on every machine and in every run. */
#ifndef SN_TESTS_RANDOM_H
#define SN_TESTS_RANDOM_H

#include <stdint.h>

/* Generator xorshift64*; the seed must not be 0. */
typedef struct Random {
    uint64_t s;
} Random;

/* Uniform in [low, high). */
double random_uniform(Random *r, double low, double high);
/* Each coordinate uniform in [-size, size). */
void random_vector(Random *r, double size, double v[3]);
/* A unit quaternion. */
void random_quaternion(Random *r, double q[4]);

#endif
