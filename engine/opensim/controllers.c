/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Controllers: functions of time that lead excitations and controls, from the file or from tables
 * and sets of controls beside it; reflexes. */
#include "engine/opensim/osim.h"

#include "engine/motion/motion_file.h"

#include <math.h>
#include <string.h>

/* The controller's list of actuators: names, or since 4.5 paths. */
static const char *list_of(const SnOsim *osim, const SnXmlNode *node)
{
    const char *list = sn_osim_text(osim, node, "actuator_list");
    return *list ? list : sn_osim_socket(osim, node, "actuators");
}

/* Actuators of a list, by the last step of their paths; ALL: every one of the file. */
static GPtrArray *actuators(const SnOsim *osim, const char *list)
{
    GPtrArray *found = g_ptr_array_new();
    g_auto(GStrv) names = sn_osim_words(list);
    for (int n = 0; names[n]; n++) {
        const bool all = g_ascii_strcasecmp(names[n], "ALL") == 0;
        const char *slash = strrchr(names[n], '/');
        for (int i = 0; i < (int)osim->items->len; i++) {
            const SnOsimItem *item = sn_osim_item(osim, i);
            if (item->kind == SN_OSIM_FORCE &&
                (all || strcmp(sn_osim_name_of(item->node), slash ? slash + 1 : names[n]) == 0))
                g_ptr_array_add(found, (gpointer)item->node);
        }
    }
    return found;
}

/* What of it a controller leads; NULL: nothing. */
static const char *input_of(const SnOsim *osim, const SnXmlNode *actuator, const char *path)
{
    static const char *const controlled[] = {"coordinate_load", "frame_load", "path_actuator",
                                             NULL};
    if (!path || sn_osim_is(actuator, "PrescribedForce"))
        return NULL;
    if (g_str_has_prefix(path, "muscles/"))
        return ":excitation";
    if (!g_str_has_prefix(path, "loads/"))
        return NULL;
    const char *class = json_string_value(json_object_get(sn_osim_made_at(osim, path), "class"));
    return class && g_strv_contains(controlled, class) ? ":control" : NULL;
}

/* A controller while its functions are taken over. */
typedef struct Controller {
    SnOsim *osim;
    const SnXmlNode *node;
    const char *note;
    int n; /* inputs that it leads */
} Controller;

/* Springs whose control is a share of their stiffness: what it is at the start stays. */
static bool lead_spring(Controller *c, const SnXmlNode *actuator, const char *path,
                        const SnOsimFunction *function)
{
    json_t *spring = sn_osim_made_at(c->osim, path), *law = json_object_get(spring, "law");
    const bool clutch = sn_osim_is(actuator, "ClutchedPathSpring");
    double control = sn_osim_function_value(function, 0, NULL);
    control = clutch ? fmin(fmax(control, 0), 1) : control;
    c->n++;
    if (control > 0 && sn_osim_acts(c->osim, actuator)) {
        const double whole = json_real_value(json_object_get(law, "stiffness"));
        json_object_set_new(law, "stiffness", json_real(control * whole));
        json_object_del(spring, "enabled");
    } else if (control < 0) {
        c->note = "a spring that pushes away from its rest length is left out";
    }
    if (function->kind != SN_FUNCTION_CONSTANT)
        c->note = "the stiffness of a spring stays what its control is at the start";
    else if (clutch && control > 0)
        c->note = "a closed clutch pulls beyond the length at the start, without its initial "
                  "stretch, and does not push";
    return true;
}

/* Leads what was made of an actuator; false: nothing. */
static bool lead(Controller *c, const SnXmlNode *actuator, const SnOsimFunction *function)
{
    const char *path = g_hash_table_lookup(c->osim->made, actuator);
    if (path &&
        (sn_osim_is(actuator, "ClutchedPathSpring") || sn_osim_is(actuator, "ControllableSpring")))
        return lead_spring(c, actuator, path, function);
    const char *input = input_of(c->osim, actuator, path);
    if (!input)
        return false;
    g_autofree char *target = g_strconcat(path, input, NULL);
    g_autofree char *name = g_strconcat(sn_osim_name_of(c->node), "_", strchr(path, '/') + 1, NULL);
    const char *note = sn_osim_emit_probe(c->osim, name, target, function);
    c->note = note ? note : c->note;
    c->n++;
    return true;
}

