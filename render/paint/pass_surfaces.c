/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lit triangles, opaque, cut and transparent, and lines. */
#include "render/paint/painter.h"

#include "render/color_map.h"

#include <epoxy/gl.h>
#include <math.h>

/* Colours by the values of a field. */
static void use_field(const SnPass *pass, int number)
{
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_SOLID_FIELD);
    if (number == SN_FIELD_FLESH) {
        glUniform1i(sn_uniform(program, "color_maps"), 0);
        glUniform3f(sn_uniform(program, "field"), 0, 1, -1);
        return;
    }
    const SnField *field = &pass->painter->solids.fields.field[number - 1];
    const double span = field->range[1] - field->range[0];
    glUniform1i(sn_uniform(program, "color_maps"), 0);
    glUniform3f(sn_uniform(program, "field"), (float)field->range[0],
                (float)(span > 0 ? 1 / span : 0), ((float)field->map + 0.5f) / SN_COLOR_MAPS);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, pass->painter->gpu.color_maps);
}

static void use_dense(const SnPass *pass, int winding)
{
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_SOLID_DENSE);
    glUniform1f(sn_uniform(program, "side"), (float)winding);
}

static bool draws_dense(const SnDraw *draw)
{
    const bool tissue = draw->kind == SN_DRAW_TISSUE || draw->kind == SN_DRAW_SECTION;
    return draw->dense && !draw->field && !tissue && draw->place.ink.color[3] == 255;
}

static void use_lit(const SnPass *pass, const SnDraw *draw)
{
    if (draw->field) {
        use_field(pass, draw->field);
        return;
    }
    if (draw->kind == SN_DRAW_TISSUE || draw->kind == SN_DRAW_SECTION) {
        const bool flat = draw->place.ink.tag[1] & SN_FLAG_FLAT;
        sn_program_use(&pass->painter->programs,
                       flat ? SN_PROGRAM_SOLID_SPECIAL : SN_PROGRAM_SOLID);
        return;
    }
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

static void draw_element_lines(const SnPass *pass, const SnDraw *draw, int list, double width,
                               const float color[3], double alpha)
{
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_ELEMENT_LINE);
    glUniform1f(sn_uniform(program, "width"), (float)(width * pass->frame->settings->scale));
    glUniform4f(sn_uniform(program, "color"), color[0], color[1], color[2], (float)alpha);
    sn_draw_element_lines(&pass->painter->gpu, draw, list);
}

