/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tendons.  Spatial ones are paths over markers and wrapping surfaces; fixed ones are sums of
 * joints. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static void read_fixed(SnMjcf *mjcf, const SnXmlNode *node, SnMjcfTendon *tendon)
{
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at; at = sn_mjcf_next(mjcf, at)) {
        const SnMjcfElement element = {at, NULL, 0};
        const int joint = sn_mjcf_named(mjcf, &element, "joint", mjcf->joint_by_name);
        const double coef = sn_mjcf_number(mjcf, &element, "coef", 0);
        if (strcmp(at->name, "joint") != 0 || joint < 0)
            continue;
        g_array_append_val(tendon->joints, joint);
        g_array_append_val(tendon->coefs, coef);
    }
}

static int geom_named(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = {node, NULL, 0};
    return sn_mjcf_named(mjcf, &element, "geom", mjcf->geom_by_name);
}

static void read_tendon(SnMjcf *mjcf, const SnXmlNode *node)
{
    SnMjcfTendon tendon = {.element = sn_mjcf_element(mjcf, node, "tendon", 0),
                           .name = g_strdup(sn_mjcf_name_of(node)),
                           .fixed = strcmp(node->name, "fixed") == 0,
                           .joints = g_array_new(FALSE, FALSE, sizeof(int)),
                           .coefs = g_array_new(FALSE, FALSE, sizeof(double)),
                           .steps = g_ptr_array_new(),
                           .times = 1};
    if (!tendon.fixed)
        sn_mjcf_read_branches(mjcf, &tendon);
    g_array_append_val(mjcf->tendons, tendon);
    if (*tendon.name)
        g_hash_table_insert(mjcf->tendon_by_name, tendon.name,
                            GINT_TO_POINTER((int)mjcf->tendons->len));
    if (tendon.fixed)
        read_fixed(mjcf, node, &tendon);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at && !tendon.fixed;
         at = sn_mjcf_next(mjcf, at)) {
        const int geom = strcmp(at->name, "geom") == 0 ? geom_named(mjcf, at) : -1;
        if (geom >= 0)
            sn_mjcf_geom(mjcf, geom)->wrapped = true;
    }
}

/* --- paths --- */

static const char *marker_of(SnMjcf *mjcf, SnMjcfSite *site)
{
    if (!site->target) {
        json_t *json = json_object();
        sn_mjcf_attach(mjcf, site->body, &site->pose, json, "frame", "location", NULL);
        site->target =
            sn_emit(mjcf->root, mjcf->names, "markers", *site->name ? site->name : "site", json);
        sn_mjcf_tell(mjcf, SN_IMPORT_EXACT, site->element.node, site->name, NULL);
    }
    return site->target;
}

static int site_named(SnMjcf *mjcf, const SnXmlNode *node, const char *attribute)
{
    const SnMjcfElement element = {node, NULL, 0};
    return sn_mjcf_named(mjcf, &element, attribute, mjcf->site_by_name);
}

/* Axes whose x points to a side: about its own z where that is an axis of the shape. */
static void turn_to(const double side[3], bool about_z, double r[9])
{
    double x[3], y[3], z[3] = {0, 0, 1};
    if (about_z) {
        sn_v3_set(side[0], side[1], 0, x);
        if (!(sn_v3_normalize(x, x) > 0))
            sn_v3_set(1, 0, 0, x);
        sn_v3_cross(z, x, y);
    } else {
        sn_v3_normalize(side, x);
        sn_v3_tangents(x, y, z);
    }
    for (int k = 0; k < 3; k++) {
        r[3 * k] = x[k];
        r[3 * k + 1] = y[k];
        r[3 * k + 2] = z[k];
    }
}

