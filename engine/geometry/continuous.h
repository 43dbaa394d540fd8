/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First time of contact while all points move on straight lines, from `from` at time 0 to `to` at
 * time 1. */
#ifndef SN_GEOMETRY_CONTINUOUS_H
#define SN_GEOMETRY_CONTINUOUS_H

/* When point 0 and the triangle of points 1, 2, 3 come as near as `gap` [m]; INFINITY: they do not.
 * Never late: until the time returned they are further apart than `gap`, at it by at most
 * `tolerance` [m] (or half of what they were at the start), but never by 0.  0 where they are as
 * near from the start, up to rounding.  Sliding past each other nearer than `tolerance` is no
 * contact only if they started as near. After 500 directions the time reached is given, which is
 * early: for some that only graze each other, and bodies that turn much while they stay at hardly
 * more than a gap above 0.
 *
 * The direction between the closest points separates both for a while: along it the distance of
 * points that move on lines is the least of linear functions, so its next root is known.  From
 * there on with a new direction (conservative advancement, Mirtich 1996, bounded by directions). */
double sn_contact_time_of_vertex(const double from[4][3], const double to[4][3], double gap,
                                 double tolerance);

/* The same of the edge of points 0, 1 and that of points 2, 3. */
double sn_contact_time_of_edges(const double from[4][3], const double to[4][3], double gap,
                                double tolerance);

#endif
