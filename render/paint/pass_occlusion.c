/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Screen-space ambient occlusion from the opaque depth: half size, smoothed, multiplied in, and
 * thin outlines of what stands before something else. */
#include "render/paint/painter.h"

#include <epoxy/gl.h>
#include <math.h>

/* What lies behind something by so much gets an outline before it, over the picture's height. */
static const double outline_step = 0.008;

static GLuint use(const SnPass *pass, SnProgramName name)
{
    const GLuint program = sn_program_use(&pass->painter->programs, name);
    glUniform4fv(sn_uniform(program, "unproject"), 1, pass->frame->unproject);
    glUniform1i(sn_uniform(program, "depth_map"), 0);
    glUniform1i(sn_uniform(program, "value_map"), 1);
    return program;
}

static void bind_map(GLenum unit, GLuint texture)
{
    glActiveTexture(unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

void sn_pass_occlusion(const SnPass *pass)
{
    SnTarget *target = pass->target;
    const SnCamera *camera = &pass->frame->settings->camera;
    int box[4];
    if (!sn_frame_screen_box(pass->frame, pass->frame->bounds, 32 * pass->frame->settings->scale,
                             box))
        return;
    sn_target_need_half(target);
    glEnable(GL_SCISSOR_TEST);
    glScissor(box[0] / 2, box[1] / 2, box[2] / 2 + 2, box[3] / 2 + 2);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glBindVertexArray(pass->painter->gpu.empty_array);
    glViewport(0, 0, (target->width + 1) / 2, (target->height + 1) / 2);

    bind_map(GL_TEXTURE0, target->depth);
    GLuint program = use(pass, SN_PROGRAM_OCCLUSION_SAMPLE);
    const double height = 2 * camera->distance * tan(camera->field_of_view / 2);
    const double radius = fmin(0.05 * height, 0.06 * pass->frame->size);
    glUniform1f(sn_uniform(program, "radius"), (float)radius);
    glBindFramebuffer(GL_FRAMEBUFFER, target->half_frame[0]);
    glDrawArrays(GL_TRIANGLES, 0, 3);

    program = use(pass, SN_PROGRAM_OCCLUSION_BLUR);
    for (int i = 0; i < 2; i++) {
        bind_map(GL_TEXTURE1, target->half[i]);
        glUniform2i(sn_uniform(program, "direction"), i == 0, i == 1);
        glBindFramebuffer(GL_FRAMEBUFFER, target->half_frame[1 - i]);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    program = use(pass, SN_PROGRAM_OCCLUSION_APPLY);
    glUniform1f(sn_uniform(program, "step_back"), (float)(outline_step * height));
    glUniform1i(sn_uniform(program, "reach"), (int)fmax(rint(pass->frame->settings->scale), 1));
    glUniform1i(sn_uniform(program, "sampled"), target->samples > 0);
    bind_map(GL_TEXTURE1, target->half[0]);
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    glViewport(0, 0, target->width, target->height);
    glScissor(box[0], box[1], box[2], box[3]);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ZERO, GL_SRC_COLOR, GL_ZERO, GL_ONE);
    /* only before something: the triangle lies where nothing is */
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_FALSE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    bind_map(GL_TEXTURE1, 0);
    bind_map(GL_TEXTURE0, 0);
}
