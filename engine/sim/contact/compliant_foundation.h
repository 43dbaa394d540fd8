/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of an elastic foundation: springs of one surface that press on the other shape. */
#ifndef SN_SIM_CONTACT_COMPLIANT_FOUNDATION_H
#define SN_SIM_CONTACT_COMPLIANT_FOUNDATION_H

#include "engine/sim/contact/compliant_pair.h"

#include <stdint.h>

/* Where a pair's shapes were when distances of its springs were worked out last. */
typedef struct SnKeptFoundation {
    double pose[24]; /* origins and rotations of both */
    uint64_t round;  /* counts poses; 0: there was none */
} SnKeptFoundation;

/* The distance of a spring in the pose of a round. */
typedef struct SnKeptSpring {
    uint64_t round;
    SnShapeDistance distance;
} SnKeptSpring;

/* Of a pair, into its sums and wrenches.  Of the results, from the pair's first spring on:
 * pressure, of each [Pa]; hint, the triangle of the other surface that it touched last; and
 * distances, which are kept for what asks again where neither shape has moved. */
void sn_pair_foundation(const SnCompliantContacts *contacts, SnPairForce *c,
                        SnCompliantResults *results);

#endif
