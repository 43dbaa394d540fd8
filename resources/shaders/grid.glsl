// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a grid on a patch around the camera's centre: strong every `ratio` lines.
uniform vec3 center;     // of the patch, on the plane
uniform vec3 axis_u;
uniform vec3 axis_v;
uniform vec2 offset;     // place of `center` in the grid, in small cells, modulo the coarsest
uniform vec4 spacing;    // cells to either side of the centre, 1 / that, ratio, 1 / ratio
#ifdef VERTEX
out vec2 v_uv; // small cells
void main()
{
    float angle = (float(gl_VertexID) + 0.5) * 0.7853982; // an octagon about the circle where it ends
    vec2 p = 1.0823922 * vec2(cos(angle), sin(angle));
    v_uv = p * spacing.x + offset;
    gl_Position = frame.view_projection *
                  vec4(center + spacing.x * (p.x * axis_u + p.y * axis_v), 1.0);
}
#endif
#ifdef FRAGMENT
in vec2 v_uv;
uniform vec3 ink;        // all inks: sRGB, mixed as they are
uniform vec3 ink_u;      // colour of the line v = 0, the u axis
uniform vec3 ink_v;
uniform vec2 axis_place; // place of the world's origin, in small cells
uniform vec2 strength;   // of small and big lines; of axes:
uniform float axis_strength;
layout(location = 0) out vec4 out_color;

// How much of a pixel a line family of spacing 1 covers; fades out as it gets too dense. Kept
// short: software rendering pays for each operation, and this covers most of a picture.
float lines(vec2 uv, vec2 per_pixel, vec2 pixels, float reach)
{
    vec2 drawn = reach - abs(fract(uv - 0.5) - 0.5) * pixels;
    drawn = clamp(drawn, 0.0, 1.0) * clamp(1.4 - 6.7 * per_pixel, 0.0, 1.0);
    return max(drawn.x, drawn.y);
}

void main()
{
    vec2 per_pixel = max(fwidth(v_uv), 1e-6);
    vec2 pixels = 1.0 / per_pixel;
    vec2 from_center = (v_uv - offset) * spacing.y;
    float reach = 0.5 * frame.misc.x + 0.5;
    float alpha = max(strength.x * lines(v_uv, per_pixel, pixels, reach),
                      strength.y * lines(v_uv * spacing.w, per_pixel * spacing.w,
                                         pixels * spacing.z, reach));
    vec2 axis = reach + 0.25 * frame.misc.x - abs(v_uv - axis_place) * pixels;
    axis = clamp(axis, 0.0, 1.0) * axis_strength;
    float drawn = max(axis.x, axis.y);
    vec3 color = drawn > 0.02 ? (axis.y > axis.x ? ink_u : ink_v) : ink;
    // from a third of the way out to the rim of the patch, by the square of the distance
    float away = clamp(1.1 - 1.1 * dot(from_center, from_center), 0.0, 1.0);
    alpha = max(alpha, drawn) * away * away;
    if (alpha < 0.002)
        discard;
    out_color = vec4(color * alpha, alpha);
}
#endif
