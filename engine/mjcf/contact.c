/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who touches whom: bits of geoms, <pair>, <exclude>, and what MuJoCo leaves out by itself (geoms
 * of one body, of a body and the one that carries it).  One collision for each two kinds of geoms,
 * then some that are switched off; the last that two bodies are in counts. */
#include "engine/mjcf/flex.h"
#include "engine/mjcf/mjcf.h"

#include <math.h>
#include <string.h>

static void each_contact(SnMjcf *mjcf, const char *name,
                         void (*visit)(SnMjcf *, const SnMjcfElement *))
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "contact") != 0)
            continue;
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in && !mjcf->error;
             in = sn_mjcf_next(mjcf, in)) {
            if (strcmp(in->name, name) != 0)
                continue;
            const SnMjcfElement element = sn_mjcf_element(mjcf, in, name, 0);
            visit(mjcf, &element);
        }
    }
}

static bool has_shape(const SnMjcfGeom *geom)
{
    const bool here = !geom->mesh || geom->mesh->file || geom->mesh->surface;
    return here && geom->kind != SN_MJCF_SDF;
}

static void mark_pair(SnMjcf *mjcf, const SnMjcfElement *pair)
{
    const int a = sn_mjcf_named(mjcf, pair, "geom1", mjcf->geom_by_name),
              b = sn_mjcf_named(mjcf, pair, "geom2", mjcf->geom_by_name);
    if (a < 0 || b < 0)
        return; /* told where pairs are made */
    sn_mjcf_geom(mjcf, a)->touches = has_shape(sn_mjcf_geom(mjcf, a));
    sn_mjcf_geom(mjcf, b)->touches = has_shape(sn_mjcf_geom(mjcf, b));
}

void sn_mjcf_read_contact(SnMjcf *mjcf)
{
    int types = 0, affinities = 0;
    if (mjcf->no_contact)
        return;
    for (guint i = 0; i < mjcf->flexes->len; i++) {
        const SnMjcfFlex *flex = &g_array_index(mjcf->flexes, SnMjcfFlex, i);
        types |= flex->surface.contype;
        affinities |= flex->surface.conaffinity;
    }
    for (guint i = 0; i < mjcf->geoms->len; i++) {
        const SnMjcfGeom *geom = sn_mjcf_geom(mjcf, (int)i);
        types |= has_shape(geom) ? geom->contype : 0;
        affinities |= has_shape(geom) ? geom->conaffinity : 0;
    }
    for (guint i = 0; i < mjcf->geoms->len; i++) {
        SnMjcfGeom *geom = sn_mjcf_geom(mjcf, (int)i);
        geom->touches =
            has_shape(geom) && ((geom->contype & affinities) || (geom->conaffinity & types));
    }
    each_contact(mjcf, "pair", mark_pair);
}

/* --- kinds of geoms --- */

typedef struct Kind {
    const SnMjcfGeom *like;
    bool self; /* what is soft touches itself */
    json_t *bodies;
} Kind;

static void free_kind(void *kind)
{
    json_decref(((Kind *)kind)->bodies);
}

static bool is_field(const SnMjcfGeom *geom)
{
    return geom->kind == SN_MJCF_HFIELD;
}

static bool is_soft(const SnMjcfGeom *geom)
{
    return geom->kind == SN_MJCF_FLEX;
}

static bool alike(const SnMjcfGeom *a, const SnMjcfGeom *b)
{
    return is_soft(a) == is_soft(b) && a->contype == b->contype &&
           a->conaffinity == b->conaffinity && a->condim == b->condim &&
           is_field(a) == is_field(b) && a->priority == b->priority && a->friction == b->friction &&
           a->twisting == b->twisting && a->rolling == b->rolling;
}

