/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/core/belly.h"

#include <math.h>

static const double belly_stress = 1.2e6; /* [Pa] */
static const double tendon_stress = 35e6; /* [Pa] */
static const double most_belly = 0.85;    /* of the path */
static const double least_belly = 0.12;
static const double fibre_cover = 1.15; /* belly over fibres, which do not all begin at one place */
static const double thickest = 0.10;  /* half thickness over length of a belly, if there is room */
static const double roundness = 1.25; /* width over thickness */
static const double line_tendon = 0.45; /* of a strand of matter: tendon over the line's radius */
static const double pennate = 8 * M_PI / 180;
static const double pennate_cover = 0.6; /* of what is no fibre: aponeuroses inside the belly */

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
    belly.tendon_radius = fmax(sqrt(muscle->max_force / (M_PI * tendon_stress)),
                               line_tendon * sqrt(matter / (M_PI * length)));
    return belly;
}

SnBelly sn_compiler_matter_belly(double length, double matter)
{
    return (SnBelly){.volume = matter,
                     .length = most_belly * length,
                     .tendon_length = (1 - most_belly) * length};
}
