/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three numbers for a turn, and how they change with an angular velocity w in the turned axes:
 * d(angle)/dt = N(angle) w. */
#ifndef SN_SIM_RIGID_TURN_RATES_H
#define SN_SIM_RIGID_TURN_RATES_H

/* Angles about x, then the turned y, then the turned z of R = Rx Ry Rz, row-major; the second
 * within -pi/2 .. pi/2, the others within -pi .. pi. */
void sn_turn_xyz(const double turn[9], double angle[3]);
/* N of those and its derivatives by each angle; at pi/2 of the second it is none: kept finite. */
void sn_turn_xyz_rates(const double angle[3], double rate[9], double by_angle[3][9]);
/* The same of a rotation vector. */
void sn_turn_vector_rates(const double vector[3], double rate[9], double by_angle[3][9]);
/* g(t) = (1 - t/2 cot(t/2)) / t^2 and g'(t) / t: N = I + [v] / 2 + g(|v|) [v]^2. */
void sn_turn_vector_terms(double angle, double *g, double *slope);

#endif