static void add_to_kinds(GArray *kinds, const SnMjcfGeom *geom, bool self)
{
    guint k = 0;
    if (!geom->target)
        return;
    while (k < kinds->len && !(alike(g_array_index(kinds, Kind, k).like, geom) &&
                               g_array_index(kinds, Kind, k).self == self))
        k++;
    if (k == kinds->len) {
        const Kind kind = {geom, self, json_array()};
        g_array_append_val(kinds, kind);
    }
    json_array_append_new(g_array_index(kinds, Kind, k).bodies, json_string(geom->target));
}

static GArray *find_kinds(const SnMjcf *mjcf)
{
    GArray *kinds = g_array_new(FALSE, FALSE, sizeof(Kind));
    g_array_set_clear_func(kinds, free_kind);
    for (guint i = 0; i < mjcf->geoms->len; i++)
        add_to_kinds(kinds, sn_mjcf_geom(mjcf, (int)i), false);
    for (guint i = 0; i < mjcf->flexes->len; i++) {
        const SnMjcfFlex *flex = &g_array_index(mjcf->flexes, SnMjcfFlex, i);
        add_to_kinds(kinds, &flex->surface, flex->self);
    }
    return kinds;
}

/* Of contacts that are told apart by more than who touches. */
typedef struct Touch {
    double friction, twisting, rolling; /* the last two levers [m] */
    bool surfaces; /* as they are: MuJoCo takes meshes for their hulls, not height fields */
    bool parted;   /* what is attached to each other does not touch */
    bool self;
} Touch;

static void emit_collision(SnMjcf *mjcf, const char *wish, json_t *a, json_t *b, const Touch *touch)
{
    json_t *json = json_object();
    json_object_set(json, "bodies_a", a);
    json_object_set(json, "bodies_b", b);
    json_object_set_new(json, "meshes",
                        json_string(touch && touch->surfaces ? "as_they_are" : "hulls"));
    if (!touch || !touch->parted) /* who does not is switched off by name */
        json_object_set_new(json, "joined", json_true());
    if (!touch)
        json_object_set_new(json, "enabled", json_false());
    else
        json_object_set_new(json, "friction", json_real(touch->friction));
    if (touch && touch->twisting > 0)
        json_object_set_new(json, "torsional_friction", json_real(touch->twisting));
    if (touch && touch->rolling > 0)
        json_object_set_new(json, "rolling_friction", json_real(touch->rolling));
    if (touch && touch->self)
        json_object_set_new(json, "self_contact", json_true());
    g_free(sn_emit(mjcf->root, mjcf->names, "collisions", wish, json));
}

/* Of two geoms the one with the higher priority says it, else the larger of each counts. */
static Touch touch_of(const SnMjcfGeom *a, const SnMjcfGeom *b)
{
    const SnMjcfGeom *first = a->priority < b->priority ? b : a,
                     *second = a->priority == b->priority ? b : first;
    const int condim = MAX(first->condim, second->condim);
    const bool soft = is_soft(a) || is_soft(b);
    return (Touch){.friction = condim == 1 ? 0 : fmax(first->friction, second->friction),
                   .twisting = condim < 4 || soft ? 0 : fmax(first->twisting, second->twisting),
                   .rolling = condim < 6 || soft ? 0 : fmax(first->rolling, second->rolling),
                   .surfaces = is_field(a) || is_field(b),
                   .parted = soft};
}

static void emit_kinds(SnMjcf *mjcf)
{
    g_autoptr(GArray) kinds = find_kinds(mjcf);
    bool any = false;
    for (guint i = 0; i < kinds->len; i++)
        for (guint k = i; k < kinds->len; k++) {
            const Kind *a = &g_array_index(kinds, Kind, i), *b = &g_array_index(kinds, Kind, k);
            Touch touch = touch_of(a->like, b->like);
            touch.self = i == k && a->self;
            if (!((a->like->contype & b->like->conaffinity) |
                  (b->like->contype & a->like->conaffinity)) ||
                (i == k && json_array_size(a->bodies) < 2 && !touch.self))
                continue;
            emit_collision(mjcf, "contact", a->bodies, b->bodies, &touch);
            any = true;
        }
    if (any)
        sn_import_report_note(mjcf->report, "contacts are rigid here: their solref, solimp and "
                                            "margin are left out");
}

