// SPDX-License-Identifier: GPL-3.0-or-later
// Put in front of every shader. Positions are relative to the frame's origin (the camera's centre).
layout(std140) uniform Frame {
    mat4 view;
    mat4 projection;
    mat4 view_projection;
    vec4 eye;      // w: 1 orthographic
    vec4 right;    // camera axes in the world
    vec4 up;
    vec4 back;
    vec4 viewport; // width, height, 1 / width, 1 / height
    vec4 misc;     // device pixels per logical pixel, near, far, 1 dark
    vec4 clip[8];  // kept where dot(xyz, position) + w >= 0
} frame;

vec3 to_linear(vec3 c)
{
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}

vec3 to_encoded(vec3 c)
{
    return mix(c * 12.92, 1.055 * pow(max(c, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// Towards the eye.
vec3 view_direction(vec3 position)
{
    return frame.eye.w > 0.5 ? frame.back.xyz : normalize(frame.eye.xyz - position);
}
