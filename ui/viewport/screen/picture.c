/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/screen/picture.h"

void sn_picture_take(SnPictureState *state, GdkTexture *texture, bool bottom_up, double draw_ms)
{
    g_set_object(&state->texture, texture);
    state->bottom_up = bottom_up;
    state->draw_ms += 0.2 * (draw_ms - state->draw_ms);
    if (!state->draft) {
        double weight = state->full_ms > 0 ? 0.3 : 0.1; /* the first one compiles shaders */
        state->full_ms += weight * (draw_ms - state->full_ms);
    }
    state->count++;
}

void sn_picture_draw(const SnPictureState *state, GtkSnapshot *snapshot, int width, int height)
{
    if (!state->texture)
        return;
    graphene_rect_t area = GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height);
    gtk_snapshot_save(snapshot);
    if (state->bottom_up) {
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(0, (float)height));
        gtk_snapshot_scale(snapshot, 1, -1);
    }
    gtk_snapshot_append_texture(snapshot, state->texture, &area);
    gtk_snapshot_restore(snapshot);
}
