// SPDX-License-Identifier: GPL-3.0-or-later
// Screen-space ambient occlusion at half resolution: SAMPLE measures, BLUR smooths along one
// direction without crossing depth edges, APPLY multiplies the picture by it and draws a thin outline
// along what ends before something farther away.
#ifdef VERTEX
void main()
{
    vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    gl_Position = vec4(p, 1.0, 1.0); // farthest: a depth test can leave out where nothing is
}
#endif
#ifdef FRAGMENT
uniform sampler2D depth_map;
uniform vec4 unproject; // x, y: view-space slope per NDC; z, w: depth = z / (w - d) or z + w d

float view_depth(float d)
{
    return frame.eye.w > 0.5 ? unproject.z + unproject.w * d : unproject.z / (unproject.w - d);
}

#ifdef SAMPLE
uniform float radius; // [m]
layout(location = 0) out vec2 out_value; // openness, linear depth share

vec3 view_point(vec2 uv, float z)
{
    vec2 slope = (uv * 2.0 - 1.0) * unproject.xy;
    return vec3(frame.eye.w > 0.5 ? slope : slope * z, -z);
}

void main()
{
    ivec2 size = textureSize(depth_map, 0);
    ivec2 texel = min(ivec2(gl_FragCoord.xy) * 2, size - 1);
    float d = texelFetch(depth_map, texel, 0).r;
    if (d >= 1.0) {
        out_value = vec2(1.0, 1.0);
        return;
    }
    vec2 inverse = 1.0 / vec2(size);
    vec2 uv = (vec2(texel) + 0.5) * inverse;
    float z = view_depth(d);
    vec3 p = view_point(uv, z);
    // the flatter of the two neighbours in each direction gives the surface's normal
    ivec2 low = ivec2(0), high = size - 1;
    vec3 px = view_point(uv + vec2(inverse.x, 0.0),
        view_depth(texelFetch(depth_map, clamp(texel + ivec2(1, 0), low, high), 0).r)) - p;
    vec3 mx = p - view_point(uv - vec2(inverse.x, 0.0),
        view_depth(texelFetch(depth_map, clamp(texel - ivec2(1, 0), low, high), 0).r));
    vec3 py = view_point(uv + vec2(0.0, inverse.y),
        view_depth(texelFetch(depth_map, clamp(texel + ivec2(0, 1), low, high), 0).r)) - p;
    vec3 my = p - view_point(uv - vec2(0.0, inverse.y),
        view_depth(texelFetch(depth_map, clamp(texel - ivec2(0, 1), low, high), 0).r));
    vec3 n = normalize(cross(abs(px.z) < abs(mx.z) ? px : mx, abs(py.z) < abs(my.z) ? py : my));
    float reach = radius / (unproject.y * (frame.eye.w > 0.5 ? 1.0 : z)) * 0.5 * float(size.y);
    reach = clamp(reach, 3.0, 0.12 * float(size.y));
    float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy),
                                               vec2(0.06711056, 0.00583715))));
    float closed = 0.0;
    const int count = 8;
    for (int i = 0; i < count; i++) {
        float share = (float(i) + 0.5 + 0.5 * noise) / float(count);
        float angle = (noise + float(i) * 0.381966) * 6.2831853;
        ivec2 at = texel + ivec2(vec2(cos(angle), sin(angle)) * share * reach);
        at = clamp(at, low, high);
        float other = view_depth(texelFetch(depth_map, at, 0).r);
        vec3 w = view_point((vec2(at) + 0.5) * inverse, other) - p;
        float l2 = dot(w, w);
        float rise = dot(w, n) * inversesqrt(max(l2, 1e-20)) - 0.10;
        closed += max(rise, 0.0) * max(1.0 - l2 / (radius * radius), 0.0);
    }
    out_value = vec2(clamp(1.0 - 3.6 * closed / float(count), 0.0, 1.0), d);
}
#endif

#ifdef BLUR
uniform sampler2D value_map;
uniform ivec2 direction;
layout(location = 0) out vec2 out_value;
void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy), high = textureSize(value_map, 0) - 1;
    vec2 here = texelFetch(value_map, texel, 0).rg;
    float z = view_depth(here.y);
    float sum = here.x, weight = 1.0;
    for (int i = -2; i <= 2; i++) {
        if (i == 0)
            continue;
        vec2 there = texelFetch(value_map, clamp(texel + i * direction, ivec2(0), high), 0).rg;
        float w = max(0.0, 1.0 - 40.0 * abs(view_depth(there.y) - z) / z);
        sum += w * there.x;
        weight += w;
    }
    out_value = vec2(sum / weight, here.y);
}
#endif

#ifdef APPLY
uniform sampler2D value_map;
uniform float step_back; // what lies behind by as much gets an outline before it [m]
uniform int reach;       // width of the outline
uniform bool sampled;    // several samples a pixel
layout(location = 0) out vec4 out_color;

const int THIN = 6; // ropes of fewer widths have no outline: it would be all of them

float depth_at(ivec2 texel)
{
    return texelFetch(depth_map, clamp(texel, ivec2(0), textureSize(depth_map, 0) - 1), 0).r;
}

