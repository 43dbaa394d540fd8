/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a compiled model needs to be put in force. */
#include "engine/base/memory.h"
#include "engine/run/simulation/simulation.h"
#include "engine/sim/setup/setup.h"

void sn_setup_clear(SnSetup *setup)
{
    sn_workspace_free(setup->work);
    sn_free(setup->inputs);
    sn_free(setup->input_source);
    sn_free(setup->state);
    sn_free(setup->before);
    sn_compiled_free(setup->compiled);
    if (setup->model)
        sn_model_free(setup->model);
    *setup = (SnSetup){0};
}

static void make_parts(void *data)
{
    SnSetup *setup = data;
    const SnSystem *system = setup->compiled->system;
    const size_t n = (size_t)system->inputs.n + 1;
    if (!setup->inputs)
        setup->inputs = sn_alloc(n, sizeof *setup->inputs);
    if (!setup->input_source)
        setup->input_source = sn_alloc(n, sizeof *setup->input_source);
    if (!setup->state)
        setup->state = sn_state_new(system);
    if (!setup->before)
        setup->before = sn_state_new(system);
}

bool sn_setup_prepare(SnSetup *setup)
{
    if (!setup->work && !sn_compiled_prepare(setup->compiled, NULL))
        return false;
    SnSetup made = *setup;
    if (!sn_memory_try(make_parts, NULL, &made))
        return false;
    *setup = made;
    return true;
}
