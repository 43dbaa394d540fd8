/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

const SnClass SN_CLASS_POINT = {
    .name = "point",
    .label = "Point",
    .help = "What springs, muscles and loads can hang on: a particle, a marker or a node.",
    .icon = "sn-marker-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .abstract = true,
    .size = sizeof(SnDrawable),
};

static const SnProperty particle_properties[] = {
    {.name = "dynamic",
     .label = "Dynamic",
     .help = "Moved by forces; otherwise by its target",
     SN_ROW(SnParticle, dynamic),
     SN_DEFAULT(1)},
    {.name = "mass",
     .label = "Mass",
     .help = "Mass of the particle",
     SN_ROW(SnParticle, mass),
     .unit = SN_UNIT_MASS,
     .flags = SN_POSITIVE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.01),
     .bind = SN_BIND_MASS},
    SN_ROW_START_POSITION(SnParticle, "Where it starts"),
    SN_ROW_START_VELOCITY(SnParticle, "Velocity at the start"),
    SN_ROW_TARGET_POSITION(SnParticle),
    SN_ROW_TARGET_VELOCITY(SnParticle),
    SN_ROW_BODY_DAMPING(SnParticle, damping),
    SN_ROW_GRAVITY(SnParticle, gravity),
    SN_ROW_ACCELERATION,
    SN_ROW_FORCE_TOTAL,
    SN_ROW_REACTION_FORCE,
    SN_ROW_KINETIC_ENERGY,
    SN_ROW_TRACKED(SnParticle),
};

static const SnProperty particle_overrides[] = {
    SN_RENDER_COLOR(0x6F8296),
    SN_RENDER_SPECULAR(0.3),
    SN_RENDER_POINT_RADIUS(0.003),
};

const SnClass SN_CLASS_PARTICLE = {
    .name = "particle",
    .label = "Particle",
    .help = "A point with mass.",
    .icon = "sn-particle-symbolic",
    .parent = &SN_CLASS_POINT,
    .family = &SN_CLASS_MASTER,
    .size = sizeof(SnParticle),
    .properties = particle_properties,
    .n_properties = SN_COUNT(particle_properties),
    .overrides = particle_overrides,
    .n_overrides = SN_COUNT(particle_overrides),
};
