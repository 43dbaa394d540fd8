/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/path_wrap.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/path_room.h"
#include "engine/wrap/planar.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- where surfaces are, and how they move --- */

static SnWrapObstacle obstacle_at(const SnPathPlaces *places, const SnSystemWrapSurface *surface)
{
    SnWrapObstacle o = {.form = surface->form};
    sn_path_place(places, surface->point, o.position);
    for (int k = 0; k < 3; k++) {
        double tip[3];
        sn_path_place(places, surface->point + 1 + k, tip);
        sn_v3_sub(tip, o.position, tip);
        for (int r = 0; r < 3; r++)
            o.axes[3 * r + k] = tip[r] / surface->unit;
    }
    return o;
}

bool sn_path_is_inside(const SnPathPlaces *places, const SnSystemWrapSurface *surface,
                       const double place[3])
{
    const SnWrapObstacle o = obstacle_at(places, surface);
    double from[3], local[3];
    sn_v3_sub(place, o.position, from);
    sn_m3_tmul_v3(o.axes, from, local);
    return sn_wrap_is_inside(&o.form, local);
}

/* Of the four values of a surface's points that of a place in its frame, which moves with it. */
static void blend(const SnSystemWrapSurface *surface, const double place[3],
                  const double *const value[4], double result[3])
{
    sn_v3_copy(value[0], result);
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++)
            result[c] += place[k] / surface->unit * (value[1 + k][c] - value[0][c]);
}

static SnPathContact contact_on(const SnPathPlaces *places, const SnSystemWrapSurface *surface,
                                const SnWrapObstacle *o, const SnWrapArc *arc, int end)
{
    const SnSystemPoint *point = &places->system->points[surface->point];
    const double *local[4], *velocity[4];
    SnPathContact contact = {.block = point->block, .on_surface = end == 0};
    for (int k = 0; k < 4; k++)
        local[k] = point[k].local;
    blend(surface, arc->point[end], local, contact.local);
    for (int k = 0; places->work && k < 4; k++)
        velocity[k] = places->work->motion.point_velocity[surface->point + k];
    if (places->work)
        blend(surface, arc->point[end], velocity, contact.velocity);
    sn_m3_mul_v3(o->axes, arc->point[end], contact.position);
    sn_v3_add(contact.position, o->position, contact.position);
    sn_m3_mul_v3(o->axes, arc->binormal[end], contact.binormal);
    if (end == 0) {
        contact.length = arc->length;
        contact.side = arc->side, contact.side_rate = arc->side_rate;
        contact.turn = arc->turn, contact.turn_rate = arc->turn_rate;
    }
    return contact;
}

/* --- the string between two points --- */

typedef struct Part {
    int n;
    const SnSystemWrapSurface *surface[SN_WRAP_MOST];
    SnWrapObstacle obstacle[SN_WRAP_MOST];
    SnWrapArc arcs[SN_WRAP_MOST][SN_WRAP_ARCS];
} Part;

static bool is_between(const SnSystemWrap *wrap, int i, int next)
{
    return i >= wrap->first && next - 1 <= wrap->last;
}

/* By how much the way from x to y over an obstacle is longer than the straight one; infinite: it
 * does not touch it. */
static double detour(const SnWrapObstacle *o, const double x[3], const double y[3], bool *crosses)
{
    double from[3], to[3];
    SnWrapArc arcs[SN_WRAP_ARCS];
    sn_v3_sub(x, o->position, from);
    sn_v3_sub(y, o->position, to);
    sn_m3_tmul_v3(o->axes, from, from);
    sn_m3_tmul_v3(o->axes, to, to);
    *crosses = !sn_wrap_is_inside(&o->form, from) && !sn_wrap_is_inside(&o->form, to) &&
               sn_wrap_crosses(&o->form, from, to);
    if (*crosses || o->form.side == SN_WRAP_ANY)
        return HUGE_VAL;
    sn_wrap_one(&o->form, from, to, arcs);
    return arcs->touches ? sn_wrap_length(from, to, arcs) - sn_v3_distance(from, to) : HUGE_VAL;
}

