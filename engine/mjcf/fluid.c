/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Air or water around bodies (<option density viscosity wind>): a body is the box that has its
 * inertia, or the ellipsoids of those of its geoms that ask for it. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

bool sn_mjcf_has_fluid(const SnMjcf *mjcf)
{
    return mjcf->density > 0 || mjcf->viscosity > 0;
}

void sn_mjcf_fluid_box(const SnMjcfBody *body, SnMjcfFluidBox *box)
{
    double moments[3], total = 0;
    sn_v3_copy(body->center, box->pose.p);
    if (body->has_axes) {
        double own[6], back[9];
        memcpy(box->pose.r, body->axes, sizeof box->pose.r);
        memcpy(own, body->inertia, sizeof own);
        sn_m3_transpose(body->axes, back);
        sn_mjcf_inertia_turn(back, own);
        sn_v3_copy(own, moments);
    } else {
        sn_mjcf_principal(body->inertia, moments, box->pose.r);
    }
    for (int k = 0; k < 3; k++)
        total += moments[k];
    for (int k = 0; k < 3; k++)
        box->half[k] = sqrt(1.5 / body->mass * fmax(total - 2 * moments[k], 1e-15));
}

static json_t *begin(const SnMjcf *mjcf, int body, const SnPlacement *pose, const double half[3])
{
    json_t *json = json_pack("{s:s,s:f,s:f}", "class", "drag", "density", mjcf->density,
                             "viscosity", mjcf->viscosity);
    sn_mjcf_attach(mjcf, body, pose, json, "body", "location", "rotation");
    json_object_set_new(json, "half_lengths", sn_emit_numbers(half, 3));
    if (sn_v3_norm(mjcf->wind) > 0)
        json_object_set_new(json, "wind", sn_emit_numbers(mjcf->wind, 3));
    return json;
}

static bool is_ellipsoid(SnMjcf *mjcf, const SnMjcfGeom *geom)
{
    static const char *const shapes[] = {"none", "ellipsoid"};
    return sn_mjcf_word(mjcf, &geom->element, "fluidshape", shapes, 2) == 1;
}

/* Semi-axes of what a geom is to the fluid; false: that of a mesh is not known here. */
static bool semi_axes(const SnMjcfGeom *geom, double half[3])
{
    const double *s = geom->size;
    switch (geom->kind) {
    case SN_MJCF_SPHERE:
        sn_v3_set(s[0], s[0], s[0], half);
        return true;
    case SN_MJCF_CAPSULE:
        sn_v3_set(s[0], s[0], s[0] + s[1], half);
        return true;
    case SN_MJCF_CYLINDER:
        sn_v3_set(s[0], s[0], s[1], half);
        return true;
    case SN_MJCF_ELLIPSOID:
    case SN_MJCF_BOX:
        sn_v3_copy(s, half);
        return true;
    default:
        return false;
    }
}

static void emit_ellipsoid(SnMjcf *mjcf, const SnMjcfGeom *geom)
{
    static const char *const names[] = {"blunt_drag", "slender_drag", "angular_drag", "kutta_lift",
                                        "magnus_lift"};
    double half[3], numbers[] = {0.5, 0.25, 1.5, 1, 1};
    const SnMjcfBody *body = sn_mjcf_body(mjcf, geom->body);
    g_autofree char *name = g_strdup_printf("%s fluid", *geom->name ? geom->name : body->name);
    if (!semi_axes(geom, half)) {
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, geom->element.node, name,
                     "a mesh is no ellipsoid to the fluid here");
        return;
    }
    sn_mjcf_numbers(mjcf, &geom->element, "fluidcoef", 1, 5, numbers);
    json_t *json = begin(mjcf, geom->body, &geom->pose, half);
    json_object_set_new(json, "law", json_string("ellipsoid"));
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        json_object_set_new(json, names[i], json_real(fmax(numbers[i], 0)));
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", name, json));
}

/* What is viscous alone holds the box as a ball of its mean radius (Stokes): damping. */
static void set_damping(const SnMjcf *mjcf, const SnMjcfFluidBox *box, json_t *json)
{
    const double r = (box->half[0] + box->half[1] + box->half[2]) / 3,
                 along = 6 * G_PI * mjcf->viscosity * r;
    json_object_set_new(json, "damping", json_real(along));
    json_object_set_new(json, "rotary_damping", json_real(along * 4 / 3 * r * r));
}

void sn_mjcf_emit_fluid(SnMjcf *mjcf, int index, const SnMjcfFluidBox *box)
{
    const SnMjcfBody *body = sn_mjcf_body(mjcf, index);
    bool ellipsoids = false;
    for (guint i = 0; i < mjcf->geoms->len; i++) {
        const SnMjcfGeom *geom = sn_mjcf_geom(mjcf, (int)i);
        if (geom->body != index || !is_ellipsoid(mjcf, geom))
            continue;
        ellipsoids = true;
        emit_ellipsoid(mjcf, geom);
    }
    if (ellipsoids)
        return;
    if (!(mjcf->density > 0) && !(sn_v3_norm(mjcf->wind) > 0)) {
        set_damping(mjcf, box, body->json);
        return;
    }
    g_autofree char *name = g_strdup_printf("%s fluid", body->name);
    json_t *json = begin(mjcf, index, &box->pose, box->half);
    json_object_set_new(json, "law", json_string("box"));
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", name, json));
}
