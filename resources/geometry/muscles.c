/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends of the jaw muscles on the generated bones.
 *
 * Published end points and force parameters: jaw-tongue-hyoid model of Stavness, Lloyd, Payan and
 * Fels, IJNMBE 27:367-390, 2011 (artisynth_models, commit bcda2050, BSD-like licence; muscle data
 * there after Peck et al. 2000 and van Eijden et al. 1997). The points are given in this
 * program's frame, jaw as built; each is laid onto the generated bone. */
#include <stdio.h>

#include "points.h"

typedef struct {
    const char *name, *full_name;
    SnGeoBody origin_body;
    SnGeoVec origin;
    SnGeoBody insertion_body;
    SnGeoVec insertion;
    double max_force, tendon_ratio, passive_fraction, max_over_opt, damping;
} Muscle;

/* Left side. Digastric and stylohyoid spring from the cranium here; the published model lists
 * them under its maxilla, which is fixed to the same ground. */
static const Muscle muscles[] = {{"at",
                                  "Anterior Temporal",
                                  SN_GEO_CRANIUM,
                                  {35.1, 48.8, 70.4},
                                  SN_GEO_MANDIBLE,
                                  {22.2, 36.5, -19.5},
                                  158,
                                  0.5,
                                  0.015,
                                  1.2698,
                                  1.0},
                                 {"mt",
                                  "Middle Temporal",
                                  SN_GEO_CRANIUM,
                                  {-6.8, 63.6, 76.4},
                                  SN_GEO_MANDIBLE,
                                  {32.7, 45.1, 3.8},
                                  95.6,
                                  0.48,
                                  0.015,
                                  1.4186,
                                  1.0},
                                 {"pt",
                                  "Posterior Temporal",
                                  SN_GEO_CRANIUM,
                                  {-22.4, 65.1, 36.6},
                                  SN_GEO_MANDIBLE,
                                  {32.7, 45.1, 3.8},
                                  75.6,
                                  0.51,
                                  0.015,
                                  1.3109,
                                  1.0},
                                 {"sm",
                                  "Superficial Masseter",
                                  SN_GEO_MAXILLA,
                                  {34.6, 55.0, 5.7},
                                  SN_GEO_MANDIBLE,
                                  {9.8, 46.2, -44.9},
                                  190.4,
                                  0.46,
                                  0.015,
                                  1.2997,
                                  1.0},
                                 {"dm",
                                  "Deep Masseter",
                                  SN_GEO_MAXILLA,
                                  {18.7, 57.8, 10.5},
                                  SN_GEO_MANDIBLE,
                                  {13.1, 46.4, -21.3},
                                  81.6,
                                  0.29,
                                  0.015,
                                  1.5428,
                                  1.0},
                                 {"mp",
                                  "Medial Pterygoid",
                                  SN_GEO_MAXILLA,
                                  {18.1, 17.6, 1.6},
                                  SN_GEO_MANDIBLE,
                                  {6.1, 42.5, -44.6},
                                  174.8,
                                  0.64,
                                  0.015,
                                  1.2498,
                                  1.0},
                                 {"sp",
                                  "Superior Lateral Pterygoid",
                                  SN_GEO_MAXILLA,
                                  {17.1, 39.5, 16.1},
                                  SN_GEO_MANDIBLE,
                                  {1.3, 42.9, 1.0},
                                  28.6714,
                                  0.0,
                                  0.015,
                                  1.3610,
                                  1.0},
                                 {"ip",
                                  "Inferior Lateral Pterygoid",
                                  SN_GEO_MAXILLA,
                                  {18.1, 18.6, 5.4},
                                  SN_GEO_MANDIBLE,
                                  {2.5, 43.2, -0.4},
                                  66.9,
                                  0.0,
                                  0.015,
                                  1.3175,
                                  1.0},
                                 {"ad",
                                  "Anterior Digastric",
                                  SN_GEO_MANDIBLE,
                                  {58.7, 8.0, -72.1},
                                  SN_GEO_HYOID,
                                  {17.4, 10.5, -68.4},
                                  40,
                                  0.0,
                                  0.015,
                                  1.2849,
                                  1.0},
                                 {"pd",
                                  "Posterior Digastric",
                                  SN_GEO_CRANIUM,
                                  {-23.0, 49.3, -1.5},
                                  SN_GEO_HYOID,
                                  {17.4, 10.6, -68.4},
                                  40,
                                  0.0,
                                  0.015,
                                  1.2849,
                                  1.0},
                                 {"sh",
                                  "Stylohyoid",
                                  SN_GEO_CRANIUM,
                                  {-13.3, 38.4, -12.4},
                                  SN_GEO_HYOID,
                                  {17.3, 10.6, -68.3},
                                  15.6,
                                  0.0,
                                  0.015,
                                  1.2849,
                                  1.0},
                                 {"am",
                                  "Anterior Mylohyoid",
                                  SN_GEO_MANDIBLE,
                                  {43.6, 20.8, -62.4},
                                  SN_GEO_HYOID,
                                  {24.2, 2.0, -70.1},
                                  35.4,
                                  0.0,
                                  0.015,
                                  1.2849,
                                  1.0},
                                 {"pm",
                                  "Posterior Mylohyoid",
                                  SN_GEO_MANDIBLE,
                                  {27.6, 28.6, -45.1},
                                  SN_GEO_HYOID,
                                  {22.6, 6.1, -69.9},
                                  35.4,
                                  0.0,
                                  0.015,
                                  1.2849,
                                  1.0},
                                 {"gh",
                                  "Geniohyoid",
                                  SN_GEO_MANDIBLE,
                                  {57.3, 3.5, -67.1},
                                  SN_GEO_HYOID,
                                  {22.4, 1.8, -69.4},
                                  32,
                                  0.0,
                                  0.015,
                                  1.2849,
                                  1.0}};

