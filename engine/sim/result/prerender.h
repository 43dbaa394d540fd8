/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_RESULT_PRERENDER_H
#define SN_SIM_RESULT_PRERENDER_H

#include "engine/sim/step/step.h"
#include "engine/snapshot.h"

/* A body whose surface shows the pressure of its springs, its vertices one by one. */
typedef struct SnPressureView {
    int surface;      /* sn_compliant_surface */
    int pose;         /* of the body, into poses */
    int first_point;  /* of its vertices in the snapshot's points */
    int first_scalar; /* of their pressures in the snapshot's scalars */
} SnPressureView;

/* How frame arrays of a scene are filled: made by the compiler beside the scene, same indices. */
typedef struct SnPrerenderMap {
    int n_poses, n_points, n_scalars, n_vectors;
    struct SnPoseSource {
        int block;          /* -1: fixed */
        double position[3]; /* in the block's centre-of-mass frame, or in the world */
        double orientation[4];
    } * poses;
    int *points;  /* [n_points] into system.points */
    int *scalars; /* [n_scalars] muscle number whose activation it shows */
    int *vectors; /* [n_vectors] number of the load whose force it shows; negative, -1 - number: its
                   moment */
    int n_fems;   /* nodes and fields of FEM models come after points and scalars of the above, in
                     order */
    struct SnFemView {
        int fem;          /* into system.fems.fems */
        int first_point;  /* of its nodes in the snapshot's points */
        int first_scalar; /* of its field values in the snapshot's scalars */
    } * fems;
    int n_strands; /* what their colours show */
    struct SnStrandView {
        int strand;       /* into system.strands.strands */
        int first_scalar; /* in the snapshot's scalars: tensions and strains of the parts that begin
                             at its nodes, activation */
    } * strands;
    int n_rods; /* the same of Cosserat strands */
    struct SnRodView {
        int rod;          /* into system.rods */
        int item;         /* of the scene: a SKIN over four points for each frame, or a PATH */
        int first_scalar; /* SKIN: four values for each frame; PATH: as a strand */
    } * rods;
    int n_splines; /* spline strands */
    struct SnSplineView {
        int spline;       /* into system.splines.splines */
        int first_point;  /* of its samples in the snapshot's points */
        int first_scalar; /* in the snapshot's scalars: tension and strain at them, activation */
    } * splines;
    int n_paths; /* paths over wrapping surfaces */
    struct SnPathView {
        int path;        /* into system.paths.paths */
        int first_point; /* of the places it is drawn through, in the snapshot's points */
    } * paths;
    int n_pressures; /* elastic foundations whose pressure is shown */
    SnPressureView *pressures;
    int n_bundles; /* activations of bundles, before the field values */
    int *bundles;  /* [n_bundles] into system.fems.bundles */
    int first_bundle_scalar;
} SnPrerenderMap;

void sn_prerender_map_free(SnPrerenderMap *map);

/* Fills the frame arrays, contacts and counts of a snapshot from an evaluated state; allocates
 * nothing.  Watched values are filled by run/. */
void sn_prerender(const SnSystem *system, const SnPrerenderMap *map, const double *inputs,
                  const SnState *state, const SnWorkspace *work, SnSnapshot *snapshot);
/* The part of it for Cosserat strands. */
void sn_prerender_rods(const SnSystem *system, const SnPrerenderMap *map, const SnState *state,
                       const SnWorkspace *work, SnSnapshot *snapshot);
/* Resultants of compliant contacts, after the contacts of bodies, and the pressures that are shown.
 */
void sn_prerender_pressures(const SnSystem *system, const SnPrerenderMap *map,
                            const SnWorkspace *work, SnSnapshot *snapshot);
/* Contacts of their frames, after those of joints. */
void sn_prerender_rod_contacts(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work, SnSnapshot *snapshot);
/* Contacts a snapshot of this system can have at most. */
int sn_prerender_max_contacts(const SnSystem *system);

#endif