/* Functions called like actuators of the list are for them, others for those at their places. */
static void lead_by_functions(Controller *c, const GPtrArray *driven)
{
    const SnXmlNode *set = sn_osim_objects(c->osim, c->node, "ControlFunctions");
    if (!set)
        set = sn_osim_objects(c->osim, c->node, "FunctionSet");
    guint i = 0;
    for (const SnXmlNode *at = set ? set->first : NULL; at; at = at->next, i++) {
        const char *name = sn_osim_name_of(at), *slash = strrchr(name, '/');
        const SnXmlNode *actuator = i < driven->len ? driven->pdata[i] : NULL;
        SnOsimFunction function;
        for (guint k = 0; *name && k < driven->len; k++)
            if (strcmp(sn_osim_name_of(driven->pdata[k]), slash ? slash + 1 : name) == 0)
                actuator = driven->pdata[k];
        if (!actuator || !sn_osim_function_read(c->osim, at, 0, 10, &function)) {
            c->note = "some of what it drives, or its function, is not there";
            continue;
        }
        if (!lead(c, actuator, &function))
            c->note = "some of what it drives is not there";
        sn_osim_function_clear(&function);
    }
}

/* A column of a table as a function; `method`: degree of its spline, 0 steps. */
static SnOsimFunction function_of(const SnMotionTable *table, int column, int method)
{
    SnOsimFunction f = {
        .kind = method > 1 ? SN_FUNCTION_NATURAL_SPLINE : SN_FUNCTION_PIECEWISE_LINEAR,
        .x = g_array_new(FALSE, FALSE, sizeof(double)),
        .y = g_array_new(FALSE, FALSE, sizeof(double)),
        .scale = 1,
        .holds = method == 0,
        .ends = method == 1,
        .note = method > 3 ? "its spline of fifth or seventh degree is cubic here" : NULL};
    for (int row = 0; row < table->n_rows; row++) {
        const double value = table->values[(size_t)row * table->n_columns + column];
        if (!isfinite(value))
            continue;
        g_array_append_val(f.x, table->time[row]);
        g_array_append_val(f.y, value);
    }
    return f;
}

/* What has become of it; `nothing`: why it leads nothing, where that is not known better. */
static void tell(const Controller *c, const char *nothing)
{
    if (c->n == 0)
        sn_osim_left_out(c->osim, c->node, c->note ? c->note : nothing);
    else if (c->note)
        sn_osim_approximated(c->osim, c->node, c->note);
    else
        sn_osim_exact(c->osim, c->node);
}

/* The file that a text names, in whatever slashes, beside the model. */
static char *beside(const SnOsim *osim, const char *name)
{
    g_autofree char *slashes = g_strdelimit(g_strdup(name), "\\", '/');
    return g_path_is_absolute(slashes) ? g_strdup(slashes)
                                       : g_build_filename(osim->folder, slashes, NULL);
}

/* Columns called like actuators lead them, in the controller's list or not. */
static void lead_by_file(Controller *c, const char *name)
{
    enum { MOST_ROWS = 100000 };
    g_autofree char *path = beside(c->osim, name);
    SnMotionTable *table = sn_motion_file_read(path, NULL);
    const int method = (int)fmin(sn_osim_number(c->osim, c->node, "interpolation_method", 1), 1000);
    for (int i = 0; table && table->n_rows <= MOST_ROWS && i < table->n_columns; i++) {
        g_autoptr(GPtrArray) named = actuators(c->osim, table->names[i]);
        SnOsimFunction function = function_of(table, i, method);
        if (named->len && function.x->len > 1)
            lead(c, named->pdata[0], &function);
        sn_osim_function_clear(&function);
    }
    if (!table)
        c->note = "the file with its controls was not found";
    sn_motion_table_free(table);
}

