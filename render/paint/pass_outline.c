/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outlines of what is selected or under the pointer, by a mask and its dilation. */
#include "render/paint/outline_tiles.h"
#include "render/paint/painter.h"

#include <epoxy/gl.h>

enum {
    MARGIN = 16, /* [px] more than twice the reach of the line */
    SEEN =
        0xff,   /* in the stencil buffer: something marked is seen there; else how much is hidden */
    CORNERS = 6 /* of the tile over all that is cleared, which is the first */
};

static void draw_runs(const SnPass *pass, uint32_t flag, bool segments)
{
    const SnBuffer *marked = &pass->painter->solids.marked;
    const SnDraw *draws = marked->data;
    for (int i = 0; i < marked->count; i++)
        if (draws[i].place.ink.tag[1] & flag && (draws[i].kind == SN_DRAW_SEGMENTS) == segments)
            sn_draw_one(&pass->painter->gpu, &draws[i]);
}

static void paint_channel(int channel)
{
    glColorMask(channel == 0, channel == 1, channel == 2, channel == 3);
}

/* Counts everything that carries the flag in the stencil buffer: drawn once, though what is seen
 * and what is hidden of it go into two channels. */
static void count_marked(const SnPass *pass, uint32_t flag)
{
    SnPainter *painter = pass->painter;
    paint_channel(-1);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-2, -8);
    glStencilFunc(GL_ALWAYS, SEEN, 0xff);
    glStencilOp(GL_KEEP, GL_INCR, GL_REPLACE); /* never above SEEN */
    sn_program_use(&painter->programs, SN_PROGRAM_SOLID_MASK);
    draw_runs(pass, flag, false);
    const GLuint program = sn_program_use(&painter->programs, SN_PROGRAM_LINE_MASK);
    glUniform1f(sn_uniform(program, "widen"), 0);
    draw_runs(pass, flag, true);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_DEPTH_TEST);
}

static GLuint use_tiles(SnPainter *painter, SnProgramName name, int reach, float taller)
{
    const GLuint program = sn_program_use(&painter->programs, name);
    glUniform1f(sn_uniform(program, "taller"), taller);
    glUniform1i(sn_uniform(program, "mask_map"), 0);
    glUniform1i(sn_uniform(program, "reach"), reach);
    glBindVertexArray(painter->tile_array);
    return program;
}

