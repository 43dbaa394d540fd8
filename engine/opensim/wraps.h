/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces that paths wrap over. */
#ifndef SN_OPENSIM_WRAPS_H
#define SN_OPENSIM_WRAPS_H

#include "engine/opensim/osim.h"

/* Path in the model of the wrap_surface of a wrap object or contact shape, made when it is first
 * asked for; NULL: none that is known. */
const char *sn_osim_surface(SnOsim *osim, const SnXmlNode *node);
/* The same of a contact shape that a path names as an obstacle, with the side that its hint says:
 * one for each obstacle. */
const char *sn_osim_obstacle(SnOsim *osim, const SnXmlNode *node, const SnXmlNode *obstacle);
/* The segment, of those from point `first` to point `last` (from 0; places in the ground at the
 * start), that comes nearest to the surface, relative to its size, and how far along the path that
 * is, in segments. */
void sn_osim_surface_nearest(SnOsim *osim, const SnXmlNode *node, const double (*points)[3],
                             int first, int last, int *segment, double *along);

#endif
