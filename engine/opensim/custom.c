/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Custom joints: six axes, each a function of the joint's coordinates. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <string.h>

static int coordinate_in(const SnOsim *osim, const SnOsimJoint *joint, const char *name)
{
    for (int i = 0; i < joint->n_coordinates; i++) {
        if (strcmp(sn_osim_coordinate(osim, joint->first + i)->name, name) == 0)
            return i;
    }
    return -1;
}

/* Where a coordinate may be, and some more. */
static void wide_range(const SnOsim *osim, const SnOsimJoint *joint, int coordinate,
                       double low_high[2])
{
    low_high[0] = -3.2;
    low_high[1] = 3.2;
    if (coordinate < 0)
        return;
    const SnOsimCoordinate *c = sn_osim_coordinate(osim, joint->first + coordinate);
    if (!c->has_range)
        return;
    const double margin = 0.2 * (c->range[1] - c->range[0]);
    low_high[0] = c->range[0] - margin;
    low_high[1] = c->range[1] + margin;
}

/* Of several coordinates of the joint; a name that it has not counts as zero.  False: the function
 * is none of those. */
static bool read_of_several(SnOsim *osim, SnOsimJoint *joint, const SnXmlNode *function,
                            char **names, SnOsimAxis *axis)
{
    const int n = (int)g_strv_length(names);
    g_autoptr(GArray) read = g_array_new(FALSE, FALSE, sizeof(double));
    if (!sn_osim_terms_read(osim, function, n, read))
        return false;
    g_clear_pointer(&axis->terms, g_array_unref);
    axis->terms = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint t = 0; t < read->len; t += (guint)(1 + n)) {
        const double *given = &g_array_index(read, double, t);
        double term[SN_OSIM_AXIS_NUMBERS] = {given[0]};
        for (int k = 0; k < n; k++) {
            const int c = coordinate_in(osim, joint, names[k]);
            if (c < 0 && given[1 + k] > 0)
                term[0] = 0;
            if (c < 0)
                joint->note =
                    "an axis follows a coordinate that the joint does not have: as at zero";
            else
                term[1 + c] += given[1 + k];
        }
        if (term[0] != 0)
            g_array_append_vals(axis->terms, term, SN_OSIM_AXIS_NUMBERS);
    }
    axis->coordinate = -1;
    sn_osim_function_line(0, 0, &axis->function);
    return true;
}

static void read_axis(SnOsim *osim, SnOsimJoint *joint, const SnXmlNode *node, SnOsimAxis *axis)
{
    const char *given = sn_osim_text(osim, node, "coordinates");
    if (!*given)
        given = sn_osim_text(osim, node, "coordinate"); /* 1.x */
    g_auto(GStrv) names = sn_osim_words(strcmp(given, "Unassigned") == 0 ? "" : given);
    const SnXmlNode *function = sn_osim_function_in(osim, node);
    double range[2];
    sn_osim_numbers(osim, node, "axis", 3, axis->direction);
    if (!(sn_v3_norm(axis->direction) > 1e-6)) {
        const int k = (int)(axis - joint->axis) % 3;
        sn_v3_set(k == 0, k == 1, k == 2, axis->direction);
        joint->note = "an axis has no direction: it has that of its place in the list here";
    }
    axis->coordinate = names[0] ? coordinate_in(osim, joint, names[0]) : -1;
    if (names[0] && axis->coordinate < 0)
        joint->note = "an axis follows a coordinate that the joint does not have: it stays";
    wide_range(osim, joint, axis->coordinate, range);
    sn_osim_function_clear(&axis->function);
    const bool several = names[0] && names[1];
    bool known = true;
    if (!function)
        sn_osim_function_line(0, axis->coordinate >= 0, &axis->function);
    else if (several)
        known = read_of_several(osim, joint, function, names, axis);
    else
        known = sn_osim_function_read(osim, function, range[0], range[1], &axis->function);
    if (!known) {
        sn_osim_function_line(0, 0, &axis->function);
        joint->note = "an axis has a function that is not known: it stays where it is at zero";
    } else if (axis->function.note) {
        joint->note = axis->function.note;
    }
}

/* Whether a function that is wanted in a range has one value only. */
static bool is_still(const SnOsimFunction *f, const double range[2])
{
    enum { SAMPLES = 16 };
    const double first = sn_osim_function_value(f, range[0], NULL);
    for (int i = 1; i <= SAMPLES; i++) {
        const double x = range[0] + (range[1] - range[0]) * i / SAMPLES;
        if (sn_osim_function_value(f, x, NULL) != first)
            return false;
    }
    return true;
}