/* The edges of a surface's elements, where its style wants them. */
static void draw_edges(const SnPass *pass, const SnDraw *draw)
{
    static const float neutral[3] = {0.30f, 0.30f, 0.32f}; /* on colours of any map */
    const double alpha = draw->place.ink.color[3] / 255.0;
    if (draw->faces == SN_FACES_FILL_EDGES && draw->field)
        draw_element_lines(pass, draw, 0, 1, neutral, 0.65);
    else if (draw->faces == SN_FACES_WIREFRAME)
        draw_element_lines(pass, draw, 0, 1.2, draw->edge_color, fmax(alpha, 0.3));
    else if (draw->faces == SN_FACES_FILL_EDGES)
        draw_element_lines(pass, draw, 0, 1, draw->edge_color, 0.35 + 0.5 * alpha);
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

/* Those whose colours are found, and encoded, at their vertices: pixels only interpolate. */
static void draw_dense(const SnPass *pass)
{
    const SnSolids *solids = &pass->painter->solids;
    const SnDraw *draws = solids->opaque.data;
    glDisable(GL_FRAMEBUFFER_SRGB);
    for (int i = 0; i < solids->opaque.count; i++)
        if (draws_dense(&draws[i]) && draws[i].faces != SN_FACES_WIREFRAME) {
            cull_far_sides(pass, draws[i].mesh->winding);
            use_dense(pass, draws[i].mesh->winding);
            sn_draw_one(&pass->painter->gpu, &draws[i]);
        }
    if (pass->frame->settings->moving && pass->frame->n_cuts == 0) {
        cull_far_sides(pass, 1);
        use_dense(pass, 1);
        sn_draw_layer(&pass->painter->gpu, solids, SN_LAYER_OPAQUE);
    }
    glEnable(GL_FRAMEBUFFER_SRGB);
}

void sn_pass_opaque(const SnPass *pass)
{
    const SnSolids *solids = &pass->painter->solids;
    const SnDraw *draws = solids->opaque.data;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    draw_dense(pass);
    for (int i = 0; i < solids->opaque.count; i++)
        if (!draws_dense(&draws[i]) && draws[i].faces != SN_FACES_WIREFRAME) {
            cull_far_sides(pass,
                           draws[i].mesh ? draws[i].mesh->winding : draws[i].tissue->tissue->solid);
            draw_lit(pass, &draws[i]);
        }
    /* all unit solids and bellies are closed, but for the squares, which look at the camera */
    if (!pass->frame->settings->moving || pass->frame->n_cuts > 0) {
        cull_far_sides(pass, 1);
        sn_program_use(&pass->painter->programs, SN_PROGRAM_SOLID);
        sn_draw_layer(&pass->painter->gpu, solids, SN_LAYER_OPAQUE);
    }
    cull_far_sides(pass, 0);
}

void sn_pass_sections(const SnPass *pass)
{
    const SnBuffer *list = &pass->painter->solids.sections;
    const SnDraw *draws = list->data;
    glEnable(GL_POLYGON_OFFSET_FILL);
    for (int i = 0; i < list->count; i++) {
        /* over the caps of surfaces in the same plane; of sections, the later one wins */
        glPolygonOffset(0, (float)(-4 * (pass->painter->solids.caps.count + 4 + i)));
        draw_lit(pass, &draws[i]);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
}

/* Between elements thin and faint, around the whole dark, as the caps of surfaces. */
static void draw_section_lines(const SnPass *pass, const SnDraw *draw)
{
    const uint8_t *color = draw->place.ink.color;
    float ink[3];
    for (int k = 0; k < 3; k++)
        ink[k] = draw->field ? 0.30f : 0.45f / 255 * (float)color[k];
    draw_element_lines(pass, draw, 0, 0.9, ink, draw->field ? 0.65 : 0.6);
    draw_element_lines(pass, draw, 1, 1.3, ink, draw->field ? 0.9 : 1);
}

/* The plain cap of a skin, and over it the section of the elements that carry it; what is left is
 * the cap's depth and the end of its count. */
static void draw_inner(const SnPass *pass, const SnCap *cap, SnProgramName program)
{
    const SnDraw *inner = pass->painter->solids.inner.data;
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glDepthMask(GL_FALSE);
    sn_draw_cap_cover(&pass->painter->gpu, cap);
    draw_lit(pass, &inner[cap->inner - 1]);
    draw_section_lines(pass, &inner[cap->inner - 1]);
    glDepthMask(GL_TRUE);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glStencilOp(GL_KEEP, GL_ZERO, GL_ZERO);
    sn_program_use(&pass->painter->programs, program);
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
        if (caps[i].inner && program != SN_PROGRAM_SOLID_ID)
            draw_inner(pass, &caps[i], program);
        sn_draw_cap_cover(&pass->painter->gpu, &caps[i]);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_STENCIL_TEST);
}

/* One after the last of the surfaces from i on that are drawn as one: those of one body. */
static int end_of_body(const SnDraw *draws, int i, int n)
{
    int end = i + 1;
    while (draws[i].kind == SN_DRAW_MESH && draws[i].faces != SN_FACES_WIREFRAME && end < n &&
           draws[end].kind == SN_DRAW_MESH && draws[end].faces != SN_FACES_WIREFRAME &&
           draws[end].body == draws[i].body)
        end++;
    return end;
}

/* Depth first: each pixel then shows the nearest sheet of them only. */
static void draw_sheet(const SnPass *pass, const SnDraw *draws, int n)
{
    if (draws->faces == SN_FACES_WIREFRAME) {
        if (draws->tissue)
            draw_edges(pass, draws);
        else
            draw_lit(pass, draws);
        return;
    }
    sn_program_use(&pass->painter->programs, SN_PROGRAM_SOLID_ID);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    for (int i = 0; i < n; i++)
        sn_draw_one(&pass->painter->gpu, &draws[i]);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    for (int i = 0; i < n; i++) {
        draw_lit(pass, &draws[i]);
        if (draws[i].tissue)
            draw_edges(pass, &draws[i]);
    }
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
        if (opaque[i].faces == SN_FACES_WIREFRAME && opaque[i].mesh)
            draw_lit(pass, &opaque[i]);
    /* what lies on something, as a hull on the mesh that it is of, is over all of it */
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-0.15f, -2);
    for (int i = 0; i < solids->clear.count;) {
        const int end = end_of_body(draws, i, solids->clear.count);
        draw_sheet(pass, draws + i, end - i);
        i = end;
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_BLEND);
}

