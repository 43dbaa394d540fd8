/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/path_wrap.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>
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
    SnWrapArc arc[SN_WRAP_MOST];
} Part;

static void wrap_part(const SnPathPlaces *places, const SnSystemPath *path, int i, int next,
                      const double x[3], const double y[3], Part *part)
{
    const SnSystemPaths *paths = &places->system->paths;
    part->n = 0;
    for (int w = path->first_wrap; w < path->first_wrap + path->n_wraps; w++) {
        const SnSystemWrap *wrap = &paths->wraps[w];
        if (next <= wrap->first || i > wrap->last || part->n == SN_WRAP_MOST)
            continue;
        part->surface[part->n] = &paths->surfaces[wrap->surface];
        part->obstacle[part->n] = obstacle_at(places, part->surface[part->n]);
        part->n++;
    }
    sn_wrap_string(x, y, part->n, part->obstacle, part->arc);
}

void sn_path_wrap_part(const SnPathPlaces *places, const SnSystemPath *path, int i, int next,
                       const double x[3], const double y[3], SnPathContact *contacts,
                       int *n_contacts)
{
    Part part;
    wrap_part(places, path, i, next, x, y, &part);
    for (int k = 0; k < part.n; k++)
        for (int end = 0; part.arc[k].touches && end < 2; end++)
            contacts[(*n_contacts)++] =
                contact_on(places, part.surface[k], &part.obstacle[k], &part.arc[k], end);
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

/* A contact point across its straight part: the row of W and the diagonal of S.  first: the string
 * comes on here. */
static double slip_row(const SnSystem *system, const SnWorkspace *work, const SnSystemPath *path,
                       const SnPathContact *contact, bool first, double vector[][6])
{
    static const double none[3] = {0};
    const SnPathContact *straight = first ? contact - 1 : contact;
    const SnPathContact *neighbour = first ? contact - 1 : contact + 1;
    const SnPathContact *arc = first ? contact : contact - 1;
    double force[3], moment[3];
    sn_v3_scale(1 / straight->length, contact->binormal, force);
    sn_v3_cross(contact->binormal, straight->direction, moment);
    if (!first)
        sn_v3_scale(-1, moment, moment);
    add_motion(system, work, path, contact, force, moment, vector);
    sn_v3_scale(-1, force, force);
    add_motion(system, work, path, neighbour, force, none, vector);
    return 1 / straight->length + (first ? arc->side : arc->turn_rate) / arc->turn;
}

void sn_path_slips(const SnSystem *system, const SnWorkspace *work, const SnSystemPath *path,
                   const SnPathGeometry *geometry, SnPathSlip slip, void *data)
{
    assert(work->system == system && path->n_blocks <= SN_PATH_MAX_BLOCKS);
    double vector[SN_PATH_MAX_BLOCKS][6], last[SN_PATH_MAX_BLOCKS][6], diagonal = 0;
    for (int i = 1; i + 1 < geometry->n_contacts; i++) {
        const SnPathContact *contact = &geometry->contacts[i];
        const bool first = contact->on_surface, second = contact[-1].on_surface;
        const SnPathContact *straight = first ? contact - 1 : contact;
        if ((!first && !second) || !(straight->length > 0)) {
            diagonal = 0; /* a given point, or a contact point that is held by one */
            continue;
        }
        memset(vector, 0, sizeof vector);
        double own = slip_row(system, work, path, contact, first, vector);
        /* with the one before: S = L D L' row by row */
        if (diagonal != 0) {
            const double off =
                second ? -1 / contact[-1].turn
                       : -sn_v3_dot(contact->binormal, contact[-1].binormal) / straight->length;
            const double share = off / diagonal;
            for (int b = 0; b < path->n_blocks; b++)
                for (int k = 0; k < 6; k++)
                    vector[b][k] -= share * last[b][k];
            own -= share * off;
        }
        if (own != 0)
            slip(data, 1 / own, vector);
        diagonal = own;
        memcpy(last, vector, sizeof last);
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

/* Samples of the part that begins at point i of the path, behind the n places there are; returns
 * how many there are then. */
static int look_at_part(const SnPathPlaces *places, const SnSystemPath *path, int i, int next,
                        int n, int room, double (*place)[3])
{
    Part part = {0};
    double y[3];
    sn_path_place(places, places->system->paths.point[path->first + next], y);
    wrap_part(places, path, i, next, place[n - 1], y, &part);
    for (int k = 0; k < part.n; k++) {
        double sample[SN_PATH_SAMPLES][3];
        if (!part.arc[k].touches || n + SN_PATH_SAMPLES + path->count - i - 1 > room)
            continue;
        sn_wrap_samples(&part.obstacle[k].form, &part.arc[k], SN_PATH_SAMPLES, sample);
        for (int j = 0; j < SN_PATH_SAMPLES; j++, n++) {
            sn_m3_mul_v3(part.obstacle[k].axes, sample[j], place[n]);
            sn_v3_add(place[n], part.obstacle[k].position, place[n]);
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
