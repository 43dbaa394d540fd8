/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates of joints as a person sets them -> start values of bodies, by a kinematic projection
 * of the model's mechanism (engine/sim/pose). */
#include "engine/base/memory.h"
#include "engine/compile/compile.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/pose.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/pose/posing.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

#define HALF_A_METRE 0.5  /* travel of a distance without limits [m] */
#define BEYOND       1e-9 /* of a limit: what a typed number was rounded by */

typedef struct StartRows {
    bool known;
    int position, orientation; /* -1: none */
} StartRows;

struct SnPoser {
    SnSystem *system;
    SnPosing *at_start; /* nothing given: for values */
    SnPosing *posing;   /* of the last targets, n of them */
    SnPosed *posed;
    SnId *drives; /* [n] that have the same values; null: none */
    int n;
    StartRows *rows; /* [n_blocks] */
    bool *touched;   /* [n_blocks] moved by an earlier solution, so to be put back by a later one */
};

/* --- which coordinate --- */

/* A row's coordinate: its number among the angles or the distances of the joint. */
static bool coordinate_of(SnBind bind, bool *angle, int *number)
{
    static const SnBind binds[2][4] = {
        {SN_BIND_JOINT_TRANSLATION, SN_BIND_JOINT_TRANSLATION_2, SN_BIND_JOINT_TRANSLATION_3,
         SN_BIND_NONE},
        {SN_BIND_JOINT_ANGLE, SN_BIND_JOINT_ANGLE_2, SN_BIND_JOINT_ANGLE_3, SN_BIND_JOINT_ANGLE_4}};
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < 4; i++)
            if (bind != SN_BIND_NONE && binds[kind][i] == bind) {
                *angle = kind == 1;
                *number = i;
                return true;
            }
    return false;
}

bool sn_is_coordinate(const SnProperty *property)
{
    bool angle;
    int number;
    return property->kind == SN_RESULT && coordinate_of(property->bind, &angle, &number);
}

/* The solver's class of a component; NULL: it is no joint. */
static const SnJointClass *class_of(const SnComponent *joint)
{
    int n;
    const SnJointClass *const *classes = sn_joint_classes(&n);
    for (int i = 0; joint && i < n; i++)
        if (strcmp(classes[i]->name, joint->class->name) == 0)
            return classes[i];
    return NULL;
}

/* Number of the coordinate in the table of the class; -1: it has none such.  Where each joint says
 * how many it has there is room for three angles, then three distances. */
static int number_in_class(const SnJointClass *class, bool angle, int number)
{
    if (class->counted)
        return number >= 3 ? -1 : angle ? number : 3 + number;
    for (int k = 0; k < class->n_coordinates; k++)
        if (class->coordinate[k].angle == angle && number-- == 0)
            return k;
    return -1;
}

static bool find_posed(const SnSystem *system, SnId id, SnBind bind, SnPosed *posed)
{
    bool angle;
    int number;
    if (!coordinate_of(bind, &angle, &number))
        return false;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        int left = number;
        if (!sn_id_equal(joint->id, id))
            continue;
        for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
            if (sn_joint_is_angle(joint, k) == angle && left-- == 0) {
                *posed = (SnPosed){i, k};
                return true;
            }
    }
    return false;
}

/* --- its range --- */

/* Sets `given` where it is another number than the class has by itself. */
static bool bound_number(const SnComponent *component, SnBind bind, double *number, bool *given)
{
    for (int i = 0; i < sn_class_n_properties(component->class); i++) {
        const SnProperty *row = sn_class_property(component->class, i);
        SnValue value;
        if (row->bind != bind)
            continue;
        sn_field_get(component, row, &value);
        *number = value.number[0];
        *given = *given || value.number[0] != row->number[0];
        return true;
    }
    return false;
}

/* Its limits; `given`: whether a person or a file has set one, be the joint limited or not. */
static bool bounds_of(const SnComponent *joint, const SnProperty *property, double *low,
                      double *high, bool *given)
{
    static const SnBind lower[] = {SN_BIND_JOINT_LOWER_LIMIT,   SN_BIND_JOINT_LOWER_LIMIT_2,
                                   SN_BIND_JOINT_LOWER_LIMIT_3, SN_BIND_JOINT_LOWER_LIMIT_4,
                                   SN_BIND_JOINT_LOWER_LIMIT_5, SN_BIND_JOINT_LOWER_LIMIT_6};
    static const SnBind upper[] = {SN_BIND_JOINT_UPPER_LIMIT,   SN_BIND_JOINT_UPPER_LIMIT_2,
                                   SN_BIND_JOINT_UPPER_LIMIT_3, SN_BIND_JOINT_UPPER_LIMIT_4,
                                   SN_BIND_JOINT_UPPER_LIMIT_5, SN_BIND_JOINT_UPPER_LIMIT_6};
    bool angle;
    int number;
    const SnJointClass *class = class_of(joint);
    if (!class || !coordinate_of(property->bind, &angle, &number))
        return false;
    *given = false;
    const int k = number_in_class(class, angle, number);
    return k >= 0 && k < 6 && class->coordinate[k].limited &&
           bound_number(joint, lower[k], low, given) &&
           bound_number(joint, upper[k], high, given) && *low < *high;
}

