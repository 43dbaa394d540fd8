/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/core/belly.h"

#include "engine/base/vec.h"

#include <math.h>

static const double belly_stress = 1.2e6; /* [Pa] */
static const double tendon_stress = 35e6; /* [Pa] */
static const double most_belly = 0.85;    /* of the path */
static const double least_belly = 0.12;
static const double fibre_cover = 1.15; /* belly over fibres, which do not all begin at one place */
static const double thickest = 0.075; /* half thickness over length of a belly, if there is room */
static const double roundness = 1.25; /* width over thickness */
static const double line_tendon = 0.45; /* of a strand of matter: tendon over the line's radius */
static const double pennate = 8 * M_PI / 180;
static const double pennate_cover = 0.6; /* of what is no fibre: aponeuroses inside the belly */
static const double usual = 0.25;        /* of the tendon is before the belly */
static const double persistence = 0.5; /* turn that moves a belly from there by all tendon [rad] */
static const double slight = 0.3;      /* turn of which half counts [rad] */
static const double beside = 0.3;      /* of its length, on either side of a belly */

SnBelly sn_compiler_belly(const SnMuscleParameters *muscle, double length, double matter)
{
    SnBelly belly = {0};
    if (!(length > 0) || !(muscle->max_force > 0))
        return belly;
    const bool whole = muscle->type == SN_MUSCLE_TYPE_PECK; /* its optimal length is the path's */
    const double optimal = muscle->optimal_length > 0 ? muscle->optimal_length : length;
    const double fibre = whole ? optimal * (1 - muscle->tendon_ratio) : optimal;
    const double angle = whole ? 0 : muscle->pennation;
    const double along = fibre * cos(angle);
    const double covered =
        angle > pennate ? along + pennate_cover * fmax(length - along, 0) : fibre_cover * along;
    belly.volume = fmax(muscle->max_force * fibre / belly_stress, matter);
    /* short fibres of great force lie side by side along a longer belly */
    const double slender = cbrt(2 * belly.volume / (M_PI * roundness * thickest * thickest));
    belly.length = fmin(fmax(fmax(covered, slender), least_belly * length), most_belly * length);
    belly.tendon_length = length - belly.length;
    belly.proximal = usual;
    belly.tendon_radius = fmax(sqrt(muscle->max_force / (M_PI * tendon_stress)),
                               line_tendon * sqrt(matter / (M_PI * length)));
    return belly;
}

SnBelly sn_compiler_matter_belly(double length, double matter)
{
    return (SnBelly){.volume = matter,
                     .length = most_belly * length,
                     .tendon_length = (1 - most_belly) * length,
                     .proximal = usual};
}

/* What bends in and beside a belly that begins at `from`, in its middle the most: slight bends
 * hardly count, for flesh bends too. */
static double turn_inside(const double (*points)[3], int n, double from, double length)
{
    double along = 0, turn = 0, before[3] = {0}, way[3];
    for (int i = 0; i + 1 < n; i++) {
        sn_v3_sub(points[i + 1], points[i], way);
        const double step = sn_v3_normalize(way, way);
        if (!(step > 0))
            continue;
        const double u = (along - from + beside * length) / ((1 + 2 * beside) * length);
        if (along > 0 && u > 0 && u < 1) {
            const double angle = acos(fmin(fmax(sn_v3_dot(before, way), -1), 1));
            turn += angle * angle / (angle + slight) * pow(sin(M_PI * u), 2);
        }
        along += step;
        sn_v3_copy(way, before);
    }
    return turn;
}

void sn_compiler_place_belly(SnBelly *belly, const double (*points)[3], int n)
{
    enum { PLACES = 40 };
    double least = INFINITY;
    for (int i = 0; i <= PLACES && belly->length > 0 && n > 2; i++) {
        const double share = (double)i / PLACES, away = share - usual;
        const double bent = turn_inside(points, n, share * belly->tendon_length, belly->length) +
                            persistence * away * away;
        if (bent < least) {
            least = bent;
            belly->proximal = share;
        }
    }
}
