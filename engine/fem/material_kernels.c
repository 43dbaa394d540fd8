/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws at one point of four elements (material_point.h). */
#include "engine/fem/material_laws.h"

#define SHAPE(KIND, name, label, flags)                                                            \
    case SN_MATERIAL_##KIND:                                                                       \
        name##_shape(material, input, want_tangent, out);                                          \
        break;

void SN_FEM(material_shape)(const SnMaterial *material, const SnPointInput *input, int want_tangent,
                            SnPointStress *out)
{
    switch ((SnMaterialKind)material->kind) {
        SN_MATERIALS(SHAPE)
    case SN_MATERIAL_KIND_COUNT:
        break;
    }
}

#define VOLUME(KIND, name, label, flags)                                                           \
    case SN_MATERIAL_##KIND:                                                                       \
        part = name##_law.volume(material);                                                        \
        break;

void SN_FEM(material_volume)(const SnMaterial *material, SnLanes j, SnLanes activation, SnLanes *u,
                             SnLanes *first, SnLanes *second)
{
    SnVolumePart part = {0, SN_VOLUME_NONE};
    switch ((SnMaterialKind)material->kind) {
        SN_MATERIALS(VOLUME)
    case SN_MATERIAL_KIND_COUNT:
        break;
    }
    const SnLanes k = part.modulus * stiffened(material, activation);
    switch (part.law) {
    case SN_VOLUME_QUADRATIC:
        *u = 0.5 * k * (j - 1) * (j - 1);
        *first = k * (j - 1);
        *second = k;
        break;
    case SN_VOLUME_LOGARITHM: {
        const SnLanes log = lanes_log(j), inverse = 1 / j;
        *u = 0.5 * k * log * log;
        *first = k * log * inverse;
        *second = k * (1 - log) * inverse * inverse;
        break;
    }
    case SN_VOLUME_NONE:
        *u = *first = *second = lanes(0);
        break;
    }
}