/* Where the joint keeps to them. */
static bool limits_of(const SnComponent *joint, const SnProperty *property, double *low,
                      double *high)
{
    bool given;
    return sn_joint_is_limited(joint) && bounds_of(joint, property, low, high, &given);
}

bool sn_coordinate_range(const SnModel *model, SnId id, const SnProperty *property, double *low,
                         double *high)
{
    bool angle, given;
    int number;
    const SnComponent *joint = sn_model_get(model, id);
    if (!joint || !sn_is_coordinate(property) || !coordinate_of(property->bind, &angle, &number) ||
        !sn_model_applies(model, id, property))
        return false;
    const double most = angle ? M_PI : HALF_A_METRE;
    if (!bounds_of(joint, property, low, high, &given) || !(given || sn_joint_is_limited(joint))) {
        *low = -most;
        *high = most;
    } else if (angle && *low<most && * high> - most) { /* a start knows no more than one turn */
        *low = fmax(*low, -most);
        *high = fmin(*high, most);
    }
    return true;
}

typedef struct DriveSearch {
    SnId joint;
    bool angle;
    int number;
    bool first; /* of all coordinates of the joint */
    const SnComponent *found;
} DriveSearch;

static bool is_drive_of(SnComponent *component, void *data)
{
    DriveSearch *search = data;
    const SnDrive *drive = (const SnDrive *)component;
    if (component->class != &SN_CLASS_DRIVE || !drive->base.enabled ||
        !sn_id_equal(drive->joint, search->joint))
        return true;
    const int name =
        search->number + (int)(search->angle ? SN_COORDINATE_ANGLE_1 : SN_COORDINATE_TRANSLATION_1);
    if (drive->coordinate == name || (drive->coordinate == SN_COORDINATE_FIRST && search->first))
        search->found = component;
    return !search->found;
}

const SnComponent *sn_coordinate_drive(const SnModel *model, SnId joint, const SnProperty *property)
{
    DriveSearch search = {.joint = joint};
    const SnJointClass *class = class_of(sn_model_get(model, joint));
    if (!class || !coordinate_of(property->bind, &search.angle, &search.number))
        return NULL;
    search.first = number_in_class(class, search.angle, search.number) == 0;
    sn_component_walk(model->root, is_drive_of, &search);
    return search.found;
}

/* --- the poser --- */

typedef struct Making {
    const SnSystem *system;
    int n;
    const SnPosed *posed;
    SnPosing *posing;
} Making;

static void make_posing(void *data)
{
    Making *making = data;
    making->posing = sn_posing_new(making->system, making->n, making->posed);
}

static SnPosing *new_posing(const SnSystem *system, int n, const SnPosed *posed, GError **error)
{
    Making making = {system, n, posed, NULL};
    if (!sn_memory_try(make_posing, NULL, &making))
        sn_refuse(error, SN_MODEL_ERROR_MEMORY, "%s", sn_memory_fault().text);
    return making.posing;
}

SnPoser *sn_poser_new(const SnModel *model, GError **error)
{
    SnSystem *system = sn_compile_mechanism(model, error);
    SnPosing *at_start = system ? new_posing(system, 0, NULL, error) : NULL;
    if (!at_start) {
        if (system)
            sn_system_free(system);
        return NULL;
    }
    SnPoser *poser = g_new0(SnPoser, 1);
    poser->system = system;
    poser->at_start = at_start;
    poser->touched = g_new0(bool, (gsize)system->n_blocks + 1);
    poser->rows = g_new0(StartRows, (gsize)system->n_blocks + 1);
    return poser;
}

void sn_poser_free(SnPoser *poser)
{
    if (!poser)
        return;
    sn_posing_free(poser->posing);
    sn_posing_free(poser->at_start);
    sn_system_free(poser->system);
    g_free(poser->posed);
    g_free(poser->touched);
    g_free(poser->drives);
    g_free(poser->rows);
    g_free(poser);
}

bool sn_poser_value(SnPoser *poser, const SnModel *model, SnId joint, int property, double *value)
{
    SnPosed posed;
    if (!find_posed(poser->system, joint, sn_model_property(model, joint, property)->bind, &posed))
        return false;
    *value = sn_posing_coordinate(poser->at_start, posed);
    return true;
}