/* Where the side's site is, from the geom; false: it lies inside, and paths run through there. */
static bool side_of(const SnMjcf *mjcf, const SnMjcfGeom *geom, const SnMjcfSite *site,
                    double side[3])
{
    SnPlacement g, s, inverse;
    sn_placement_mul(&sn_mjcf_body(mjcf, geom->body)->world, &geom->pose, &g);
    sn_placement_mul(&sn_mjcf_body(mjcf, site->body)->world, &site->pose, &s);
    sn_placement_inverse(&g, &inverse);
    sn_placement_mul(&inverse, &s, &s);
    sn_v3_copy(s.p, side);
    const double far = geom->kind == SN_MJCF_CYLINDER ? hypot(side[0], side[1]) : sn_v3_norm(side);
    return far >= geom->size[0];
}

/* The surface's path in the model, to be freed; one for each side that is asked for. */
static char *surface_of(SnMjcf *mjcf, int geom_index, int site_index)
{
    const SnMjcfGeom *geom = sn_mjcf_geom(mjcf, geom_index);
    g_autofree char *key = g_strdup_printf("wrap of %d at %d", geom_index, site_index);
    const char *made = g_hash_table_lookup(mjcf->wraps, key);
    SnPlacement pose = geom->pose;
    double side[3], r[9];
    if (made)
        return g_strdup(made);
    json_t *json = json_object();
    const bool round = geom->kind == SN_MJCF_SPHERE;
    const double *s = geom->size;
    const double size[3] = {s[0], round ? s[0] : 2 * s[1], s[0]};
    if (site_index >= 0) {
        side_of(mjcf, geom, sn_mjcf_site(mjcf, site_index), side);
        turn_to(side, !round, r);
        sn_m3_mul(geom->pose.r, r, pose.r);
        json_object_set_new(json, "side", json_string("+x"));
    }
    sn_mjcf_attach(mjcf, geom->body, &pose, json, "body", "location", "rotation");
    json_object_set_new(json, "shape", json_string(round ? "sphere" : "cylinder"));
    json_object_set_new(json, "size", sn_emit_numbers(size, 3));
    sn_mjcf_set_color(mjcf, &geom->element, json);
    char *path = sn_emit(mjcf->root, mjcf->names, "wraps", *geom->name ? geom->name : "wrap", json);
    g_hash_table_insert(mjcf->wraps, g_steal_pointer(&key), g_strdup(path));
    if (!geom->touches)
        sn_mjcf_tell(mjcf, SN_IMPORT_EXACT, geom->element.node, geom->name, NULL);
    return path;
}

static void add_wrap(SnMjcf *mjcf, const SnXmlNode *node, int before, json_t *wraps, json_t *ranges,
                     const char **note)
{
    const int geom = geom_named(mjcf, node), site = site_named(mjcf, node, "sidesite");
    double side[3];
    if (geom < 0)
        return;
    const SnMjcfGeom *of = sn_mjcf_geom(mjcf, geom);
    if (of->kind != SN_MJCF_SPHERE && of->kind != SN_MJCF_CYLINDER) {
        *note = "it runs straight past a geom that is no sphere and no cylinder";
        return;
    }
    if (site >= 0 && !side_of(mjcf, of, sn_mjcf_site(mjcf, site), side)) {
        *note = "it runs straight where a site inside a geom leads it through that";
        return;
    }
    g_autofree char *path = surface_of(mjcf, geom, site);
    json_array_append_new(wraps, json_string(path));
    json_array_append_new(ranges, json_integer(before));
    json_array_append_new(ranges, json_integer(before + 1));
}

