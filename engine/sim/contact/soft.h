/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact of deformable bodies, and of rigid ones that are not convex.  Surfaces never cut each
 * other: they keep a small gap.  Contacts are pairs of a point and a triangle or of two edges, with
 * the weights and the normal of the points nearest to each other.
 *
 * Near pairs are contacts where their distance is least about them (soft_near.c).  After a step all
 * ways from its start to its end are looked at (soft_crossing.c): pairs that would meet become
 * contacts with the normal they have when they meet, and the step is taken again.  So nothing
 * stands in the way of what slides past, and nothing passes through. */
#ifndef SN_SIM_CONTACT_SOFT_H
#define SN_SIM_CONTACT_SOFT_H

#include "engine/geometry/contour.h"
#include "engine/sim/contact/contact.h"

#include <float.h>
#include <math.h>

typedef enum SnSoftKind { SN_SOFT_VERTEX_FACE, SN_SOFT_EDGES, SN_SOFT_HALF_SPACE } SnSoftKind;
/* Kinds of features beside these: a contour and an edge through a triangle, where surfaces cut. */
enum { SN_SOFT_CONTOUR = 3, SN_SOFT_PIERCING };

typedef struct SnSoftCuts SnSoftCuts;

/* What carries a side of a contact: up to three points of its surface, with weights. */
typedef struct SnSoftCarrier {
    int n;
    int32_t vertex[3];
    double weight[3], x[3];
} SnSoftCarrier;

/* Where a surface is: at the time that is looked at, and at the start of the step. */
typedef struct SnSoftPlace {
    double *x, *before;                      /* [n_vertices][3] world */
    double *found;                           /* where it was when contacts were last found */
    SnBoxTree *vertices, *edges, *triangles; /* NULL: there are none */
    SnBox bounds;
    double *fitted;       /* [n_vertices][3] where trees and bounds are fitted to, ... */
    double margin, slack; /* ... with this around, and how far points may go from there [m] */
    double least_slack, most_slack;
    bool far;               /* they are fitted to ways of a step, from `fitted` ... */
    double *fitted_end;     /* ... to [n_vertices][3] */
    double moved;           /* furthest that a point is from `fitted`, and more than rounding ... */
    double moved_on_way;    /* ... or was at the start of the step; HUGE_VAL: not known [m] */
    double shift[3];        /* the mean way over the step, which trees are fitted without [m] */
    int64_t n_fits;         /* so often */
    int64_t pass;           /* of the search in which they were last seen to */
    double size;            /* radius of its box at the start; infinite: a half-space */
    int n_lists, list_room; /* of pairs of features, with others of higher number or itself */
    struct SnSoftPairs *lists;
    SnTriangleMesh *mesh; /* of its triangles; NULL: it has none */
} SnSoftPlace;

/* Pairs of features whose boxes meet: of a surface's points (1 corner), edges or triangles with
 * those of another; good while both trees are as they were. */
typedef struct SnSoftPairs {
    int other, corners[2];
    int64_t n_fits[2];
    double way[3]; /* that the other goes on average, seen from this one [m] */
    double reach;  /* over which it is complete [m] */
    SnPairList pairs;
    float *away; /* [pairs.n] that they were apart at least where the trees were fitted [m] */
    int away_room;
    double moved;        /* that both surfaces together have gone from there at most ... */
    double moved_on_way; /* ... and on their way through the step, where that is looked at [m] */
} SnSoftPairs;

/* What would meet in a step, as a contact with the normal that it has then. */
typedef struct SnSoftMeeting {
    SnContact contact;
    int surface[2];
    double time;  /* over the step */
    int n_points; /* 1: a point and a face, 4: ends of two edges */
    int point[4]; /* these, numbered through all surfaces */
    int next_stop;
} SnSoftMeeting;

