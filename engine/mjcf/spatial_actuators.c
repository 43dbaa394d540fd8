/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actuators whose force has a direction in space: at sites, on ball and free joints. */
#include "engine/mjcf/actuators.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static char *frame_of(SnMjcf *mjcf, const SnMjcfSite *site)
{
    json_t *frame = json_object();
    sn_mjcf_attach(mjcf, site->body, &site->pose, frame, "body", "location", "rotation");
    return sn_emit(mjcf->root, mjcf->names, "frames", *site->name ? site->name : "site", frame);
}

/* A servo from one site to another: what it does by their distance and turn is a spring of the
 * stiffness k g g' over the six directions, lower triangle row by row. */
static void emit_site_spring(SnMjcf *mjcf, const char *wish, const SnMjcfDrive *drive,
                             const double gear[6], const char *from, const char *to)
{
    double stiffness[21], damping[21];
    int n = 0;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k <= i; k++, n++) {
            stiffness[n] = -drive->bias[1] * gear[i] * gear[k];
            damping[n] = -drive->bias[2] * gear[i] * gear[k];
        }
    json_t *json = json_pack("{s:s,s:s,s:s,s:[i,i,i]}", "class", "frame_spring", "frame_a", from,
                             "frame_b", to, "stiffness", 0, 0, 0);
    json_object_set_new(json, "stiffness_matrix", sn_emit_numbers(stiffness, n));
    json_object_set_new(json, "damping_matrix", sn_emit_numbers(damping, n));
    g_free(sn_emit(mjcf->root, mjcf->names, "springs", wish, json));
}

/* Force and moment in the site's axes, a thruster, or in those of another site that bears the
 * opposite. */
void sn_mjcf_site_actuator(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfSite *site,
                           const SnMjcfDrive *drive)
{
    const char *name = sn_mjcf_name_of(element->node), *note = drive->note;
    const char *wish = *name ? name : site->name;
    const SnMjcfBody *body = sn_mjcf_body(mjcf, site->body);
    const int other = sn_mjcf_named(mjcf, element, "refsite", mjcf->site_by_name);
    const double *gear = drive->gears;
    double gain[2][3], constant[2][3];
    const bool lost = other < 0 && sn_mjcf_get(mjcf, element, "refsite");
    if (drive->why || drive->muscle || lost || !(body->json || body->moves)) {
        sn_mjcf_leave_actuator(mjcf, element,
                               drive->why      ? drive->why
                               : drive->muscle ? "a muscle needs a spatial tendon here"
                               : lost          ? "its refsite is not there"
                                               : "its site stands still");
        return;
    }
    for (int k = 0; k < 6; k++) {
        gain[k / 3][k % 3] = drive->gain * gear[k];
        constant[k / 3][k % 3] = drive->bias[0] * gear[k];
    }
    g_autofree char *path = frame_of(mjcf, site);
    g_autofree char *from = other >= 0 ? frame_of(mjcf, sn_mjcf_site(mjcf, other)) : NULL;
    json_t *load = json_pack("{s:s,s:s,s:s}", "class", "frame_load", "frame_a", path, "axes",
                             from ? "frame_b" : "frame_a");
    if (from)
        json_object_set_new(load, "frame_b", json_string(from));
    json_object_set_new(load, "force_gain", sn_emit_numbers(gain[0], 3));
    json_object_set_new(load, "moment_gain", sn_emit_numbers(gain[1], 3));
    json_object_set_new(load, "force", sn_emit_numbers(constant[0], 3));
    json_object_set_new(load, "moment", sn_emit_numbers(constant[1], 3));
    sn_mjcf_set_control(mjcf, element, drive, load, &note);
    if (drive->lag)
        note = "it acts at once, without its own dynamics";
    if (from && sn_v3_norm(gear) > 0 && sn_mjcf_body(mjcf, sn_mjcf_site(mjcf, other)->body)->moves)
        note = "the opposite of its force acts in the same line, not at the refsite";
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", wish, load));
    if (!from && drive->bias[2] != 0)
        note = "what it does by the velocity of its site is left out";
    if (from && (drive->bias[1] < 0 || drive->bias[2] < 0)) {
        emit_site_spring(mjcf, wish, drive, gear, from, path);
        if (sn_v3_norm(gear + 3) > 0)
            note = "it holds a turn with the moment of an energy: another one where it is turned "
                   "about other axes, too";
    }
    sn_mjcf_tell(mjcf, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, element->node, name, note);
}

/* --- on ball and free joints --- */

/* A frame at a joint's place, on the body of it or on what carries that. */
static char *joint_frame(SnMjcf *mjcf, const SnMjcfBody *body, int on, const SnMjcfJoint *joint)
{
    json_t *json = json_object();
    SnPlacement at, pose;
    sn_placement_identity(&at);
    sn_v3_copy(joint->place, at.p);
    if (sn_mjcf_body(mjcf, on) == body)
        pose = at;
    else
        sn_placement_mul(&body->here, &at, &pose);
    sn_mjcf_attach(mjcf, on, &pose, json, "body", "location", "rotation");
    return sn_emit(mjcf->root, mjcf->names, "frames", *joint->name ? joint->name : body->name,
                   json);
}

