/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact of bodies, rigid or not: where they touch or will in this step, the rows of that in the
 * dynamic row set with Coulomb friction, and what the state keeps of it. */
#ifndef SN_SIM_CONTACT_CONTACT_H
#define SN_SIM_CONTACT_CONTACT_H

#include "engine/linsolve/cones/cones.h"
#include "engine/sim/system/dynamic_rows.h"
#include "engine/sim/system/workspace.h"

/* One contact point, as it was found and as it is now. */
typedef struct SnContact {
    uint64_t feature;
    int rule, shape[2];
    int block[2]; /* the body that a side is fixed to; -1: */
    /* the side is a mean of points, and the normal stays as it is in the world */
    int n_points[2], points[2][3]; /* blocks */
    double weight[2][3];
    bool of_surface; /* found between surfaces: `tolerance` is less the gap that is kept */
    bool rigid;      /* and neither side deforms */
    bool deep;       /* surfaces that cut are pulled apart by it */
    /* fixed to the blocks, from their centres of mass, body axes [m] */
    double local[2][3];     /* points of the cores */
    double local_normal[3]; /* in the axes of block[of_b] */
    bool of_b, between_points;
    double radius;    /* of both shapes about these points */
    double radius_a;  /* of the first */
    int core;         /* 1 + side at whose point of the core both forces act; 0: halfway between */
    double tolerance; /* overlap that is kept [m] */
    double most;      /* that a step pushes out [m] */
    /* now */
    double normal[3], tangent[2][3], point[3]; /* world; normal out of the first shape */
    int row;                                   /* in the dynamic rows */
    int tangents;                              /* the first in SnContactWorkspace.rows, -1: none */
    int n_tangents; /* two, or five: with the turns about the normal and the tangents */
    double lever;   /* of these [m] */
} SnContact;

/* What the rows of friction add to. */
typedef enum SnContactFriction {
    SN_CONTACT_FRICTIONLESS, /* corrections of the place */
    SN_CONTACT_ABSOLUTE,     /* the unknown is the velocity at the end */
    SN_CONTACT_CORRECTION,   /* the unknown is added to the velocity in the state */
} SnContactFriction;

typedef struct SnContactBox {
    double low[3], high[3];
} SnContactBox;

struct SnContactWorkspace {
    SnConvexPlace *places; /* [n_shapes] */
    double *numbers;       /* theirs */
    SnContactBox *boxes;   /* [n_shapes] with the way of a step */
    int *order;            /* [n_shapes] by the boxes' least x */
    double *reach;         /* [n_shapes] furthest that any of it may move in a step [m] */
    int n_pairs, pair_room;
    uint64_t *pairs; /* a << 32 | b, ascending */
    int n, room;
    SnContact *contacts;
    bool in_step; /* overlap is pushed out only in steps: a start is as it is given */
    bool closing; /* joints are being closed: overlap grows no larger, and is not pushed out */
    bool found;   /* they are those of this step: their rows follow the bodies */
    SnDynamicRows rows; /* tangents */
    bool out_of_memory;
    struct SnSoftWorkspace *soft; /* soft.h; NULL: nothing deforms */
    SnContactFriction friction;
    /* the problem at hand (solve/contact_solve.c) */
    int cone_room, row_room, entry_room, matrix_room, scratch_room, u_room, l_room;
    SnCone *cones;
    int *source;         /* [rows] dynamic row, or -1 - tangent */
    double *q, *z;       /* [rows] */
    double *size;        /* [cones] */
    int *start, *column; /* the rows over the active unknowns */
    double *value, *u, *l, *d;
    char *scratch;
    struct SnContactSparse *sparse;   /* NULL: there were never so many */
    struct SnContactIslands *islands; /* NULL: nothing touched yet */
    struct {
        int n[2], room[2];
        struct SnContactImpulse *known[2]; /* [n] velocities, correction */
        bool in_step;                      /* else nothing is noted */
        bool corrected;                    /* the first correction of this take is done */
        double finer;                      /* the next take's `coarse`; 0: it is the first */
        double coarse;    /* many contacts may be solved to this in this take, 0: as usual; ... */
        bool moves;       /* what the last one found is to count in it, however coarse */
        bool was_coarse;  /* ... they were */
        int sized;        /* cones whose sizes are known (solve/contact_sparse.c) */
        int steps;        /* of Newton's method for the last problem of this kind */
        bool exact;       /* this take and the next ones are not coarse */
    } take;               /* of the last take of this step (solve/contact_take.h) */
    double bounce;        /* share of the restitution that counts in this try of a step */
    double *pressed;      /* [n_shapes + n_deformable] all that presses on each [N], ... */
    bool *on_soft;        /* ... whether it touches what deforms, ... */
    double weight, mass;  /* ... and what weighs [N], and moves [kg], ... */
    bool weighed;         /* ... if they are known */
    double lifted;        /* energy that corrections of the place have put in this step [J], ... */
    double pushed;        /* ... by rows that push out, impulse times way, ... */
    double pushed_before; /* ... and the part of it that overlapped before the step, ... */
    double *corrected;    /* from q to q [2][n_q] they went, where not all of it is known, ... */
    bool moved;           /* ... as where surfaces deform, or springs hold what is pushed out */
    double parted;        /* ... and what velocities have that part what overlaps [J] */
};

/* --- contact_find.c --- */

SnContactWorkspace *sn_contacts_new(const SnSystem *system);
void sn_contacts_free(SnContactWorkspace *contacts,
                      const SnSystem *system); /* solve/contact_rows.c */