typedef struct SnSoftWorkspace {
    SnSoftPlace *places; /* [n_surfaces] */
    double margin;       /* around each surface: two that are further apart do not touch [m] */
    int64_t pass;        /* number of the search */
    int n_ahead, ahead_room;
    SnContact *ahead;             /* contacts of pairs that would have met in the step */
    int n_new;                    /* of them, found last and not known before */
    bool looks_ahead;             /* these count */
    bool touched;                 /* something touched where they were last looked for */
    int n_near, near_room;        /* -1: not known in this step */
    SnContact *near;              /* those of what is near, for the next try of the step */
    int n_meetings, meeting_room; /* soft_ahead.c */
    SnSoftMeeting *meetings;
    int *first_stop; /* [points of all surfaces] of the meetings that stop it; -1: none */
    double *force, *area, (*out)[3]; /* [most vertices of what deforms] for contact_pressure.c */
    int n_as_is, *as_is;             /* surfaces of rigid bodies that are not convex */
    int n_cut, cut_room, (*cut)[2]; /* pairs of these that cut each other where contacts were looked
                                       for last, at the start of a step */
    struct SnSoftCuts *cuts;        /* soft_cuts.c; NULL: nothing deforms */
    struct SnSoftDepth *depth;      /* [2] soft_apart.c; NULL: nothing had to be pulled apart yet */
    double part;                    /* share of a whole step that this one is */
    bool pulls; /* what cuts is being pulled apart: corrections of the place count it */
    /* where surfaces cut (mesh_contact.c, soft_apart.c) */
    SnContour contour;
    SnInside inside[2];
    int deep_room;
    struct SnDeepPoint *deep;
} SnSoftWorkspace;

/* How far away a contact may be, over the gap that is kept: of what deforms, and of two bodies. */
#define SN_SOFT_REACH           2.0
#define SN_SOFT_REACH_OF_BODIES 5.0

/* What cuts is pulled apart as if in a step that is longer by this: stiffness counts then and
 * inertia hardly, so that what is free moves as a whole and the rest bends as it would at rest. */
#define SN_SOFT_LONG 50.0

/* Two surfaces and what they keep. */
typedef struct SnSoftPair {
    const SnSystem *system;
    SnContactWorkspace *contacts;
    int surface[2];
    int rule;
    double gap;    /* that is kept between what the points and edges have around them [m] */
    double radius; /* of both */
    bool rigid;    /* neither deforms */
    double size;   /* radius of the smaller one [m]; where one deforms, of its box at the start */
} SnSoftPair;

/* --- soft_surface.c --- */

SnSoftWorkspace *sn_soft_new(const SnSystem *system);
void sn_soft_free(SnSoftWorkspace *soft, const SnSystemContacts *contacts);
/* Points of a surface in the world. */
void sn_soft_place(const SnSystem *system, const SnTouchSurface *surface, const SnState *state,
                   double *x);
/* Calls each(pair, data) for all pairs of surfaces that may touch and whose bounds meet, in the
 * order of their numbers. */
void sn_soft_each_pair(const SnSystem *system, SnWorkspace *work, bool with_way,
                       void (*each)(const SnSoftPair *pair, void *data), void *data);

/* How far apart boxes about these points are along the axis on which they are furthest; below 0:
 * they meet. */
static inline double sn_soft_between_boxes(const double *const a[], int n_a,
                                           const double *const b[], int n_b)
{
    double most = -HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        double low[2] = {a[0][k], b[0][k]}, high[2] = {a[0][k], b[0][k]};
        for (int i = 1; i < n_a; i++) {
            low[0] = a[i][k] < low[0] ? a[i][k] : low[0];
            high[0] = a[i][k] > high[0] ? a[i][k] : high[0];
        }
        for (int i = 1; i < n_b; i++) {
            low[1] = b[i][k] < low[1] ? b[i][k] : low[1];
            high[1] = b[i][k] > high[1] ? b[i][k] : high[1];
        }
        const double gap =
            low[1] - high[0] > low[0] - high[1] ? low[1] - high[0] : low[0] - high[1];
        most = gap > most ? gap : most;
    }
    return most;
}

/* --- soft_pairs.c --- */

/* Pairs of features of surfaces a and b, by the corners of each, in the order of their numbers: all
 * that are nearer than `reach`, or on their way, and some that are not; good until the next call.
 * NULL: no memory. */
SnSoftPairs *sn_soft_near_pairs(SnSoftWorkspace *soft, int a, int corners_a, int b, int corners_b,
                                double reach, bool with_way);
