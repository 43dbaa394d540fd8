/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MuJoCo: what closes loops, couples, pulls, drives and touches. */
#include "engine/base/vec.h"
#include "engine/export/joints.h"
#include "engine/export/osim.h"
#include "engine/export/points.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/strand.h"

#include <math.h>
#include <string.h>

enum { MOST_PAIRS = 20000 };

/* --- polynomials --- */

/* Through five points about x0, in powers of x - x0 (Newton's divided differences). */
static void interpolate(const SnFunctionText *f, double x0, double low, double high, double a[5])
{
    double x[5] = {0}, y[5], power[5] = {1};
    const double half = 0.5 * (high - low), middle = 0.5 * (low + high) - x0;
    for (int i = 1; i < 5; i++)
        x[i] = middle + half * cos(G_PI * (2 * i - 1) / 8);
    for (int i = 1; i < 5; i++) /* x0 itself is one of them */
        if (fabs(x[i]) < 1e-3 * half)
            x[i] = 0.2 * half;
    for (int i = 0; i < 5; i++)
        y[i] = sn_export_value(f, x0 + x[i]);
    for (int k = 1; k < 5; k++)
        for (int i = 4; i >= k; i--)
            y[i] = (y[i] - y[i - 1]) / (x[i] - x[i - k]);
    memset(a, 0, 5 * sizeof *a);
    for (int k = 0; k < 5; k++) { /* power: product of (x - x_i) so far */
        for (int i = 0; i < 5; i++)
            a[i] += y[k] * power[i];
        for (int i = 4; i >= 0; i--)
            power[i] = (i > 0 ? power[i - 1] : 0) - x[k] * power[i];
    }
}

/* f(x) in powers of x - x0; of what is no polynomial of degree 4 the one through five points. */
static bool expand(const SnFunctionText *f, double x0, double low, double high, double a[5])
{
    const bool table = sn_function_is_table(f->kind) || f->n_coefficients > 5;
    if (table) {
        interpolate(f, x0, low, high, a);
        return false;
    }
    memset(a, 0, 5 * sizeof *a);
    const int n = f->kind == SN_FUNCTION_CONSTANT ? MIN(f->n_coefficients, 1) : f->n_coefficients;
    if (n == 0 && f->kind == SN_FUNCTION_LINEAR) {
        a[0] = f->scale * x0;
        a[1] = f->scale;
    }
    for (int i = n - 1; i >= 0; i--) { /* Horner in x0 + d */
        for (int k = 4; k > 0; k--)
            a[k] = a[k - 1] + x0 * a[k];
        a[0] = x0 * a[0] + f->scale * f->coefficients[i];
    }
    return true;
}

/* y - y0 = a0 - y0 + a1 (x - x0) + ... */
static void write_follow(SnXmlOut *out, const char *follows, const char *leads, double y0,
                         const double a[5])
{
    double c[5];
    memcpy(c, a, sizeof c);
    c[0] -= y0;
    sn_xml_out_begin(out, "joint");
    sn_xml_out_text(out, "joint1", follows);
    if (leads)
        sn_xml_out_text(out, "joint2", leads);
    sn_xml_out_numbers(out, "polycoef", c, 5);
    sn_xml_out_end(out, "joint");
}

static void limits_of(const SnExportCoordinate *c, double *low, double *high)
{
    const double reach = c->turns ? 2 : 0.5;
    *low = c->limited ? c->lower : c->value - reach;
    *high = c->limited ? c->upper : c->value + reach;
}

/* Steps of one joint that follow a coordinate which another step is. */
static void write_steps(SnXmlOut *out, const SnExportJoint *joint)
{
    for (int k = 0; k < joint->n_moves; k++) {
        const SnExportMove *move = &joint->move[k];
        double a[5], low, high;
        if (!move->follows)
            continue;
        const SnExportCoordinate *c = &joint->coordinate[move->coordinate];
        g_autofree char *name = g_strdup_printf("%s_step_%d", c->name, k + 1);
        limits_of(c, &low, &high);
        expand(&move->function, c->value, low, high, a);
        a[0] = move->value;
        write_follow(out, name, c->name, move->value, a);
    }
}

/* --- couplers, drives, loops --- */

static void write_coupler(SnExport *e, SnXmlOut *out, const SnCoupler *coupler)
{
    int ja, ca, jb, cb;
    double a[5], low, high;
    const SnComponent *component = &coupler->base.base.base;
    const SnFunctionText f = sn_function_text(&coupler->function);
    if (!coupler->base.enabled ||
        !sn_export_coordinate(e, coupler->joint_a, coupler->coordinate_a, &ja, &ca) ||
        !sn_export_coordinate(e, coupler->joint_b, coupler->coordinate_b, &jb, &cb)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "it is off, or its joints are not there");
        return;
    }
    if (coupler->several.terms.n > 0) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       "it follows several coordinates; MuJoCo couples two joints");
        return;
    }
    const SnExportCoordinate *x = &sn_export_joint(e, ja)->coordinate[ca],
                             *y = &sn_export_joint(e, jb)->coordinate[cb];
    limits_of(x, &low, &high);
    const bool exact = expand(&f, x->value, low, high, a);
    write_follow(out, y->name, x->name, y->value, a);
    sn_export_tell(e, exact ? SN_IMPORT_EXACT : SN_IMPORT_APPROXIMATED, component,
                   exact ? NULL : "a polynomial of degree 4");
}

