/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/analyze/coordinates.h"

#include "engine/model/classes/collision.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/sim/joint/joints.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* A coordinate that a model has. */
typedef struct Coordinate {
    SnLedCoordinate led;
    char *label;    /* how a person names it */
    bool dependent; /* a gear or coupler makes it follow another */
    bool in_loop;   /* its joint closes a loop: it follows */
} Coordinate;

typedef struct Search {
    const SnModel *model;
    const SnSystem *system;
    GArray *all; /* of Coordinate */
} Search;

/* --- what there is --- */

static SnCoordinateName name_of(const SnSystemJoint *joint, int k)
{
    int angles = 0, distances = 0;
    for (int i = 0; i < k; i++)
        sn_joint_is_angle(joint, i) ? angles++ : distances++;
    return sn_joint_is_angle(joint, k) ? SN_COORDINATE_ANGLE_1 + angles
                                       : SN_COORDINATE_TRANSLATION_1 + distances;
}

static bool is_dependent(const SnSystem *system, int joint, int coordinate)
{
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *gear = &system->joints.joints[i];
        if (gear->class->ends == SN_JOINT_JOINTS && gear->class != &SN_JOINT_DRIVE &&
            gear->enabled && gear->geared[1] == joint && gear->geared_coordinate[1] == coordinate)
            return true;
    }
    return false;
}

/* The drive that leads a coordinate already. */
static SnId drive_of(const SnSystem *system, int joint, int coordinate)
{
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *drive = &system->joints.joints[i];
        if (drive->class == &SN_JOINT_DRIVE && drive->enabled && drive->geared[1] == joint &&
            drive->geared_coordinate[1] == coordinate)
            return drive->id;
    }
    return SN_ID_NULL;
}

static void collect(Search *s, const SnState *state)
{
    const SnSystem *system = s->system;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        const SnComponent *component = sn_model_get(s->model, joint->id);
        if (!sn_joins_frames(joint) || !joint->enabled || !component)
            continue;
        const int n = sn_joint_n_coordinates(joint);
        for (int k = 0; k < n; k++) {
            const SnCoordinateName name = name_of(joint, k);
            Coordinate c = {
                .led = {.joint = joint->id,
                        .drive = drive_of(system, i, k),
                        .name = name,
                        .column = -1,
                        .number = k,
                        .start = sn_joint_coordinate(system, sn_state_q_const(state),
                                                     sn_state_turns_const(state), joint, k)},
                .label = sn_joint_coordinate_name(component, k),
                .dependent = is_dependent(system, i, k)};
            if (!c.label && component->name)
                c.label =
                    n == 1 ? g_strdup(component->name)
                           : g_strdup_printf("%s.%s", component->name, sn_coordinate_names[name]);
            g_array_append_val(s->all, c);
        }
    }
}

/* --- loops --- */

static int root_of(const int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

static int side_of(const SnSystem *system, const SnSystemJoint *joint, int side)
{
    const int block = sn_joint_block(system, joint, side);
    return block < 0 || block >= system->n_active ? system->n_active : block; /* does not move */
}

/* Whether the bodies of a joint are joined otherwise too. */
static bool closes_loop(const SnSystem *system, const SnSystemJoint *joint)
{
    int *parent = g_new(int, system->n_active + 1);
    for (int b = 0; b <= system->n_active; b++)
        parent[b] = b;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *other = &system->joints.joints[i];
        if (other == joint || !other->enabled || other->class->ends == SN_JOINT_JOINTS ||
            other->n_rows == 0)
            continue;
        const int a = root_of(parent, side_of(system, other, 0)),
                  b = root_of(parent, side_of(system, other, 1));
        parent[a] = b;
    }
    const bool closes =
        root_of(parent, side_of(system, joint, 0)) == root_of(parent, side_of(system, joint, 1));
    g_free(parent);
    return closes;
}

