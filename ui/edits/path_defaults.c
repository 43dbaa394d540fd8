/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/path_defaults.h"

#include "engine/base/vec.h"
#include "engine/model/classes/force.h"
#include "ui/edits/place.h"

#include <math.h>

/* Also of a node of a FEM. */
static bool start_place(const SnModel *model, SnId id, double place[3])
{
    if (id.entry == 0)
        return sn_start_place(model, id, place);
    const int row = sn_model_find_property(model, id, "position");
    SnValue value;
    if (row < 0)
        return false;
    sn_model_effective(model, id, sn_model_property(model, id, row), &value, NULL);
    sn_v3_copy(value.number, place);
    return value.type == SN_TYPE_VEC3;
}

/* Length at the start of the straight way through its points [m]; 0 if it is no path or one of them
 * has no place. */
static double path_straight_length(const SnModel *model, const SnComponent *component)
{
    if (!sn_class_is_a(component->class, &SN_CLASS_PATH))
        return 0;
    const SnIdList *points = &((const SnPath *)component)->points;
    double length = 0, before[3], place[3];
    for (int i = 0; i < points->n; i++) {
        if (!start_place(model, points->ids[i], place))
            return 0;
        length += i > 0 ? sn_v3_distance(before, place) : 0;
        sn_v3_copy(place, before);
    }
    return length;
}

/* To two digits, as a person would give it. */
static double two_digits(double value)
{
    const double quantum = pow(10, floor(log10(value)) - 1);
    return quantum < 1 ? round(value / quantum) / round(1 / quantum)
                       : round(value / quantum) * quantum;
}

void sn_path_fit(const SnModel *model, SnComponent *component)
{
    const double length = path_straight_length(model, component);
    if (!(length > 0))
        return;
    if (component->class == &SN_CLASS_MUSCLE) {
        SnMuscle *muscle = (SnMuscle *)component;
        const double radius = SN_NEW_MUSCLE_WIDTH * length / 2;
        muscle->optimal_is_start = true;
        muscle->optimal_length = length; /* where another law asks for it */
        muscle->max_force = two_digits(SN_NEW_MUSCLE_TENSION * G_PI * radius * radius);
    } else if (component->class == &SN_CLASS_AXIAL_SPRING) {
        SnAxialSpring *spring = (SnAxialSpring *)component;
        spring->rest_is_start = true;
        spring->rest_length = length;
    }
}