static void write_gear(SnExport *e, SnXmlOut *out, const SnGear *gear)
{
    int ja, ca, jb, cb;
    const SnComponent *component = &gear->base.base.base;
    if (!gear->base.enabled || !sn_export_coordinate(e, gear->joint_a, 0, &ja, &ca) ||
        !sn_export_coordinate(e, gear->joint_b, 0, &jb, &cb)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "it is off, or its joints are not there");
        return;
    }
    const SnExportCoordinate *x = &sn_export_joint(e, ja)->coordinate[ca],
                             *y = &sn_export_joint(e, jb)->coordinate[cb];
    const double a[5] = {y->value, gear->ratio};
    write_follow(out, y->name, x->name, y->value, a);
    sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
}

static void write_drive(SnExport *e, SnXmlOut *out, const SnDrive *drive)
{
    int j, c;
    const SnComponent *component = &drive->base.base.base;
    if (!drive->base.enabled || !sn_export_coordinate(e, drive->joint, drive->coordinate, &j, &c)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "it is off, or its joint is not there");
        return;
    }
    const SnExportCoordinate *y = &sn_export_joint(e, j)->coordinate[c];
    const double a[5] = {drive->value};
    write_follow(out, y->name, NULL, y->value, a);
    sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
}

/* Joints that are no branch of the tree, by sites at both ends. */
static void write_loop(SnExport *e, SnXmlOut *out, const SnExportJoint *joint)
{
    const SnComponent *component = &joint->joint->base.base.base;
    const bool weld = component->class == &SN_CLASS_FIXED;
    SnPlacement back, relative;
    double pose[7];
    if (joint->in_tree || component->class == &SN_CLASS_FREE) {
        if (component->class == &SN_CLASS_FREE)
            sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
        return;
    }
    if (!weld && component->class != &SN_CLASS_SPHERICAL) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       "in a loop MuJoCo has ball and fixed joints only");
        return;
    }
    /* body 1 is one that is there: the world stands at the second place */
    const int one = joint->a >= 0 ? joint->a : joint->b, two = joint->a >= 0 ? joint->b : joint->a;
    const SnPlacement *first = joint->a >= 0 ? &joint->in_a : &joint->in_b,
                      *second = joint->a >= 0 ? &joint->in_b : &joint->in_a;
    sn_xml_out_begin(out, weld ? "weld" : "connect");
    sn_xml_out_text(out, "name", joint->name);
    sn_xml_out_text(out, "body1", sn_export_body(e, one)->name);
    if (two >= 0)
        sn_xml_out_text(out, "body2", sn_export_body(e, two)->name);
    if (weld) {
        sn_placement_inverse(second, &back);
        sn_placement_mul(first, &back, &relative);
        sn_v3_copy(relative.p, pose);
        sn_q_from_m3(relative.r, pose + 3);
        sn_xml_out_numbers(out, "relpose", pose, 7);
    } else {
        sn_xml_out_numbers(out, "anchor", first->p, 3);
    }
    sn_xml_out_end(out, weld ? "weld" : "connect");
    sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
}

static void write_equality(SnExport *e, SnXmlOut *out)
{
    sn_xml_out_begin(out, "equality");
    for (guint i = 0; i < e->joints->len; i++) {
        const SnExportJoint *joint = sn_export_joint(e, (int)i);
        write_loop(e, out, joint);
        if (joint->in_tree)
            write_steps(out, joint);
    }
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (component->class == &SN_CLASS_COUPLER)
            write_coupler(e, out, (const SnCoupler *)component);
        else if (component->class == &SN_CLASS_GEAR)
            write_gear(e, out, (const SnGear *)component);
        else if (component->class == &SN_CLASS_DRIVE)
            write_drive(e, out, (const SnDrive *)component);
    }
    sn_xml_out_end(out, "equality");
}

/* --- tendons --- */