/* Puts what was counted into two channels of the mask, and leaves the stencil buffer empty. */
static void fill_channels(const SnPass *pass, int channel)
{
    static const float full[4] = {1, 1, 1, 1};
    const GLuint program = use_tiles(pass->painter, SN_PROGRAM_OUTLINE_FILL, 0, 0);
    glUniform4fv(sn_uniform(program, "mask_color"), 1, full);
    paint_channel(channel);
    glStencilFunc(GL_NOTEQUAL, 0, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glDrawArrays(GL_TRIANGLES, 0, CORNERS);
    paint_channel(channel + 1);
    glStencilFunc(GL_EQUAL, SEEN, 0xff);
    glStencilOp(GL_ZERO, GL_ZERO, GL_ZERO);
    glDrawArrays(GL_TRIANGLES, 0, CORNERS);
}

/* Fills the hole of a cut in one channel; fans reach outside, so the stencil counts here too. */
static void fill_cap(const SnPass *pass, const SnCap *cap, int channel, bool visible)
{
    static const float full[4] = {1, 1, 1, 1};
    SnPainter *painter = pass->painter;
    const GLuint program = sn_program_use(&painter->programs, SN_PROGRAM_SOLID_MASK);
    glUniform4fv(sn_uniform(program, "mask_color"), 1, full);
    glEnable(GL_POLYGON_OFFSET_FILL);
    paint_channel(-1);
    glStencilFunc(GL_ALWAYS, 0, 0xff);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
    sn_draw_cap(&painter->gpu, cap);
    paint_channel(channel);
    if (visible)
        glEnable(GL_DEPTH_TEST);
    glStencilFunc(GL_NOTEQUAL, 0, 0xff);
    glStencilOp(GL_KEEP, GL_ZERO, GL_ZERO);
    sn_draw_cap_cover(&painter->gpu, cap);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

static void draw_masks(const SnPass *pass)
{
    const SnSolids *solids = &pass->painter->solids;
    const SnCap *caps = solids->caps.data;
    glDepthMask(GL_FALSE);
    glDisable(GL_BLEND);
    glEnable(GL_STENCIL_TEST);
    for (int hover = 0; hover < 2; hover++) {
        const uint32_t flag = hover ? SN_FLAG_HOVERED : SN_FLAG_SELECTED;
        if (!(hover ? solids->any_hovered : solids->any_selected))
            continue;
        count_marked(pass, flag);
        fill_channels(pass, 2 * hover);
        for (int i = 0; i < solids->caps.count; i++)
            for (int visible = 0; visible < 2 && caps[i].marks & flag; visible++)
                fill_cap(pass, &caps[i], 2 * hover + visible, visible);
    }
    glDisable(GL_STENCIL_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

static void upload_tiles(SnPainter *painter)
{
    glBindBuffer(GL_ARRAY_BUFFER, painter->tile_corners);
    glBufferData(GL_ARRAY_BUFFER, painter->tiles.count * (GLsizeiptr)sizeof(float[2]),
                 painter->tiles.data, GL_STREAM_DRAW);
}

/* Where lines can be, behind the first tile: found by looking where the processor draws, all of the
 * box where it would have to wait for a graphics card. */
static void find_tiles(const SnPass *pass, const int box[4])
{
    SnPainter *painter = pass->painter;
    const int size[2] = {pass->target->width, pass->target->height};
    if (!painter->software) {
        sn_add_tile(&painter->tiles, box[0], box[1], box[0] + box[2], box[1] + box[3]);
        upload_tiles(painter);
        return;
    }
    int area[4];
    for (int k = 0; k < 2; k++) { /* with the neighbours of tiles at its rim */
        const int low = box[k] - SN_TILE, high = box[k] + box[2 + k] + SN_TILE;
        area[k] = low > 0 ? low : 0;
        area[2 + k] = (high < size[k] ? high : size[k]) - area[k];
    }
    painter->mask.count = 0;
    uint32_t *mask = sn_buffer_add(&painter->mask, area[2] * area[3], sizeof *mask);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(area[0], area[1], area[2], area[3], GL_RGBA, GL_UNSIGNED_INT_8_8_8_8_REV, mask);
    sn_outline_tiles(mask, area, &painter->tile_values, &painter->tiles);
    upload_tiles(painter);
}

/* Nearest marked pixels of rows, then of all, and the lines. */
static void draw_lines(const SnPass *pass, const int box[4])
{
    static const float light[2][3] = {{0.941f, 0.549f, 0}, {0.965f, 0.72f, 0.38f}};
    static const float dark[2][3] = {{1, 0.702f, 0.278f}, {1, 0.84f, 0.62f}};
    SnPainter *painter = pass->painter;
    const SnTarget *target = pass->target;
    const SnViewSettings *settings = pass->frame->settings;
    const float width = (float)(2 * settings->scale);
    const int reach = width + 1 > 7 ? 7 : (int)width + 1;
    const int count = painter->tiles.count - CORNERS;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, target->mask[0]);
    glBindFramebuffer(GL_FRAMEBUFFER, target->mask_frame[1]);
    use_tiles(painter, SN_PROGRAM_OUTLINE_ACROSS, reach, (float)reach);
    glDrawArrays(GL_TRIANGLES, CORNERS, count);

    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, target->mask[1]);
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    glScissor(box[0], box[1], box[2], box[3]);
    const GLuint program = use_tiles(painter, SN_PROGRAM_OUTLINE_DRAW, reach, 0);
    const float(*colors)[3] = settings->dark ? dark : light;
    glUniform1i(sn_uniform(program, "row_map"), 1);
    glUniform2f(sn_uniform(program, "width"), width, 0.6f * width);
    glUniform3fv(sn_uniform(program, "selected_color"), 1, colors[0]);
    glUniform3fv(sn_uniform(program, "hovered_color"), 1, colors[1]);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, CORNERS, count);
    glDisable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void sn_pass_outline(const SnPass *pass)
{
    SnPainter *painter = pass->painter;
    SnTarget *target = pass->target;
    if (!painter->solids.any_selected && !painter->solids.any_hovered)
        return;
    int box[4];
    if (!sn_frame_screen_box(pass->frame, painter->solids.marked_bounds,
                             24 * pass->frame->settings->scale, box))
        return;
    /* work only where something is marked; what the line's neighbourhood reads beyond must be
     * cleared of earlier pictures too */
    const int wide[4] = {box[0] - MARGIN, box[1] - MARGIN, box[2] + 2 * MARGIN,
                         box[3] + 2 * MARGIN};
    glEnable(GL_SCISSOR_TEST);
    glScissor(wide[0], wide[1], wide[2], wide[3]);
    sn_target_need_mask(target);
    glBindFramebuffer(GL_FRAMEBUFFER, target->mask_frame[0]);
    glClearColor(0, 0, 0, 0);
    glClearStencil(0);
    glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    painter->tiles.count = 0;
    sn_add_tile(&painter->tiles, wide[0], wide[1], wide[0] + wide[2], wide[1] + wide[3]);
    upload_tiles(painter);
    draw_masks(pass);
    find_tiles(pass, box);
    glDisable(GL_DEPTH_TEST);
    draw_lines(pass, box);
    glDisable(GL_SCISSOR_TEST);
}