static void find_loops(Search *s)
{
    for (guint i = 0; i < s->all->len; i++) {
        Coordinate *c = &g_array_index(s->all, Coordinate, i);
        const Coordinate *before = i > 0 ? c - 1 : NULL;
        if (before && sn_id_equal(before->led.joint, c->led.joint))
            c->in_loop = before->in_loop;
        else
            c->in_loop = closes_loop(
                s->system, &s->system->joints.joints[sn_system_index(s->system, c->led.joint)]);
    }
}

/* --- columns --- */

/* Which coordinate of its joint a result shows; SN_COORDINATE_FIRST: none. */
static SnCoordinateName shown_by(SnBind bind, bool *rate)
{
    static const struct {
        SnBind value, rate;
        int name;
    } rows[] = {
        {SN_BIND_JOINT_ANGLE, SN_BIND_JOINT_ANGLE_RATE, SN_COORDINATE_ANGLE_1},
        {SN_BIND_JOINT_ANGLE_2, SN_BIND_JOINT_ANGLE_2_RATE, SN_COORDINATE_ANGLE_1 + 1},
        {SN_BIND_JOINT_ANGLE_3, SN_BIND_JOINT_ANGLE_3_RATE, SN_COORDINATE_ANGLE_1 + 2},
        {SN_BIND_JOINT_ANGLE_4, SN_BIND_JOINT_ANGLE_4_RATE, SN_COORDINATE_ANGLE_1 + 3},
        {SN_BIND_JOINT_TRANSLATION, SN_BIND_JOINT_TRANSLATION_RATE, SN_COORDINATE_TRANSLATION_1},
        {SN_BIND_JOINT_TRANSLATION_2, SN_BIND_JOINT_TRANSLATION_2_RATE,
         SN_COORDINATE_TRANSLATION_1 + 1},
        {SN_BIND_JOINT_TRANSLATION_3, SN_BIND_JOINT_TRANSLATION_3_RATE,
         SN_COORDINATE_TRANSLATION_1 + 2},
    };
    *rate = false;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        if (rows[i].value == bind || rows[i].rate == bind) {
            *rate = rows[i].rate == bind;
            return (SnCoordinateName)rows[i].name;
        }
    return SN_COORDINATE_FIRST;
}

static Coordinate *find(const Search *s, SnId joint, SnCoordinateName name)
{
    for (guint i = 0; i < s->all->len; i++) {
        Coordinate *c = &g_array_index(s->all, Coordinate, i);
        if (sn_id_equal(c->led.joint, joint) && c->led.name == name)
            return c;
    }
    return NULL;
}

/* "joints/knee:angle" */
static Coordinate *by_path(const Search *s, const char *column, bool *rate)
{
    const char *colon = strrchr(column, ':');
    if (!colon)
        return NULL;
    g_autofree char *path = g_strndup(column, (gsize)(colon - column));
    const SnId id = sn_model_resolve(s->model, s->model->root, path, NULL);
    const SnComponent *joint = sn_model_get(s->model, id);
    const int row = joint ? sn_class_find_property(joint->class, colon + 1) : -1;
    const SnCoordinateName name =
        row < 0 ? SN_COORDINATE_FIRST : shown_by(sn_class_property(joint->class, row)->bind, rate);
    return name == SN_COORDINATE_FIRST ? NULL : find(s, id, name);
}

/* OpenSim's "/jointset/knee/knee_angle/value" is knee_angle. */
static char *plain_name(const char *column, bool *rate)
{
    char *name = g_strdup(column), *slash;
    *rate = g_str_has_suffix(name, "/speed");
    if (*rate || g_str_has_suffix(name, "/value"))
        *strrchr(name, '/') = 0;
    slash = strrchr(name, '/');
    if (slash)
        memmove(name, slash + 1, strlen(slash));
    return name;
}

static Coordinate *by_name(const Search *s, const char *column, bool *rate)
{
    g_autofree char *name = plain_name(column, rate);
    for (int again = 0; again < 2; again++) {
        for (guint i = 0; i < s->all->len; i++) {
            Coordinate *c = &g_array_index(s->all, Coordinate, i);
            if (c->label && strcmp(c->label, name) == 0)
                return c;
        }
        if (!g_str_has_suffix(name, "_u"))
            return NULL;
        name[strlen(name) - 2] = 0;
        *rate = true;
    }
    return NULL;
}