/* Over what distance a pair of surfaces looks for contacts. */
static inline double sn_soft_reach(const SnSoftPair *pair)
{
    return (pair->rigid ? SN_SOFT_REACH_OF_BODIES : SN_SOFT_REACH) * pair->gap + pair->radius;
}

void sn_soft_pairs_clear(SnSoftPairs *list);

/* Of a pair that never touches; as a distance [m]. */
#define SN_SOFT_NEVER 1e30

/* How far apart a point and a triangle, or two edges, are at least; exact where that is not enough.
 */
double sn_soft_vertex_apart(const double *p, const double *const corner[3], double enough);
double sn_soft_edges_apart(const double *const end[4], double enough);

/* Whether anything is known of how far apart a pair is, or could be. */
static inline bool sn_soft_is_known(const SnSoftPairs *list, int pair)
{
    return list->away[pair] > -FLT_MAX || !(list->moved < HUGE_VAL);
}

/* Whether the features of a pair stay further apart than this, as is known from before. */
static inline bool sn_soft_is_away(const SnSoftPairs *list, int pair, double reach)
{
    return (double)list->away[pair] - list->moved_on_way > reach;
}

/* They are that far apart now, at least. */
static inline void sn_soft_note_away(SnSoftPairs *list, int pair, double distance)
{
    const double least = distance - list->moved;
    if (least > (double)list->away[pair])
        list->away[pair] = sn_box_low(least);
}

/* --- soft_contact.c --- */

/* Fills a contact of feature a of surface 0 and b of surface 1 of the pair where these are at
 * x[0], x[1]; false: there is no direction between them.  A point and a triangle: `a` is the point,
 * of surface 1 where they are swapped. */
bool sn_soft_contact(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b,
                     double *const x[2], SnContact *contact);
/* The same between given points of both, along a normal out of surface 0. */
void sn_soft_contact_between(const SnSoftPair *pair, uint64_t feature,
                             const SnSoftCarrier carrier[2], const double normal[3],
                             SnContact *contact);
/* A point of a surface at x; weights of three on a triangle. */
void sn_soft_carry_vertex(const double *x, int32_t vertex, SnSoftCarrier *carrier);
void sn_soft_carry_triangle(const SnTouchSurface *surface, const double *x, int32_t triangle,
                            const double p[3], SnSoftCarrier *carrier);

/* The same where they touch, along a normal that is known. */
void sn_soft_contact_along(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b,
                           double *const x[2], const double normal[3], SnContact *contact);

/* --- soft_touching.c --- */

/* Over the gap: what is as near touches.  The direction from one to the other is known to rounding
 * over their distance, which from there on is more than slides past it; what is around both tells
 * more. */
#define SN_SOFT_TOUCHING 1e-3
/* Over the gap: surfaces that are no further in each other touch, and are opened as slowly: what is
 * pulled apart goes as far as the gap at once, which squeezes what is held. */
#define SN_SOFT_SHALLOW SN_SOFT_TOUCHING

typedef enum SnSoftTouch {
    SN_SOFT_BEYOND,   /* one goes through the other there: nothing parts both */
    SN_SOFT_TOUCHES,  /* along a normal */
    SN_SOFT_REPORTED, /* as well, which another pair of features tells */
} SnSoftTouch;

/* Whether it is known for these surfaces: meshes, of which one deforms. */
bool sn_soft_can_tell(const SnSoftPair *pair);
/* What touches at x: a point of surface 0 (swapped: 1) and a triangle of the other, nearest to it
 * at `place`; or two edges at fractions `at`.  `normal` goes out of surface 0. */
SnSoftTouch sn_soft_vertex_touches(const SnSoftPair *pair, bool swapped, int32_t vertex,
                                   int32_t triangle, const double place[3], double *const x[2],
                                   double normal[3]);
SnSoftTouch sn_soft_edges_touch(const SnSoftPair *pair, const int32_t edge[2], const double at[2],
                                double *const x[2], double normal[3]);
/* Where two features meet, the way from one to the other is known to what is left between them:
 * next to an edge it may lead anywhere, also through what is around.  Then the normal of their
 * contact becomes one that parts what is around both, where there is any.  Features and x as for
 * sn_soft_contact, which has filled the contact. */
void sn_soft_mend_contact(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b,
                          double *const x[2], SnContact *contact);