static int choose_part(const SnPathPlaces *places, const SnSystemPath *path,
                       const SnSystemWrap *wrap)
{
    const SnSystemPaths *paths = &places->system->paths;
    const SnWrapObstacle o = obstacle_at(places, &paths->surfaces[wrap->surface]);
    double x[3], y[3], least = HUGE_VAL;
    int part = wrap->first;
    for (int i = sn_path_next(places, path, wrap->first - 1), next; i <= wrap->last; i = next) {
        next = sn_path_next(places, path, i);
        if (next >= path->count || !is_between(wrap, i, next))
            break;
        bool crosses;
        sn_path_place(places, paths->point[path->first + i], x);
        sn_path_place(places, paths->point[path->first + next], y);
        const double longer = detour(&o, x, y, &crosses);
        if (crosses)
            return i;
        if (longer < least)
            least = longer, part = i;
    }
    return part;
}

void sn_path_choose_parts(const SnPathPlaces *places, const SnSystemPath *path, int *parts)
{
    for (int w = 0; w < path->n_wraps; w++) {
        const SnSystemWrap *wrap = &places->system->paths.wraps[path->first_wrap + w];
        const bool once = path->wraps_once && wrap->last > wrap->first;
        parts[w] = once ? choose_part(places, path, wrap) : -1;
    }
}

/* The surfaces that may be touched between two points of the path. */
static void gather_part(const SnPathPlaces *places, const SnSystemPath *path, const int *parts,
                        int i, int next, Part *part)
{
    const SnSystemPaths *paths = &places->system->paths;
    part->n = 0;
    for (int w = path->first_wrap; w < path->first_wrap + path->n_wraps; w++) {
        const SnSystemWrap *wrap = &paths->wraps[w];
        const int chosen = parts[w - path->first_wrap];
        if (!is_between(wrap, i, next) || (chosen >= 0 && chosen != i) || part->n == SN_WRAP_MOST)
            continue;
        part->surface[part->n] = &paths->surfaces[wrap->surface];
        part->obstacle[part->n] = obstacle_at(places, part->surface[part->n]);
        part->n++;
    }
}

static void into_obstacle(const SnWrapObstacle *o, const double place[3], double local[3])
{
    double from[3];
    sn_v3_sub(place, o->position, from);
    sn_m3_tmul_v3(o->axes, from, local);
}

/* Contact points of the surface where x and y are.  Without a workspace, the two that have the
 * length. */
static bool lay_planar(const SnPathPlaces *places, const SnSystemPath *path, const Part *part,
                       const double x[3], const double y[3], SnPathContact *contacts,
                       int *n_contacts)
{
    const SnWrapObstacle *o = &part->obstacle[0];
    int before = 0;
    for (int k = 0; k < *n_contacts; k++)
        before += contacts[k].over != NULL;
    SnWrapPlanar alone, *way = &alone;
    if (places->work)
        way = places->work->forces.path_kept[path - places->system->paths.paths].planar + before;
    SnWrapArc arc = {0};
    into_obstacle(o, x, arc.point[0]);
    into_obstacle(o, y, arc.point[1]);
    const bool found = sn_wrap_over_mesh(&o->form, arc.point[0], arc.point[1], way);
    if (!found || !way->touches)
        return found;
    arc.length = way->length;
    for (int end = 0; end < 2; end++) {
        SnPathContact *contact = &contacts[*n_contacts + end];
        *contact = contact_on(places, part->surface[0], o, &arc, end);
        contact->is_given = end == 1;
        if (end == 1)
            sn_m3_mul_v3(o->axes, way->gradient + 3, contact->direction);
    }
    contacts[*n_contacts].over = places->work ? way : NULL;
    memcpy(contacts[*n_contacts].axes, o->axes, sizeof o->axes);
    if (places->work) { /* the given point before it */
        SnPathContact *given = &contacts[*n_contacts - 1];
        sn_m3_mul_v3(o->axes, way->gradient, given->direction);
        sn_v3_scale(-1, given->direction, given->direction);
        given->is_given = true;
    }
    *n_contacts += 2;
    return true;
}

bool sn_path_wrap_part(const SnPathPlaces *places, const SnSystemPath *path, const int *parts,
                       int i, int next, const double x[3], const double y[3],
                       SnPathContact *contacts, int *n_contacts)
{
    Part part;
    gather_part(places, path, parts, i, next, &part);
    if (part.n == 1 && part.obstacle[0].form.shape == SN_WRAP_MESH)
        return lay_planar(places, path, &part, x, y, contacts, n_contacts);
    const bool found = sn_wrap_string(x, y, part.n, part.obstacle, part.arcs);
    for (int k = 0; k < SN_WRAP_ARCS * part.n; k++) {
        const int on = k / SN_WRAP_ARCS;
        const SnWrapArc *arc = &part.arcs[on][k % SN_WRAP_ARCS];
        for (int end = 0; arc->touches && end < 2; end++)
            contacts[(*n_contacts)++] =
                contact_on(places, part.surface[on], &part.obstacle[on], arc, end);
    }
    return found;
}