static void draw_glyphs(const SnPass *pass)
{
    enum { MANY = 120 }; /* parts, a few of each joint: of more only those that are marked */
    const SnSolids *solids = &pass->painter->solids;
    const SnDraw *draws = solids->opaque.data;
    for (int i = 0; i < solids->opaque.count; i++) {
        const bool marked = draws[i].place.ink.tag[1] & (SN_FLAG_SELECTED | SN_FLAG_HOVERED);
        if (draws[i].through && (marked || solids->n_through <= MANY))
            draw_lit(pass, &draws[i]);
    }
}

/* Glyphs of joints inside bones.  The stencil buffer counts what is seen of them and what has been
 * drawn of the hidden, for nobody after it: their parts do not shine through one another. */
void sn_pass_through(const SnPass *pass)
{
    if (!pass->painter->solids.n_through)
        return;
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_CULL_FACE); /* one sheet of each */
    glCullFace(GL_BACK);
    glEnable(GL_STENCIL_TEST);
    glDepthFunc(GL_LEQUAL);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glStencilFunc(GL_ALWAYS, 1, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    draw_glyphs(pass);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthFunc(GL_GREATER);
    glEnable(GL_BLEND);
    glBlendColor(0, 0, 0, 0.35f);
    glBlendFuncSeparate(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA, GL_ZERO, GL_ONE);
    glStencilFunc(GL_EQUAL, 0, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    draw_glyphs(pass);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
}

void sn_pass_lines(const SnPass *pass)
{
    const SnSolids *solids = &pass->painter->solids;
    const SnDraw *draws = solids->opaque.data, *sections = solids->sections.data;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    for (int i = 0; i < solids->opaque.count; i++)
        if (draws[i].tissue)
            draw_edges(pass, &draws[i]);
    for (int i = 0; i < solids->sections.count; i++)
        draw_section_lines(pass, &sections[i]);
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_LINE);
    glUniform1f(sn_uniform(program, "widen"), 0);
    glUniform1f(sn_uniform(program, "strength"), 1);
    sn_draw_segments(&pass->painter->gpu, &pass->painter->solids, 0);
    glDisable(GL_BLEND);
}

void sn_pass_fibres(const SnPass *pass)
{
    if (!pass->painter->solids.segments[1].count)
        return;
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_LINE);
    glUniform1f(sn_uniform(program, "widen"), 0);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    for (int seen = 0; seen < 2; seen++) {
        glDepthFunc(seen ? GL_LEQUAL : GL_GREATER);
        glUniform1f(sn_uniform(program, "strength"), seen ? 1 : 0.45f);
        sn_draw_segments(&pass->painter->gpu, &pass->painter->solids, 1);
    }
    glDisable(GL_BLEND);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
}
