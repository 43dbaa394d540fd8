/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Background gradient and the adaptive grid. */
#include "render/paint/painter.h"

#include "engine/base/vec.h"

#include <epoxy/gl.h>
#include <math.h>

static void choose(const float wanted[3], float r, float g, float b, float color[3])
{
    const float usual[3] = {r / 255, g / 255, b / 255};
    for (int k = 0; k < 3; k++)
        color[k] = wanted[0] < 0 ? usual[k] : wanted[k];
}

void sn_pass_background(const SnPass *pass)
{
    const SnViewSettings *settings = pass->frame->settings;
    float top[3], bottom[3];
    if (settings->transparent_background)
        return;
    if (settings->dark) {
        choose(settings->background_top, 0x23, 0x27, 0x2E, top);
        choose(settings->background_bottom, 0x15, 0x18, 0x1C, bottom);
    } else {
        choose(settings->background_top, 0xE4, 0xE9, 0xEE, top);
        choose(settings->background_bottom, 0xF8, 0xF9, 0xFA, bottom);
    }
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_BACKGROUND);
    glUniform3fv(sn_uniform(program, "top"), 1, top);
    glUniform3fv(sn_uniform(program, "bottom"), 1, bottom);
    /* at the far end of depth: only where nothing was drawn */
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    glDisable(GL_BLEND);
    glDisable(GL_FRAMEBUFFER_SRGB); /* its colours are encoded as they are */
    glBindVertexArray(pass->painter->gpu.empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_FRAMEBUFFER_SRGB);
}

static void set_grid(const SnPass *pass, GLuint program)
{
    static const float axis_inks[3][3] = {
        {0.80f, 0.33f, 0.33f}, {0.36f, 0.62f, 0.33f}, {0.33f, 0.50f, 0.80f}};
    static const float dark_ink[3] = {0.86f, 0.90f, 0.95f}, light_ink[3] = {0.10f, 0.14f, 0.18f};
    const SnFrame *frame = pass->frame;
    const int normal = sn_grid_normal(frame->settings), u = (normal + 1) % 3, v = (normal + 2) % 3;
    double center[3], ratio;
    const double cell = sn_grid_cell(frame->settings, &ratio), cells = frame->grid_extent / cell;
    sn_v3_copy(frame->origin, center);
    center[normal] = normal == 2 ? frame->settings->ground : 0;
    float local[3], axis[2][3] = {{0}};
    sn_frame_local(frame, center, local);
    axis[0][u] = axis[1][v] = (float)cell;
    const double big = cell * ratio;
    const float offset[2] = {(float)(fmod(center[u], big) / cell),
                             (float)(fmod(center[v], big) / cell)};
    glUniform3fv(sn_uniform(program, "center"), 1, local);
    glUniform3fv(sn_uniform(program, "axis_u"), 1, axis[0]);
    glUniform3fv(sn_uniform(program, "axis_v"), 1, axis[1]);
    glUniform2fv(sn_uniform(program, "offset"), 1, offset);
    glUniform4f(sn_uniform(program, "spacing"), (float)cells, (float)(1 / cells), (float)ratio,
                (float)(1 / ratio));
    glUniform3fv(sn_uniform(program, "ink"), 1, frame->settings->dark ? dark_ink : light_ink);
    glUniform3fv(sn_uniform(program, "ink_u"), 1, axis_inks[u]);
    glUniform3fv(sn_uniform(program, "ink_v"), 1, axis_inks[v]);
    const float *strength =
        frame->settings->dark ? (const float[2]){0.10f, 0.20f} : (const float[2]){0.07f, 0.16f};
    glUniform2fv(sn_uniform(program, "strength"), 1, strength);
    glUniform1f(sn_uniform(program, "axis_strength"), frame->settings->axes ? 0.75f : 0);
    glUniform2f(sn_uniform(program, "axis_place"), offset[0] - (float)(center[u] / cell),
                offset[1] - (float)(center[v] / cell));
}

void sn_pass_grid(const SnPass *pass)
{
    const SnFrame *frame = pass->frame;
    set_grid(pass, sn_program_use(&pass->painter->programs, SN_PROGRAM_GRID));
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_FRAMEBUFFER_SRGB); /* mixes encoded colours: it covers most of a picture */
    glBindVertexArray(pass->painter->gpu.empty_array);
    for (int i = 0; i < frame->n_cuts; i++)
        glDisable(GL_CLIP_DISTANCE0 + (GLenum)i);
    /* at the far end of depth: a background that never crosses out what lies under its plane */
    glDepthRange(1, 1);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 8);
    glDepthRange(0, 1);
    for (int i = 0; i < frame->n_cuts; i++)
        glEnable(GL_CLIP_DISTANCE0 + (GLenum)i);
    glDisable(GL_BLEND);
    glEnable(GL_FRAMEBUFFER_SRGB);
}