static void emit_prescribed(SnOsim *osim, const SnXmlNode *node)
{
    g_autoptr(GPtrArray) driven = actuators(osim, list_of(osim, node));
    const char *file = sn_osim_text(osim, node, "controls_file");
    Controller c = {.osim = osim, .node = node};
    lead_by_functions(&c, driven);
    if (*file && g_ascii_strcasecmp(file, "Unassigned") != 0)
        lead_by_file(&c, file);
    tell(&c, "nothing that it drives is there");
}

/* --- sets of controls --- */

static void add_point(SnOsimFunction *function, double time, double value)
{
    g_array_append_val(function->x, time);
    g_array_append_val(function->y, value);
}

/* Value at a time of the line through two nodes. */
static double on_line(const double *t, const double *v, double time)
{
    return v[0] + (v[1] - v[0]) * (time - t[0]) / (t[1] - t[0]);
}

enum { LONG = 100 }; /* [s] how far controls go on beyond their last node */

/* From n > 1 nodes: steps have the value of the node at their end, lines go on beyond both ends
 * where they are to. */
static void draw_control(int n, const double *t, const double *v, bool goes_on,
                         SnOsimFunction *function)
{
    if (function->holds) {
        if (t[0] > 0)
            add_point(function, 0, v[0]);
        for (int i = 0; i + 1 < n; i++)
            add_point(function, t[i], v[i + 1]);
        add_point(function, t[n - 1], v[n - 1]);
        return;
    }
    if (goes_on && t[0] > 0)
        add_point(function, 0, on_line(t, v, 0));
    for (int i = 0; i < n; i++)
        add_point(function, t[i], v[i]);
    if (goes_on)
        add_point(function, t[n - 1] + LONG, on_line(t + n - 2, v + n - 2, t[n - 1] + LONG));
}

typedef struct Node {
    double time, value;
    guint place; /* in the file */
} Node;

static int by_time(gconstpointer a, gconstpointer b)
{
    const Node *one = a, *other = b;
    if (one->time != other->time)
        return one->time < other->time ? -1 : 1;
    return one->place < other->place ? -1 : one->place > other->place;
}

static void note_nodes(Controller *c, const char *note)
{
    c->note = c->note ? c->note : note;
}

/* Nodes of a control by time, each time once. */
static void read_nodes(Controller *c, const SnXmlNode *control, GArray *times, GArray *values)
{
    const SnXmlNode *list = sn_xml_child(control, "x_nodes");
    g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(Node));
    for (const SnXmlNode *at = list ? list->first : NULL; at; at = at->next) {
        const Node node = {sn_osim_number(c->osim, at, "t", 0),
                           sn_osim_number(c->osim, at, "value", 0), nodes->len};
        if (!isfinite(node.time) || !isfinite(node.value)) {
            note_nodes(c, "nodes of a control that are not finite are left out");
            continue;
        }
        if (nodes->len && node.time < g_array_index(nodes, Node, nodes->len - 1).time)
            note_nodes(c, "nodes of a control are not in the order of time: they are sorted here");
        g_array_append_val(nodes, node);
    }
    g_array_sort(nodes, by_time);
    for (guint i = 0; i < nodes->len; i++) {
        const Node *node = &g_array_index(nodes, Node, i);
        const guint n = times->len;
        if (n > 0 && node->time == g_array_index(times, double, n - 1)) {
            if (node->value != g_array_index(values, double, n - 1))
                note_nodes(c, "of several nodes of a control at one time the last counts");
            g_array_index(values, double, n - 1) = node->value;
            continue;
        }
        g_array_append_val(times, node->time);
        g_array_append_val(values, node->value);
    }
}