/* Whether the contour just found is one of surfaces that touch everywhere along it. */
bool sn_soft_only_touches(const SnSoftPair *pair);

/* --- soft_cuts.c --- */

SnSoftCuts *sn_soft_cuts_new(const SnSystemContacts *contacts);
void sn_soft_cuts_free(SnSoftCuts *cuts);
/* A new step from work.step.backup: nothing is ahead, and which pairs cut is found. */
void sn_soft_begin(const SnSystem *system, SnWorkspace *work);
/* The step has come to a state, and nothing has passed through another: for the next one. */
void sn_soft_cuts_remember(const SnSystem *system, const SnWorkspace *work, SnState *state);
/* Whether a pair of which one deforms cut each other when the step began. */
bool sn_soft_began_cut(const SnSoftPair *pair);
/* Whether any did. */
bool sn_soft_any_cut(const SnWorkspace *work);

/* --- soft_apart.c --- */

/* Whether a pair of which one deforms cuts each other now. */
bool sn_soft_cuts(const SnSoftPair *pair);
/* Appends contacts that pull such a pair apart; false: it does not cut, or contacts of what is near
 * do that. */
bool sn_soft_pull_apart(const SnSoftPair *pair);
void sn_soft_depth_free(struct SnSoftDepth *depth);

/* --- mesh_contact.c: rigid bodies that are not convex --- */

/* Whether the surfaces of a pair cut each other now. */
bool sn_mesh_cuts(const SnSoftPair *pair);
/* The same of two bodies, whose contacts are looked for: it is kept until they are again. */
bool sn_mesh_note_cut(const SnSoftPair *pair);
bool sn_mesh_began_cut(const SnSoftPair *pair);
/* Appends contacts that pull apart what has just been found to cut. */
void sn_mesh_pull_apart(const SnSoftPair *pair, SnWorkspace *work);
/* Of the contacts from `first` on, which are the pair's, keeps what carries as much as all. */
void sn_mesh_take(const SnSoftPair *pair, const SnWorkspace *work, int first);

/* --- soft_thin.c: strands --- */

/* What is around both sides of a pair of surfaces: a strand's gap is within its radius. */
double sn_thin_radius(const SnTouchSurface *a, const SnTouchSurface *b, double gap);
/* Whether two features by their vertices never touch: a strand's points where it is fixed to the
 * other's shape, and facets of cylinders, which it touches as they are. */
bool sn_thin_passes(const SnTouchSurface *a, int n_a, const int32_t *vertex_a,
                    const SnTouchSurface *b, int n_b, const int32_t *vertex_b);
/* Whether a place on an edge is beyond it: the axis of a cylinder has flat ends. */
bool sn_thin_is_end(const SnTouchSurface *s, int32_t edge, double at);
/* Of a strand's edge and another: whether a contact at a fraction `at` of the edge of `own` is
 * theirs to report, and not that of a point or of another edge. */
bool sn_thin_reports(const SnTouchSurface *own, const SnTouchSurface *other, int32_t edge,
                     double at);

/* --- soft_near.c --- */

/* Appends the contacts of what is near, and those ahead where these count. */
void sn_soft_find(const SnSystem *system, const SnState *state, SnWorkspace *work);

/* --- soft_ahead.c --- */

void sn_soft_note(SnSoftWorkspace *soft, const SnSoftMeeting *meeting);
/* Of all meetings noted, those that are to be contacts ahead. */
void sn_soft_choose_ahead(SnSoftWorkspace *soft);

/* --- soft_crossing.c --- */

/* Whether anything of the step from work.step.backup to `state` meets on its way; these become
 * contacts ahead.  What touched when it began counts in corrected positions alone, for it is pushed
 * out there.  `id`: of one that does. */
bool sn_soft_crosses(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     bool corrected, SnId *id);

/* Whether anything deformable touched in the last try of a step. */
static inline bool sn_soft_touches(const SnWorkspace *work)
{
    const SnContactWorkspace *w = work->contacts;
    for (int i = 0; w && w->soft && i < w->n; i++)
        if (w->contacts[i].of_surface)
            return true;
    return w && w->soft && w->soft->n_ahead > 0;
}

#endif
