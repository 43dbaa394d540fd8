/* SPDX-License-Identifier: GPL-3.0-or-later */
/* <compiler> and <option>: of several the last that says something counts. */
#include "engine/mjcf/mjcf.h"

#include <math.h>
#include <string.h>

static const double DEGREE = G_PI / 180;

static void read_angles(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfCompiler *compiler)
{
    static const char *const units[] = {"degree", "radian"}, *const coordinates[] = {"local",
                                                                                     "global"};
    const int unit = sn_mjcf_word(mjcf, element, "angle", units, 2);
    const char *turns = sn_mjcf_get(mjcf, element, "eulerseq");
    if (unit >= 0)
        compiler->angle = unit == 0 ? DEGREE : 1;
    if (sn_mjcf_word(mjcf, element, "coordinate", coordinates, 2) == 1)
        mjcf->global = true; /* of MuJoCo before 2.3.4 */
    if (turns && (strlen(turns) != 3 || strspn(turns, "xyzXYZ") != 3))
        sn_mjcf_fail(mjcf, element->node, "has eulerseq=\"%.20s\": expected three of xyzXYZ",
                     turns);
    else if (turns)
        memcpy(compiler->turns, turns, 4);
}

void sn_mjcf_read_compiler(SnMjcf *mjcf, const SnXmlNode *node, SnMjcfCompiler *compiler)
{
    static const char *const inertias[] = {"false", "true", "auto"};
    const SnMjcfElement element = {node, NULL, 0};
    const char *meshes = sn_xml_attribute(node, "meshdir"),
               *assets = sn_xml_attribute(node, "assetdir");
    double groups[2];
    read_angles(mjcf, &element, compiler);
    if (meshes || assets) {
        g_free(compiler->mesh_folder);
        compiler->mesh_folder = g_strdup(meshes ? meshes : assets);
    }
    const int inertia = sn_mjcf_word(mjcf, &element, "inertiafromgeom", inertias, 3);
    if (inertia >= 0) {
        compiler->from_inertial_only = inertia == 0;
        compiler->from_geoms_only = inertia == 1;
    }
    const int limits = sn_mjcf_flag(mjcf, &element, "autolimits");
    compiler->autolimits = limits < 0 ? compiler->autolimits : limits == 1;
    const int strip = sn_mjcf_flag(mjcf, &element, "strippath");
    compiler->strip_path = strip < 0 ? compiler->strip_path : strip == 1;
    const int balance = sn_mjcf_flag(mjcf, &element, "balanceinertia");
    compiler->balance = balance < 0 ? compiler->balance : balance == 1;
    const int boxes = sn_mjcf_flag(mjcf, &element, "fitaabb");
    compiler->fit_boxes = boxes < 0 ? compiler->fit_boxes : boxes == 1;
    compiler->least_mass = sn_mjcf_number(mjcf, &element, "boundmass", compiler->least_mass);
    compiler->least_inertia =
        sn_mjcf_number(mjcf, &element, "boundinertia", compiler->least_inertia);
    mjcf->total_mass = sn_mjcf_number(mjcf, &element, "settotalmass", mjcf->total_mass);
    if (sn_mjcf_numbers(mjcf, &element, "inertiagrouprange", 2, 2, groups) == 2) {
        compiler->inertia_groups[0] = (int)fmin(fmax(groups[0], 0), 5);
        compiler->inertia_groups[1] = (int)fmin(fmax(groups[1], 0), 5);
    }
}

/* Names of integrators to those here. */
static void set_integrator(SnMjcf *mjcf, const SnMjcfElement *element, json_t *solver)
{
    static const char *const words[] = {"Euler", "RK4", "implicit", "implicitfast"};
    const int word = sn_mjcf_word(mjcf, element, "integrator", words, 4);
    if (word < 0)
        return;
    json_object_set_new(solver, "integrator",
                        json_string(word == 1 ? "trapezoidal" : "backward_euler"));
    sn_import_report_note(mjcf->report, "the integrator %s became %s", words[word],
                          word == 1 ? "trapezoidal" : "backward_euler");
}

