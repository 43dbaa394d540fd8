/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random.h"

#include "engine/base/vec.h"

double random_uniform(Random *r, double low, double high)
{
    r->s ^= r->s >> 12;
    r->s ^= r->s << 25;
    r->s ^= r->s >> 27;
    const uint64_t bits = r->s * 0x2545f4914f6cdd1dULL;
    return low + (high - low) * (double)(bits >> 11) * 0x1p-53;
}

void random_vector(Random *r, double size, double v[3])
{
    for (int i = 0; i < 3; i++)
        v[i] = random_uniform(r, -size, size);
}

void random_quaternion(Random *r, double q[4])
{
    for (int i = 0; i < 4; i++)
        q[i] = random_uniform(r, -1, 1);
    sn_q_normalize(q);
}