/* What a load needs to know of the joint it acts on. */
typedef struct Spatial {
    const SnMjcfElement *element;
    const SnMjcfDrive *drive;
    const char *wish, *body, *parent; /* name; paths of frames, the second NULL: the world */
    bool in_parent;
} Spatial;

/* Three of the directions: a force in the world's axes or a moment in those of one of the bodies,
 * on the body and back on what carries it, with its damper. */
static void emit_three(SnMjcf *mjcf, const Spatial *s, const double gear[3], bool turns,
                       const char **note)
{
    const SnMjcfDrive *drive = s->drive;
    double gain[3], constant[3], damping[21] = {0};
    if (sn_v3_norm(gear) == 0)
        return;
    sn_v3_scale(drive->gain, gear, gain);
    sn_v3_scale(drive->bias[0], gear, constant);
    const bool of_body = turns && !s->in_parent;
    json_t *load = json_pack("{s:s,s:s,s:s}", "class", "frame_load", "frame_a", s->body, "axes",
                             of_body     ? "frame_a"
                             : s->parent ? "frame_b"
                                         : "world");
    if (s->parent)
        json_object_set_new(load, "frame_b", json_string(s->parent));
    json_object_set_new(load, turns ? "moment_gain" : "force_gain", sn_emit_numbers(gain, 3));
    json_object_set_new(load, turns ? "moment" : "force", sn_emit_numbers(constant, 3));
    sn_mjcf_set_control(mjcf, s->element, drive, load, note);
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", s->wish, load));
    if (!(drive->bias[2] < 0))
        return;
    const int first = turns ? 3 : 0;
    for (int i = 0; i < 3; i++) /* lower triangle of six directions, row by row */
        for (int k = 0; k <= i; k++)
            damping[(first + i) * (first + i + 1) / 2 + first + k] =
                -drive->bias[2] * gear[i] * gear[k];
    json_t *spring = json_pack("{s:s,s:[i,i,i]}", "class", "frame_spring", "stiffness", 0, 0, 0);
    if (of_body || s->parent)
        json_object_set_new(spring, "frame_a", json_string(of_body ? s->body : s->parent));
    if (!of_body || s->parent)
        json_object_set_new(spring, "frame_b", json_string(of_body ? s->parent : s->body));
    json_object_set_new(spring, "damping_matrix", sn_emit_numbers(damping, 21));
    g_free(sn_emit(mjcf->root, mjcf->names, "springs", s->wish, spring));
}

void sn_mjcf_spatial_actuator(SnMjcf *mjcf, const SnMjcfElement *element, int number,
                              bool in_parent, const SnMjcfDrive *drive)
{
    const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, number);
    const char *name = sn_mjcf_name_of(element->node), *note = drive->note;
    const double *gear = drive->gears;
    int of = 0;
    for (int i = 1; i < (int)mjcf->bodies->len; i++)
        if (number >= sn_mjcf_body(mjcf, i)->first_joint &&
            number < sn_mjcf_body(mjcf, i)->first_joint + sn_mjcf_body(mjcf, i)->n_joints)
            of = i;
    const SnMjcfBody *body = sn_mjcf_body(mjcf, of);
    if (drive->why || drive->muscle || body->n_joints != 1 || !body->target) {
        sn_mjcf_leave_actuator(mjcf, element,
                               drive->why      ? drive->why
                               : drive->muscle ? "a muscle needs a spatial tendon here"
                                               : "its body has other joints, too");
        return;
    }
    const bool ball = joint->kind == SN_MJCF_BALL;
    const bool carried = ball && sn_mjcf_body(mjcf, body->parent)->target;
    g_autofree char *frame = joint_frame(mjcf, body, of, joint);
    g_autofree char *parent = carried ? joint_frame(mjcf, body, body->parent, joint) : NULL;
    const Spatial s = {element, drive, *name ? name : joint->name, frame, parent, in_parent};
    if (!ball)
        emit_three(mjcf, &s, gear, false, &note);
    emit_three(mjcf, &s, ball ? gear : gear + 3, true, &note);
    if (drive->lag)
        note = "it acts at once, without its own dynamics";
    if (ball && drive->bias[1] != 0)
        note = "without what it does by the joint's turn";
    if (drive->bias[2] > 0)
        note = "a damping below 0 is left out";
    else if (drive->bias[2] < 0 && sn_v3_norm(ball ? gear : gear + 3) > 0)
        note =
            "its damping is of the rates of a rotation vector: another one where it has turned far";
    sn_mjcf_tell(mjcf, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, element->node, name, note);
}