/* --- contact points that slide --- */

/* vector += J' force + the moment, both in world axes, of a contact point. */
static void add_motion(const SnSystem *system, const SnWorkspace *work, const SnSystemPath *path,
                       const SnPathContact *contact, const double force[3], const double moment[3],
                       double vector[][6])
{
    const int b = sn_path_block(system, path, contact->block);
    if (contact->slide)
        sn_path_slide_add(contact->slide, sn_v3_dot(force, contact->slide->along), vector);
    if (b < 0)
        return;
    sn_v3_add(vector[b], force, vector[b]);
    if (system->blocks[contact->block].kind != SN_BLOCK_BODY)
        return;
    double in_body[3], arm[3];
    sn_m3_tmul_v3(work->motion.rotation[contact->block], force, in_body);
    sn_v3_cross(contact->local, in_body, arm);
    sn_m3_tmul_v3(work->motion.rotation[contact->block], moment, in_body);
    sn_v3_add(arm, in_body, arm);
    sn_v3_add(vector[b] + 3, arm, vector[b] + 3);
}

/* A contact point across its straight part: the row of W.  first: the string comes on here. */
static void slip_row(const SnSystem *system, const SnWorkspace *work, const SnSystemPath *path,
                     const SnPathContact *contact, bool first, double vector[][6])
{
    static const double none[3] = {0};
    const SnPathContact *straight = first ? contact - 1 : contact;
    const SnPathContact *neighbour = first ? contact - 1 : contact + 1;
    double force[3], moment[3];
    memset(vector, 0, sizeof *vector * (size_t)path->n_blocks);
    sn_v3_scale(1 / straight->length, contact->binormal, force);
    sn_v3_cross(contact->binormal, straight->direction, moment);
    if (!first)
        sn_v3_scale(-1, moment, moment);
    add_motion(system, work, path, contact, force, moment, vector);
    sn_v3_scale(-1, force, force);
    add_motion(system, work, path, neighbour, force, none, vector);
}

/* The inverse of an arc's block of S, [p + side/turn, -1/turn; -1/turn, q + turn_rate/turn], p and
 * q of the straight parts before and after.  With side turn_rate - 1 = side_rate turn nothing is
 * divided by turn, which is 0 after half a turn round a sphere.  An end that is held by a given
 * point (p or q infinite) has zeros. */
typedef struct SlipBlock {
    double g11, g12, g22, determinant;
} SlipBlock;

static SlipBlock slip_block(const SnPathContact *arc, double p, double q)
{
    const double first = arc->turn * q + arc->turn_rate, second = arc->turn * p + arc->side;
    SlipBlock block = {0};
    if (isfinite(p) && isfinite(q)) {
        const double d = p * first + q * arc->side + arc->side_rate;
        if (d != 0)
            block = (SlipBlock){first / d, 1 / d, second / d, arc->turn / d};
    } else if (isfinite(q) && first != 0) {
        block.g22 = arc->turn / first;
    } else if (isfinite(p) && second != 0) {
        block.g11 = arc->turn / second;
    }
    return block;
}

static void combine(const SnSystemPath *path, double share, double add[][6], double vector[][6])
{
    for (int b = 0; b < path->n_blocks; b++)
        for (int k = 0; k < 6; k++)
            vector[b][k] += share * add[b][k];
}

/* The block's form of the rows a and b as squares; they are overwritten. */
static void slip_squares(const SnSystemPath *path, const SlipBlock *block, double a[][6],
                         double b[][6], SnPathSlip slip, void *data)
{
    double g11 = block->g11, g22 = block->g22;
    double(*one)[6] = a, (*two)[6] = b;
    if (fabs(g22) > fabs(g11)) {
        g11 = block->g22, g22 = block->g11;
        one = b, two = a;
    }
    if (fabs(g11) > 1e-3 * fabs(block->g12)) {
        combine(path, block->g12 / g11, two, one);
        slip(data, g11, one);
        if (block->determinant != 0)
            slip(data, block->determinant / g11, two);
    } else if (block->g12 != 0) { /* 2 a b = (a + b)^2 - a^2 - b^2 */
        slip(data, g11 - block->g12, one);
        slip(data, g22 - block->g12, two);
        combine(path, 1, two, one);
        slip(data, block->g12, one);
    }
}