/* The nodes of a control as a function of time; false: it has none. */
static bool read_control(Controller *c, const SnXmlNode *control, SnOsimFunction *function)
{
    SnOsim *osim = c->osim;
    g_autoptr(GArray) times = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
    if (sn_osim_is(control, "ControlConstant")) {
        sn_osim_function_line(sn_osim_number(osim, control, "value", 0), 0, function);
        return true;
    }
    read_nodes(c, control, times, values);
    const double *t = (const double *)times->data, *v = (const double *)values->data;
    if (!sn_osim_is(control, "ControlLinear") || times->len == 0)
        return false;
    if (times->len == 1) {
        sn_osim_function_line(v[0], 0, function);
        return true;
    }
    *function = (SnOsimFunction){.kind = SN_FUNCTION_PIECEWISE_LINEAR,
                                 .x = g_array_new(FALSE, FALSE, sizeof(double)),
                                 .y = g_array_new(FALSE, FALSE, sizeof(double)),
                                 .scale = 1,
                                 .ends = true,
                                 .holds = sn_osim_flag(osim, control, "use_steps", false)};
    draw_control((int)times->len, t, v, sn_osim_flag(osim, control, "extrapolate", true), function);
    return true;
}

/* The actuator that a control is called after, with ".excitation" or the like behind; NULL: none.
 */
static const SnXmlNode *actuator_of(const SnOsim *osim, const char *name)
{
    const char *dot = strrchr(name, '.');
    g_autoptr(GPtrArray) named = actuators(osim, name);
    g_autofree char *bare = g_strndup(name, dot ? (gsize)(dot - name) : strlen(name));
    g_autoptr(GPtrArray) other = actuators(osim, bare);
    const GPtrArray *found = named->len ? named : other;
    return found->len ? found->pdata[0] : NULL;
}

static void lead_by_control(Controller *c, const SnXmlNode *control)
{
    const SnXmlNode *actuator = actuator_of(c->osim, sn_osim_name_of(control));
    SnOsimFunction function;
    if (!actuator || !read_control(c, control, &function)) {
        c->note = "some of what it drives, or its control, is not there";
        g_clear_error(&c->osim->error);
        return;
    }
    if (c->osim->error) { /* the model can do without a control */
        c->note = "a control of its file has a number that is none: it is left out";
        g_clear_error(&c->osim->error);
        sn_osim_function_clear(&function);
        return;
    }
    if (!lead(c, actuator, &function))
        c->note = "some of what it drives is not there";
    sn_osim_function_clear(&function);
}

/* Columns of a table are lines through their rows, which go on beyond them. */
static void lead_by_columns(Controller *c, const SnMotionTable *table)
{
    for (int i = 0; i < table->n_columns; i++) {
        const SnXmlNode *actuator = actuator_of(c->osim, table->names[i]);
        SnOsimFunction rows = function_of(table, i, 1), function = rows;
        const int n = (int)rows.x->len;
        if (actuator && n > 0) {
            function.x = g_array_new(FALSE, FALSE, sizeof(double));
            function.y = g_array_new(FALSE, FALSE, sizeof(double));
            if (n > 1)
                draw_control(n, (const double *)rows.x->data, (const double *)rows.y->data, true,
                             &function);
            else
                add_point(&function, 0, g_array_index(rows.y, double, 0));
            if (!lead(c, actuator, &function))
                c->note = "some of what it drives is not there";
            sn_osim_function_clear(&function);
        } else {
            c->note = "some of what it drives, or its control, is not there";
        }
        sn_osim_function_clear(&rows);
    }
}

/* Controls over time from a file of their own, as static optimisation and computed muscle control
 * write them. */
