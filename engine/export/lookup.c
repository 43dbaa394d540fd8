/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where components are and what they are called in the file, and what was said of them. */
#include "engine/export/tree.h"

#include "engine/base/vec.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/strand.h"

#include <math.h>
#include <string.h>

/* --- places --- */

void sn_export_pose(const double p[3], const double q[4], SnPlacement *pose)
{
    double unit[4];
    sn_q_copy(q, unit);
    sn_q_normalize(unit);
    sn_q_to_m3(unit, pose->r);
    sn_v3_copy(p, pose->p);
}

int sn_export_carrier(const SnExport *e, SnId id, const double p[3], const double q[4],
                      SnPlacement *pose)
{
    SnId carrier;
    double place[3], axes[4];
    SnPlacement base, own;
    if (!sn_model_carrier(e->model, id, &carrier, place, axes))
        return -2;
    const SnComponent *body = sn_model_get(e->model, carrier);
    const int index = GPOINTER_TO_INT(g_hash_table_lookup(e->body_of, body)) - 1;
    if (body && index < 0)
        return -2; /* a FEM model */
    sn_export_pose(place, axes, &base);
    sn_export_pose(p, q, &own);
    sn_placement_mul(&base, &own, pose);
    if (body && sn_export_body(e, index)->still) {
        sn_placement_mul(&sn_export_body(e, index)->world, pose, pose);
        return -1;
    }
    return body ? index : -1;
}

/* --- names, report --- */

const char *sn_export_wish(const SnComponent *component, char buffer[64])
{
    if (component->name)
        return component->name;
    g_snprintf(buffer, 64, "%s_%d", component->class->name, component->number);
    return buffer;
}

char *sn_export_name(SnExport *e, const char *kind, const char *wish)
{
    for (int number = 1;; number++) {
        char *name = number > 1 ? g_strdup_printf("%s_%d", wish, number) : g_strdup(wish);
        g_strdelimit(name, "/\\ \t\n", '_');
        if (g_hash_table_add(e->names, g_strdup_printf("%s/%s", kind, name)))
            return name;
        g_free(name);
    }
}

void sn_export_tell(SnExport *e, SnImportFate fate, const SnComponent *component,
                    const char *reason)
{
    char buffer[64];
    sn_import_report_add(e->report, fate, component->class->name, sn_export_wish(component, buffer),
                         reason ? "%s" : NULL, reason);
    g_hash_table_add(e->told, (gpointer)component);
}

const char *sn_export_named(const SnExport *e, SnId id)
{
    return g_hash_table_lookup(e->named, sn_model_get(e->model, id));
}

void sn_export_tell_others(SnExport *e, const char *format)
{
    g_autofree char *reason = g_strdup_printf("%s has nothing of this kind", format);
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        const bool document = component->class->document || sn_component_accepts(component) ||
                              component->class->scope;
        if (!document && !g_hash_table_contains(e->told, component))
            sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, reason);
    }
}

char *sn_export_file(const SnExport *e, const char *file)
{
    g_autofree char *beside = e->model->folder ? g_strdup(e->model->folder)
                              : e->model->path ? g_path_get_dirname(e->model->path)
                                               : g_strdup(".");
    g_autofree char *whole = g_canonicalize_filename(file, beside);
    g_autofree char *absolute = g_canonicalize_filename(whole, NULL);
    const size_t n = strlen(e->folder);
    if (strncmp(absolute, e->folder, n) == 0 && absolute[n] == '/')
        return g_strdup(absolute + n + 1);
    return g_steal_pointer(&absolute);
}

bool sn_export_coordinate(const SnExport *e, SnId id, int name, int *index, int *coordinate)
{
    const SnComponent *component = sn_model_get(e->model, id);
    *index = GPOINTER_TO_INT(g_hash_table_lookup(e->joint_of, component)) - 1;
    if (*index < 0)
        return false;
    const SnExportJoint *joint = sn_export_joint(e, *index);
    int k = -1, wanted = 0, shifts = name >= SN_COORDINATE_TRANSLATION_1;
    if (name == SN_COORDINATE_FIRST)
        k = 0;
    else
        wanted = name - (shifts ? SN_COORDINATE_TRANSLATION_1 : SN_COORDINATE_ANGLE_1);
    for (int c = 0; k < 0 && c < joint->n_coordinates; c++)
        if (joint->coordinate[c].turns != shifts && wanted-- == 0)
            k = c;
    *coordinate = k;
    return k >= 0 && k < joint->n_coordinates && joint->in_tree && !joint->held;
}

double sn_export_value(const SnFunctionText *text, double x)
{
    SnFunction function = {0};
    const int n = sn_function_plan(text, &function);
    double *numbers = g_new0(double, MAX(n, 1)), slope;
    sn_function_make(text, &function, numbers);
    const double value = sn_function_value(&function, numbers, x, &slope);
    g_free(numbers);
    return value;
}
