/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constitutive laws: the parameters as document and solver hold them, and a row of facts for each
 * law.  Stresses in Pa.
 *
 * W = W_shape(C, fibre) + U(J).  Split laws (SN_LAW_SPLIT) depend on the shape change alone (C-bar
 * = J^(-2/3) C) and take U from bulk_modulus; the others have a volumetric part of their own. */
#ifndef SN_FEM_MATERIAL_H
#define SN_FEM_MATERIAL_H

#include "engine/fem/material_list.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_MATERIAL_KIND(KIND, name, label, flags) SN_MATERIAL_##KIND,
typedef enum SnMaterialKind {
    SN_MATERIALS(SN_MATERIAL_KIND) SN_MATERIAL_KIND_COUNT
} SnMaterialKind;
#undef SN_MATERIAL_KIND

/* Sets of laws, bit i: law i. */
#define SN_MATERIAL_ELASTIC(KIND, name, label, flags) | ((flags)&SN_LAW_ELASTIC ? SN_LAW(KIND) : 0u)
#define SN_MATERIAL_SPLIT(KIND, name, label, flags)   | ((flags)&SN_LAW_SPLIT ? SN_LAW(KIND) : 0u)
enum {
    SN_MATERIALS_ELASTIC = 0 SN_MATERIALS(SN_MATERIAL_ELASTIC),
    SN_MATERIALS_SPLIT = 0 SN_MATERIALS(SN_MATERIAL_SPLIT),
};
#undef SN_MATERIAL_ELASTIC
#undef SN_MATERIAL_SPLIT
_Static_assert(SN_MATERIAL_KIND_COUNT < 32, "a set of laws is a word");

typedef enum SnVolumeLaw {
    SN_VOLUME_QUADRATIC, /* kappa/2 (J - 1)^2 */
    SN_VOLUME_LOGARITHM, /* kappa/2 ln^2 J */
    SN_VOLUME_NONE,      /* of laws whose volumetric part does not separate: not in documents */
} SnVolumeLaw;

#define SN_PRONY_TERMS 4

/* Double members first: each is a live value of its own, told by its place (SN_MATERIAL_NUMBER). */
#define SN_MATERIAL_FIELD(c, field, ...) double field;
typedef struct SnMaterial {
    SN_MATERIAL_PARAMETERS(SN_MATERIAL_FIELD, )
    /* stress of shape and volume x (1 + (stiffening - 1) activation): c10 and c20 linear in it */
    double stiffening;
    /* quasi-linear viscoelasticity: S(t) = int (1 + sum g_i e^(-(t-s)/tau_i)) dS_e */
    double prony_g[SN_PRONY_TERMS], prony_tau[SN_PRONY_TERMS];
    int32_t kind;       /* SnMaterialKind */
    int32_t volume_law; /* SnVolumeLaw */
} SnMaterial;
#undef SN_MATERIAL_FIELD

/* Number of a double member, from 0. */
#define SN_MATERIAL_NUMBER(field) (offsetof(SnMaterial, field) / sizeof(double))
#define SN_MATERIAL_NUMBERS       SN_MATERIAL_NUMBER(kind)

/* U(J) of a law with the material's numbers; modulus [Pa]. */
typedef struct SnVolumePart {
    double modulus;
    SnVolumeLaw law;
} SnVolumePart;

/* What a law says of itself besides its kernel. */
typedef struct SnMaterialLaw {
    double (*shear)(const SnMaterial *material); /* modulus at rest, without activation [Pa] */
    double (*bulk)(const SnMaterial *material);  /* NULL: bulk_modulus */
    SnVolumePart (*volume)(const SnMaterial *material);
    /* False, with a sentence, if the numbers make no material; NULL: those in range do. */
    bool (*check)(const SnMaterial *material, char *text, size_t text_size);
} SnMaterialLaw;

typedef struct SnMaterialClass {
    const char *name;  /* in files */
    const char *label; /* in choices */
    unsigned flags;    /* SnMaterialFlags */
    const SnMaterialLaw *law;
} SnMaterialClass;

extern const SnMaterialClass sn_material_classes[SN_MATERIAL_KIND_COUNT];

static inline const SnMaterialClass *sn_material_class(const SnMaterial *material)
{
    return &sn_material_classes[material->kind];
}

/* The table's defaults; linear, E = 100 kPa, nu = 0.33. */
SnMaterial sn_material_default(void);
/* Number of leading Prony terms in use (g > 0 and tau > 0). */
int sn_material_prony_terms(const SnMaterial *material);

#endif