/* "a, b, c and 7 more" */
static char *listed(GPtrArray *words)
{
    enum { SHOWN = 12 };
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < words->len && i < SHOWN; i++)
        g_string_append_printf(text, "%s%s", i ? ", " : "", (const char *)words->pdata[i]);
    if (words->len > SHOWN)
        g_string_append_printf(text, " and %u more", words->len - SHOWN);
    return g_string_free(text, FALSE);
}

/* "not used, because those coordinates follow others: a, b" */
static void note_list(GPtrArray *notes, const char *what, GPtrArray *words)
{
    if (words->len == 0)
        return;
    g_autofree char *list = listed(words);
    g_ptr_array_add(notes, g_strdup_printf("%u column%s %s: %s", words->len,
                                           words->len == 1 ? "" : "s", what, list));
}

/* More turns than anybody's joint makes: degrees that no header says. */
#define MANY_TURNS (4 * G_PI)

/* What is strange about the columns that lead coordinates; false: one has no values at all. */
static bool check_columns(const Search *s, const SnMotionTable *table, GPtrArray *notes,
                          GError **error)
{
    g_autoptr(GPtrArray) wide = g_ptr_array_new();
    for (guint i = 0; i < s->all->len; i++) {
        const Coordinate *c = &g_array_index(s->all, Coordinate, i);
        const bool turns = c->led.name < SN_COORDINATE_TRANSLATION_1;
        double most = 0;
        int n = 0;
        for (int row = 0; row < table->n_rows && c->led.column >= 0; row++) {
            const double value =
                table->values[(size_t)row * (size_t)table->n_columns + (size_t)c->led.column];
            n += isfinite(value);
            most = isfinite(value) ? fmax(most, fabs(value)) : most;
        }
        if (c->led.column >= 0 && n == 0)
            return sn_refuse(error, SN_MODEL_ERROR_VALUE, "column \"%.60s\" has no values",
                             table->names[c->led.column]);
        if (turns && most > MANY_TURNS)
            g_ptr_array_add(wide, c->label ? c->label : table->names[c->led.column]);
    }
    g_autofree char *turning = listed(wide);
    if (wide->len > 0)
        g_ptr_array_add(notes, g_strdup_printf("more than two turns of %s: angles are in radians "
                                               "here, unless a .mot says inDegrees=yes",
                                               turning));
    return true;
}

static bool match_columns(Search *s, const SnMotionTable *table, GPtrArray *notes, GError **error)
{
    g_autoptr(GPtrArray) unknown = g_ptr_array_new(), follow = g_ptr_array_new();
    int n = 0;
    for (int i = 0; i < table->n_columns; i++) {
        bool rate = false;
        Coordinate *c = by_path(s, table->names[i], &rate);
        if (!c)
            c = by_name(s, table->names[i], &rate);
        if (!c)
            g_ptr_array_add(unknown, table->names[i]);
        else if (!rate && c->led.column >= 0)
            return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                             "columns %s and %s name the same coordinate: leave one out",
                             table->names[c->led.column], table->names[i]);
        else if (!rate && c->dependent)
            g_ptr_array_add(follow, table->names[i]);
        else if (!rate)
            c->led.column = i, n++;
    }
    note_list(notes, "of no coordinate of the model", unknown);
    note_list(notes, "passed over, as these coordinates follow others", follow);
    if (n > 0)
        return check_columns(s, table, notes, error);
    g_autoptr(GPtrArray) labels = g_ptr_array_new();
    for (guint i = 0; i < s->all->len; i++)
        if (g_array_index(s->all, Coordinate, i).label)
            g_ptr_array_add(labels, g_array_index(s->all, Coordinate, i).label);
    g_autofree char *list = listed(labels);
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "no column names a coordinate of the model, which has %s",
                     labels->len ? list : "none");
}

