/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground, the bodies, and the frames fixed to them. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* The six numbers of versions since 4.0, one element each before, before 1.6 a matrix. */
static void read_inertia(SnOsim *osim, const SnXmlNode *node, double inertia[6])
{
    static const char *const old[] = {"inertia_xx", "inertia_yy", "inertia_zz",
                                      "inertia_xy", "inertia_xz", "inertia_yz"};
    static const int of_matrix[6] = {0, 4, 8, 1, 2, 5};
    double matrix[9];
    if (sn_osim_is_engine_body(node) && sn_osim_numbers(osim, node, "inertia", 9, matrix)) {
        for (int k = 0; k < 6; k++)
            inertia[k] = matrix[of_matrix[k]];
        return;
    }
    if (sn_osim_numbers(osim, node, "inertia", 6, inertia))
        return;
    for (int k = 0; k < 6; k++) {
        const double value = sn_osim_number(osim, node, old[k], 0);
        inertia[k] = fabs(value) < 1e15 ? value : 0;
    }
}

static bool is_ground(const SnXmlNode *node)
{
    return sn_osim_is(node, "Ground") ||
           (sn_osim_is_body(node) && g_ascii_strcasecmp(sn_osim_name_of(node), "ground") == 0);
}

static void read_body(SnOsim *osim, const SnXmlNode *node, SnOsimFrame *frame)
{
    frame->ground = is_ground(node);
    frame->mass = sn_osim_number(osim, node, "mass", frame->ground ? 0 : 1);
    sn_osim_numbers(osim, node, "mass_center", 3, frame->center);
    read_inertia(osim, node, frame->inertia);
    frame->massless = !(frame->mass > 0);
    if (frame->mass < 0 && !frame->ground)
        sn_osim_fail(osim, sn_osim_get(osim, node, "mass"),
                     "the mass of %s is negative; give it a positive one", sn_osim_name_of(node));
}

static int add_frame(SnOsim *osim, int item)
{
    SnOsimFrame frame = {.item = item};
    sn_placement_identity(&frame.in_base);
    sn_placement_identity(&frame.world);
    const int index = (int)osim->frames->len;
    frame.base = index;
    if (item < 0) {
        frame.ground = true;
    } else {
        SnOsimItem *from = sn_osim_item(osim, item);
        from->index = index;
        if (sn_osim_is_body(from->node) || sn_osim_is(from->node, "Ground")) {
            read_body(osim, from->node, &frame);
            frame.visit = 2;
        } else {
            frame.base = -1;
        }
    }
    g_array_append_val(osim->frames, frame);
    return index;
}

static void lose(SnOsim *osim, SnOsimFrame *frame, const char *reason)
{
    frame->lost = true;
    frame->base = 0;
    sn_osim_left_out(osim, sn_osim_item(osim, frame->item)->node, reason);
}

/* A place in the frame a station names, or stands in; -1: the station is not there. */
static int station(SnOsim *osim, const SnXmlNode *from, const char *path, double place[3])
{
    const int item = *path ? sn_osim_find(osim, from, path, 1u << SN_OSIM_MARKER) : -1;
    sn_v3_set(0, 0, 0, place);
    if (item < 0 || sn_osim_names_lost(osim, sn_osim_item(osim, item)->node))
        return -1;
    const SnXmlNode *node = sn_osim_item(osim, item)->node;
    sn_osim_numbers(osim, node, "location", 3, place);
    return sn_osim_frame_of(osim, node, "parent_frame", "body");
}

/* Axes by letters: "x", "-y" -> 0 ... 2, and the sign. */
static int axis_of(const char *text, int otherwise, double *sign)
{
    *sign = *text == '-' ? -1 : 1;
    const char letter = text[*text == '-' || *text == '+'];
    return letter >= 'x' && letter <= 'z' ? letter - 'x' : otherwise;
}

static void settle_frame(SnOsim *osim, int index);