static void emit_control_set(SnOsim *osim, const SnXmlNode *node)
{
    const char *name = sn_osim_text(osim, node, "controls_file");
    if (!*name)
        name = sn_osim_text(osim, node, "controls_file_name");
    g_autofree char *path = beside(osim, name);
    SnXml *xml = *name ? sn_xml_read(path, NULL) : NULL;
    SnMotionTable *table = xml || !*name ? NULL : sn_motion_file_read(path, NULL);
    Controller c = {.osim = osim, .node = node};
    if (table) {
        lead_by_columns(&c, table);
        sn_motion_table_free(table);
        tell(&c, "its file holds no controls of what is there");
        return;
    }
    if (!xml) {
        sn_osim_left_out(osim, node,
                         "the file with its controls was not found, or is no set of controls and "
                         "no table");
        return;
    }
    g_ptr_array_add(osim->parts, xml);
    const SnXmlNode *root = sn_xml_root(xml),
                    *set = sn_osim_is(root, "ControlSet") ? root : sn_xml_child(root, "ControlSet"),
                    *objects = set ? sn_xml_child(set, "objects") : NULL;
    for (const SnXmlNode *at = objects ? objects->first : NULL; at && !osim->error; at = at->next)
        lead_by_control(&c, at);
    tell(&c, "its file holds no controls");
}

/* Muscles of a list only, or of the file. */
static bool is_muscle(const SnOsim *osim, const SnXmlNode *node)
{
    const char *path = g_hash_table_lookup(osim->made, node);
    return path && g_str_has_prefix(path, "muscles/");
}

/* Reflexes against stretch: an excitation of gain x lengthening / (optimal length x greatest speed)
 * while the path lengthens. */
static void emit_reflex(SnOsim *osim, const SnXmlNode *node)
{
    const double gain = sn_osim_number(osim, node, "gain", 1);
    g_autoptr(GPtrArray) driven = actuators(osim, list_of(osim, node));
    int n = 0;
    for (guint i = 0; i < driven->len; i++) {
        const SnXmlNode *muscle = driven->pdata[i];
        const double length = sn_osim_number(osim, muscle, "optimal_fiber_length", 0.1),
                     fastest = sn_osim_number(osim, muscle, "max_contraction_velocity",
                                              sn_osim_number(osim, muscle, "Vmax", 10));
        if (!is_muscle(osim, muscle) || !(length * fastest > 0))
            continue;
        const char *path = g_hash_table_lookup(osim->made, muscle);
        g_autofree char *measured = g_strconcat(path, ":length_rate", NULL);
        g_autofree char *target = g_strconcat(path, ":excitation", NULL);
        g_autofree char *name =
            g_strconcat(sn_osim_name_of(node), "_", sn_osim_name_of(muscle), NULL);
        json_t *json =
            json_pack("{s:s,s:s,s:i,s:f,s:b,s:i,s:i,s:[s]}", "class", "feedback_controller",
                      "measured", measured, "goal", 0, "proportional", -gain / (length * fastest),
                      "limited", 1, "lower", 0, "upper", 1, "targets", target);
        g_free(sn_emit(osim->root, osim->names, "controllers", name, json));
        n++;
    }
    if (n == 0)
        sn_osim_left_out(osim, node, "no muscle that it drives is there");
    else
        sn_osim_approximated(osim, node,
                             "it reads a muscle's lengthening once a step, and what other "
                             "controllers ask of that muscle is not added");
}

/* What a controller that is not taken over would do. */
static const char *missing(const SnXmlNode *node)
{
    if (sn_osim_is(node, "CorrectionController"))
        return "it holds coordinates on a motion that no file names: a drive does that here";
    if (sn_osim_is(node, "InputController") || g_str_has_suffix(node->name, "SynergyController"))
        return "its inputs come from other components: what it drives stays at its start";
    return "there is no such controller here: what it drives stays at its start";
}

void sn_osim_emit_controllers(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind != SN_OSIM_CONTROLLER)
            continue;
        if (sn_osim_flag(osim, item->node, "isDisabled", false) ||
            !sn_osim_flag(osim, item->node, "enabled", true))
            sn_osim_left_out(osim, item->node, "it is switched off in the file");
        else if (sn_osim_is(item->node, "PrescribedController"))
            emit_prescribed(osim, item->node);
        else if (sn_osim_is(item->node, "ControlSetController"))
            emit_control_set(osim, item->node);
        else if (sn_osim_is(item->node, "ToyReflexController"))
            emit_reflex(osim, item->node);
        else
            sn_osim_left_out(osim, item->node, missing(item->node));
    }
}