/* --- what does not touch --- */

/* The body that one is welded to, 0: the world. */
static int weld_of(const SnMjcf *mjcf, int body)
{
    while (body > 0 && sn_mjcf_body(mjcf, body)->n_joints == 0)
        body = sn_mjcf_body(mjcf, body)->parent;
    return body;
}

/* For each body that others are welded to, what touches of all of them. */
static json_t **find_groups(const SnMjcf *mjcf)
{
    json_t **groups = g_new0(json_t *, mjcf->bodies->len);
    for (guint i = 0; i < mjcf->geoms->len; i++) {
        const SnMjcfGeom *geom = sn_mjcf_geom(mjcf, (int)i);
        const int weld = weld_of(mjcf, geom->body);
        if (!geom->target)
            continue;
        if (!groups[weld])
            groups[weld] = json_array();
        json_array_append_new(groups[weld], json_string(geom->target));
    }
    return groups;
}

static void emit_parted(SnMjcf *mjcf)
{
    json_t **groups = find_groups(mjcf);
    for (guint i = 1; i < mjcf->bodies->len; i++) {
        const SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        const int above = weld_of(mjcf, body->parent);
        if (!groups[i])
            continue;
        if (json_array_size(groups[i]) > 1) {
            g_autofree char *wish = g_strdup_printf("within_%s", body->name);
            emit_collision(mjcf, wish, groups[i], groups[i], NULL);
        }
        if (above > 0 && groups[above] && !mjcf->parents_touch) {
            g_autofree char *wish = g_strdup_printf("%s_at_its_joint", body->name);
            emit_collision(mjcf, wish, groups[i], groups[above], NULL);
        }
    }
    for (guint i = 0; i < mjcf->bodies->len; i++)
        json_decref(groups[i]);
    g_free(groups);
}

static json_t *touching_of(const SnMjcf *mjcf, int body)
{
    json_t *all = json_array();
    for (guint i = 0; i < mjcf->geoms->len; i++) {
        const SnMjcfGeom *geom = sn_mjcf_geom(mjcf, (int)i);
        if (geom->body == body && geom->target)
            json_array_append_new(all, json_string(geom->target));
    }
    return all;
}

static void emit_exclude(SnMjcf *mjcf, const SnMjcfElement *exclude)
{
    const int a = sn_mjcf_named(mjcf, exclude, "body1", mjcf->body_by_name),
              b = sn_mjcf_named(mjcf, exclude, "body2", mjcf->body_by_name);
    if (a < 0 || b < 0) {
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, exclude->node, sn_mjcf_name_of(exclude->node),
                     "a body that it names is not there");
        return;
    }
    json_t *first = touching_of(mjcf, a), *second = touching_of(mjcf, b);
    const char *name = sn_mjcf_name_of(exclude->node);
    g_autofree char *wish =
        g_strdup_printf("%s_%s", sn_mjcf_body(mjcf, a)->name, sn_mjcf_body(mjcf, b)->name);
    if (json_array_size(first) && json_array_size(second))
        emit_collision(mjcf, *name ? name : wish, first, second, NULL);
    json_decref(first);
    json_decref(second);
    sn_mjcf_tell(mjcf, SN_IMPORT_EXACT, exclude->node, *name ? name : wish, NULL);
}

static double bounded(double friction)
{
    return fmin(fmax(friction, 0), 100);
}

