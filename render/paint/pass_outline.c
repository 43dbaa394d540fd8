/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outlines of what is selected or under the pointer, by a mask and its dilation. */
#include "render/paint/painter.h"

#include <epoxy/gl.h>

static void draw_runs(const SnPass *pass, uint32_t flag, bool segments)
{
    const SnBuffer *marked = &pass->painter->solids.marked;
    const SnDraw *draws = marked->data;
    for (int i = 0; i < marked->count; i++)
        if (draws[i].place.ink.tag[1] & flag && (draws[i].kind == SN_DRAW_SEGMENTS) == segments)
            sn_draw_one(&pass->painter->gpu, &draws[i]);
}

enum { MARGIN = 16 }; /* [px] more than twice the reach of the line */

/* Everything that carries the flag, into the colour channels given. */
static void draw_marked(const SnPass *pass, uint32_t flag, const float color[4])
{
    SnPainter *painter = pass->painter;
    const SnSolids *solids = &painter->solids;
    GLuint program = sn_program_use(&painter->programs, SN_PROGRAM_SOLID_MASK);
    glUniform4fv(sn_uniform(program, "mask_color"), 1, color);
    draw_runs(pass, flag, false);
    const SnCap *caps = solids->caps.data;
    for (int i = 0; i < solids->caps.count; i++) {
        /* fills the hole of the cut; fans reach outside, so the stencil counts here too */
        if (!(caps[i].marks & flag))
            continue;
        glEnable(GL_STENCIL_TEST);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        const GLboolean tested = glIsEnabled(GL_DEPTH_TEST);
        glDisable(GL_DEPTH_TEST);
        glStencilFunc(GL_ALWAYS, 0, 0xff);
        glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
        glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
        sn_draw_cap(&painter->gpu, &caps[i]);
        glColorMask(color[0] > 0, color[1] > 0, color[2] > 0, color[3] > 0);
        if (tested)
            glEnable(GL_DEPTH_TEST);
        glStencilFunc(GL_NOTEQUAL, 0, 0xff);
        glStencilOp(GL_KEEP, GL_ZERO, GL_ZERO);
        sn_draw_cap_cover(&painter->gpu, &caps[i]);
        glDisable(GL_STENCIL_TEST);
    }
    program = sn_program_use(&painter->programs, SN_PROGRAM_LINE_MASK);
    glUniform4fv(sn_uniform(program, "mask_color"), 1, color);
    glUniform1f(sn_uniform(program, "widen"), 0);
    draw_runs(pass, flag, true);
}

static void draw_masks(const SnPass *pass)
{
    const SnSolids *solids = &pass->painter->solids;
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_BLEND);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-2, -8);
    for (int channel = 0; channel < 4; channel++) {
        const bool hover = channel >= 2, visible = channel & 1;
        if (!(hover ? solids->any_hovered : solids->any_selected))
            continue;
        float color[4] = {0, 0, 0, 0};
        color[channel] = 1;
        glColorMask(channel == 0, channel == 1, channel == 2, channel == 3);
        if (visible)
            glEnable(GL_DEPTH_TEST);
        else
            glDisable(GL_DEPTH_TEST);
        draw_marked(pass, hover ? SN_FLAG_HOVERED : SN_FLAG_SELECTED, color);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void sn_pass_outline(const SnPass *pass)
{
    static const float light[2][3] = {{0.941f, 0.549f, 0}, {0.965f, 0.72f, 0.38f}};
    static const float dark[2][3] = {{1, 0.702f, 0.278f}, {1, 0.84f, 0.62f}};
    SnTarget *target = pass->target;
    const SnViewSettings *settings = pass->frame->settings;
    if (!pass->painter->solids.any_selected && !pass->painter->solids.any_hovered)
        return;
    int box[4];
    if (!sn_frame_screen_box(pass->frame, pass->painter->solids.marked_bounds, 24 * settings->scale,
                             box))
        return;
    /* work only where something is marked; what the line's neighbourhood reads beyond must be
     * cleared of earlier pictures too */
    glEnable(GL_SCISSOR_TEST);
    glScissor(box[0] - MARGIN, box[1] - MARGIN, box[2] + 2 * MARGIN, box[3] + 2 * MARGIN);
    sn_target_need_mask(target);
    glBindFramebuffer(GL_FRAMEBUFFER, target->mask_frame[0]);
    glClearColor(0, 0, 0, 0);
    glClearStencil(0);
    glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    draw_masks(pass);

    const float width = (float)(2 * settings->scale);
    const int reach = width + 1 > 7 ? 7 : (int)width + 1;
    glDisable(GL_DEPTH_TEST);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, target->mask[0]);
    glBindFramebuffer(GL_FRAMEBUFFER, target->mask_frame[1]);
    GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_OUTLINE_ACROSS);
    glUniform1i(sn_uniform(program, "mask_map"), 0);
    glUniform1i(sn_uniform(program, "reach"), reach);
    glBindVertexArray(pass->painter->gpu.empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);

    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, target->mask[1]);
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    glScissor(box[0], box[1], box[2], box[3]);
    program = sn_program_use(&pass->painter->programs, SN_PROGRAM_OUTLINE_DRAW);
    const float(*colors)[3] = settings->dark ? dark : light;
    glUniform1i(sn_uniform(program, "mask_map"), 0);
    glUniform1i(sn_uniform(program, "row_map"), 1);
    glUniform1i(sn_uniform(program, "reach"), reach);
    glUniform2f(sn_uniform(program, "width"), width, 0.6f * width);
    glUniform3fv(sn_uniform(program, "selected_color"), 1, colors[0]);
    glUniform3fv(sn_uniform(program, "hovered_color"), 1, colors[1]);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, 0);
}