bool sn_mjcf_path(SnMjcf *mjcf, const SnMjcfTendon *tendon, json_t *json, const char **note)
{
    json_t *points = json_array(), *wraps = json_array(), *ranges = json_array();
    int last = -1; /* site */
    if (tendon->parted)
        *note = "only its branch before the first pulley is here";
    for (guint i = 0; i < tendon->steps->len && !mjcf->error; i++) {
        const SnXmlNode *at = tendon->steps->pdata[i];
        const int site = strcmp(at->name, "site") == 0 ? site_named(mjcf, at, "site") : -1;
        const size_t n = json_array_size(points);
        if (site >= 0 && site != last) /* twice at one place: no way between */
            json_array_append_new(points, json_string(marker_of(mjcf, sn_mjcf_site(mjcf, site))));
        else if (strcmp(at->name, "geom") == 0 && n > 0)
            add_wrap(mjcf, at, (int)n, wraps, ranges, note);
        last = site;
    }
    const bool good = json_array_size(points) >= 2;
    while (json_array_size(ranges) > 0 && /* a surface after the last point */
           json_integer_value(json_array_get(ranges, json_array_size(ranges) - 1)) >
               (json_int_t)json_array_size(points)) {
        json_array_remove(wraps, json_array_size(wraps) - 1);
        json_array_remove(ranges, json_array_size(ranges) - 1);
        json_array_remove(ranges, json_array_size(ranges) - 1);
    }
    if (good) {
        json_object_set(json, "points", points);
        if (json_array_size(wraps)) {
            json_object_set(json, "wraps", wraps);
            json_object_set(json, "wrap_ranges", ranges);
        }
    }
    json_decref(points);
    json_decref(wraps);
    json_decref(ranges);
    return good;
}

double sn_mjcf_path_length(SnMjcf *mjcf, const SnMjcfTendon *tendon, bool at_rest)
{
    double length = 0, before[3] = {0};
    bool any = false;
    for (guint i = 0; i < tendon->steps->len; i++) {
        const SnXmlNode *at = tendon->steps->pdata[i];
        const int index = strcmp(at->name, "site") == 0 ? site_named(mjcf, at, "site") : -1;
        SnPlacement world;
        if (index < 0)
            continue;
        const SnMjcfSite *site = sn_mjcf_site(mjcf, index);
        const SnMjcfBody *body = sn_mjcf_body(mjcf, site->body);
        sn_placement_mul(at_rest ? &body->rest : &body->world, &site->pose, &world);
        length += any ? sn_v3_distance(world.p, before) : 0;
        sn_v3_copy(world.p, before);
        any = true;
    }
    return (length - tendon->extra) / tendon->times;
}

/* --- springs --- */

static double stiffness_of(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    return mjcf->no_springs ? 0 : sn_mjcf_slope(mjcf, &tendon->element, "stiffness");
}

static double damping_of(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    return mjcf->no_dampers ? 0 : sn_mjcf_slope(mjcf, &tendon->element, "damping");
}

/* A sum of one joint alone that turns or slides. */
static bool moves_one(const SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    return tendon->fixed && tendon->joints->len == 1 &&
           sn_mjcf_joint(mjcf, g_array_index(tendon->joints, int, 0))->kind >= SN_MJCF_SLIDE;
}

/* The armature of a tendon of one joint is one of that, by the square of its arm. */
static void give_armature(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    const double armature = fmax(sn_mjcf_number(mjcf, &tendon->element, "armature", 0), 0);
    if (!(armature > 0) || !moves_one(mjcf, tendon))
        return;
    SnMjcfJoint *joint = sn_mjcf_joint(mjcf, g_array_index(tendon->joints, int, 0));
    const double c = g_array_index(tendon->coefs, double, 0);
    joint->armature += c * c * armature;
    joint->inertia += c * c * armature;
}

void sn_mjcf_read_tendons(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "tendon") != 0)
            continue;
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in && !mjcf->error;
             in = sn_mjcf_next(mjcf, in))
            if (strcmp(in->name, "spatial") == 0 || strcmp(in->name, "fixed") == 0)
                read_tendon(mjcf, in);
    }
    for (guint i = 0; i < mjcf->tendons->len; i++)
        give_armature(mjcf, sn_mjcf_tendon(mjcf, (int)i));
}

/* What both kinds of tendons lose. */
static void note_losses(SnMjcf *mjcf, const SnMjcfTendon *tendon, GString *notes)
{
    if (!mjcf->no_friction && sn_mjcf_number(mjcf, &tendon->element, "frictionloss", 0) > 0)
        sn_mjcf_note(notes, "without its frictionloss");
    if (sn_mjcf_number(mjcf, &tendon->element, "armature", 0) > 0 && !moves_one(mjcf, tendon))
        sn_mjcf_note(notes, "without its armature");
    if (sn_mjcf_get(mjcf, &tendon->element, "actuatorfrcrange"))
        sn_mjcf_note(notes, "without its actuatorfrcrange");
}

