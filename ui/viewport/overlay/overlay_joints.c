/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints that are selected, or asked for: seen through the bones they lie in. */
#include "ui/viewport/overlay/overlay_parts.h"

#include "engine/base/vec.h"
#include "engine/model/classes/joint.h"

static const GdkRGBA JOINT_COLOR = {0.94f, 0.55f, 0.0f, 1};

static const SnFrameJoint *selected_joint(const SnViewport *viewport, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(viewport->session), id);
    return component && id.entry == 0 && sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT)
               ? (const SnFrameJoint *)component
               : NULL;
}

static bool has_axis(const SnClass *joint)
{
    return joint != &SN_CLASS_SPHERICAL && joint != &SN_CLASS_FIXED;
}

void sn_overlay_joint(const SnOverlay *o, const double pose[7], const SnClass *joint)
{
    enum { RING = 9, ARM = 46 }; /* [px] */
    double tip[3], z[3] = {0, 0, 1}, pixel[2][2];
    bool front[2] = {false, false};
    const SnViewSettings *view = &o->viewport->settings;
    sn_q_rotate(pose + 3, z, z);
    const double arm = ARM * sn_view_pixel_size(view, pose);
    for (int side = -1; side <= 1; side += 2) {
        sn_v3_copy(pose, tip);
        sn_v3_axpy(side * arm, z, tip);
        sn_view_project(view, tip, pixel[side > 0], &front[side > 0]);
    }
    if (has_axis(joint) && front[0] && front[1])
        sn_overlay_line(o, pixel[0], pixel[1], &JOINT_COLOR);
    sn_view_project(view, pose, pixel[0], &front[0]);
    if (!front[0])
        return;
    for (int pass = 0; pass < 2; pass++) {
        cairo_new_path(o->cairo);
        cairo_arc(o->cairo, pixel[0][0], pixel[0][1], RING, 0, 2 * G_PI);
        cairo_set_line_width(o->cairo, pass == 0 ? 4 : 2);
        sn_overlay_color(o, pass == 0 ? &o->halo : &JOINT_COLOR, pass == 0 ? 0.8 : 1);
        cairo_stroke(o->cairo);
    }
    sn_overlay_dot(o, pixel[0], &JOINT_COLOR);
}

enum { MAX_JOINTS = 200 };

bool sn_overlay_any_joint(const SnViewport *viewport)
{
    int n = 0;
    const SnId *ids = sn_session_selection(viewport->session, &n);
    for (int i = 0; i < MIN(n, MAX_JOINTS); i++) {
        if (selected_joint(viewport, ids[i]))
            return true;
    }
    return false;
}

void sn_overlay_joints(const SnOverlay *o)
{
    int n = 0;
    const SnId *ids = sn_session_selection(o->viewport->session, &n);
    for (int i = 0; i < MIN(n, MAX_JOINTS); i++) {
        const SnFrameJoint *joint = selected_joint(o->viewport, ids[i]);
        double pose[7];
        if (joint && sn_shown_pose(o->viewport->session, ids[i], pose, pose + 3))
            sn_overlay_joint(o, pose, joint->base.base.base.class);
    }
}