/* Axes follow no coordinate that moves none of them. */
static void release_still(const SnOsim *osim, SnOsimJoint *joint)
{
    for (int c = 0; c < joint->n_coordinates; c++) {
        bool moves = false;
        double range[2];
        wide_range(osim, joint, c, range);
        for (int i = 0; i < 6; i++)
            moves = moves ||
                    (joint->axis[i].coordinate == c ? !is_still(&joint->axis[i].function, range)
                                                    : sn_osim_axis_follows(&joint->axis[i], c));
        for (int i = 0; i < 6; i++)
            if (!moves && joint->axis[i].coordinate == c)
                joint->axis[i].coordinate = -1;
    }
}

/* Angles are the coordinates that turn something, distances the others, in the order in which
 * axes follow them; there are three of each. */
static void give_slots(SnOsim *osim, SnOsimJoint *joint)
{
    static const char *const slots[2][3] = {{"angle_1", "angle_2", "angle_3"},
                                            {"translation_1", "translation_2", "translation_3"}};
    int n[2] = {0};
    for (int i = 0; i < 6 * joint->n_coordinates; i++) {
        const int axis = i / joint->n_coordinates, k = i % joint->n_coordinates;
        SnOsimCoordinate *c = sn_osim_coordinate(osim, joint->first + k);
        if (c->slot || !sn_osim_axis_follows(&joint->axis[axis], k))
            continue;
        const int kind = n[axis >= 3] < 3 ? axis >= 3 : axis < 3;
        c->slot = slots[kind][n[kind]++];
    }
    for (int k = 0; k < joint->n_coordinates; k++) {
        SnOsimCoordinate *c = sn_osim_coordinate(osim, joint->first + k);
        if (!c->slot)
            joint->note = "a coordinate moves nothing and is left out";
    }
}

/* "rotation1" ... "translation3"; axes without such names count in their order, those of versions
 * 1.x, which say whether they turn, in that of their kind. */
static int place_of_axis(SnOsim *osim, const SnXmlNode *node, int number, int kinds[2])
{
    static const char *const names[] = {"rotation1",    "rotation2",    "rotation3",
                                        "translation1", "translation2", "translation3"};
    if (sn_xml_child(node, "is_rotation")) {
        const bool shifts = !sn_osim_flag(osim, node, "is_rotation", true);
        return kinds[shifts] < 3 ? 3 * shifts + kinds[shifts]++ : 6;
    }
    for (int i = 0; i < 6; i++) {
        if (strcmp(sn_osim_name_of(node), names[i]) == 0)
            return i;
    }
    return number;
}

/* Before 1.6: degrees of freedom in their order.  What shifts after a turn goes along axes that
 * have turned. */
static void read_dofs(SnOsim *osim, SnOsimJoint *joint, const SnXmlNode *set)
{
    int turns = 0;
    for (const SnXmlNode *at = set->first; at; at = at->next) {
        const int before = turns, place = sn_osim_dof_axis(at, &turns);
        if (place > 5)
            joint->note = "it has more degrees of freedom than three angles and three distances";
        else
            read_axis(osim, joint, at, &joint->axis[place]);
        if (before > 0 && place >= 3 && place < 6)
            joint->note = "it shifts after it has turned; here it shifts first";
    }
    release_still(osim, joint);
    give_slots(osim, joint);
}

void sn_osim_read_custom(SnOsim *osim, SnOsimJoint *joint)
{
    const SnXmlNode *node = sn_osim_item(osim, joint->item)->node;
    const SnXmlNode *transform = sn_osim_get(osim, node, "SpatialTransform");
    if (!transform)
        transform = sn_osim_get(osim, node, "spatial_transform");
    const SnXmlNode *set = sn_osim_objects(osim, transform ? transform : node, "TransformAxisSet");
    if (sn_xml_child(node, "DofSet")) {
        read_dofs(osim, joint, sn_osim_objects(osim, node, "DofSet"));
        return;
    }
    int number = 0, kinds[2] = {0};
    for (const SnXmlNode *at = set         ? set->first
                               : transform ? transform->first
                                           : NULL;
         at; at = at->next) {
        if (!sn_osim_is(at, "TransformAxis"))
            continue;
        const int place = place_of_axis(osim, at, number++, kinds);
        if (place < 6)
            read_axis(osim, joint, at, &joint->axis[place]);
    }
    release_still(osim, joint);
    give_slots(osim, joint);
}