void sn_path_slips(const SnSystem *system, const SnWorkspace *work, const SnSystemPath *path,
                   const SnPathGeometry *geometry, SnPathSlip slip, void *data)
{
    assert(work->system == system && path->n_blocks <= SN_PATH_MAX_BLOCKS);
    double a[SN_PATH_MAX_BLOCKS][6], b[SN_PATH_MAX_BLOCKS][6], last[SN_PATH_MAX_BLOCKS][6] = {0};
    double last_g22 = 0; /* of the arc before, and what its end slides by */
    for (int i = 1; i + 2 < geometry->n_contacts; i++) {
        const SnPathContact *arc = &geometry->contacts[i];
        if (!arc->on_surface || arc->over)
            continue;
        double p = arc[-1].length > 0 ? 1 / arc[-1].length : HUGE_VAL;
        const double q = arc[1].length > 0 ? 1 / arc[1].length : HUGE_VAL;
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        if (isfinite(p))
            slip_row(system, work, path, arc, true, a);
        if (isfinite(q))
            slip_row(system, work, path, arc + 1, false, b);
        if (isfinite(p) && i > 1 && arc[-2].on_surface) { /* S is eliminated block by block */
            const double off = -sn_v3_dot(arc->binormal, arc[-1].binormal) * p;
            combine(path, -off, last, a);
            p -= off * off * last_g22;
        }
        const SlipBlock block = slip_block(arc, p, q);
        memset(last, 0, sizeof last);
        combine(path, block.g12, a, last);
        combine(path, block.g22, b, last);
        last_g22 = block.g22;
        slip_squares(path, &block, a, b, slip, data);
    }
}

/* --- over meshes in planes --- */

/* The walk through the products of one way.  Motion of the end before and after it against the
 * surface, in its axes, by the motion of the path's blocks: six rows. */
typedef struct Planar {
    const SnSystem *system;
    const SnWorkspace *work;
    const SnSystemPath *path;
    const SnPathContact *given, *on; /* the given point before it, the first contact point */
    double row[6][SN_PATH_MAX_BLOCKS][6];
} Planar;

static void set_rows(Planar *p)
{
    static const double none[3] = {0};
    const SnPathContact *end[2] = {p->given, p->on + 2}, *on[2] = {p->on, p->on + 1};
    for (int i = 0; i < 6; i++) {
        const double *axes = p->on->axes;
        const double axis[3] = {axes[i % 3], axes[3 + i % 3], axes[6 + i % 3]};
        double back[3];
        memset(p->row[i], 0, sizeof *p->row[i] * (size_t)p->path->n_blocks);
        add_motion(p->system, p->work, p->path, end[i / 3], axis, none, p->row[i]);
        sn_v3_scale(-1, axis, back);
        add_motion(p->system, p->work, p->path, on[i / 3], back, none, p->row[i]);
    }
}

/* The gradient turns with the surface: -2 g x w . r, of each end with g and its motion r. */
static void turning_products(const Planar *p, int end, SnPathPlanarProduct product, void *data)
{
    const int own = sn_path_block(p->system, p->path, p->on->block);
    const size_t size = sizeof *p->row[0] * (size_t)p->path->n_blocks;
    double in_world[3], in_body[3];
    if (own < 0 || p->system->blocks[p->on->block].kind != SN_BLOCK_BODY)
        return;
    sn_m3_mul_v3(p->on->axes, p->on->over->gradient + 3 * end, in_world);
    for (int k = 0; k < 3; k++) {
        const double *axes = p->on->axes;
        const double axis[3] = {axes[k], axes[3 + k], axes[6 + k]};
        SnPathGradient scratch = {0};
        sn_v3_cross(axis, in_world, in_body); /* g x w . e = e x g . w */
        sn_m3_tmul_v3(p->work->motion.rotation[p->on->block], in_body, in_body);
        memcpy(scratch.length, p->row[3 * end + k], size);
        sn_v3_scale(-2, in_body, scratch.rate[own] + 3);
        product(data, &scratch);
    }
}

