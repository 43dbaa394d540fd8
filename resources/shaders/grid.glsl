// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a grid on a square patch around the camera's centre: strong every `ratio` lines.
uniform vec3 center;  // of the patch, on the plane
uniform vec3 axis_u;
uniform vec3 axis_v;
uniform vec2 offset;  // place of `center` in the grid, in small cells, modulo the coarsest
uniform float cell;   // small cell [m]
uniform float ratio;  // small cells in a big one
uniform float extent; // half side of the patch [m]
#ifdef VERTEX
out vec2 v_uv; // metres from `center`
void main()
{
    vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    v_uv = p * extent;
    gl_Position = frame.view_projection *
                  vec4(center + v_uv.x * axis_u + v_uv.y * axis_v, 1.0);
}
#endif
#ifdef FRAGMENT
in vec2 v_uv;
uniform vec3 ink;      // sRGB
uniform vec3 ink_u;    // colour of the line v = 0, the u axis
uniform vec3 ink_v;
uniform vec2 axis_place; // place of the world's origin, in metres from `center`
uniform bool show_axes;
uniform vec2 strength; // of small and big lines, in linear light
layout(location = 0) out vec4 out_color;

// How much of a pixel a line family of the given spacing covers; fades out as it gets too dense.
float lines(vec2 uv, vec2 per_pixel, float width)
{
    vec2 away = abs(fract(uv - 0.5) - 0.5) / per_pixel;
    vec2 drawn = clamp(0.5 * width + 0.5 - away, 0.0, 1.0);
    drawn *= 1.0 - smoothstep(0.06, 0.22, per_pixel);
    return max(drawn.x, drawn.y);
}

void main()
{
    vec2 uv = v_uv / cell + offset;
    vec2 per_pixel = max(fwidth(v_uv) / cell, 1e-6);
    float width = frame.misc.x;
    float alpha = max(strength.x * lines(uv, per_pixel, width),
                      strength.y * lines(uv / ratio, per_pixel / ratio, width));
    vec3 color = ink;
    if (show_axes) {
        vec2 away = abs(v_uv - axis_place) / fwidth(v_uv);
        vec2 drawn = clamp(0.75 * width + 0.5 - away, 0.0, 1.0);
        if (max(drawn.x, drawn.y) > 0.02) {
            color = drawn.y > drawn.x ? ink_u : ink_v;
            alpha = max(alpha, 0.75 * max(drawn.x, drawn.y));
        }
    }
    alpha *= 1.0 - smoothstep(0.25, 1.0, length(v_uv) / extent);
    out_color = vec4(to_linear(color) * alpha, alpha);
}
#endif
