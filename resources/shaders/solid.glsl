// SPDX-License-Identifier: GPL-3.0-or-later
// Everything made of triangles. One vertex stage; what comes out is chosen by a define:
// LIT (colour; SPECIAL: flat shading and hatching too; FIELD: colours of a scalar; DENSE: light is
// found at the vertices, which lie a few pixels apart, of surfaces that are not cut), EDGES (geometry
// stage for drawn edges), ID (pick numbers), MASK (selection).
// tag.x: pick number; tag.y: flags, see render/solids.h.
const uint FLAG_SELECTED = 1u;
const uint FLAG_HOVERED = 2u;
const uint FLAG_FLAT = 4u;
const uint FLAG_UNLIT = 8u;
const uint FLAG_HATCHED = 16u;
const uint FLAG_NO_CLIP = 32u;
const uint FLAG_INSIDE_FRONT = 64u; // wound inside out: the outside is the back face
const uint FLAG_INSIDE_BACK = 128u; // wound properly: the inside is the back face
const uint FLAG_COUNTED = 1048576u; // each triangle has a pick number of its own

float clip_distance(int k, vec3 position, uint flags)
{
    // a cap's own plane: rounding would cut pieces away; glDisable is not reliable here (llvmpipe)
    bool free = (flags & FLAG_NO_CLIP) != 0u || ((flags >> 16) & 15u) == uint(k + 1);
    return free ? 1.0 : dot(frame.clip[k].xyz, position) + frame.clip[k].w;
}

#ifdef LIT
// Key light from the camera's upper left, soft fill from the right, rim from behind, hemisphere.
// Directions are constants in the camera's frame: software rendering pays for each operation.
vec3 lit(vec3 albedo, vec3 n, vec3 v, float shine)
{
    const vec3 key = vec3(-0.4727, 0.6016, 0.6446), fill = vec3(0.8385, 0.0493, 0.5425);
    mat3 camera = mat3(frame.right.xyz, frame.up.xyz, frame.back.xyz);
    vec3 nc = n * camera, vc = v * camera;
    float k = dot(nc, key);
    float diffuse = mix(max(k, 0.0), max(k * 0.7407 + 0.2593, 0.0), 0.35);
    float soft = max(dot(nc, fill) * 0.7143 + 0.2857, 0.0);
    float sky = 0.5 + 0.5 * (n.z + 0.4 * nc.y) * inversesqrt(1.16 + 0.8 * frame.up.z);
    vec3 light = diffuse * vec3(0.86, 0.84, 0.81) + soft * vec3(0.185, 0.18, 0.185) +
                 mix(vec3(0.100, 0.088, 0.082), vec3(0.195, 0.195, 0.205), sky);
    float away = 1.0 - max(dot(nc, vc), 0.0);
    float grazing = away * away * away * away;
    light += vec3(0.20, 0.21, 0.23) * grazing * max(0.25 + 0.75 * nc.y, 0.0);
    float gloss = mix(14.0, 90.0, shine);
    float peak = pow(max(dot(nc, normalize(key + vc)), 0.0), gloss) * step(0.0, k) *
                 (gloss + 8.0) * 0.01667;
    vec3 result = albedo * light + vec3(peak * mix(0.03, 0.30, shine) * (0.3 + 0.7 * shine));
    // soft shoulder: nothing clips to a flat white patch
    return result / (1.0 + 0.18 * max(result - 0.55, 0.0));
}
#endif

#ifdef VERTEX
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 axis_x;
layout(location = 3) in vec3 axis_y;
layout(location = 4) in vec3 axis_z;
layout(location = 5) in vec3 origin;
layout(location = 6) in vec4 color; // sRGB
layout(location = 7) in uvec2 tag;
#ifdef FIELD
layout(location = 8) in float value;
out float v_value;
#endif