bool sn_poser_follows(const SnPoser *poser, const SnModel *model, SnId id, int property)
{
    const SnSystemJoints *joints = &poser->system->joints;
    SnPosed of;
    if (!find_posed(poser->system, id, sn_model_property(model, id, property)->bind, &of))
        return false;
    for (int i = 0; i < joints->n; i++) {
        const SnSystemJoint *joint = &joints->joints[i];
        if ((joint->class == &SN_JOINT_GEAR || joint->class == &SN_JOINT_COUPLER) &&
            joint->enabled && joint->geared[1] == of.joint &&
            joint->geared_coordinate[1] == of.coordinate)
            return true;
    }
    return false;
}

/* --- what comes out --- */

/* The row of a component's start value with this tag; -1: it has none. */
static int start_row(const SnModel *model, SnId id, SnBind bind)
{
    for (int row = 0; row < sn_model_n_properties(model, id); row++) {
        const SnProperty *property = sn_model_property(model, id, row);
        if (property->bind == bind && property->kind == SN_START)
            return row;
    }
    return -1;
}

static void add_value(const SnModel *model, GArray *values, SnId id, int row, const double *number,
                      int n)
{
    SnPoseValue value = {.id = id, .property = row};
    if (row >= 0 &&
        sn_value_from_numbers(sn_model_property(model, id, row), number, n, &value.value))
        g_array_append_val(values, value);
}

/* Rows of the block's place and axes, looked up once. */
static const StartRows *rows_of(SnPoser *poser, const SnModel *model, int block)
{
    StartRows *rows = &poser->rows[block];
    const SnId id = poser->system->blocks[block].id;
    if (!rows->known)
        *rows = (StartRows){true, start_row(model, id, SN_BIND_POSITION),
                            start_row(model, id, SN_BIND_ORIENTATION)};
    return rows;
}

static GArray *moved_values(SnPoser *poser, const SnModel *model)
{
    GArray *values = g_array_new(FALSE, FALSE, sizeof(SnPoseValue));
    const double *moved = sn_state_q_const(sn_posing_state(poser->posing));
    for (int i = 0; i < poser->system->n_blocks; i++) {
        const SnBlock *block = &poser->system->blocks[i];
        const bool moves = sn_posing_moved(poser->posing, i);
        const double *q = moves ? moved : poser->system->q0;
        if (!sn_model_get(model, block->id) || (!moves && !poser->touched[i]))
            continue;
        poser->touched[i] = true;
        const StartRows *rows = rows_of(poser, model, i);
        add_value(model, values, block->id, rows->position, q + block->q, 3);
        if (block->kind == SN_BLOCK_BODY)
            add_value(model, values, block->id, rows->orientation, q + block->q + 3, 4);
    }
    return values;
}

/* Drives of what was given have the same values. */
static void add_drives(const SnPoser *poser, const SnModel *model, const SnPoseTarget *targets,
                       int n, GArray *values)
{
    for (int i = 0; i < n; i++) {
        const SnId drive = poser->drives[i];
        if (sn_id_is_null(drive))
            continue;
        SnPoseValue value = {.id = drive,
                             .property = sn_model_find_property(model, drive, "value"),
                             .value = {.type = SN_TYPE_REAL, .number = {targets[i].value}}};
        g_array_append_val(values, value);
    }
}

/* --- what cannot be --- */

static char *amount(const SnProperty *property, double value)
{
    return property->unit == SN_UNIT_ANGLE
               ? g_strdup_printf("%.4g° (%.4g rad)", value * 180 / M_PI, value)
               : g_strdup_printf("%.4g mm", 1e3 * value);
}

static bool check_target(const SnModel *model, const SnPoseTarget *target, GError **error)
{
    const SnProperty *row = sn_model_property(model, target->joint, target->property);
    double low, high;
    g_autofree char *path = sn_model_path(model, target->joint);
    g_autofree char *wanted = amount(row, target->value);
    if (!isfinite(target->value))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s:%s must be a finite number", path,
                         row->name);
    if (!limits_of(sn_model_get(model, target->joint), row, &low, &high) ||
        (target->value >= low - BEYOND && target->value <= high + BEYOND))
        return true;
    g_autofree char *from = amount(row, low), *to = amount(row, high);
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "%s:%s cannot be %s: it is limited to %s to %s; change its limits first", path,
                     row->name, wanted, from, to);
}

