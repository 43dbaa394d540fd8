/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies over the picture: manipulator and handles, then the rubber band. */
#include "render/paint/painter.h"

#include <epoxy/gl.h>
#include <math.h>

static void draw_band(const SnPass *pass)
{
    static const float light[3] = {0.94f, 0.55f, 0.0f}, dark[3] = {1.0f, 0.70f, 0.28f};
    const SnViewSettings *settings = pass->frame->settings;
    const double *band = settings->band;
    const double x0 = floor(fmin(band[0], band[0] + band[2]));
    const double x1 = ceil(fmax(band[0], band[0] + band[2]));
    const double y0 = floor(settings->height - fmax(band[1], band[1] + band[3]));
    const double y1 = ceil(settings->height - fmin(band[1], band[1] + band[3]));
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_BAND);
    glUniform4f(sn_uniform(program, "box"), (float)x0, (float)y0, (float)x1, (float)y1);
    glUniform3fv(sn_uniform(program, "color"), 1, settings->dark ? dark : light);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(pass->painter->gpu.empty_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
}

void sn_pass_overlay(const SnPass *pass)
{
    const SnSolids *solids = &pass->painter->solids;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    sn_program_use(&pass->painter->programs, SN_PROGRAM_SOLID);
    sn_draw_layer(&pass->painter->gpu, solids, SN_LAYER_OVERLAY);
    if (pass->frame->settings->band[2] != 0)
        draw_band(pass);
}
