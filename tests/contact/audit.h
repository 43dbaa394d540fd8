/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at all surfaces that may touch, by exact tests of its own. */
#ifndef SN_TESTS_CONTACT_AUDIT_H
#define SN_TESTS_CONTACT_AUDIT_H

#include "engine/sim/contact/contact.h"
#include "engine/sim/system/workspace.h"

/* All triangles of all surfaces of a system, in the world. */
typedef struct SnSoup SnSoup;

SnSoup *sn_soup_new(const SnSystem *system, const SnState *state);
void sn_soup_free(SnSoup *soup);
/* Where they are in a state. */
void sn_soup_place(SnSoup *soup, const SnSystem *system, const SnState *state);
/* Pairs of triangles that have a point in common and no corner, of which one deforms. */
int sn_soup_meetings(SnSoup *soup, const SnSystem *system);
/* Points of what deforms that are below a half-space. */
int sn_soup_below(const SnSoup *soup, const SnSystem *system);
/* Tetrahedra whose volume is not positive, exactly. */
int sn_count_inverted(const SnSystem *system, const SnState *state);

#endif
