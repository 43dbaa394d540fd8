/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tools of laws with a fibre direction, in terms of the deviatoric stretch; where a lane has no
 * fibre, what is left is isotropic. */
#ifndef SN_FEM_MATERIAL_FIBRE_H
#define SN_FEM_MATERIAL_FIBRE_H

#include "engine/fem/material_isotropic.h"

/* The fibre carried by F-bar. */
typedef struct Fibre {
    SnLanes a[3];     /* F-bar f */
    SnLanes h[3];     /* b-bar a */
    SnLanes i4, i5;   /* |a|^2, a b-bar a; 1 where there is no fibre */
    SnLanes stretch;  /* sqrt i4 */
    SnLanesMask some; /* there is one */
    SnLanes dyad[6];  /* a a */
    SnLanes mixed[6]; /* a h + h a */
} Fibre;

SN_LANES_FN void carry_fibre(const SnPointInput *in, const ShapeInvariants *s, Fibre *fibre)
{
    const SnLanes scale = inverse_cube_root(in->j);
    for (int i = 0; i < 3; i++)
        fibre->a[i] = scale * lanes_dot(in->f + 3 * i, in->fibre);
    lanes_times(s->b, fibre->a, fibre->h);
    fibre->some = lanes_dot(in->fibre, in->fibre) > 0.5;
    fibre->i4 = lanes_select(fibre->some, lanes_dot(fibre->a, fibre->a), lanes(1));
    fibre->i5 = lanes_select(fibre->some, lanes_dot(fibre->a, fibre->h), lanes(1));
    fibre->stretch = lanes_sqrt(fibre->i4);
    lanes_dyad(fibre->a, fibre->a, fibre->dyad);
    lanes_dyad(fibre->a, fibre->h, fibre->mixed);
    lanes_scale(fibre->mixed, lanes(2), 6);
}

/* Adds a stress `line` = l dW/dl along the fibre; slope = l d(line)/dl. */
SN_LANES_FN void add_line(const Fibre *fibre, SnLanes line, SnLanes slope, int want_tangent,
                          SnPointStress *out)
{
    const SnLanes inverse = 1 / fibre->i4;
    lanes_add(out->stress, line * inverse, fibre->dyad, 6);
    if (want_tangent)
        lanes_add_dyad(out->tangent, (slope - 2 * line) * inverse * inverse, fibre->dyad);
}

#endif
