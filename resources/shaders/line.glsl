// SPDX-License-Identifier: GPL-3.0-or-later
// Wide segments with round ends, expanded to quads facing the screen: one instance a segment.
#ifdef VERTEX
layout(location = 0) in vec3 start;
layout(location = 1) in vec3 end;
layout(location = 2) in vec4 color;
layout(location = 3) in vec2 shape; // width in pixels, depth pull towards the eye
layout(location = 4) in uvec2 tag;
out float gl_ClipDistance[8];
noperspective out vec2 v_pixel;
flat out vec2 v_a;
flat out vec2 v_b;
flat out float v_radius;
flat out vec4 v_color;
flat out uvec2 v_tag;
uniform float widen; // pixels added to the width: tolerance of picking

void main()
{
    vec4 a = frame.view_projection * vec4(start, 1.0);
    vec4 b = frame.view_projection * vec4(end, 1.0);
    // cut at the near plane so that both ends have a place on the screen
    float da = a.z + a.w, db = b.z + b.w;
    vec3 world_a = start, world_b = end;
    bool gone = da <= 0.0 && db <= 0.0;
    if (da < 0.0 && db > 0.0) {
        float t = da / (da - db);
        a = mix(a, b, t);
        world_a = mix(start, end, t);
    } else if (db < 0.0 && da > 0.0) {
        float t = db / (db - da);
        b = mix(b, a, t);
        world_b = mix(end, start, t);
    }
    vec2 half_size = 0.5 * frame.viewport.xy;
    vec2 pa = a.xy / max(a.w, 1e-9) * half_size, pb = b.xy / max(b.w, 1e-9) * half_size;
    vec2 along = pb - pa;
    float len = length(along);
    along = len > 1e-4 ? along / len : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    float radius = 0.5 * (shape.x + widen);
    float grow = radius + 1.0;
    bool at_end = (gl_VertexID & 1) != 0;
    float side = (gl_VertexID & 2) != 0 ? 1.0 : -1.0;
    vec2 corner = (at_end ? pb + along * grow : pa - along * grow) + across * side * grow;
    vec4 base = at_end ? b : a;
    gl_Position = vec4(corner / half_size * base.w, base.z - shape.y * base.w, base.w);
    if (gone)
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    v_pixel = corner;
    v_a = pa;
    v_b = pb;
    v_radius = radius;
    v_color = vec4(to_linear(color.rgb), color.a);
    v_tag = tag;
    vec3 p = at_end ? world_b : world_a;
    bool unclipped = (tag.y & 32u) != 0u;
    for (int i = 0; i < 8; i++)
        gl_ClipDistance[i] = unclipped ? 1.0 : dot(frame.clip[i].xyz, p) + frame.clip[i].w;
}
#endif

#ifdef FRAGMENT
noperspective in vec2 v_pixel;
flat in vec2 v_a;
flat in vec2 v_b;
flat in float v_radius;
flat in vec4 v_color;
flat in uvec2 v_tag;

float coverage()
{
    vec2 ab = v_b - v_a, ap = v_pixel - v_a;
    float t = clamp(dot(ap, ab) / max(dot(ab, ab), 1e-12), 0.0, 1.0);
    return clamp(v_radius + 0.5 - length(ap - t * ab), 0.0, 1.0);
}

#ifdef ID
layout(location = 0) out uint out_id;
void main()
{
    if (coverage() < 0.5)
        discard;
    out_id = v_tag.x;
}
#endif
#ifdef MASK
uniform vec4 mask_color;
layout(location = 0) out vec4 out_color;
void main()
{
    if (coverage() < 0.5)
        discard;
    out_color = mask_color;
}
#endif
#ifdef LIT
uniform float strength; // of the colour
layout(location = 0) out vec4 out_color;
void main()
{
    float alpha = v_color.a * strength * coverage();
    if (alpha < 0.01)
        discard;
    out_color = vec4(v_color.rgb * alpha, alpha);
}
#endif
#endif
