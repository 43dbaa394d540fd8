/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact shapes as bodies: a sphere or mesh is a light body of that shape, fixed to what carries
 * it, and so is a half-space; what the ground carries is a body that does not move. */
#ifndef SN_OPENSIM_CONTACT_SHAPES_H
#define SN_OPENSIM_CONTACT_SHAPES_H

#include "engine/opensim/osim.h"

typedef enum SnOsimTouch { SN_OSIM_SPACE, SN_OSIM_BALL, SN_OSIM_SURFACE } SnOsimTouch;

/* A shape that touches. */
typedef struct SnOsimTouching {
    SnOsimTouch kind;
    const char *path; /* of the body that stands for it */
    int carrier;      /* frame of the body or ground that carries it */
    double radius;    /* of a ball */
    double place[3];  /* in the ground at the start */
    double inward[3]; /* of a half-space, its axis into it */
} SnOsimTouching;

/* What a contact shape's element becomes; NULL, or why it cannot be had (static). */
const char *sn_osim_touching(SnOsim *osim, const SnXmlNode *node, SnOsimTouching *touching);
/* A ball about a station, for what `node` is; it hangs on a frame that is there. */
void sn_osim_station_ball(SnOsim *osim, const SnXmlNode *node, const SnXmlNode *station,
                          double radius, SnOsimTouching *touching);

#endif
