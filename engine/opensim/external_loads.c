/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file with external loads: forces on bodies whose components are columns of a table over time,
 * such as the reactions of a floor that force plates measured. */
#include "engine/opensim/osim.h"

#include "engine/motion/motion_file.h"
#include "engine/opensim/import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 200000 };

bool sn_osim_is_loads(const char *path)
{
    char begin[4096];
    const char *dot = strrchr(path, '.');
    if (!dot || g_ascii_strcasecmp(dot, ".xml") != 0)
        return false;
    FILE *file = fopen(path, "rb");
    const size_t n = file ? fread(begin, 1, sizeof begin - 1, file) : 0;
    if (file)
        fclose(file);
    begin[n] = 0;
    return strlen(begin) == n && strstr(begin, "<ExternalLoads");
}

/* The three columns whose names begin with an identifier; false and an error: there are others. */
static bool find_columns(SnOsim *osim, const SnXmlNode *node, const SnMotionTable *table,
                         const char *property, int columns[3])
{
    const char *identifier = sn_osim_text(osim, node, property);
    int n = 0;
    for (int i = 0; i < table->n_columns; i++)
        if (g_str_has_prefix(table->names[i], identifier) && n++ < 3)
            columns[n - 1] = i;
    if (n != 3)
        sn_osim_fail(osim, node,
                     "<%s> \"%.60s\" is the beginning of %d columns of the data; "
                     "expected 3, x, y and z",
                     property, identifier, n);
    return n == 3;
}

/* A number where it is finite; what is missing (no contact) is none. */
static double number_at(const SnMotionTable *table, int row, int column)
{
    const double value = table->values[(size_t)row * table->n_columns + column];
    return isfinite(value) ? value : 0;
}

/* OpenSim joins up to three rows by straight lines, more by a cubic spline. */
static void emit_probe(SnOsim *osim, const char *load, const SnMotionTable *table,
                       const int (*columns)[3], const char *const *keys, int n_keys)
{
    const int width = 3 * n_keys;
    g_autofree double *values = g_new(double, (gsize)table->n_rows *width);
    json_t *targets = json_array();
    for (int k = 0; k < n_keys; k++) {
        g_autofree char *target = g_strdup_printf("%s:%s", load, keys[k]);
        json_array_append_new(targets, json_string(target));
        for (int row = 0; row < table->n_rows; row++)
            for (int i = 0; i < 3; i++)
                values[(size_t)row * width + 3 * k + i] = number_at(table, row, columns[k][i]);
    }
    sn_osim_emit_knots(osim, strchr(load, '/') + 1, targets, table->time, values, table->n_rows,
                       width, table->n_rows > 3);
}

/* A body or frame of the model; the ground, where the file names none. */
static bool find_frame(SnOsim *osim, const SnXmlNode *node, const char *property, int *frame)
{
    const char *name = sn_osim_text(osim, node, property);
    *frame = 0;
    if (!*name)
        return true;
    if (!sn_osim_frame_is_there(osim, osim->model, name)) {
        sn_osim_fail(osim, node, "<%s> names \"%.60s\", which is not in the model", property, name);
        return false;
    }
    *frame = sn_osim_frame_named(osim, osim->model, name);
    return true;
}

