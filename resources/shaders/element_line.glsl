// SPDX-License-Identifier: GPL-3.0-or-later
// Edges of elements: lines of an index buffer widened to quads that face the screen.
const uint FLAG_NO_CLIP = 32u;

float clip_distance(int k, vec3 position, uint flags)
{
    bool free = (flags & FLAG_NO_CLIP) != 0u || ((flags >> 16) & 15u) == uint(k + 1);
    return free ? 1.0 : dot(frame.clip[k].xyz, position) + frame.clip[k].w;
}

#ifdef VERTEX
layout(location = 0) in vec3 position;
layout(location = 2) in vec3 axis_x;
layout(location = 3) in vec3 axis_y;
layout(location = 4) in vec3 axis_z;
layout(location = 5) in vec3 origin;
layout(location = 7) in uvec2 tag;
out vec3 g_position;
flat out uint g_flags;
void main()
{
    g_position = origin + position.x * axis_x + position.y * axis_y + position.z * axis_z;
    g_flags = tag.y;
    gl_Position = frame.view_projection * vec4(g_position, 1.0);
}
#endif

#ifdef GEOMETRY
layout(lines) in;
layout(triangle_strip, max_vertices = 4) out;
in vec3 g_position[];
flat in uint g_flags[];
uniform float width; // pixels
out float gl_ClipDistance[8];
noperspective out float v_across; // pixels from the middle

void main()
{
    vec3 ends[2] = vec3[2](g_position[0], g_position[1]);
    vec4 at[2];
    // both ends before the eye, else there is no place on the screen
    float near[2];
    for (int i = 0; i < 2; i++)
        near[i] = gl_in[i].gl_Position.z + gl_in[i].gl_Position.w;
    if (near[0] <= 0.0 && near[1] <= 0.0)
        return;
    float total = near[0] - near[1];
    if (near[0] < 0.0)
        ends[0] = mix(g_position[0], g_position[1], near[0] / total);
    if (near[1] < 0.0)
        ends[1] = mix(g_position[0], g_position[1], near[0] / total);
    vec2 screen[2];
    float grow = 0.5 * width + 0.5;
    for (int i = 0; i < 2; i++) {
        // towards the eye by two pixels, so that its own surface does not hide half of it
        float w = (frame.view_projection * vec4(ends[i], 1.0)).w;
        float pixel = 2.0 * w / (frame.projection[1][1] * frame.viewport.y);
        at[i] = frame.view_projection * vec4(ends[i] + 2.0 * pixel * view_direction(ends[i]), 1.0);
        vec4 plain = frame.view_projection * vec4(ends[i], 1.0);
        at[i].xy = plain.xy / plain.w * at[i].w;
        screen[i] = plain.xy / max(plain.w, 1e-9) * 0.5 * frame.viewport.xy;
    }
    vec2 along = screen[1] - screen[0];
    float len = length(along);
    along = len > 1e-4 ? along / len : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x) * grow;
    for (int i = 0; i < 4; i++) {
        int end = i / 2;
        float side = i % 2 == 0 ? -1.0 : 1.0;
        v_across = side * grow;
        gl_Position = at[end];
        gl_Position.xy += side * across * 2.0 * frame.viewport.zw * at[end].w;
        for (int k = 0; k < 8; k++)
            gl_ClipDistance[k] = clip_distance(k, ends[end], g_flags[0]);
        EmitVertex();
    }
    EndPrimitive();
}
#endif

#ifdef FRAGMENT
noperspective in float v_across;
uniform float width;
uniform vec4 color; // sRGB
layout(location = 0) out vec4 out_color;
void main()
{
    float alpha = color.a * clamp(0.5 * width + 0.5 - abs(v_across), 0.0, 1.0);
    if (alpha < 0.01)
        discard;
    out_color = vec4(to_linear(color.rgb) * alpha, alpha);
}
#endif