static void emit_pair(SnMjcf *mjcf, const SnMjcfElement *pair)
{
    const int i = sn_mjcf_named(mjcf, pair, "geom1", mjcf->geom_by_name),
              k = sn_mjcf_named(mjcf, pair, "geom2", mjcf->geom_by_name);
    const char *name = sn_mjcf_name_of(pair->node);
    if (i < 0 || k < 0) {
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, pair->node, name,
                     "a geom that it names is not there");
        return;
    }
    const SnMjcfGeom *a = sn_mjcf_geom(mjcf, i), *b = sn_mjcf_geom(mjcf, k);
    g_autofree char *wish = g_strdup_printf("%s_%s", a->name, b->name);
    double friction[5];
    if (!a->target || !b->target) {
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, pair->node, *name ? name : wish,
                     mjcf->no_contact ? "contact is switched off in the file"
                                      : "one of its geoms has no shape that touches here");
        return;
    }
    Touch touch = touch_of(a, b);
    const int n = sn_mjcf_numbers(mjcf, pair, "friction", 1, 5, friction),
              condim = sn_mjcf_integer(mjcf, pair, "condim", MAX(a->condim, b->condim));
    if (n > 0) /* two directions along the surface, about what is across, two of rolling */
        touch.friction = bounded(friction[0]);
    if (n > 2)
        touch.twisting = bounded(friction[2]);
    if (n > 3)
        touch.rolling = bounded(friction[3]);
    touch.friction = condim == 1 ? 0 : touch.friction;
    touch.twisting = condim < 4 ? 0 : touch.twisting;
    touch.rolling = condim < 6 ? 0 : touch.rolling;
    json_t *first = json_pack("[s]", a->target), *second = json_pack("[s]", b->target);
    emit_collision(mjcf, *name ? name : wish, first, second, &touch);
    json_decref(first);
    json_decref(second);
    sn_mjcf_tell(mjcf, SN_IMPORT_EXACT, pair->node, *name ? name : wish, NULL);
}

/* Parts of a cable do not touch the next one, though the first stands still. */
static void emit_cable(SnMjcf *mjcf, const SnMjcfCable *cable)
{
    const int at = GPOINTER_TO_INT(g_hash_table_lookup(mjcf->body_by_name, cable->body)) - 1;
    if (at <= 0 || weld_of(mjcf, sn_mjcf_body(mjcf, at)->parent) > 0)
        return;
    json_t *own = touching_of(mjcf, at),
           *before = touching_of(mjcf, sn_mjcf_body(mjcf, at)->parent);
    if (json_array_size(own) && json_array_size(before))
        emit_collision(mjcf, cable->body, own, before, NULL);
    json_decref(own);
    json_decref(before);
}

/* What is soft does not touch geoms of bodies that have its points (MuJoCo: elements there). */
static void emit_holders(SnMjcf *mjcf, const SnMjcfFlex *flex)
{
    json_t *own = json_pack("[s]", flex->surface.target), *others = json_array();
    for (int body = 1; body < (int)mjcf->bodies->len; body++)
        if (weld_of(mjcf, body) > 0 && sn_mjcf_flex_is_on(flex, body)) {
            json_t *more = touching_of(mjcf, body);
            json_array_extend(others, more);
            json_decref(more);
        }
    if (json_array_size(others)) {
        g_autofree char *wish = g_strconcat(flex->name, "_at_its_points", NULL);
        emit_collision(mjcf, wish, own, others, NULL);
    }
    json_decref(own);
    json_decref(others);
}

void sn_mjcf_emit_contact(SnMjcf *mjcf)
{
    if (!mjcf->no_contact) {
        emit_kinds(mjcf);
        emit_parted(mjcf);
        for (guint i = 0; i < mjcf->cables->len; i++)
            emit_cable(mjcf, &g_array_index(mjcf->cables, SnMjcfCable, i));
        for (guint i = 0; i < mjcf->flexes->len; i++)
            if (g_array_index(mjcf->flexes, SnMjcfFlex, i).surface.target)
                emit_holders(mjcf, &g_array_index(mjcf->flexes, SnMjcfFlex, i));
    }
    each_contact(mjcf, "exclude", emit_exclude);
    each_contact(mjcf, "pair", emit_pair);
}