static bool has_surfaces(const SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, tendon->element.node); at;
         at = sn_mjcf_next(mjcf, at))
        if (strcmp(at->name, "geom") == 0)
            return true;
    return false;
}

json_t *sn_mjcf_slack(double low, double high, double slope)
{
    const double x[4] = {low - 1, low, high, high + 1}, y[4] = {-slope, 0, 0, slope};
    json_t *relation = json_pack("{s:s}", "function", "piecewise_linear");
    json_object_set_new(relation, "x", sn_emit_numbers(x, 4));
    json_object_set_new(relation, "y", sn_emit_numbers(y, 4));
    return relation;
}

/* Between two lengths MuJoCo's spring is slack: one that begins at 0 only pulls; for others a
 * function goes to `relation`. */
static json_t *spring_law(SnMjcf *mjcf, const SnMjcfTendon *tendon, json_t **relation,
                          GString *notes)
{
    json_t *law = json_object();
    double rest[2] = {-1, -1};
    const int n = sn_mjcf_numbers(mjcf, &tendon->element, "springlength", 1, 2, rest);
    const double m = tendon->times, stiffness = stiffness_of(mjcf, tendon) / (m * m);
    json_object_set_new(law, "stiffness", json_real(stiffness));
    json_object_set_new(law, "damping", json_real(damping_of(mjcf, tendon) / (m * m)));
    if (n > 0 && rest[0] >= 0) {
        const bool slack = n == 2 && rest[1] > rest[0];
        json_object_set_new(law, "rest_is_start", json_false());
        json_object_set_new(law, "rest_length",
                            json_real(m * (slack ? rest[1] : rest[0]) + tendon->extra));
        if (slack)
            json_object_set_new(law, "type",
                                json_string(rest[0] > 0 ? "function" : "tension_only"));
        if (slack && rest[0] > 0) {
            *relation = sn_mjcf_slack(m * (rest[0] - rest[1]), 0, stiffness);
            json_object_del(law, "stiffness");
        }
    } else { /* it rests where the springs of joints do */
        const double rests = sn_mjcf_path_length(mjcf, tendon, true);
        const bool moved = fabs(rests - sn_mjcf_path_length(mjcf, tendon, false)) > 1e-12;
        if (mjcf->key_node || moved) {
            json_object_set_new(law, "rest_is_start", json_false());
            json_object_set_new(law, "rest_length", json_real(m * rests + tendon->extra));
            if (has_surfaces(mjcf, tendon))
                sn_mjcf_note(notes, "its spring rests at the length straight from site to site");
        }
    }
    note_losses(mjcf, tendon, notes);
    return law;
}

static void emit_spring(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    json_t *json = json_object();
    const char *note = NULL, *name = tendon->name;
    if (!sn_mjcf_path(mjcf, tendon, json, &note)) {
        json_decref(json);
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, tendon->element.node, name,
                     "its path has no two points");
        return;
    }
    g_autoptr(GString) notes = g_string_new(note);
    json_object_set_new(json, "class", json_string("axial_spring"));
    json_t *relation = NULL;
    json_object_set_new(json, "law", spring_law(mjcf, tendon, &relation, notes));
    if (relation)
        json_object_set_new(json, "relation", relation);
    sn_mjcf_set_color(mjcf, &tendon->element, json);
    g_free(sn_emit(mjcf->root, mjcf->names, "springs", *name ? name : "tendon", json));
    sn_mjcf_tell_notes(mjcf, tendon->element.node, name, notes);
}