static void write_wraps(SnExport *e, SnXmlOut *out, const SnPath *path, int after, bool *exact)
{
    for (int w = 0; w < path->wraps.n; w++) {
        const bool ranged = path->wrap_ranges.n > 2 * w + 1;
        int first = ranged ? path->wrap_ranges.values[2 * w] : 1,
            last = ranged ? path->wrap_ranges.values[2 * w + 1] : 0;
        first = first < 1 ? 1 : first;
        last = last < 1 ? path->points.n : last;
        if (first != after)
            continue;
        *exact = *exact && last == first + 1;
        const char *geom = sn_export_named(e, path->wraps.ids[w]);
        const char *side =
            g_hash_table_lookup(e->sides, sn_model_get(e->model, path->wraps.ids[w]));
        if (!geom) {
            *exact = false;
            continue;
        }
        sn_xml_out_begin(out, "geom");
        sn_xml_out_text(out, "geom", geom);
        if (side)
            sn_xml_out_text(out, "sidesite", side);
        sn_xml_out_end(out, "geom");
        return; /* one between two sites */
    }
}

/* Between two sites lies one surface: of several the first. */
static bool counts_one_each(const SnPath *path)
{
    for (int w = 0; w + 1 < path->wraps.n; w++)
        for (int v = w + 1; v < path->wraps.n; v++) {
            const int a = path->wrap_ranges.n > 2 * w ? path->wrap_ranges.values[2 * w] : 1,
                      b = path->wrap_ranges.n > 2 * v ? path->wrap_ranges.values[2 * v] : 1;
            if (MAX(a, 1) == MAX(b, 1))
                return false;
        }
    return true;
}

static bool has_sites(const SnExport *e, const SnPath *path)
{
    int n = 0;
    for (int i = 0; i < path->points.n; i++) {
        if (!sn_export_named(e, path->points.ids[i]))
            return false;
        n += sn_export_counts(e, path->points.ids[i]);
    }
    return n >= 2;
}

static void write_points(SnExport *e, SnXmlOut *out, const SnPath *path, bool *exact)
{
    *exact = counts_one_each(path);
    for (int i = 0; i < path->points.n; i++) {
        if (!sn_export_counts(e, path->points.ids[i]))
            continue;
        sn_xml_out_begin(out, "site");
        sn_xml_out_text(out, "site", sn_export_named(e, path->points.ids[i]));
        sn_xml_out_end(out, "site");
        if (i + 1 < path->points.n)
            write_wraps(e, out, path, i + 1, exact);
    }
}

/* Of springs; what is no line or only pulls from where it starts is near enough at small strains.
 */
static const char *write_law(const SnExport *e, SnXmlOut *out, const SnComponent *component)
{
    if (component->class == &SN_CLASS_LIGAMENT) {
        const SnLigament *ligament = (const SnLigament *)component;
        const double rest[2] = {0, ligament->slack_length},
                     k = ligament->slack_length > 0 ? ligament->stiffness / ligament->slack_length
                                                    : 0;
        sn_xml_out_numbers(out, "stiffness", &k, 1);
        if (rest[1] > 0)
            sn_xml_out_numbers(out, "springlength", rest, 2);
        return "a straight line from its slack length on";
    }
    const SnAxialSpring *spring = (const SnAxialSpring *)component;
    const SnPath *path = &spring->base;
    /* without it MuJoCo takes the length where joints are at their springs' rests */
    const bool known = !spring->rest_is_start || path->wraps.n == 0;
    const double rest[2] = {0, spring->rest_is_start ? sn_export_path_length(e, path)
                                                     : spring->rest_length};
    const bool pulls = spring->law == SN_SPRING_TENSION_ONLY;
    if (spring->stiffness > 0)
        sn_xml_out_numbers(out, "stiffness", &spring->stiffness, 1);
    if (spring->damping > 0)
        sn_xml_out_numbers(out, "damping", &spring->damping, 1);
    if (known)
        sn_xml_out_numbers(out, "springlength", pulls ? rest : rest + 1, pulls ? 2 : 1);
    if (spring->law == SN_SPRING_BOLUS)
        return "a spring that pulls, too, and does not collapse";
    if (spring->law > SN_SPRING_TENSION_ONLY)
        return "its linear part alone";
    if (!known)
        return pulls ? "it pushes too, and rests where the springs of the joints rest"
                     : "it rests where the springs of the joints rest";
    return NULL;
}

static void write_tendon(SnExport *e, SnXmlOut *out, const SnComponent *component)
{
    const SnPath *path = (const SnPath *)component;
    const bool muscle = component->class == &SN_CLASS_MUSCLE,
               actuator = component->class == &SN_CLASS_PATH_ACTUATOR;
    char buffer[64];
    bool exact;
    if (!path->enabled || !has_sites(e, path)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       path->enabled ? "its points are not all markers of bodies"
                                     : "it is switched off");
        return;
    }
    char *name = sn_export_name(e, "tendon", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, "spatial");
    sn_xml_out_text(out, "name", name);
    const char *note = muscle || actuator ? NULL : write_law(e, out, component);
    write_points(e, out, path, &exact);
    sn_xml_out_end(out, "spatial");
    g_hash_table_insert(e->named, (gpointer)component, name);
    if (actuator)
        note = sn_export_begun(&((const SnPathActuator *)component)->lag);
    note = note || exact ? note : "a surface acts between two of its points only";
    if (!muscle)
        sn_export_tell(e, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component, note);
}

