/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drag of air and water. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/sim/rigid/fluid.h"

static SnFluid fluid_of(const SnDrag *drag)
{
    static const SnFluidLaw laws[] = {[SN_DRAG_LAW_BOX] = SN_FLUID_BOX,
                                      [SN_DRAG_LAW_ELLIPSOID] = SN_FLUID_ELLIPSOID,
                                      [SN_DRAG_LAW_POWER] = SN_FLUID_POWER};
    SnFluid fluid = {.law = laws[drag->law],
                     .density = drag->density,
                     .viscosity = drag->viscosity,
                     .coefficient = {[SN_DRAG_BLUNT] = drag->blunt_drag,
                                     [SN_DRAG_SLENDER] = drag->slender_drag,
                                     [SN_DRAG_ANGULAR] = drag->angular_drag,
                                     [SN_DRAG_KUTTA] = drag->kutta_lift,
                                     [SN_DRAG_MAGNUS] = drag->magnus_lift},
                     .strength = drag->strength,
                     .exponent = drag->exponent};
    sn_v3_copy(drag->half_lengths, fluid.half);
    if (fluid.law == SN_FLUID_ELLIPSOID)
        sn_fluid_add_mass(&fluid);
    return fluid;
}

static bool add_drag(SnCompiler *c, const SnDrag *drag)
{
    const SnComponent *component = &drag->base.base;
    SnDrags *drags = sn_drags(c->system);
    SnPose pose;
    if (!sn_compiler_pose(c, component, drag->body, drag->location, drag->rotation, &pose))
        return false;
    SnSystemDrag made = {.id = component->id,
                         .enabled = drag->enabled,
                         .frame = sn_compiler_add_frame(c, SN_ID_NULL, &pose),
                         .fluid = fluid_of(drag)};
    made.wind = sn_compiler_add_inputs(c, drag->wind, 3);
    sn_compiler_set_index(c, component->id, drags->n);
    SN_COMPILER_APPEND(drags->drags, drags->n, made);
    return true;
}

bool sn_compile_drags(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_DRAG)
            good = add_drag(c, (const SnDrag *)component);
    }
    return good;
}
