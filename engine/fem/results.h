/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stress, strain and the like, computed when somebody looks. */
#ifndef SN_FEM_RESULTS_H
#define SN_FEM_RESULTS_H

#include "engine/fem/solid.h"

typedef enum SnFemField {
    SN_FIELD_NONE,
    SN_FIELD_VON_MISES,  /* [Pa] */
    SN_FIELD_MAX_STRESS, /* largest principal Cauchy stress [Pa] */
    SN_FIELD_MIN_STRESS, /* smallest */
    SN_FIELD_MAX_SHEAR,  /* Tresca's [Pa] */
    SN_FIELD_PRESSURE,   /* [Pa], compression positive */
    SN_FIELD_MAX_STRAIN, /* largest principal logarithmic strain */
    SN_FIELD_MIN_STRAIN,
    SN_FIELD_EQUIVALENT_STRAIN, /* von Mises of the logarithmic strain */
    SN_FIELD_ENERGY,            /* energy density [J/m3] */
    SN_FIELD_VOLUME_RATIO,      /* J */
    SN_FIELD_DISPLACEMENT,      /* [m] */
    SN_FIELD_ACTIVATION,        /* of muscle in the element, 0..1 */
    SN_FIELD_CONTACT_PRESSURE,  /* on the surface [Pa]: of contacts, none of the solid's own */
    SN_FIELD_COUNT
} SnFemField;

typedef struct SnFemResult {
    double
        stress[6]; /* Cauchy: xx yy zz xy xz yz [Pa]; of ELEMENT constraints with their pressure */
    double strain[6]; /* logarithmic */
    double pressure;  /* [Pa] */
    double von_mises; /* [Pa] */
    double energy;    /* [J] for elements, [J/m3] for nodes */
    double volume;    /* [m3] present; nodes: their share */
} SnFemResult;

/* Mean over one element's integration points. lambda: constraint forces of the incompressibility
 * rows [n_constraints], NULL where there are none. */
void sn_fem_element_result(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                           int element, SnFemResult *result);
/* The solid element whose volume at x is the smallest part of that at rest, -1: there are none;
 * that part, negative where it is inside out. */
int sn_fem_smallest_part(const SnFemSolid *solid, const double (*x)[3], double *part);
/* Present volume of the whole solid [m3]. */
double sn_fem_volume(const SnFemSolid *solid, const SnFemInput *input);
/* At one node: values at integration points carried to the nodes of each element (linear fit) and
 * averaged over the elements that share it. */
void sn_fem_node_result(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                        int node, SnFemResult *result);
/* A field at all nodes, likewise averaged: value [n_nodes]; allocates nothing. */
void sn_fem_node_field(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                       SnFemField field, SnWorkers *workers, float *value);
/* Largest value of a field at integration points and where. */
double sn_fem_field_maximum(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                            SnFemField field, int *element);

#endif
