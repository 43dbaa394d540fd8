/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the numbers of a state belong to: written down beside saved states, so that they are put
 * into a model that they fit and no other, and a person is told what has changed. */
#ifndef SN_RUN_FILE_WAYPOINT_LAYOUT_H
#define SN_RUN_FILE_WAYPOINT_LAYOUT_H

#include "engine/model/model.h"
#include "engine/sim/system/system.h"

/* So many of something in a component, in the order of the state. */
typedef struct SnLayoutPart {
    char *path; /* "/model/fems/tongue"; "": of the whole */
    char *unit; /* "node" */
    uint32_t count;
} SnLayoutPart;

typedef struct SnLayout {
    GArray *parts; /* of SnLayoutPart, owned */
} SnLayout;

SnLayout *sn_layout_new(void);
SnLayout *sn_layout_of(const SnModel *model, const SnSystem *system);
void sn_layout_free(SnLayout *layout);
/* Texts are copied. */
void sn_layout_add(SnLayout *layout, const char *path, const char *unit, uint32_t count);

/* The first thing in which `is` differs from `was`, and how many more there are: "3 nodes more in
 * fems/tongue"; NULL: states of one fit the other.  Free with g_free. */
char *sn_layout_difference(const SnLayout *was, const SnLayout *is);

#endif