/* What the file switches off.  "constraint" and "passive" switch off several. */
static void read_flags(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = {node, NULL, 0};
    const struct {
        const char *name, *with;
        bool *off;
    } FLAGS[] = {{"gravity", "gravity", &mjcf->no_gravity},
                 {"contact", "constraint", &mjcf->no_contact},
                 {"equality", "constraint", &mjcf->no_equality},
                 {"limit", "constraint", &mjcf->no_limits},
                 {"frictionloss", "constraint", &mjcf->no_friction},
                 {"spring", "passive", &mjcf->no_springs},
                 {"damper", "passive", &mjcf->no_dampers},
                 {"actuation", "actuation", &mjcf->no_actuation},
                 {"filterparent", "filterparent", &mjcf->parents_touch},
                 {"clampctrl", "clampctrl", &mjcf->free_controls}};
    for (size_t i = 0; i < G_N_ELEMENTS(FLAGS); i++)
        if (sn_mjcf_flag(mjcf, &element, FLAGS[i].name) == 0 ||
            sn_mjcf_flag(mjcf, &element, FLAGS[i].with) == 0)
            *FLAGS[i].off = true;
    if (sn_mjcf_flag(mjcf, &element, "override") == 1)
        sn_import_report_note(mjcf->report,
                              "friction and softness that hold for all contacts (override) are "
                              "left out: each has its own");
}

static void read_groups_off(SnMjcf *mjcf, const SnMjcfElement *element)
{
    const char *text = sn_mjcf_get(mjcf, element, "actuatorgroupdisable");
    g_autoptr(GArray) groups =
        text ? sn_mjcf_list(mjcf, element->node, "actuatorgroupdisable", text) : NULL;
    for (guint i = 0; groups && i < groups->len; i++) {
        const double group = g_array_index(groups, double, i);
        if (group >= 0 && group <= 30)
            mjcf->groups_off |= 1u << (unsigned)group;
    }
}

static void read_option(SnMjcf *mjcf, const SnXmlNode *node, json_t *solver, double gravity[3],
                        double *step)
{
    const SnMjcfElement element = {node, NULL, 0};
    sn_mjcf_numbers(mjcf, &element, "gravity", 3, 3, gravity);
    *step = sn_mjcf_number(mjcf, &element, "timestep", *step);
    if (!(*step > 0 && *step <= 10))
        sn_mjcf_fail(mjcf, node, "has timestep=%g: expected more than 0 and at most 10", *step);
    set_integrator(mjcf, &element, solver);
    read_groups_off(mjcf, &element);
    sn_mjcf_numbers(mjcf, &element, "wind", 3, 3, mjcf->wind);
    mjcf->density = fmax(sn_mjcf_number(mjcf, &element, "density", mjcf->density), 0);
    mjcf->viscosity = fmax(sn_mjcf_number(mjcf, &element, "viscosity", mjcf->viscosity), 0);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at; at = sn_mjcf_next(mjcf, at))
        if (strcmp(at->name, "flag") == 0)
            read_flags(mjcf, at);
}

void sn_mjcf_read_settings(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    double gravity[3] = {0, 0, -9.81}, step = 0.002;
    json_t *solver = json_object();
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "compiler") == 0)
            sn_mjcf_read_compiler(mjcf, at, mjcf->all_compilers->pdata[0]);
        else if (strcmp(at->name, "option") == 0)
            read_option(mjcf, at, solver, gravity, &step);
    }
    if (mjcf->no_gravity)
        memset(gravity, 0, sizeof gravity);
    const char *name = sn_xml_attribute(root, "model");
    g_autofree char *title = g_utf8_make_valid(name && *name ? name : "MuJoCo model", -1);
    json_object_set_new(mjcf->root, "title", json_string(title));
    json_object_set_new(mjcf->root, "gravity", sn_emit_numbers(gravity, 3));
    json_object_set_new(solver, "max_step", json_real(step));
    json_object_set_new(mjcf->root, "solver", solver);
}