void sn_path_planar_products(const SnSystem *system, const SnWorkspace *work,
                             const SnSystemPath *path, const SnPathGeometry *geometry,
                             SnPathPlanarProduct product, void *data)
{
    assert(work->system == system && path->n_blocks <= SN_PATH_MAX_BLOCKS);
    const size_t size = sizeof(double[6]) * (size_t)path->n_blocks;
    for (int i = 1; i + 2 < geometry->n_contacts; i++) {
        const SnPathContact *on = &geometry->contacts[i];
        if (!on->over)
            continue;
        Planar p = {.system = system, .work = work, .path = path, .given = on - 1, .on = on};
        set_rows(&p);
        for (int r = 0; r < 6; r++) {
            SnPathGradient scratch = {0};
            memcpy(scratch.length, p.row[r], size);
            for (int c = 0; c < 6; c++)
                combine(path, on->over->hessian[r][c], p.row[c], scratch.rate);
            product(data, &scratch);
        }
        for (int end = 0; end < 2; end++)
            turning_products(&p, end, product, data);
    }
}

/* --- to be seen --- */

int sn_path_n_looks(const SnSystemPath *path)
{
    return path->count + SN_PATH_SAMPLES * path->n_wraps;
}

/* Room that is left over lies along the last straight part. */
static void fill_up(int n, int room, double (*place)[3])
{
    double end[3], from[3];
    sn_v3_copy(place[n - 1], end);
    sn_v3_copy(place[n > 1 ? n - 2 : 0], from);
    for (int i = n - 1; i < room; i++) {
        const double share = (double)(i - n + 2) / (room - n + 1);
        for (int k = 0; k < 3; k++)
            place[i][k] = from[k] + share * (end[k] - from[k]);
    }
}

static int look_over_mesh(const SnWrapObstacle *o, const double y[3], int n, int room,
                          double (*place)[3])
{
    double from[3], to[3], sample[SN_PATH_SAMPLES][3];
    if (n + SN_PATH_SAMPLES > room)
        return n;
    into_obstacle(o, place[n - 1], from);
    into_obstacle(o, y, to);
    if (!sn_wrap_mesh_samples(&o->form, from, to, SN_PATH_SAMPLES, sample))
        return n;
    for (int j = 0; j < SN_PATH_SAMPLES; j++, n++) {
        sn_m3_mul_v3(o->axes, sample[j], place[n]);
        sn_v3_add(place[n], o->position, place[n]);
    }
    return n;
}

/* Samples of the part that begins at point i of the path, behind the n places there are; returns
 * how many there are then. */
static int look_at_part(const SnPathPlaces *places, const SnSystemPath *path, int i, int next,
                        int n, int room, double (*place)[3])
{
    Part part = {0};
    double y[3];
    sn_path_place(places, places->system->paths.point[path->first + next], y);
    gather_part(places, path, places->work->forces.path_parts, i, next, &part);
    if (part.n == 1 && part.obstacle[0].form.shape == SN_WRAP_MESH)
        return look_over_mesh(&part.obstacle[0], y, n, room - (path->count - i - 1), place);
    sn_wrap_string(place[n - 1], y, part.n, part.obstacle, part.arcs);
    for (int k = 0; k < SN_WRAP_ARCS * part.n; k++) {
        const SnWrapObstacle *o = &part.obstacle[k / SN_WRAP_ARCS];
        const SnWrapArc *arc = &part.arcs[k / SN_WRAP_ARCS][k % SN_WRAP_ARCS];
        const int samples =
            part.arcs[k / SN_WRAP_ARCS][1].touches ? SN_PATH_SAMPLES / 2 : SN_PATH_SAMPLES;
        double sample[SN_PATH_SAMPLES][3];
        if (!arc->touches || n + samples + path->count - i - 1 > room)
            continue;
        sn_wrap_samples(&o->form, arc, samples, sample);
        for (int j = 0; j < samples; j++, n++) {
            sn_m3_mul_v3(o->axes, sample[j], place[n]);
            sn_v3_add(place[n], o->position, place[n]);
        }
    }
    return n;
}

void sn_path_look(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  const SnSystemPath *path, double (*place)[3])
{
    const SnPathPlaces places = {system, state, work};
    const int room = sn_path_n_looks(path);
    int n = 0;
    sn_path_choose_parts(&places, path, work->forces.path_parts);
    for (int i = sn_path_next(&places, path, -1), next; i < path->count; i = next) {
        sn_path_place(&places, system->paths.point[path->first + i], place[n++]);
        next = sn_path_next(&places, path, i);
        if (path->n_wraps > 0 && next < path->count)
            n = look_at_part(&places, path, i, next, n, room, place);
    }
    if (n == 0) /* none of its points counts */
        sn_path_place(&places, system->paths.point[path->first], place[n++]);
    fill_up(n, room, place);
}