/* A step begins, or (false) the start is looked at: contacts are not known yet. */
void sn_contacts_begin(SnWorkspace *work, bool step);
/* That share: 1 at the start of a step, less where more would make energy. */
void sn_contacts_bounce(SnWorkspace *work, double share);
/* Whether any contact of the last try may rebound, or any with friction. */
bool sn_contacts_rebound(const SnSystem *system, const SnWorkspace *work, bool with_friction);
/* What the next problem's unknown is; after each gathering of the rows SN_CONTACT_FRICTIONLESS. */
void sn_contacts_aim(SnWorkspace *work, SnContactFriction friction);
/* All contacts that may carry a force in a step of size work.step.size from the configuration of
 * the last sn_kinematics. */
void sn_contacts_find(const SnSystem *system, const SnState *state, SnWorkspace *work);
/* The rule that a pair of shapes follows, NULL: they pass through each other. */
const SnContactRule *sn_contact_rule(const SnSystemContacts *contacts, int a, int b);

/* --- solve/contact_rows.c: sn_contact_rows, the dynamic class --- */

/* The gap of a contact [m], less what is kept: at the configuration of the last sn_kinematics, or
 * with work NULL at that of any state. */
double sn_contact_gap(const SnState *state, const SnSystem *system, const SnWorkspace *work,
                      const SnContact *contact);
/* Gap that the correction of the place goes by: overlap a little beyond what is kept is none, and
 * deep overlap is pushed out in parts. */
double sn_contact_open(const SnSystem *system, const SnState *state, SnWorkspace *work,
                       const SnDynamicRow *row);
/* How much a row yields to others where the correction of the place is asked for what contradicts
 * itself, over its freedom (sn_row_freedom): surfaces that cut want to go all ways.  Its bound is
 * known. */
double sn_contact_yields(const SnWorkspace *work, const SnDynamicRow *row);
/* After a part of a step and its corrections: no rigid contact of convex bodies has been pressed
 * deep and deeper, as by what is driven from both sides. */
SnFault sn_contacts_check_held(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work);
/* Points of convex bodies deep in each other may have normals that nearly oppose each other, and
 * all of both lies far away: there the correction work.linear.u goes a part of that way. */
void sn_contacts_shorten(const SnSystem *system, SnWorkspace *work);
/* Gap of a contact at the start of the step where that is an overlap, which is pushed out by and
 * by; else 0 [m]. */
double sn_contact_began_in(const SnSystem *system, const SnWorkspace *work,
                           const SnContact *contact);
/* Whether any began the step in another by more than is kept once more. */
bool sn_contacts_began_in(const SnSystem *system, const SnWorkspace *work);
/* Of an overlap (gap < 0) of surfaces that press on each other, what the velocities of a step take
 * back [m]: the little by which they creep, for what is solved to an accuracy is not 0; 0 for other
 * rows.  The solve notes their work (work.contacts.parted). */
double sn_contact_recovered(const SnWorkspace *work, const SnDynamicRow *row, double gap);
/* Whether any is to be pushed out. */
bool sn_contacts_overlap(const SnSystem *system, const SnState *state, SnWorkspace *work);
/* Makes the displacement work.linear.u, and notes what it lifts (work.contacts.lifted), and what it
 * goes from and to where it squeezes and stretches (work.contacts.corrected). */
void sn_contacts_displace(const SnSystem *system, SnState *state, SnWorkspace *work);
/* Impulses of the tangents from the forces that a sn_dynamic_rows_recall has noted. */
void sn_contact_recall_tangents(const SnDynamicRows *noted, double duration,
                                SnContactWorkspace *contacts);

/* --- solve/contact_keep.c --- */

/* Records of those that carry a force, or give way and are pressed, in place of the last ones,
 * after the solve. */
void sn_contacts_keep(const SnSystem *system, SnWorkspace *work, double duration, SnState *state);
/* The step that kept these records is taken back: their gaps are those before it, and what gives
 * way and was pressed then is among them. */
void sn_contacts_take_back(const SnSystem *system, const SnState *before, const SnWorkspace *work,
                           SnState *state);
/* Elastic energy of those that give way at the start of a step [J], from the contacts that were
 * found there, where the state does not know any yet: a model may begin with some of them pressed
 * together. */
double sn_contacts_energy_at_start(const SnSystem *system, const SnState *state,
                                   const SnWorkspace *work);

/* --- contact_record.c --- */

/* Kept contacts: how many, and number i. */
int sn_contacts_count(const SnSystem *system, const SnState *state);
const double *sn_contact_record(const SnSystem *system, const SnState *state, int i);
uint64_t sn_contact_record_feature(const double *record);
/* Elastic energy of those that give way [J]. */
double sn_contacts_energy(const SnSystem *system, const SnState *state);
/* Most that this rises by in a step for a rule that has other contacts after it [J], and which. */
double sn_contacts_leap(const SnSystem *system, const SnState *before, const SnState *after,
                        SnId *id);

/* --- solve/contact_solve.c --- */

/* Whether there are rows of contact, so that sn_contacts_solve has to be asked. */
static inline bool sn_has_contacts(const SnWorkspace *work)
{
    return work->contacts && work->contacts->n > 0;
}
void sn_contact_sparse_free(struct SnContactSparse *sparse);
void sn_contact_islands_free(struct SnContactIslands *islands);
/* The mixed problem of all dynamic rows with friction at the contacts, as sn_solve_one_sided. */
SnFault sn_contacts_solve(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          bool free_first);

#endif
