/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense problems of contact with Coulomb friction.  Rows come in cones: one row alone is one-sided
 * (w >= 0, z >= 0, w z = 0); three are a contact, its normal and two tangents, with
 *
 *     w = D z + q,    0 <= w_n,  0 <= z_n,  w_n z_n = 0,
 *     |z_t| <= mu z_n,  and where w_t differs from zero z_t = -mu z_n w_t / |w_t|,
 *
 * D symmetric, positive semidefinite.  The cone is round, not a pyramid.  A contact of six rows
 * has the same law, each with its own coefficient, for two more groups: the turn about the normal,
 * and the two turns about the tangents (torsion, rolling).
 *
 * With w_n + mu |w_t| in place of w_n (de Saxce and Feng 1998) the laws are those of a minimum over
 * the cones, for a given |w_t|.  That is solved by the method of multipliers (proximal points:
 * Rockafellar 1976), each time with a Newton iteration whose search is exact, on the impulses' dual
 * function (Castro, Permenter and Han 2022), then |w_t| and the centre are brought up to date: what
 * converges is exact.  Where |w_t| changes by the same share from round to round, and z need not be
 * exact, it is followed to where that leads.  Near the solution Newton steps on the laws themselves
 * (Alart and Curnier 1991) take the place of rounds, where they come closer.  Rows that depend on
 * each other share their load as near to the first guess as can be, so that what rests keeps its
 * forces to the last bit or nearly.  Between bodies of very unlike mass rounds and steps hold to
 * their centre by the heaviest's share of D, not by its diagonal, which is the lightest's. */
#ifndef SN_LINSOLVE_CONES_CONES_H
#define SN_LINSOLVE_CONES_CONES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct SnCone {
    int row;                 /* the first */
    bool contact;            /* three rows, else one */
    bool rolls;              /* a contact of six */
    double limit;            /* > 0: one row, -limit <= z <= limit, w = 0 within, else against z */
    bool ball;               /* with a limit: three rows, |z| <= limit */
    double friction;         /* mu >= 0 */
    double torsion, rolling; /* the same of row 3, and of rows 4 and 5 */
} SnCone;

enum { SN_CONE_ROWS = 6 };

static inline int sn_cone_rows(const SnCone *cone)
{
    return cone->rolls ? 6 : cone->contact || cone->ball ? 3 : 1;
}

/* A direction in the space of a cone's rows, in which its impulse answers with a compliance. */
typedef struct SnConeDirection {
    int cone;
    double along[SN_CONE_ROWS]; /* over the rows of the cone */
    double compliance;
} SnConeDirection;

typedef struct SnCones {
    int n_rows, n_cones;
    const SnCone *cones; /* [n_cones] their rows one behind the other */
    const double *q;     /* [n_rows] */
    const double *size;  /* [n_cones] > 0: of the diagonal of D over its rows, or about that */
    const double *d;     /* [n_rows][n_rows]; NULL: D is known by what it does: */
    void *data;
    /* y = D x; false: it cannot be worked out (any more). */
    bool (*multiply)(void *data, const double *x, double *y);
    /* step = x - Q l and d_step = D step, where Q' D (x - Q l) = C l, of directions Q [n] with
     * their compliances C. */
    bool (*solve)(void *data, int n, const SnConeDirection *directions, const double *x,
                  double *step, double *d_step);
    /* (1 + K D) step = -F with a matrix K of each cone, [n_cones] of its rows; both may be
     * overwritten.  False: there is no solution.  NULL: not known. */
    bool (*solve_laws)(void *data, double (*k)[3][3], double *f, double *step);
    /* Of z, over the largest impulse, where less than all there is will do: rows that nearly repeat
     * each other share what is left of it in any way; 0: all there is. */
    double accuracy;
    /* The largest size over the least that one body alone, of those that the rows move, would have;
     * 0: not known.  Between bodies so unlike, eigenvalues of D that count are by that smaller than
     * its diagonal. */
    double unlike;
    bool moves; /* a guess that is no better than the accuracy is made better all the same */
    int *steps; /* of Newton's method that it took; NULL: not wanted */
} SnCones;

/* `dense`: d is given. */
size_t sn_cones_scratch_size(int n_rows, bool dense);
/* `z` [n_rows]: a guess on entry, the impulses on return; `residual` (or NULL): by what the laws
 * are missed in the end, over the largest impulse or that which would stop all motion.  False if
 * that is more than 1e-4 and ten times the accuracy: then z is the best there was. */
bool sn_cones_solve(const SnCones *problem, double *z, double *residual, void *scratch);

/* --- one cone --- */

/* Projects y onto a cone in the norm of its resistances: z minimises resistance (z - y)^2 / 2.
 */
void sn_cone_project(const SnCone *cone, double normal_resistance, double tangent_resistance,
                     const double *y, double *z);
/* The derivative of the projection times 1 / R is the sum of along along' / compliance over these;
 * how many: 0 open, as many as rows where all sticks.  The cone's number is left to the caller. */
int sn_cone_directions(const SnCone *cone, double normal_resistance, double tangent_resistance,
                       const double *y, SnConeDirection directions[SN_CONE_ROWS]);
/* The laws of a cone of one row or three without a convex function behind them: z_n = max (y_n, 0),
 * z_t the nearest to y_t with |z_t| <= mu z_n, y = z - w / r.  What z misses of that, and the
 * derivative J of what is right by y. */
void sn_cone_law(const SnCone *cone, double r, const double *z, const double *w, double *miss,
                 double slope[3][3]);
/* miss = M^-1 miss and J = M^-1 J / r, M = 1 - (1 - close) J. */
void sn_cone_divide(double r, double close, double *miss, double j[3][3]);

#endif