/* A spring of one joint is one of its coordinate; false: the joint takes none. */
static bool emit_joint_spring(SnMjcf *mjcf, const SnMjcfTendon *tendon, double stiffness,
                              double damping)
{
    const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, g_array_index(tendon->joints, int, 0));
    const double c = g_array_index(tendon->coefs, double, 0);
    double rest[2] = {-1, -1}; /* negative: where the joint's own spring rests */
    const int n = sn_mjcf_numbers(mjcf, &tendon->element, "springlength", 1, 2, rest);
    if (!joint->target || !joint->slot)
        return false;
    if (c == 0)
        return true; /* it pulls at nothing */
    json_t *json = json_pack("{s:s,s:s,s:s,s:f,s:f}", "class", "coordinate_spring", "joint",
                             joint->target, "coordinate", joint->slot, "stiffness",
                             c * c * stiffness, "damping", c * c * damping);
    const bool given = n > 0 && rest[0] >= 0;
    json_object_set_new(json, "rest", json_real(given ? rest[0] / c : joint->rest));
    if (given && n == 2 && rest[1] > rest[0] && stiffness > 0) {
        json_object_set_new(json, "law", json_string("function"));
        json_object_del(json, "stiffness");
        json_object_del(json, "rest");
        json_object_set_new(json, "relation",
                            sn_mjcf_slack(fmin(rest[0] / c, rest[1] / c),
                                          fmax(rest[0] / c, rest[1] / c), -c * c * stiffness));
    }
    g_free(
        sn_emit(mjcf->root, mjcf->names, "springs", *tendon->name ? tendon->name : "tendon", json));
    return true;
}

/* --- limits --- */

/* 1 / mass that moves along it: of the bodies at its ends, of each joint of a sum. */
static double inverse_mass(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    int end[2] = {-1, -1};
    double sum = 0;
    for (guint i = 0; tendon->fixed && i < tendon->joints->len; i++) {
        const double c = g_array_index(tendon->coefs, double, i),
                     mass = sn_mjcf_joint(mjcf, g_array_index(tendon->joints, int, i))->inertia;
        sum += mass > 0 ? c * c / mass : 0;
    }
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, tendon->element.node); at;
         at = sn_mjcf_next(mjcf, at)) {
        const int site = strcmp(at->name, "site") == 0 ? site_named(mjcf, at, "site") : -1;
        if (site >= 0)
            end[end[0] >= 0] = sn_mjcf_site(mjcf, site)->body;
    }
    for (int i = 0; i < 2; i++) {
        const double mass = end[i] > 0 ? sn_mjcf_body(mjcf, end[i])->mass : 0;
        sum += mass > 0 ? 1 / mass : 0;
    }
    return sum > 0 ? sum : 1 / fmax(mjcf->total_mass, 1e-9);
}

/* Stiffness and damping of MuJoCo's soft limit where nothing else accelerates: with reference
 * acceleration -b v - k r and regularisation (1 - d) / d of the inverse mass, its force is
 * d / (1 - d) mass (b v + k r). */
static void limit_numbers(SnMjcf *mjcf, const SnMjcfTendon *tendon, double *stiffness,
                          double *damping)
{
    double reference[2] = {0.02, 1}, impedance[5] = {0.9, 0.95};
    sn_mjcf_numbers(mjcf, &tendon->element, "solreflimit", 1, 2, reference);
    sn_mjcf_numbers(mjcf, &tendon->element, "solimplimit", 2, 5, impedance);
    const double d = fmin(fmax(impedance[1], 0.01), 0.9999), mass = 1 / inverse_mass(mjcf, tendon),
                 share = d / (1 - d) * mass;
    const bool direct = reference[0] <= 0;
    const double time = fmax(reference[0], 1e-4), ratio = fmax(reference[1], 1e-4);
    *stiffness =
        share * (direct ? -reference[0] / (d * d) * d : d / (d * d * time * time * ratio * ratio));
    *damping = share * (direct ? -reference[1] / d : 2 / (d * time));
}