static void write_tendons(SnExport *e, SnXmlOut *out)
{
    sn_xml_out_begin(out, "tendon");
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (component->class == &SN_CLASS_AXIAL_SPRING || component->class == &SN_CLASS_LIGAMENT ||
            component->class == &SN_CLASS_MUSCLE || component->class == &SN_CLASS_PATH_ACTUATOR)
            write_tendon(e, out, component);
    }
    sn_xml_out_end(out, "tendon");
}

/* --- contact --- */

/* Bodies with a geom on one side of a collision; none given: all. */
static GPtrArray *side_of(const SnExport *e, const SnIdList *ids)
{
    GPtrArray *side = g_ptr_array_new();
    for (int i = 0; i < ids->n; i++) {
        SnComponent *body = sn_model_get(e->model, ids->ids[i]);
        if (g_hash_table_contains(e->body_of, body) && g_hash_table_lookup(e->named, body))
            g_ptr_array_add(side, body);
    }
    for (guint i = 0; ids->n == 0 && i < e->bodies->len; i++) {
        const SnRigidBody *body = sn_export_body(e, (int)i)->body;
        if (g_hash_table_lookup(e->named, body))
            g_ptr_array_add(side, (gpointer)body);
    }
    return side;
}

static bool are_joined(const SnExport *e, gconstpointer a, gconstpointer b)
{
    const int i = GPOINTER_TO_INT(g_hash_table_lookup(e->body_of, a)) - 1,
              k = GPOINTER_TO_INT(g_hash_table_lookup(e->body_of, b)) - 1;
    return sn_export_body(e, i)->parent == k || sn_export_body(e, k)->parent == i;
}

/* The last collision that two bodies are in counts: pairs by their names, in order. */
static void find_pairs(SnExport *e, const SnCollision *collision, GHashTable *pairs)
{
    g_autoptr(GPtrArray) a = side_of(e, &collision->bodies_a);
    g_autoptr(GPtrArray) b = side_of(e, &collision->bodies_b);
    for (guint i = 0; i < a->len; i++)
        for (guint k = 0; k < b->len; k++) {
            const char *one = g_hash_table_lookup(e->named, a->pdata[i]),
                       *two = g_hash_table_lookup(e->named, b->pdata[k]);
            const int order = strcmp(one, two);
            if (order == 0 || (!collision->joined && are_joined(e, a->pdata[i], b->pdata[k])))
                continue;
            char *key = g_strdup_printf("%s\n%s", order < 0 ? one : two, order < 0 ? two : one);
            if (collision->enabled &&
                (g_hash_table_size(pairs) < MOST_PAIRS || g_hash_table_contains(pairs, key))) {
                g_hash_table_replace(pairs, key, (gpointer)collision);
            } else {
                g_hash_table_remove(pairs, key);
                g_free(key);
            }
        }
}

static gint by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b);
}

static void write_contact(SnExport *e, SnXmlOut *out)
{
    g_autoptr(GHashTable) pairs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        const SnCollision *collision = (const SnCollision *)component;
        if (component->class != &SN_CLASS_COLLISION)
            continue;
        find_pairs(e, collision, pairs);
        sn_export_tell(e, collision->enabled ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component,
                       collision->enabled ? "MuJoCo's soft contact, friction of the same size"
                                          : NULL);
    }
    GList *keys = g_list_sort(g_hash_table_get_keys(pairs), by_text);
    sn_xml_out_begin(out, "contact");
    for (GList *at = keys; at; at = at->next) {
        const SnCollision *collision = g_hash_table_lookup(pairs, at->data);
        const double friction[5] = {fmax(collision->friction, 1e-5),
                                    fmax(collision->friction, 1e-5), 0.005, 0.0001, 0.0001};
        g_auto(GStrv) names = g_strsplit(at->data, "\n", 2);
        sn_xml_out_begin(out, "pair");
        sn_xml_out_text(out, "geom1", names[0]);
        sn_xml_out_text(out, "geom2", names[1]);
        if (collision->friction > 0)
            sn_xml_out_numbers(out, "friction", friction, 5);
        sn_xml_out_text(out, "condim", collision->friction > 0 ? "3" : "1");
        sn_xml_out_end(out, "pair");
    }
    g_list_free(keys);
    sn_xml_out_end(out, "contact");
}

void sn_export_mjcf_forces(SnExport *e, SnXmlOut *out)
{
    write_contact(e, out);
    write_equality(e, out);
    write_tendons(e, out);
    sn_export_mjcf_actuators(e, out);
}