static void write_muscle(FILE *file, const SnGeoBodies *bodies, const Muscle *m, int left,
                         double *moved)
{
    SnGeoVec o = sn_geo_lay_point(bodies, m->origin_body, m->origin, &moved[0]);
    SnGeoVec i = sn_geo_lay_point(bodies, m->insertion_body, m->insertion, &moved[1]);
    double length = vlen(vsub(o, i)) * 1e-3, side = left ? 1e-3 : -1e-3;
    fprintf(file, "%c%s,%s,%s,%s,%.6f,%.6f,%.6f,%s,%.6f,%.6f,%.6f,", left ? 'l' : 'r', m->name,
            m->full_name, left ? "left" : "right", sn_geo_body_name(m->origin_body), o.x * 1e-3,
            o.y * side, o.z * 1e-3, sn_geo_body_name(m->insertion_body), i.x * 1e-3, i.y * side,
            i.z * 1e-3);
    fprintf(file, "%.6g,%.6g,%.6g,%.6g,%.6f,%.6f,%.6g\n", m->max_force, m->tendon_ratio,
            m->passive_fraction, m->max_over_opt, length, length * m->max_over_opt, m->damping);
}

int sn_geo_write_muscles(const SnGeoBodies *bodies, const char *path, double *mean, double *most)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return -1;
    fputs("name,full_name,side,origin_body,ox,oy,oz,insertion_body,ix,iy,iz,max_force_N,"
          "tendon_ratio,passive_fraction,max_over_opt,opt_length_m,max_length_m,"
          "damping_N_s_per_m\n",
          file);
    *mean = *most = 0.0;
    int count = SN_GEO_COUNT(muscles);
    for (int i = 0; i < count; i++) {
        double moved[2];
        write_muscle(file, bodies, &muscles[i], 1, moved);
        write_muscle(file, bodies, &muscles[i], 0, moved);
        *mean += (moved[0] + moved[1]) / (2.0 * count);
        *most = fmax(*most, fmax(moved[0], moved[1]));
    }
    int failed = ferror(file);
    return fclose(file) != 0 || failed ? -1 : 0;
}