static void refuse_pose(const SnPoser *poser, const SnModel *model, const SnPoseTarget *targets,
                        double part, SnId open, GError **error)
{
    const SnProperty *row = sn_model_property(model, targets->joint, targets->property);
    const double now = sn_posing_coordinate(poser->posing, poser->posed[0]);
    g_autofree char *path = sn_model_path(model, targets->joint);
    g_autofree char *wanted = amount(row, targets->value), *reached = amount(row, now);
    g_autofree char *other = sn_model_get(model, open) ? sn_model_path(model, open) : NULL;
    if (part < 0)
        sn_refuse(
            error, SN_MODEL_ERROR_VALUE,
            "%s:%s cannot be set: %s is open at the start and does not close; move its bodies "
            "to where they belong first",
            path, row->name, other ? other : "a joint");
    else if (part == 0 && !other)
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "%s:%s cannot be set: the bodies on both its sides are held where they are", path,
                  row->name);
    else
        sn_refuse(
            error, SN_MODEL_ERROR_VALUE,
            "%s:%s cannot be %s: it gets no further than %s, beyond which %s would come apart",
            path, row->name, wanted, reached,
            other && strcmp(other, path) != 0 ? other : "the loop it is in");
}

static void find_drives(SnPoser *poser, const SnModel *model, const SnPoseTarget *targets)
{
    g_free(poser->drives);
    poser->drives = g_new(SnId, poser->n);
    for (int i = 0; i < poser->n; i++) {
        const SnProperty *row = sn_model_property(model, targets[i].joint, targets[i].property);
        const SnComponent *drive = sn_coordinate_drive(model, targets[i].joint, row);
        poser->drives[i] = drive ? drive->id : SN_ID_NULL;
    }
}

static bool use_targets(SnPoser *poser, const SnModel *model, const SnPoseTarget *targets, int n,
                        GError **error)
{
    SnPosed *posed = g_new0(SnPosed, (gsize)n);
    for (int i = 0; i < n; i++) {
        const SnProperty *row = sn_model_property(model, targets[i].joint, targets[i].property);
        if (!find_posed(poser->system, targets[i].joint, row->bind, &posed[i])) {
            g_autofree char *path = sn_model_path(model, targets[i].joint);
            g_free(posed);
            return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s has no coordinate %s", path,
                             row->name);
        }
    }
    if (poser->posing && poser->n == n &&
        memcmp(poser->posed, posed, (gsize)n * sizeof *posed) == 0) {
        g_free(posed);
        return true;
    }
    sn_posing_free(poser->posing);
    g_free(poser->posed);
    poser->posed = posed;
    poser->n = n;
    find_drives(poser, model, targets);
    poser->posing = new_posing(poser->system, n, posed, error);
    return poser->posing != NULL;
}

GArray *sn_poser_solve(SnPoser *poser, const SnModel *model, const SnPoseTarget *targets, int n,
                       GError **error)
{
    g_assert(n > 0);
    for (int i = 0; i < n; i++)
        if (!check_target(model, &targets[i], error))
            return NULL;
    if (!use_targets(poser, model, targets, n, error))
        return NULL;
    double part, *values = g_new(double, (gsize)n);
    SnId open;
    for (int i = 0; i < n; i++)
        values[i] = targets[i].value;
    const bool reached = sn_posing_solve(poser->posing, values, &part, &open);
    g_free(values);
    if (!reached) {
        refuse_pose(poser, model, targets, part, open, error);
        return NULL;
    }
    GArray *moved = moved_values(poser, model);
    add_drives(poser, model, targets, n, moved);
    return moved;
}

void sn_poser_go_on(SnPoser *poser)
{
    g_assert(poser->posing);
    sn_posing_go_on(poser->posing);
}

GArray *sn_poser_nudge(SnPoser *poser, const SnModel *model, int i, double amount)
{
    g_assert(poser->posing && i < poser->n);
    const bool good = sn_posing_nudge(poser->posing, i, amount);
    GArray *moved = good ? moved_values(poser, model) : NULL;
    sn_posing_back(poser->posing);
    return moved;
}

GArray *sn_poser_close(SnPoser *poser, const SnModel *model, SnId joint, GError **error)
{
    SnPosed *posed = g_new0(SnPosed, 1);
    posed->joint = posed->coordinate = -1;
    for (int i = 0; i < poser->system->joints.n; i++)
        if (sn_id_equal(poser->system->joints.joints[i].id, joint))
            posed->joint = i;
    if (posed->joint < 0) {
        g_free(posed);
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "there is no such joint between bodies");
        return NULL;
    }
    sn_posing_free(poser->posing);
    g_free(poser->posed);
    poser->posed = posed;
    poser->n = 1;
    poser->posing = new_posing(poser->system, 1, posed, error);
    const double nothing = 0;
    double part;
    SnId open;
    if (!poser->posing)
        return NULL;
    if (!sn_posing_solve(poser->posing, &nothing, &part, &open)) {
        g_autofree char *path = sn_model_path(model, joint);
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "%s does not close from where its bodies are: move them nearer to where they "
                  "belong",
                  path);
        return NULL;
    }
    return moved_values(poser, model);
}
