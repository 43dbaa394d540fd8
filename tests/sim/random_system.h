/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems with every kind of force and joint, away from equilibrium. */
#ifndef SN_TESTS_RANDOM_SYSTEM_H
#define SN_TESTS_RANDOM_SYSTEM_H

#include "engine/check/build/build_system.h"
#include "tests/support/random.h"

typedef enum RandomParts {
    RANDOM_SPRINGS = 1,
    RANDOM_MUSCLES = 2,
    RANDOM_FRAME_SPRINGS = 4,
    RANDOM_LOADS = 8,
    RANDOM_DAMPING = 16,
    RANDOM_JOINTS = 32,
    RANDOM_ALL = 63,
    RANDOM_RODS = 128,
    RANDOM_STRANDS = 256,
    RANDOM_TIGHT_STRANDS = 512,
    RANDOM_FEMS = 1024,
    RANDOM_COORDINATE_FORCES = 4096,
    RANDOM_WRAPS = 16384,
    RANDOM_ARMATURES = 262144,
    RANDOM_FOLLOWERS = 32768, /* points of paths that follow sliders */
    RANDOM_ATTACHMENTS = 64,  /* chains of every kind, masses on them, forces and joints between */
} RandomParts;

typedef struct RandomScene RandomScene;

/* What random_system can build, in that order. */
typedef struct RandomForce {
    const char *name;
    unsigned part;             /* one bit: of RandomParts, or another that is free */
    const SnForceClass *force; /* the kind of force there is in it; NULL: rows only */
    void (*add)(RandomScene *scene);
} RandomForce;
/* All of them; ends with a NULL name. */
extern const RandomForce random_forces[];

/* Two bodies and two particles that move, a body and a particle that are kinematic, the world;
 * everything random, also velocities.  With attachments: three more particles, eight attached
 * blocks.
 */
SnSystem *random_system(uint64_t seed, unsigned parts, SnStepMethod method, double step_size);

/* The same system, its bushings without preloads that turn: those leap where a turn passes half a
 * circle, as it may in what runs for long. */
SnSystem *random_without_preload(SnSystem *system);

/* q displaced along number `i` of u (any block, also kinematic): position or rotation in body axes.
 */
void displace_one(const SnSystem *system, double *q, int i, double amount);

/* A custom joint of one angle and one translation, all its axes and kinds of functions in use. */
int random_custom_joint(SnBuild *build, Random *r, int frame_a, int frame_b);
/* An ellipsoid and a pin that joints over one can close anywhere near. */
void random_ellipsoid(Random *r, double size, SnSystemJoint *joint);

#endif