#ifdef DENSE
uniform float side; // 1; -1: of a surface that is wound inside out
out vec3 v_light;   // sRGB, written as it is
#else
out float gl_ClipDistance[8];
#endif
#ifdef EDGES
out vec3 g_position;
out vec3 g_normal;
out vec4 g_color;
flat out uvec2 g_tag;
#define v_position g_position
#define v_normal g_normal
#define v_color g_color
#define v_tag g_tag
#elif !defined(DENSE)
out vec3 v_position;
out vec3 v_normal;
out vec4 v_color;
flat out uvec2 v_tag;
#endif

void main()
{
    vec3 p = origin + position.x * axis_x + position.y * axis_y + position.z * axis_z;
    // axes are perpendicular, perhaps of different length: normals go by the inverse lengths
    vec3 n = normal.x * axis_x / max(dot(axis_x, axis_x), 1e-30) +
             normal.y * axis_y / max(dot(axis_y, axis_y), 1e-30) +
             normal.z * axis_z / max(dot(axis_z, axis_z), 1e-30);
    gl_Position = frame.view_projection * vec4(p, 1.0);
#ifdef DENSE
    v_light = to_linear(color.rgb);
    if ((tag.y & FLAG_UNLIT) == 0u)
        v_light = lit(v_light, side * normalize(n), view_direction(p),
                      float((tag.y >> 8) & 255u) / 255.0);
    v_light = to_encoded(v_light);
#else
    v_position = p;
    v_normal = n;
    v_tag = tag;
#ifdef FIELD
    v_value = value;
#endif
#ifdef LIT
    v_color = vec4(to_linear(color.rgb), color.a);
#else
    v_color = color;
#endif
    for (int i = 0; i < 8; i++)
        gl_ClipDistance[i] = clip_distance(i, p, tag.y);
#endif
}
#endif

#ifdef GEOMETRY
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec3 g_position[];
in vec3 g_normal[];
in vec4 g_color[];
flat in uvec2 g_tag[];
out float gl_ClipDistance[8];
out vec3 v_position;
out vec3 v_normal;
out vec4 v_color;
flat out uvec2 v_tag;
noperspective out vec3 v_edge; // distance to the three edges in pixels

vec2 on_screen(vec4 p)
{
    return p.xy / max(p.w, 1e-6) * 0.5 * frame.viewport.xy;
}

void main()
{
    vec2 a = on_screen(gl_in[0].gl_Position);
    vec2 b = on_screen(gl_in[1].gl_Position);
    vec2 c = on_screen(gl_in[2].gl_Position);
    float area = abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    vec3 heights = vec3(area / max(distance(b, c), 1e-6), area / max(distance(a, c), 1e-6),
                        area / max(distance(a, b), 1e-6));
    // an end behind the eye has no place on the screen: then no edge is drawn
    if (min(gl_in[0].gl_Position.w, min(gl_in[1].gl_Position.w, gl_in[2].gl_Position.w)) <= 0.0)
        heights = vec3(1e6);
    for (int i = 0; i < 3; i++) {
        v_position = g_position[i];
        v_normal = g_normal[i];
        v_color = g_color[i];
        v_tag = g_tag[i];
        v_edge = vec3(0.0);
        v_edge[i] = heights[i];
        if (heights.x >= 1e6)
            v_edge = vec3(1e6);
        gl_Position = gl_in[i].gl_Position;
        for (int k = 0; k < 8; k++)
            gl_ClipDistance[k] = clip_distance(k, g_position[i], g_tag[i].y);
        EmitVertex();
    }
    EndPrimitive();
}
#endif

#if defined(FRAGMENT) && defined(DENSE)
in vec3 v_light;
layout(location = 0) out vec4 out_color;
void main()
{
    out_color = vec4(v_light, 1.0);
}
#endif

#if defined(FRAGMENT) && !defined(DENSE)
in vec3 v_position;
in vec3 v_normal;
in vec4 v_color;
flat in uvec2 v_tag;

#ifdef ID
layout(location = 0) out uint out_id;
void main()
{
    out_id = v_tag.x + ((v_tag.y & FLAG_COUNTED) != 0u ? uint(gl_PrimitiveID) : 0u);
}
#endif