/* A tendon gets no longer than its range: a stiff spring that pulls beyond it. */
static void emit_limit(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    double range[2] = {0}, stiffness, damping;
    const char *note = NULL;
    json_t *json = json_object(), *law = json_object();
    if (mjcf->no_limits || !sn_mjcf_limited(mjcf, &tendon->element, "limited", "range") ||
        sn_mjcf_numbers(mjcf, &tendon->element, "range", 2, 2, range) != 2 || !(range[1] > 0) ||
        !sn_mjcf_path(mjcf, tendon, json, &note)) {
        json_decref(json);
        json_decref(law);
        return;
    }
    g_autofree char *name = g_strconcat(*tendon->name ? tendon->name : "tendon", " limit", NULL);
    limit_numbers(mjcf, tendon, &stiffness, &damping);
    json_object_set_new(law, "type", json_string("tension_only"));
    const double m = tendon->times;
    json_object_set_new(law, "stiffness", json_real(stiffness / (m * m)));
    json_object_set_new(law, "damping", json_real(damping / (m * m)));
    json_object_set_new(law, "rest_is_start", json_false());
    json_object_set_new(law, "rest_length", json_real(m * range[1] + tendon->extra));
    json_object_set_new(json, "class", json_string("axial_spring"));
    json_object_set_new(json, "law", law);
    g_free(sn_emit(mjcf->root, mjcf->names, "springs", name, json));
    sn_mjcf_tell(mjcf, SN_IMPORT_APPROXIMATED, tendon->element.node, name,
                 range[0] > 0 ? "its upper limit is a stiff spring; its lower one is not here"
                              : "its limit is a stiff spring");
}

/* The sum stays in its range: stiff springs beyond both ends. */
static void emit_sum_limits(SnMjcf *mjcf, const SnMjcfTendon *tendon, GString *notes)
{
    double range[2] = {0}, stiffness, damping;
    if (tendon->joints->len == 0 || mjcf->no_limits ||
        !sn_mjcf_limited(mjcf, &tendon->element, "limited", "range") ||
        sn_mjcf_numbers(mjcf, &tendon->element, "range", 2, 2, range) != 2)
        return;
    limit_numbers(mjcf, tendon, &stiffness, &damping);
    sn_mjcf_note(notes, sn_mjcf_emit_sum_limits(mjcf, tendon, range, stiffness, damping)
                            ? "its limits are stiff springs"
                            : "its range is no limit here: a joint of it takes none");
}

static void emit_fixed(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    const double k = stiffness_of(mjcf, tendon), d = damping_of(mjcf, tendon);
    g_autoptr(GString) notes = g_string_new(NULL);
    if (k > 0 || d > 0) {
        const guint n = tendon->joints->len;
        if (n > 1 ? !sn_mjcf_emit_sum_spring(mjcf, tendon, k, d)
                  : n == 1 && !emit_joint_spring(mjcf, tendon, k, d))
            sn_mjcf_note(notes, "its joint takes no spring here");
    }
    emit_sum_limits(mjcf, tendon, notes);
    note_losses(mjcf, tendon, notes);
    sn_mjcf_tell_notes(mjcf, tendon->element.node, tendon->name, notes);
}

/* The actuator that is the path says nothing of these. */
static void tell_lost_of_path(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    g_autoptr(GString) notes = g_string_new(NULL);
    note_losses(mjcf, tendon, notes);
    if (notes->len)
        sn_mjcf_tell_notes(mjcf, tendon->element.node, tendon->name, notes);
}

void sn_mjcf_emit_tendons(SnMjcf *mjcf)
{
    for (guint i = 0; i < mjcf->tendons->len && !mjcf->error; i++) {
        const SnMjcfTendon *tendon = sn_mjcf_tendon(mjcf, (int)i);
        if (tendon->fixed)
            emit_fixed(mjcf, tendon);
        else if (!tendon->taken || stiffness_of(mjcf, tendon) > 0 || damping_of(mjcf, tendon) > 0)
            emit_spring(mjcf, tendon); /* beside the actuator that is the path */
        else
            tell_lost_of_path(mjcf, tendon);
        if (!tendon->fixed)
            emit_limit(mjcf, tendon);
    }
    for (guint i = 0; i < mjcf->sites->len; i++)
        marker_of(mjcf, sn_mjcf_site(mjcf, (int)i));
}
