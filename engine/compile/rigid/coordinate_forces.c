/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces on coordinates of joints. */
#include "engine/compile/core/compiler.h"
#include "engine/compile/rigid/laws.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/sim/system/coordinate_force.h"

/* What all have; false where its joint has no such coordinate. */
static bool begin(SnCompiler *c, const SnCoordinateForce *component, SnSystemCoordinateForce *force)
{
    force->id = component->base.base.id;
    force->enabled = component->enabled;
    force->joint = sn_compiler_coordinate(
        c, component->joint, (SnCoordinateName)component->coordinate, &force->coordinate);
    return force->joint >= 0 ||
           sn_compiler_fail(c, &component->base.base,
                            "its joint has not the coordinate that is asked for: choose another "
                            "coordinate or joint");
}

static void end(SnCompiler *c, const SnSystemCoordinateForce *force)
{
    SnCoordinateForces *forces = sn_coordinate_forces(c->system);
    sn_compiler_set_index(c, force->id, forces->n);
    SN_COMPILER_APPEND(forces->forces, forces->n, *force);
}

SnSystemCoordinateForce sn_compile_limit_law(const SnCoordinateLimit *limit)
{
    static const SnCoordinateLaw laws[] = {[SN_LIMIT_SMOOTH] = SN_COORDINATE_LIMIT,
                                           [SN_LIMIT_STOP] = SN_COORDINATE_STOP,
                                           [SN_LIMIT_EXPONENTIAL] = SN_COORDINATE_EXPONENTIAL};
    return (SnSystemCoordinateForce){.law = laws[limit->law],
                                     .lower = limit->lower,
                                     .upper = limit->upper,
                                     .lower_stiffness = limit->lower_stiffness,
                                     .upper_stiffness = limit->upper_stiffness,
                                     .damping = limit->damping,
                                     .transition = limit->transition,
                                     .steepness = limit->steepness};
}

static bool add_limit(SnCompiler *c, const SnComponent *component)
{
    const SnCoordinateLimit *limit = (const SnCoordinateLimit *)component;
    SnSystemCoordinateForce force = sn_compile_limit_law(limit);
    if (limit->lower > limit->upper)
        return sn_compiler_fail(c, component, "lower limit is above the upper one: exchange them");
    if (!begin(c, &limit->base, &force))
        return false;
    end(c, &force);
    return true;
}

SnSystemCoordinateForce sn_compile_coordinate_spring_law(const SnCoordinateSpring *spring)
{
    return (SnSystemCoordinateForce){.law = spring->law == SN_COORDINATE_SPRING_FUNCTION
                                                ? SN_COORDINATE_FUNCTION
                                                : SN_COORDINATE_LINEAR,
                                     .stiffness = spring->stiffness,
                                     .rest = spring->rest,
                                     .damping = spring->damping};
}

static bool add_spring(SnCompiler *c, const SnComponent *component)
{
    const SnCoordinateSpring *spring = (const SnCoordinateSpring *)component;
    const SnFunctionText text = sn_function_text(&spring->relation);
    SnSystemCoordinateForce force = sn_compile_coordinate_spring_law(spring);
    if (!begin(c, &spring->base, &force))
        return false;
    if (spring->law == SN_COORDINATE_SPRING_FUNCTION) {
        const char *refused = sn_function_refused(&text);
        if (refused)
            return sn_compiler_fail(c, component, "its relation %s", refused);
        sn_compiler_add_function(c, &text, &force.function);
    }
    end(c, &force);
    return true;
}

static bool add_load(SnCompiler *c, const SnComponent *component)
{
    const SnCoordinateLoad *load = (const SnCoordinateLoad *)component;
    SnSystemCoordinateForce force = {.law = SN_COORDINATE_GIVEN,
                                     .gain = load->gain,
                                     .lowest = load->lowest,
                                     .highest = load->highest,
                                     .stiffness = load->stiffness,
                                     .rest = load->rest,
                                     .damping = load->damping,
                                     .lowest_force = load->lowest_force,
                                     .highest_force = load->highest_force};
    if (load->lowest > load->highest)
        return sn_compiler_fail(c, component, "lowest control is above the highest: exchange them");
    if (load->lowest_force > load->highest_force)
        return sn_compiler_fail(c, component, "lowest force is above the highest: exchange them");
    if (!begin(c, &load->base, &force))
        return false;
    force.input = sn_compiler_add_inputs(c, &load->control, 1);
    force.lag =
        sn_compiler_add_lag(c, component->id, &load->lag, force.input, load->lowest, load->highest);
    end(c, &force);
    return true;
}

bool sn_compile_coordinate_forces(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_COORDINATE_LIMIT)
            good = add_limit(c, component);
        else if (component->class == &SN_CLASS_COORDINATE_SPRING)
            good = add_spring(c, component);
        else if (component->class == &SN_CLASS_COORDINATE_LOAD)
            good = add_load(c, component);
    }
    return good;
}