void sn_analyze_mend_units(SnMotionTable *table, const GArray *coordinates, GPtrArray *notes)
{
    g_autoptr(GPtrArray) distances = g_ptr_array_new(), angles = g_ptr_array_new();
    for (guint i = 0; table->turned && i < coordinates->len; i++) {
        const SnLedCoordinate *c = &g_array_index(coordinates, SnLedCoordinate, i);
        const bool turns = c->name < SN_COORDINATE_TRANSLATION_1;
        if (c->column < 0 || table->turned[c->column] == turns)
            continue;
        for (int row = 0; row < table->n_rows; row++)
            table->values[(size_t)row * (size_t)table->n_columns + (size_t)c->column] *=
                turns ? G_PI / 180 : 180 / G_PI;
        table->turned[c->column] = turns;
        g_ptr_array_add(turns ? angles : distances, table->names[c->column]);
    }
    note_list(notes, "taken as they are, as these coordinates are distances", distances);
    note_list(notes, "converted from degrees, as these coordinates are angles", angles);
}

static void clear_coordinate(void *data)
{
    g_free(((Coordinate *)data)->label);
}

GArray *sn_analyze_coordinates(const SnSimulation *simulation, const SnMotionTable *table,
                               GPtrArray *notes, GError **error)
{
    Search s = {.model = simulation->model,
                .system = simulation->compiled->system,
                .all = g_array_new(FALSE, TRUE, sizeof(Coordinate))};
    g_array_set_clear_func(s.all, clear_coordinate);
    collect(&s, simulation->state);
    find_loops(&s);
    GArray *led = NULL;
    if (match_columns(&s, table, notes, error)) {
        led = g_array_new(FALSE, TRUE, sizeof(SnLedCoordinate));
        for (guint i = 0; i < s.all->len; i++) {
            const Coordinate *c = &g_array_index(s.all, Coordinate, i);
            if (c->led.column >= 0 || (!c->dependent && !c->in_loop && sn_id_is_null(c->led.drive)))
                g_array_append_val(led, c->led);
        }
    }
    g_array_free(s.all, TRUE);
    return led;
}

/* --- leading them --- */

/* Sets a bool row of a component to false if it has one. */
static bool switch_off(SnModel *model, SnId id, const char *name, GError **error)
{
    const SnComponent *component = sn_model_get(model, id);
    const int row = sn_class_find_property(component->class, name);
    const SnValue value = {.type = SN_TYPE_BOOL, .boolean = false};
    return row < 0 || sn_edit_set(model, id, row, &value, error);
}

typedef struct Switched {
    SnModel *model;
    GError **error;
} Switched;

static bool switch_component(SnComponent *component, void *data)
{
    Switched *s = data;
    if (sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT))
        return switch_off(s->model, component->id, "limited", s->error);
    if (component->class == &SN_CLASS_COLLISION)
        return switch_off(s->model, component->id, "enabled", s->error);
    return true;
}

static bool set_row(SnModel *model, SnId id, const char *name, const SnValue *value, GError **error)
{
    const SnComponent *component = sn_model_get(model, id);
    return sn_edit_set(model, id, sn_class_find_property(component->class, name), value, error);
}

static bool add_drive(SnModel *model, SnLedCoordinate *led, GError **error)
{
    if (!sn_id_is_null(led->drive))
        return true;
    SnComponent *list = sn_model_list(model->root, "joints");
    SnDrive *drive = (SnDrive *)sn_component_new(&SN_CLASS_DRIVE, NULL);
    drive->joint = led->joint;
    drive->coordinate = led->name;
    drive->value = led->start;
    led->drive = sn_edit_add(model, list->id, &drive->base.base.base, -1, error);
    return !sn_id_is_null(led->drive);
}

bool sn_analyze_lead(SnModel *model, GArray *coordinates, GError **error)
{
    const SnValue none = {.type = SN_TYPE_ENUM, .integer = 0};
    Switched s = {model, error};
    if (!set_row(model, model->root->id, "settle.method", &none, error) ||
        !sn_component_walk(model->root, switch_component, &s))
        return false;
    for (guint i = 0; i < coordinates->len; i++)
        if (!add_drive(model, &g_array_index(coordinates, SnLedCoordinate, i), error))
            return false;
    return true;
}
