/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/scratch.h"

#include "engine/base/memory.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* Poses and velocities together that are out at once (three with Runge-Kutta), and velocities
 * alone: six, in the inertia forces of a stage; then what spans of Runge-Kutta keep of rows,
 * limits, coordinates that rub, inputs and activations. */
enum { WHOLE_STATES = 4, VELOCITIES = 8 };

void sn_scratch_init(const SnSystem *system, SnScratch *scratch)
{
    assert(system->n_q >= 0 && system->n_u >= system->n_u_active);
    scratch->room = WHOLE_STATES * ((size_t)system->n_q + (size_t)system->n_u) +
                    VELOCITIES * (size_t)system->n_u;
    scratch->room += 2 * (size_t)system->rows.n + 6 * (size_t)system->joints.n_limits +
                     6 * (size_t)system->state.n_turns + 3 * (size_t)system->inputs.n +
                     (size_t)system->state.n_activations;
    scratch->block = sn_alloc(scratch->room + 1, sizeof *scratch->block);
    scratch->used = 0;
    scratch->n = 0;
}

void sn_scratch_clear(SnScratch *scratch)
{
    sn_free(scratch->block);
    *scratch = (SnScratch){0};
}

_Noreturn static void end(const char *name, const char *what, const char *other)
{
    fprintf(stderr, "scratch \"%s\" %s%s%s\n", name, what, *other ? " " : "", other);
    abort();
}

double *sn_scratch_take(SnWorkspace *work, const char *name, int n)
{
    SnScratch *scratch = &work->scratch;
    assert(name && n >= 0);
    if (scratch->n == SN_SCRATCH_DEEPEST)
        end(name, "is one array too many, on top of", scratch->taken[scratch->n - 1].name);
    if ((size_t)n > scratch->room - scratch->used)
        end(name, "finds no room", "");
    double *array = scratch->block + scratch->used;
    scratch->taken[scratch->n].name = name;
    scratch->taken[scratch->n++].array = array;
    scratch->used += (size_t)n;
    return array;
}

void sn_scratch_give(SnWorkspace *work, double *array)
{
    SnScratch *scratch = &work->scratch;
    if (scratch->n == 0)
        end("?", "is given back, but nothing was taken", "");
    if (scratch->taken[scratch->n - 1].array != array)
        end(scratch->taken[scratch->n - 1].name, "was taken last, but another is given back", "");
    scratch->n--;
    scratch->used = (size_t)(array - scratch->block);
}

void sn_scratch_expect_empty(const SnWorkspace *work)
{
    if (work->scratch.n > 0)
        end(work->scratch.taken[work->scratch.n - 1].name, "was not given back", "");
}