#ifdef MASK
uniform vec4 mask_color;
layout(location = 0) out vec4 out_color;
void main()
{
    out_color = mask_color;
}
#endif

#ifdef LIT
#ifdef EDGES
noperspective in vec3 v_edge;
uniform vec3 edge_color; // sRGB
uniform bool only_edges;
#endif
#ifdef FIELD
in float v_value;
uniform sampler2D color_maps; // one a row
uniform vec3 field;           // lowest value, 1 / range, row of the map (below 0: none)
#endif
layout(location = 0) out vec4 out_color; // linear, premultiplied

void main()
{
    uint flags = v_tag.y;
    vec3 v = view_direction(v_position);
    vec3 n = normalize(v_normal);
    if (!gl_FrontFacing)
        n = -n;
#ifdef SPECIAL
    if ((flags & FLAG_FLAT) != 0u) {
        n = normalize(cross(dFdx(v_position), dFdy(v_position)));
        if (dot(n, v) < 0.0)
            n = -n;
    }
#endif
    vec3 albedo = v_color.rgb;
    float alpha = v_color.a;
#ifdef FIELD
    // the value is interpolated, not its colour; unknown ones keep the plain colour
    bool flesh = field.z < 0.0; // no field: the share of flesh between tendons
    if (flesh) {
        albedo = mix(vec3(0.863, 0.823, 0.745), albedo, smoothstep(0.15, 0.9, v_value));
    } else if (v_value > -1e20) {
        float columns = float(textureSize(color_maps, 0).x);
        float t = clamp((v_value - field.x) * field.y, 0.0, 1.0);
        albedo = textureLod(color_maps, vec2((t * (columns - 1.0) + 0.5) / columns, field.z), 0.0).rgb;
    }
#endif
    bool inside = (flags & (gl_FrontFacing ? FLAG_INSIDE_FRONT : FLAG_INSIDE_BACK)) != 0u;
    if (inside)
        albedo *= vec3(0.62, 0.58, 0.57);
#ifdef SPECIAL
    if ((flags & FLAG_HATCHED) != 0u) {
        float period = 7.0 * frame.misc.x;
        float t = fract((gl_FragCoord.x + gl_FragCoord.y) * 0.70711 / period);
        float width = 0.5 * 1.1 * frame.misc.x / period, soft = 0.5 / period;
        float line = 1.0 - smoothstep(width - soft, width + soft, abs(t - 0.5));
        albedo *= mix(0.88, 0.58, line);
    }
#endif
    vec3 color = (flags & FLAG_UNLIT) != 0u ? albedo : lit(albedo, n, v, float((flags >> 8) & 255u) / 255.0);
#ifdef FIELD
    if (!flesh) // less light and shadow: the colour is to be read
        color = mix(color, albedo, 0.5);
#endif
    if (alpha < 0.998 && (flags & FLAG_UNLIT) == 0u) {
        // a ghost: clear where it faces the eye, its rim drawn in ink
        float grazing = clamp(1.0 - abs(dot(n, v)), 0.0, 1.0);
        float rim = grazing * sqrt(grazing);
        vec3 ink = frame.misc.w > 0.5 ? mix(color, vec3(0.87, 0.80, 0.63), 0.5) : 0.42 * color;
        color = mix(0.92 * color, ink, 0.9 * rim);
        alpha = mix(alpha, max(alpha, 0.92), rim);
        if (frame.misc.w > 0.5) // on dark ground a little light is much to see
            alpha = pow(alpha, 1.7);
    }
#ifdef EDGES
    float away = min(v_edge.x, min(v_edge.y, v_edge.z));
    float half_width = 0.5 * frame.misc.x;
    float edge = 1.0 - smoothstep(half_width - 0.5, half_width + 0.7, away);
    vec3 ink = to_linear(edge_color);
    if (only_edges) {
        if (edge < 0.02)
            discard;
        color = ink;
        alpha *= edge;
    } else {
        color = mix(color, ink, edge);
        alpha = mix(alpha, 1.0, 0.5 * edge);
    }
#endif
    out_color = vec4(color * alpha, alpha);
}
#endif
#endif