/* Axes from four stations: one along b - a, one across the plane of a, b, c. */
static void read_station_frame(SnOsim *osim, const SnXmlNode *node, SnOsimFrame *frame)
{
    static const char *const sockets[] = {"point_a", "point_b", "point_c", "origin_point"};
    double place[4][3], ab[3], ac[3], unit[3][3], sign_ab, sign_x;
    int base = 0;
    for (int k = 0; k < 4; k++) {
        const int in = station(osim, node, sn_osim_socket(osim, node, sockets[k]), place[k]);
        if (in < 0) {
            lose(osim, frame, "a station that it names is not in the file");
            return;
        }
        settle_frame(osim, in);
        const SnOsimFrame *carrier = sn_osim_frame(osim, in);
        base = carrier->base < 0 ? 0 : carrier->base;
        double moved[3];
        sn_m3_mul_v3(carrier->in_base.r, place[k], moved);
        sn_v3_add(moved, carrier->in_base.p, place[k]);
    }
    const char *along = sn_osim_text(osim, node, "ab_axis"),
               *across = sn_osim_text(osim, node, "ab_x_ac_axis");
    const int first = axis_of(*along ? along : "+x", 0, &sign_ab);
    const int second = axis_of(*across ? across : "+y", 1, &sign_x);
    const int third = 3 - first - second;
    sn_v3_sub(place[1], place[0], ab);
    sn_v3_sub(place[2], place[0], ac);
    sn_v3_normalize(ab, unit[first]);
    double normal[3];
    sn_v3_cross(ab, ac, normal);
    if (first == second || !(sn_v3_normalize(normal, unit[second]) > 0)) {
        lose(osim, frame, "its points lie on a line, or its axes are the same");
        return;
    }
    sn_v3_scale(sign_ab, unit[first], unit[first]);
    sn_v3_scale(sign_x, unit[second], unit[second]);
    sn_v3_cross(unit[(third + 1) % 3], unit[(third + 2) % 3], unit[third]);
    for (int k = 0; k < 9; k++)
        frame->in_base.r[k] = unit[k % 3][k / 3];
    sn_v3_copy(place[3], frame->in_base.p);
    frame->base = base;
}

/* Follows an offset frame to its body. */
static void settle_frame(SnOsim *osim, int index)
{
    SnOsimFrame *frame = sn_osim_frame(osim, index);
    if (frame->visit == 2)
        return;
    const SnXmlNode *node = sn_osim_item(osim, frame->item)->node;
    if (frame->visit == 1) {
        sn_osim_fail(osim, node, "the frame %s is fixed to itself through other frames",
                     sn_osim_name_of(node));
        frame->base = 0;
        return;
    }
    frame->visit = 1;
    if (sn_osim_is(node, "StationDefinedFrame")) {
        read_station_frame(osim, node, frame);
        frame->visit = 2;
        return;
    }
    double angles[3] = {0}, place[3] = {0};
    sn_osim_numbers(osim, node, "orientation", 3, angles);
    sn_osim_numbers(osim, node, "translation", 3, place);
    SnPlacement own;
    sn_osim_pose_set(angles, place, &own);
    const char *carried_by = sn_osim_socket(osim, node, "parent");
    if (*carried_by && !sn_osim_frame_is_there(osim, node, carried_by)) {
        g_autofree char *reason = g_strdup_printf(
            "it is fixed to the body or frame \"%.200s\", which is not in the file", carried_by);
        lose(osim, frame, reason);
        frame->visit = 2;
        return;
    }
    const int parent = sn_osim_frame_of(osim, node, "parent", "parent");
    settle_frame(osim, parent);
    if (sn_osim_frame(osim, parent)->lost)
        lose(osim, frame, "the frame that it is fixed to hangs on nothing");
    const SnOsimFrame *carrier = sn_osim_frame(osim, parent);
    sn_placement_mul(&carrier->in_base, &own, &frame->in_base);
    frame->base = carrier->base < 0 ? 0 : carrier->base;
    frame->visit = 2;
}

/* The item that is the ground, -1: none; where none has the name, the first body of an engine of
 * versions 1.0 to 1.5 ("world"). */
static int find_ground(const SnOsim *osim)
{
    int first = -1;
    for (int i = 0; i < (int)osim->items->len; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind != SN_OSIM_FRAME)
            continue;
        if (is_ground(item->node))
            return i;
        if (first < 0 && sn_osim_is_engine_body(item->node))
            first = i;
    }
    return first;
}

void sn_osim_read_frames(SnOsim *osim)
{
    const int ground = find_ground(osim);
    add_frame(osim, ground); /* always the first */
    for (int i = 0; i < (int)osim->items->len; i++) {
        if (i != ground && sn_osim_item(osim, i)->kind == SN_OSIM_FRAME)
            add_frame(osim, i);
    }
    for (int i = 0; i < (int)osim->frames->len; i++)
        sn_osim_frame(osim, i)->ground = i == 0;
    for (int i = 0; i < (int)osim->frames->len; i++) {
        SnOsimFrame *frame = sn_osim_frame(osim, i);
        if (frame->item >= 0)
            settle_frame(osim, i);
        else
            frame->visit = 2;
    }
}

