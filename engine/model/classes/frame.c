/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const SnProperty frame_properties[] = {
    SN_ROW_CARRIER(SnFrame, body, "body", "Body", "Body or frame it is fixed to; none: the world"),
    SN_ROW_LOCATION(SnFrame, location, "location", "Location", "Origin in the body's frame"),
    SN_ROW_ROTATION(SnFrame, rotation, "rotation", "Rotation", "From its axes to the body's"),
    {.name = "position",
     .label = "Position",
     .help = "Where the origin is",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_FRAME_POSITION)},
    {.name = "orientation",
     .label = "Orientation",
     .help = "From its axes to the world's",
     SN_ROW_RESULT(SN_TYPE_QUAT, SN_UNIT_NONE, SN_BIND_FRAME_ORIENTATION)},
    SN_ROW_TRACKED(SnFrame),
};

static const SnProperty frame_overrides[] = {
    SN_RENDER_COLOR(0x7C8A9A),
};

const SnClass SN_CLASS_FRAME = {
    .name = "frame",
    .label = "Frame",
    .help = "A coordinate frame fixed to a body, to another frame or to the world.",
    .icon = "sn-frame-symbolic",
    .parent = &SN_CLASS_BODY_FRAME,
    .size = sizeof(SnFrame),
    .properties = frame_properties,
    .n_properties = SN_COUNT(frame_properties),
    .overrides = frame_overrides,
    .n_overrides = SN_COUNT(frame_overrides),
};

bool sn_model_carrier(const SnModel *model, SnId id, SnId *body, double position[3],
                      double orientation[4])
{
    sn_v3_set(0, 0, 0, position);
    const double identity[4] = {1, 0, 0, 0};
    for (int i = 0; i < 4; i++)
        orientation[i] = identity[i];
    *body = SN_ID_NULL;
    /* a circle of frames is longer than there are components */
    for (unsigned steps = 0; steps <= model->slots->len; steps++) {
        if (sn_id_is_null(id))
            return true;
        const SnComponent *component = sn_model_get(model, id);
        if (!component)
            return false;
        if (component->class != &SN_CLASS_FRAME) {
            *body = id;
            return true;
        }
        const SnFrame *frame = (const SnFrame *)component;
        sn_pose_point(frame->location, frame->rotation, position, position);
        sn_q_mul(frame->rotation, orientation, orientation);
        id = frame->body;
    }
    return false;
}
