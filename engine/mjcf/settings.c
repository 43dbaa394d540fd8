/* SPDX-License-Identifier: GPL-3.0-or-later */
/* <compiler> and <option>: of several the last that says something counts. */
#include "engine/mjcf/mjcf.h"

#include <math.h>
#include <string.h>

static const double DEGREE = G_PI / 180;

static void read_angles(SnMjcf *mjcf, const SnMjcfElement *element)
{
    static const char *const units[] = {"degree", "radian"}, *const coordinates[] = {"local",
                                                                                     "global"};
    const int unit = sn_mjcf_word(mjcf, element, "angle", units, 2);
    const char *turns = sn_mjcf_get(mjcf, element, "eulerseq");
    if (unit >= 0)
        mjcf->angle = unit == 0 ? DEGREE : 1;
    if (sn_mjcf_word(mjcf, element, "coordinate", coordinates, 2) == 1)
        mjcf->global = true; /* of MuJoCo before 2.3.4 */
    if (turns && (strlen(turns) != 3 || strspn(turns, "xyzXYZ") != 3))
        sn_mjcf_fail(mjcf, element->node, "has eulerseq=\"%.20s\": expected three of xyzXYZ",
                     turns);
    else if (turns)
        memcpy(mjcf->turns, turns, 4);
}

static void read_compiler(SnMjcf *mjcf, const SnXmlNode *node)
{
    static const char *const inertias[] = {"false", "true", "auto"};
    const SnMjcfElement element = {node, NULL, 0};
    const char *meshes = sn_xml_attribute(node, "meshdir"),
               *assets = sn_xml_attribute(node, "assetdir");
    double groups[2];
    read_angles(mjcf, &element);
    if (meshes || assets) {
        g_free(mjcf->mesh_folder);
        mjcf->mesh_folder = g_strdup(meshes ? meshes : assets);
    }
    const int inertia = sn_mjcf_word(mjcf, &element, "inertiafromgeom", inertias, 3);
    if (inertia >= 0) {
        mjcf->from_inertial_only = inertia == 0;
        mjcf->from_geoms_only = inertia == 1;
    }
    const int limits = sn_mjcf_flag(mjcf, &element, "autolimits");
    mjcf->autolimits = limits < 0 ? mjcf->autolimits : limits == 1;
    const int strip = sn_mjcf_flag(mjcf, &element, "strippath");
    mjcf->strip_path = strip < 0 ? mjcf->strip_path : strip == 1;
    const int balance = sn_mjcf_flag(mjcf, &element, "balanceinertia");
    mjcf->balance = balance < 0 ? mjcf->balance : balance == 1;
    mjcf->least_mass = sn_mjcf_number(mjcf, &element, "boundmass", mjcf->least_mass);
    mjcf->least_inertia = sn_mjcf_number(mjcf, &element, "boundinertia", mjcf->least_inertia);
    mjcf->total_mass = sn_mjcf_number(mjcf, &element, "settotalmass", mjcf->total_mass);
    if (sn_mjcf_numbers(mjcf, &element, "inertiagrouprange", 2, 2, groups) == 2) {
        mjcf->inertia_groups[0] = (int)fmin(fmax(groups[0], 0), 5);
        mjcf->inertia_groups[1] = (int)fmin(fmax(groups[1], 0), 5);
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

static void read_flags(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = {node, NULL, 0};
    if (sn_mjcf_flag(mjcf, &element, "gravity") == 0)
        mjcf->no_gravity = true;
    if (sn_mjcf_flag(mjcf, &element, "contact") == 0)
        mjcf->no_contact = true;
}

static void read_option(SnMjcf *mjcf, const SnXmlNode *node, json_t *solver, double gravity[3],
                        double *step)
{
    const SnMjcfElement element = {node, NULL, 0};
    double wind[3] = {0};
    sn_mjcf_numbers(mjcf, &element, "gravity", 3, 3, gravity);
    *step = sn_mjcf_number(mjcf, &element, "timestep", *step);
    if (!(*step > 0 && *step <= 10))
        sn_mjcf_fail(mjcf, node, "has timestep=%g: expected more than 0 and at most 10", *step);
    set_integrator(mjcf, &element, solver);
    sn_mjcf_numbers(mjcf, &element, "wind", 3, 3, wind);
    if (sn_mjcf_number(mjcf, &element, "density", 0) > 0 ||
        sn_mjcf_number(mjcf, &element, "viscosity", 0) > 0 || wind[0] || wind[1] || wind[2])
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, node, "medium",
                     "there is no drag of air or water here");
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
            read_compiler(mjcf, at);
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
