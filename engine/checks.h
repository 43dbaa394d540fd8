/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong or suspicious about a model, and what would mend it: for the page of checks and
 * `sinew info`. */
#ifndef SN_CHECKS_H
#define SN_CHECKS_H

#include "engine/model/model.h"
#include "engine/pose.h"

typedef enum SnRemedy {
    SN_REMEDY_NONE,
    SN_REMEDY_SET,      /* the property of `id` (or `on`) gets the value */
    SN_REMEDY_GIVE_WAY, /* joint `on` gets the compliance value.number[0] and, if it has one, the
                           rotary one value.number[1] (sn_give_way) */
    SN_REMEDY_DELETE,   /* the component goes */
    SN_REMEDY_CLOSE,    /* the bodies of the joint are moved to where it is closed (sn_poser_close);
                           value.number[0]: 1 where an angle of it is open, else 0 */
    SN_REMEDY_SETTLE,   /* the start is brought to rest */
    SN_REMEDY_APART,    /* what overlaps is moved apart (sn_push_apart) */
    SN_REMEDY_UPRIGHT,  /* nodes of elements inside out go back (sn_upright_nodes) */
} SnRemedy;

/* Something found; its texts are owned. */
#define SN_FINDING_MOST 8 /* components that a finding names */

typedef struct SnFinding {
    SnSeverity severity;
    SnId id;                     /* what it is about */
    SnId named[SN_FINDING_MOST]; /* all of it, where that is more than one; ... */
    int n_named;                 /* ... else 0 */
    char *message;               /* "is 250 m long ..." */
    SnRemedy remedy;
    char *label;  /* of the button: "Take it as millimetres"; NULL without a remedy */
    SnId on;      /* SET: whose property */
    int property; /* SET */
    SnValue value;
} SnFinding;

/* All of a model: mistakes that its classes find, what the compiler says, what the start shows, and
 * suspicions.  Errors first, in each severity in the order found.  Takes as long as opening the
 * model; any thread, if nobody changes the model meanwhile.  GArray of SnFinding, to be freed with
 * g_array_unref. */
GArray *sn_find_checks(const SnModel *model);

/* Start positions with which nothing overlaps that collisions keep apart: each pair goes along the
 * shortest way out, what joints and attachments connect moves as one and without turning, what is
 * fixed stays.  An array of SnPoseValue in the order of the tree, to be freed with g_array_unref;
 * NULL and error: the model does not start, or a pair (which) cannot be moved.  Takes as long as
 * opening the model. */
GArray *sn_push_apart(const SnModel *model, GError **error);

/* Start positions of the nodes of a FEM model's elements that are inside out, as the mesh has them,
 * and of those that this turns over; as above.  NULL and error: it is none. */
GArray *sn_upright_nodes(const SnModel *model, SnId fem, GError **error);

typedef struct SnSimulation SnSimulation;
/* The values that SN_REMEDY_GIVE_WAY sets, an array of SnPoseValue. */
GArray *sn_give_way(const SnModel *model, const SnFinding *finding);
/* Joints of a start whose constraints say the same several times, alone; nearly: or all but that,
 * as in a pose that was reached. */
GArray *sn_find_redundant(SnSimulation *start, bool nearly);
/* How many of their constraints could be left out. */
int sn_count_redundant(SnSimulation *start, bool nearly);
/* What was seen of that in the steps so far; begins zeroed. */
typedef struct SnRepeats {
    const void *system; /* whose steps these are */
    int repeated,
        redundant; /* rows of joints that said what others say: as the solver saw, found */
    uint64_t steps, searched; /* taken; when they were last looked for */
} SnRepeats;
/* After each step: what more joints than at the start say several times in the pose that is reached
 * (sn_find_redundant); NULL: none that is new.  A search takes a while where loops are large, and
 * may find nothing: each is a quarter of the steps so far after the last one, or at the `last`
 * step. */
GArray *sn_repeats_look(SnRepeats *repeats, SnSimulation *simulation, bool last);
/* Suspicions alone, of a model and its start (NULL: does not compile). */
GArray *sn_find_suspicions(const SnModel *model, const SnSimulation *start);

#endif