bool sn_osim_frame_is_there(const SnOsim *osim, const SnXmlNode *from, const char *path)
{
    const char *slash = strrchr(path, '/');
    const int item = sn_osim_find(osim, from, path, 1u << SN_OSIM_FRAME);
    if (item < 0)
        return g_ascii_strcasecmp(slash ? slash + 1 : path, "ground") == 0;
    const int index = sn_osim_item(osim, item)->index;
    return index < 0 || !sn_osim_frame(osim, index)->lost;
}

int sn_osim_frame_named(SnOsim *osim, const SnXmlNode *from, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *last = slash ? slash + 1 : path;
    const int item = sn_osim_find(osim, from, path, 1u << SN_OSIM_FRAME);
    if (item >= 0)
        return sn_osim_item(osim, item)->index;
    if (g_ascii_strcasecmp(last, "ground") == 0)
        return 0;
    sn_osim_fail(osim, from, "<%s> %s names the body or frame \"%s\", which is not in the file",
                 from->name, sn_osim_name_of(from), path);
    return 0;
}

int sn_osim_frame_of(SnOsim *osim, const SnXmlNode *node, const char *socket, const char *old)
{
    const char *path = sn_osim_socket(osim, node, socket);
    if (!*path)
        path = sn_osim_text(osim, node, old);
    if (*path)
        return sn_osim_frame_named(osim, node, path);
    for (const SnXmlNode *at = node->parent; at; at = at->parent) {
        const gpointer found = g_hash_table_lookup(osim->items_by_node, at);
        const SnOsimItem *item = found ? sn_osim_item(osim, GPOINTER_TO_INT(found) - 1) : NULL;
        if (item && item->kind == SN_OSIM_FRAME && item->index >= 0)
            return item->index;
    }
    return 0;
}

/* --- what hangs on nothing --- */

/* Whether an element names a body or frame, in every spelling of the format's versions. */
static bool names_frame(const SnXmlNode *node)
{
    static const char *const sockets =
        " parent_frame frame frame1 frame2 body body1 body2 body_1 body_2 bodyA bodyB body_name "
        "body_A body_B follower_body line_body rolling_body surface_body ";
    if (sn_osim_is(node, "connectee_name"))
        return node->parent && strstr(node->parent->name, "PhysicalFrame");
    const char *from = g_str_has_prefix(node->name, "socket_")      ? node->name + 7
                       : g_str_has_prefix(node->name, "connector_") ? node->name + 10
                                                                    : node->name;
    g_autofree char *word = g_strdup_printf(" %s", from);
    char *end = strstr(word, "_connectee_name");
    if (end)
        *end = 0;
    g_autofree char *whole = g_strconcat(word, " ", NULL);
    return strstr(sockets, whole) != NULL;
}

bool sn_osim_is_way_up(const char *path)
{
    return path[strspn(path, "./")] == 0;
}

/* The first name in or under a component that means nothing, NULL: none. */
static const char *lost_name(const SnOsim *osim, const SnXmlNode *node, int depth)
{
    for (const SnXmlNode *at = node->first; at && depth < 32; at = at->next) {
        const bool own =
            strcmp(at->text, "..") == 0 || (sn_osim_is_way_up(at->text) && node->parent &&
                                            sn_osim_is(node->parent, "attached_geometry"));
        if (!at->first && *at->text && names_frame(at) && !own &&
            !sn_osim_frame_is_there(osim, at->parent, at->text))
            return at->text;
        const char *inside = lost_name(osim, at, depth + 1);
        if (inside)
            return inside;
    }
    return NULL;
}

bool sn_osim_names_lost(const SnOsim *osim, const SnXmlNode *node)
{
    return lost_name(osim, node, 0) != NULL;
}

bool sn_osim_is_lost(SnOsim *osim, const SnXmlNode *node)
{
    const char *name = lost_name(osim, node, 0);
    if (!name)
        return false;
    g_autofree char *reason =
        g_strdup_printf("it names the body or frame \"%.200s\", which is not in the file", name);
    sn_osim_left_out(osim, node, reason);
    return true;
}
