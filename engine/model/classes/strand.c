/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reduced strand. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand_law_rows.h"
#include "engine/model/classes/strand_rows.h"
#include "engine/model/render_rows.h"

static const char *const law_names[] = {"linear", "tension_only", "tendon", "inextensible",
                                        "slack",  "peck",         "hill",   NULL};

#define IF(law)    (1u << SN_STRAND_##law)
#define IF_ELASTIC (IF(LINEAR) | IF(TENSION_ONLY) | IF(TENDON))
#define IF_MUSCLE  (IF(PECK) | IF(HILL))

static const SnProperty properties[] = {
    {.name = "law.type",
     .label = "Law",
     .help = "linear also resists compression; tension_only does not; tendon has Thelen's toe "
             "region; slack is inextensible but may hang loose; peck and hill are muscles",
     SN_ROW_ENUM(SnStrand, law, law_names),
     SN_DEFAULT(SN_STRAND_TENSION_ONLY)},
    SN_ROW_LAW_YOUNGS_MODULUS(SnStrand,
                              "Stress over strain, of a tendon in the straight part of its curve",
                              SN_UNIT_MODULUS, SN_POSITIVE, 1e9, IF_ELASTIC),
    {.name = "law.damping",
     .label = "Damping time",
     .help = "Viscous over elastic resistance; of a muscle: over its maximum force",
     SN_ROW(SnStrand, damping),
     .unit = SN_UNIT_TIME,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.001),
     SN_WHEN("law.type", IF_ELASTIC | IF_MUSCLE),
     .bind = SN_BIND_STRAND_DAMPING},
    SN_ROW_LAW_BENDING_MODULUS(
        SnStrand, "Young's modulus of the round section in bending; 0: it bends freely",
        SN_UNIT_MODULUS),
    SN_ROW_LAW_MAX_FORCE(SnStrand, 10, IF_MUSCLE),
    SN_ROW_LAW_OPTIMAL_IS_START(SnStrand, "The optimal length is the length in the start pose", 0,
                                IF(PECK)),
    SN_ROWS_MUSCLE_LAW(
        SnStrand, IF(PECK), IF(HILL), 0.015,
        "The active curve does not fall with length, which would make a strand of several "
        "segments unstable"),
    {.name = "closed",
     .label = "Closed",
     .help = "It runs back from the last node to the first: a belt",
     SN_ROW(SnStrand, closed)},
    {.name = "lumped",
     .label = "Lumped mass",
     .help = "Half the mass between two nodes that hold matter at each of them, instead of spread "
             "along it; not where matter rubs or a wheel grips",
     SN_ROW(SnStrand, lumped),
     .flags = SN_ADVANCED},
    {.name = "rest_length",
     .label = "Rest length",
     .help = "Of the whole without tension; 0: from the rest ratio",
     SN_ROW(SnStrand, rest_length),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE},
    SN_ROW_REST_RATIO(SnStrand, 0.9, 1.1),
    {.name = "resample",
     .label = "Resample below",
     .help = "Where a part gets shorter than this part of its even share, a node is moved along "
             "the matter; 0: never",
     SN_ROW(SnStrand, resample),
     .flags = SN_ADVANCED,
     SN_RANGE(0, 0.9),
     SN_SLIDER(0, 0.5),
     SN_DEFAULT(0.1)},
    {.name = "subdivide",
     .label = "Subdivide",
     .help = "Further free nodes between each two neighbours",
     SN_ROW(SnStrand, subdivide),
     SN_RANGE(0, 1000)},
    {.name = "repeat",
     .label = "Turns",
     .help = "How many times it runs through its nodes whose `repeat` is each, one turn after the "
             "other: over 8 sheaves of each block of a tackle, say",
     SN_ROW(SnStrand, repeat),
     SN_RANGE(1, SN_MAX_REPEAT),
     SN_DEFAULT(1)},
    {.name = "repeat_shift",
     .label = "Shift of a turn",
     .help = "From one turn to the next, in the body or frame that carries the pulley or marker; "
             "the places given are the middle of all turns",
     SN_ROW(SnStrand, repeat_shift),
     .unit = SN_UNIT_LENGTH},
};

/* Rows of every strand that only a muscle has. */
static const SnProperty overrides[] = {
    SN_ROW_STRAND_EXCITATION(SN_WHEN("law.type", IF_MUSCLE)),
    SN_ROW_STRAND_DYNAMICS(SN_WHEN("law.type", IF_MUSCLE)),
};

const SnClass SN_CLASS_STRAND = {
    .name = "strand",
    .label = "Strand",
    .help = "A tendon, muscle, ligament, rope or belt with distributed mass that runs through "
            "nodes: points, guides, pulleys, surfaces. Nodes are addressed as "
            "`strands/fdp/nodes/3`.",
    .icon = "sn-strand-symbolic",
    .parent = &SN_CLASS_ANY_STRAND,
    .family = &SN_CLASS_CONTACTING,
    .size = sizeof(SnStrand),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .overrides = overrides,
    .n_overrides = SN_COUNT(overrides),
    .arrays = SN_STRAND_ARRAYS,
    .n_arrays = 1,
    .validate = sn_strand_validate,
};
