// SPDX-License-Identifier: GPL-3.0-or-later
// Outlines from the mask (r selected, g selected and visible, b hovered, a hovered and visible):
// FILL puts into the mask what the stencil has counted, ACROSS finds the nearest marked pixel of each
// row, DRAW the nearest of all and blends the line.
#ifdef VERTEX
layout(location = 0) in vec2 corner; // of a tile [px]
uniform float taller;                // [px] to both sides
void main()
{
    vec2 p = corner + vec2(0.0, (gl_VertexID & 1) != 0 ? taller : -taller);
    gl_Position = vec4(2.0 * p * frame.viewport.zw - 1.0, 0.0, 1.0);
}
#endif
#ifdef FRAGMENT
uniform sampler2D mask_map;
uniform int reach; // pixels
layout(location = 0) out vec4 out_color;

#ifdef FILL
uniform vec4 mask_color;
void main()
{
    out_color = mask_color;
}
#endif

#ifdef ACROSS
void main()
{
    // closeness 1 - distance / 8 for each of the four channels
    ivec2 texel = ivec2(gl_FragCoord.xy), high = textureSize(mask_map, 0) - 1;
    vec4 best = vec4(0.0);
    for (int i = -reach; i <= reach; i++) {
        vec4 m = texelFetch(mask_map, ivec2(clamp(texel.x + i, 0, high.x), texel.y), 0);
        best = max(best, m * (1.0 - abs(float(i)) / 8.0));
    }
    out_color = best;
}
#endif

#ifdef DRAW
uniform sampler2D row_map;
uniform vec2 width;          // of selection and hover outline [px]
uniform vec3 selected_color; // sRGB
uniform vec3 hovered_color;
void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy), high = textureSize(row_map, 0) - 1;
    vec4 nearest = vec4(1e4);
    for (int i = -reach; i <= reach; i++) {
        vec4 row = texelFetch(row_map, ivec2(texel.x, clamp(texel.y + i, 0, high.y)), 0);
        vec4 dx = (1.0 - row) * 8.0;
        vec4 d = dx * dx + float(i * i);
        nearest = min(nearest, mix(vec4(1e4), d, greaterThan(row, vec4(0.01))));
    }
    nearest = sqrt(nearest);
    vec4 inside = texelFetch(mask_map, texel, 0);
    vec4 drawn = clamp(vec4(width.xx, width.yy) + 0.5 - nearest, 0.0, 1.0);
    // the object's own border pixels are half background: the line covers them in part
    vec4 around = texelFetch(mask_map, min(texel + ivec2(1, 0), high), 0);
    around = min(around, texelFetch(mask_map, max(texel - ivec2(1, 0), ivec2(0)), 0));
    around = min(around, texelFetch(mask_map, min(texel + ivec2(0, 1), high), 0));
    around = min(around, texelFetch(mask_map, max(texel - ivec2(0, 1), ivec2(0)), 0));
    vec4 border = 0.5 * inside * (1.0 - around);
    float selected = inside.r > 0.5 ? max(inside.g, 0.3) * border.r : max(drawn.g, 0.3 * drawn.r);
    float hovered = inside.b > 0.5 ? max(inside.a, 0.3) * border.b : max(drawn.a, 0.3 * drawn.b);
    hovered *= 1.0 - selected;
    float alpha = selected + 0.85 * hovered;
    if (alpha < 0.004)
        discard;
    vec3 color = selected * to_linear(selected_color) + 0.85 * hovered * to_linear(hovered_color);
    out_color = vec4(color, alpha);
}
#endif
#endif
