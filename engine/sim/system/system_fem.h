/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEM models of a compiled system, and the muscle fibres in them; part of system.h. */
#ifndef SN_SIM_SYSTEM_SYSTEM_FEM_H
#define SN_SIM_SYSTEM_SYSTEM_FEM_H

#include "engine/fem/fibres.h"
#include "engine/fem/results.h"
#include "engine/sim/system/force_class.h"

#include <stdint.h>

/* Two-node muscle fibre inside a FEM: constant force along it (jaw-tongue-hyoid 4.1). */
typedef struct SnFibreSegment {
    int block[2];
    double max_force; /* at full activation and bundle scale 1 [N] */
    int slots;        /* into pairs.stiffness_slot: pairs (0,0) (1,0) (1,1) [finish] */
} SnFibreSegment;

typedef struct SnSystemBundle {
    SnId id;
    bool enabled, dynamics;
    double rise_time, fall_time;
    int excitation; /* offset in inputs */
    int activation; /* offset in state.activation */
    int fem;
    bool element_fibres;           /* its elements have fibre stress; else fibre.max_stress is 0 */
    SnFibreParameters fibre;       /* of its elements */
    int first_element, n_elements; /* into fems.bundle_element, fems.bundle_direction */
    double max_force;              /* live [N]: scales the segments' forces ... */
    double reference_force;        /* ... which are for this one [N] */
    int first_segment, n_segments; /* into segment */
    bool stiffens;                 /* its activation counts for SnMaterial.stiffening and laws with
                                      active fibres in its elements */
} SnSystemBundle;

/* Where the elements' stiffness and force go: lists in the order of the elements, so that sums have
 * the same bits for any number of threads. */
typedef struct SnFemGather {
    int n_pairs;
    int *pair;        /* [n_pairs] number in work.forces.pair */
    int *start;       /* [n_pairs + 1] into source */
    int *source;      /* 2 * (3 x 3 block in the scratch's stiffness) + (it is to be transposed) */
    int *node_start;  /* [n_nodes + 1] into node_source */
    int *node_source; /* 3-vector in the scratch's force */
} SnFemGather;

typedef struct SnSystemFem {
    SnId id;
    SnFemSolid *solid; /* owned */
    int *node_block;   /* [solid->n_nodes] owned */
    SnId *material_id; /* [solid->n_materials] owned: whose it is, the component's, then its
                          regions'; NULL: nobody's */
    int n_named;       /* the first n_named nodes are those of the component, in its order; the rest
                          are directors of its shells */
    int32_t field;     /* SnFemField shown; live */
    /* by sn_system_finish */
    int first_row; /* of incompressibility, into G */
    int history;   /* offset in state.history */
    SnFemGather gather;
} SnSystemFem;

/* The FEM models of a compiled system, with their fibres. */
typedef struct SnSystemFems {
    int n;
    SnSystemFem *fems;
    int n_bundles, n_bundle_elements, n_segments;
    SnSystemBundle *bundles;
    int *bundle_element;           /* [n_bundle_elements] element of the bundle's solid */
    double (*bundle_direction)[3]; /* [n_bundle_elements] unit, at rest */
    SnFibreSegment *segments;
} SnSystemFems;

#endif