static void emit_force(SnOsim *osim, const SnXmlNode *node, const SnMotionTable *table)
{
    static const char *const properties[] = {"force_identifier", "torque_identifier",
                                             "point_identifier"};
    static const char *const names[] = {"force", "moment", "point"};
    const char *keys[3];
    int columns[3][3], n = 0, body, axes, point_in;
    bool point = false;
    if (!*sn_osim_text(osim, node, "applied_to_body")) {
        sn_osim_fail(osim, node, "<applied_to_body> names no body that the force acts on");
        return;
    }
    if (!find_frame(osim, node, "applied_to_body", &body) ||
        !find_frame(osim, node, "force_expressed_in_body", &axes) ||
        !find_frame(osim, node, "point_expressed_in_body", &point_in))
        return;
    for (int i = 0; i < 3; i++) {
        if (!*sn_osim_text(osim, node, properties[i]))
            continue;
        if (!find_columns(osim, node, table, properties[i], columns[n]))
            return;
        point = point || i == 2;
        keys[n++] = names[i];
    }
    json_t *json = json_object();
    g_autofree char *carrier = sn_osim_carrier(osim, node, body);
    json_object_set_new(json, "class", json_string("frame_load"));
    json_object_set_new(json, "frame_a", json_string(carrier));
    sn_osim_set_frame(osim, node, json, "axes", axes);
    if (point)
        sn_osim_set_frame(osim, node, json, "point_in", point_in);
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
    g_autofree char *load = sn_emit(osim->root, osim->names, "loads", sn_osim_name_of(node), json);
    if (n > 0)
        emit_probe(osim, load, table, (const int(*)[3])columns, keys, n);
    sn_osim_exact(osim, node);
}

/* Of the data: beside the loads, else beside the model. */
static char *data_path(const SnOsim *osim, const char *name)
{
    g_autofree char *slashes = g_strdelimit(g_strdup(name), "\\", '/');
    g_autofree char *folder = g_path_get_dirname(osim->loads);
    if (g_path_is_absolute(slashes))
        return g_steal_pointer(&slashes);
    char *beside = g_build_filename(folder, slashes, NULL);
    if (g_file_test(beside, G_FILE_TEST_EXISTS))
        return beside;
    g_autofree char *other = g_build_filename(osim->folder, slashes, NULL);
    if (!g_file_test(other, G_FILE_TEST_EXISTS))
        return beside;
    g_free(beside);
    return g_steal_pointer(&other);
}

static SnMotionTable *read_data(SnOsim *osim, const SnXmlNode *loads)
{
    const char *name = sn_osim_text(osim, loads, "datafile");
    if (!*name) {
        sn_osim_fail(osim, loads, "<%s> names no <datafile>", loads->name);
        return NULL;
    }
    g_autofree char *path = data_path(osim, name);
    GError *problem = NULL;
    SnMotionTable *table = sn_motion_file_read(path, &problem);
    if (!table) {
        sn_osim_fail(osim, sn_osim_get(osim, loads, "datafile"), "its data: %s", problem->message);
        g_error_free(problem);
    } else if (table->n_rows > MOST_ROWS) {
        sn_osim_fail(osim, loads, "its data have %d rows; at most %d are taken", table->n_rows,
                     MOST_ROWS);
        sn_motion_table_free(table);
        table = NULL;
    }
    for (int i = 0; table && table->notes[i]; i++)
        sn_import_report_note(osim->report, "%s: %s", name, table->notes[i]);
    if (table && table->n_missing > 0)
        sn_import_report_note(osim->report, "%s: what is missing (no contact) counts as 0", name);
    return table;
}

void sn_osim_emit_external_loads(SnOsim *osim)
{
    SnXml *xml = osim->loads ? sn_xml_read(osim->loads, &osim->error) : NULL;
    if (!xml)
        return;
    g_ptr_array_add(osim->parts, xml);
    const SnXmlNode *root = sn_xml_root(xml);
    const SnXmlNode *loads =
        sn_osim_is(root, "ExternalLoads") ? root : sn_xml_child(root, "ExternalLoads");
    if (!loads) {
        sn_osim_fail(osim, root, "holds no external loads: <%s> without <ExternalLoads>",
                     root->name);
        return;
    }
    SnMotionTable *table = read_data(osim, loads);
    const SnXmlNode *objects = sn_xml_child(loads, "objects");
    for (const SnXmlNode *at = table && objects ? objects->first : NULL; at && !osim->error;
         at = at->next) {
        if (sn_osim_is(at, "ExternalForce"))
            emit_force(osim, at, table);
        else
            sn_osim_left_out(osim, at, "it is no ExternalForce");
    }
    sn_motion_table_free(table);
}
