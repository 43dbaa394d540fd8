// SPDX-License-Identifier: GPL-3.0-or-later
// The shadow that a wide sky leaves on the ground: CAST looks down on everything from above and
// keeps, with the largest winning, how near the ground it is (red) and that it is there (green);
// BLUR smooths both along one direction, what is far from the ground more; DRAW darkens the ground.
uniform vec4 area; // centre x, y, half side, height of the ground; relative to the frame's origin
#ifdef CAST
uniform vec3 caster; // metres in which red fades with height, the same of green, size of points [px]
#ifdef VERTEX
layout(location = 0) in vec3 position;
layout(location = 2) in vec3 axis_x;
layout(location = 3) in vec3 axis_y;
layout(location = 4) in vec3 axis_z;
layout(location = 5) in vec3 origin;
layout(location = 6) in vec4 color;
out float gl_ClipDistance[8];
out vec2 v_dark;
void main()
{
    vec3 p = origin + position.x * axis_x + position.y * axis_y + position.z * axis_z;
    float height = max(p.z - area.w, 0.0);
    v_dark = color.a * exp(-height / caster.xy);
    gl_Position = vec4((p.xy - area.xy) / area.z, 0.0, 1.0);
    gl_PointSize = caster.z;
    for (int i = 0; i < 8; i++)
        gl_ClipDistance[i] = dot(frame.clip[i].xyz, p) + frame.clip[i].w;
}
#endif
#ifdef FRAGMENT
in vec2 v_dark;
layout(location = 0) out vec2 out_dark;
void main()
{
    out_dark = v_dark;
}
#endif
#endif

#ifdef BLUR
#ifdef VERTEX
void main()
{
    vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    gl_Position = vec4(p, 0.0, 1.0);
}
#endif
#ifdef FRAGMENT
uniform sampler2D dark_map;
uniform ivec2 direction;
uniform vec2 spread; // standard deviations of red and green [texels]
layout(location = 0) out vec2 out_dark;
void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy), high = textureSize(dark_map, 0) - 1;
    vec2 sum = vec2(0.0), weight = vec2(0.0);
    int reach = int(2.2 * max(spread.x, spread.y));
    for (int i = -reach; i <= reach; i++) {
        vec2 w = exp(-0.5 * float(i * i) / (spread * spread));
        sum += w * texelFetch(dark_map, clamp(texel + i * direction, ivec2(0), high), 0).rg;
        weight += w;
    }
    out_dark = sum / weight;
}
#endif
#endif

#ifdef DRAW
#ifdef VERTEX
out vec2 v_uv;
void main()
{
    v_uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec3 p = vec3(area.xy + (v_uv * 2.0 - 1.0) * area.z, area.w);
    gl_Position = frame.view_projection * vec4(p, 1.0);
}
#endif
#ifdef FRAGMENT
in vec2 v_uv;
uniform sampler2D dark_map;
uniform vec3 ink;       // sRGB
uniform vec2 strength;  // of red and green
uniform vec2 page;      // of a picture that lies on something else: its size [px]; else 0
layout(location = 0) out vec4 out_color;
void main()
{
    vec2 dark = texture(dark_map, v_uv).rg;
    float alpha = 1.0 - (1.0 - strength.x * dark.x) * (1.0 - strength.y * dark.y);
    vec2 border = min(v_uv, 1.0 - v_uv);
    alpha *= smoothstep(0.0, 0.08, min(border.x, border.y));
    if (page.x > 0.0) { // it ends before the picture does, lest the page show an edge
        vec2 edge = min(gl_FragCoord.xy / page, 1.0 - gl_FragCoord.xy / page);
        alpha *= smoothstep(0.0, 0.07, min(edge.x, edge.y));
    }
    if (alpha < 0.003)
        discard;
    out_color = vec4(to_linear(ink) * alpha, alpha);
}
#endif
#endif