// Whether a surface goes on from a texel of this depth for k steps, within this difference. Depths of
// a plane have no second difference, however steep it is.
bool goes_on(ivec2 texel, float d, ivec2 step, int k, float within)
{
    float next = depth_at(texel + step), rest = depth_at(texel + k * step);
    return next < 1.0 && rest < 1.0 && abs(rest - d - float(k) * (next - d)) < within;
}

// Whether what a texel belongs to is broad across a direction: a rope's steps from one column of
// texels to the next are not its ends.
bool broad(ivec2 texel, ivec2 along, float within)
{
    ivec2 inside = texel - THIN / 2 * along, side = along.yx;
    float d = depth_at(inside);
    return goes_on(inside, d, side, THIN, within) || goes_on(inside, d, -side, THIN, within) ||
           (goes_on(inside, d, side, THIN / 2, within) && goes_on(inside, d, -side, THIN / 2, within));
}

// How far the picture falls back beyond a texel, while the other side goes on as before.
float fall(ivec2 texel, float d, ivec2 along)
{
    float before = depth_at(texel + along), after = depth_at(texel - along);
    float most = before - d + (after - d);
    return most > 0.0 && goes_on(texel, d, -along, THIN, 0.5 * abs(before - d)) ? most : 0.0;
}

// Of a difference of depths as they are stored.
float metres(float z)
{
    return frame.eye.w > 0.5 ? unproject.w : z * z / unproject.z;
}

// 0 where nothing ends beside a texel .. 1 on the near side of an edge; a fainter texel beside that
// hides the steps of the line.
float edge(ivec2 texel, float d, float z)
{
    float most = 0.0, scale = metres(z) / step_back;
    ivec2 across = ivec2(0);
    for (int i = 0; i < 8; i++) {
        ivec2 along = i % 4 < 2 ? ivec2(i % 4 * 2 - 1, 0) : ivec2(0, i % 4 * 2 - 5);
        along *= i < 4 ? reach : reach + 1;
        float line = (i < 4 ? 1.0 : 0.4) * smoothstep(1.0, 2.0, fall(texel, d, along) * scale);
        across = line > most ? along : across;
        most = max(most, line);
    }
    if (most > 0.0 && !broad(texel, sign(across) * reach, 0.5 * abs(depth_at(texel + across) - d)))
        return 0.0;
    return most;
}

// Whether there can be an edge at all: few texels are near one.
bool bends(ivec2 texel, float d, float z)
{
    int far = reach + 1;
    float across = depth_at(texel + ivec2(far, 0)) + depth_at(texel - ivec2(far, 0));
    float along = depth_at(texel + ivec2(0, far)) + depth_at(texel - ivec2(0, far));
    return (max(across, along) - 2.0 * d) * metres(z) > step_back;
}

// A pixel whose middle sees nothing, but that some samples of the thing beside it are in: they are on
// its edge. What else is in it will be painted over.
bool rim(ivec2 texel)
{
    for (int i = 0; i < 4; i++) {
        ivec2 along = i < 2 ? ivec2(i * 2 - 1, 0) : ivec2(0, i * 2 - 5);
        ivec2 inside = texel + THIN / 2 * reach * along, side = THIN / 2 * reach * along.yx;
        if (depth_at(texel + along) >= 1.0 || depth_at(texel + THIN * reach * along) >= 1.0)
            continue;
        bool left = depth_at(inside + side) < 1.0, right = depth_at(inside - side) < 1.0;
        if ((left && (right || depth_at(inside + 2 * side) < 1.0)) ||
            (right && depth_at(inside - 2 * side) < 1.0))
            return true;
    }
    return false;
}

void main()
{
    const vec3 ink = vec3(0.30, 0.27, 0.26);
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float d = texelFetch(depth_map, texel, 0).r;
    if (d >= 1.0) {
        if (!sampled || !rim(texel))
            discard;
        out_color = vec4(ink, 1.0);
        return;
    }
    float z = view_depth(d);
    vec2 place = (gl_FragCoord.xy - 1.0) * 0.5;
    ivec2 base = ivec2(floor(place)), high = textureSize(value_map, 0) - 1;
    vec2 f = place - vec2(base);
    float sum = 0.0, weight = 0.0;
    for (int i = 0; i < 4; i++) {
        ivec2 k = ivec2(i & 1, i >> 1);
        vec2 value = texelFetch(value_map, clamp(base + k, ivec2(0), high), 0).rg;
        float w = (k.x == 1 ? f.x : 1.0 - f.x) * (k.y == 1 ? f.y : 1.0 - f.y) + 0.01;
        w *= max(1e-4, 1.0 - 40.0 * abs(view_depth(value.y) - z) / z);
        sum += w * value.x;
        weight += w;
    }
    float open = sum / weight;
    // shadows stay a little warm
    vec3 shade = mix(vec3(0.34, 0.30, 0.30), vec3(1.0), open);
    float line = bends(texel, d, z) ? edge(texel, d, z) : 0.0;
    out_color = vec4(shade * mix(vec3(1.0), ink, line), 1.0);
}
#endif
#endif
