/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lit triangles: opaque, cut, transparent, and the overlay on top. */
#include "render/painter.h"

#include <epoxy/gl.h>

static void use_lit(const SnPass *pass, const SnDraw *draw)
{
    if (draw->faces == SN_FACES_FILL) {
        const bool flat = draw->place.ink.tag[1] & SN_FLAG_FLAT;
        sn_program_use(&pass->painter->programs,
                       flat ? SN_PROGRAM_SOLID_SPECIAL : SN_PROGRAM_SOLID);
        return;
    }
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_SOLID_EDGES);
    glUniform3fv(sn_uniform(program, "edge_color"), 1, draw->edge_color);
    glUniform1i(sn_uniform(program, "only_edges"), draw->faces == SN_FACES_WIREFRAME);
}

static void draw_lit(const SnPass *pass, const SnDraw *draw)
{
    use_lit(pass, draw);
    sn_draw_one(&pass->painter->gpu, draw);
}

/* The far sides of closed surfaces are never seen unless something is cut open. */
static void cull_far_sides(const SnPass *pass, int winding)
{
    if (winding && pass->frame->n_cuts == 0) {
        glEnable(GL_CULL_FACE);
        glCullFace(winding > 0 ? GL_BACK : GL_FRONT);
    } else {
        glDisable(GL_CULL_FACE);
    }
}

void sn_pass_opaque(const SnPass *pass)
{
    const SnSolids *solids = &pass->painter->solids;
    const SnDraw *draws = solids->opaque.data;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    for (int i = 0; i < solids->opaque.count; i++)
        if (draws[i].faces != SN_FACES_WIREFRAME) {
            cull_far_sides(pass, draws[i].mesh->winding);
            draw_lit(pass, &draws[i]);
        }
    /* all unit solids and bellies are closed, but for the squares, which look at the camera */
    cull_far_sides(pass, 1);
    sn_program_use(&pass->painter->programs, SN_PROGRAM_SOLID);
    sn_draw_layer(&pass->painter->gpu, solids, SN_LAYER_OPAQUE);
    cull_far_sides(pass, 0);
}

void sn_pass_caps(const SnPass *pass, SnProgramName program)
{
    const SnSolids *solids = &pass->painter->solids;
    const SnCap *caps = solids->caps.data;
    if (!solids->caps.count)
        return;
    sn_program_use(&pass->painter->programs, program);
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_POLYGON_OFFSET_FILL);
    for (int i = 0; i < solids->caps.count; i++) {
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        glDepthMask(GL_FALSE);
        glDisable(GL_DEPTH_TEST);
        glStencilFunc(GL_ALWAYS, 0, 0xff);
        glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
        glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
        sn_draw_cap(&pass->painter->gpu, &caps[i]);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        glDepthMask(GL_TRUE);
        glEnable(GL_DEPTH_TEST);
        glStencilFunc(GL_NOTEQUAL, 0, 0xff);
        glStencilOp(GL_KEEP, GL_ZERO, GL_ZERO);
        /* where surfaces overlap their caps share the plane: the later one wins everywhere */
        glPolygonOffset(0, (float)(-4 * i));
        sn_draw_cap_cover(&pass->painter->gpu, &caps[i]);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_STENCIL_TEST);
}

void sn_pass_transparent(const SnPass *pass)
{
    const SnSolids *solids = &pass->painter->solids;
    const SnDraw *opaque = solids->opaque.data, *draws = solids->clear.data;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_TRUE);
    for (int i = 0; i < solids->opaque.count; i++)
        if (opaque[i].faces == SN_FACES_WIREFRAME)
            draw_lit(pass, &opaque[i]);
    for (int i = 0; i < solids->clear.count; i++) {
        if (draws[i].faces == SN_FACES_WIREFRAME) {
            draw_lit(pass, &draws[i]);
            continue;
        }
        /* depth first: each pixel then shows the nearest sheet of this one only */
        sn_program_use(&pass->painter->programs, SN_PROGRAM_SOLID_ID);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        sn_draw_one(&pass->painter->gpu, &draws[i]);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        draw_lit(pass, &draws[i]);
    }
    glDisable(GL_BLEND);
}

void sn_pass_lines(const SnPass *pass)
{
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_LINE);
    glUniform1f(sn_uniform(program, "widen"), 0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    sn_draw_segments(&pass->painter->gpu, &pass->painter->solids, 0);
    glDisable(GL_BLEND);
}
