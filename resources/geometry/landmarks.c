/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anatomical landmarks of jaw, skull and hyoid.
 *
 * Starting points are the measured landmarks of the model of Stavness et al. 2011 (see plate.c)
 * or, for attachment areas, textbook anatomy; every surface landmark is then laid onto the
 * generated bone, so it follows when the tables of an individual change. */
#include "points.h"

#include <stdio.h>

#include "bones.h"

typedef struct {
    const char *name;
    SnGeoBody body;
    SnGeoVec at;    /* left half, as built, mm; y = 0: single point without suffix */
    int on_surface; /* 0: a point inside, taken as it is */
} Landmark;

static const Landmark landmarks[] = {
    {"condyle", SN_GEO_MANDIBLE, {0, 48.6, 0.3}, 0},
    {"condyle_lateral_pole", SN_GEO_MANDIBLE, {2.0, 58.9, 0.3}, 1},
    {"condyle_medial_pole", SN_GEO_MANDIBLE, {-3.4, 38.0, 0.1}, 1},
    {"condyle_top", SN_GEO_MANDIBLE, {0, 48.6, 4.5}, 1},
    {"coronoid", SN_GEO_MANDIBLE, {33.8, 45.2, 4.2}, 1},
    {"mandibular_notch", SN_GEO_MANDIBLE, {13.8, 43.7, -7.9}, 1},
    {"gonion", SN_GEO_MANDIBLE, {4.6, 46.0, -54.8}, 1},
    {"menton", SN_GEO_MANDIBLE, {66.7, 0, -76.6}, 1},
    {"pogonion", SN_GEO_MANDIBLE, {73.0, 0, -67}, 1},
    {"mental_foramen", SN_GEO_MANDIBLE, {61.4, 21.0, -57}, 1},
    {"mental_spine_upper", SN_GEO_MANDIBLE, {56.8, 1.6, -63}, 1},
    {"mental_spine_lower", SN_GEO_MANDIBLE, {56.8, 1.3, -67}, 1},
    {"digastric_fossa", SN_GEO_MANDIBLE, {59.0, 7.5, -74}, 1},
    {"mylohyoid_line_1", SN_GEO_MANDIBLE, {53, 8, -65}, 1},
    {"mylohyoid_line_2", SN_GEO_MANDIBLE, {48, 15, -60}, 1},
    {"mylohyoid_line_3", SN_GEO_MANDIBLE, {40, 22, -52}, 1},
    {"mylohyoid_line_4", SN_GEO_MANDIBLE, {32, 27, -45}, 1},
    {"mylohyoid_line_5", SN_GEO_MANDIBLE, {26, 30, -40}, 1},
    {"pterygoid_fovea", SN_GEO_MANDIBLE, {6.0, 44.5, -4}, 1},
    {"condylar_neck", SN_GEO_MANDIBLE, {6.0, 48, -12}, 1},
    {"mandibular_foramen", SN_GEO_MANDIBLE, {13.2, 39.6, -22.5}, 1},
    {"lateral_ramus_upper", SN_GEO_MANDIBLE, {13.1, 47, -21.3}, 1},
    {"lateral_ramus_lower", SN_GEO_MANDIBLE, {9.8, 48, -44.9}, 1},
    {"medial_gonial", SN_GEO_MANDIBLE, {6.1, 41, -44.6}, 1},
    {"zygomatic_arch_front", SN_GEO_MAXILLA, {42, 52, 2}, 1},
    {"zygomatic_arch_middle", SN_GEO_MAXILLA, {28, 58, 8}, 1},
    {"zygomatic_arch_back", SN_GEO_MAXILLA, {16, 58, 9}, 1},
    {"infratemporal_crest", SN_GEO_MAXILLA, {17.1, 39.5, 16.1}, 1},
    {"lateral_pterygoid_plate", SN_GEO_MAXILLA, {20, 22.5, 0}, 1},
    {"medial_pterygoid_fossa", SN_GEO_MAXILLA, {18.5, 17.6, -1}, 1},
    {"anterior_nasal_spine", SN_GEO_MAXILLA, {81.5, 0, -4.2}, 1},
    {"posterior_nasal_spine", SN_GEO_MAXILLA, {27, 0, -7.7}, 1},
    {"temporal_fossa_anterior", SN_GEO_CRANIUM, {35.1, 48.8, 70.4}, 1},
    {"temporal_fossa_middle", SN_GEO_CRANIUM, {-6.8, 63.6, 76.4}, 1},
    {"temporal_fossa_posterior", SN_GEO_CRANIUM, {-22.4, 65.1, 36.6}, 1},
    {"mastoid", SN_GEO_CRANIUM, {-25.5, 50.5, -18.0}, 1},
    {"digastric_notch", SN_GEO_CRANIUM, {-24, 44.5, -6}, 1},
    {"styloid_tip", SN_GEO_CRANIUM, {-7, 34.5, -28.5}, 1},
    {"porion", SN_GEO_CRANIUM, {-16.5, 58, 9}, 1},
    {"orbitale", SN_GEO_MAXILLA, {64.5, 29, 19}, 1},
    {"nasion", SN_GEO_CRANIUM, {80, 0, 50}, 1},
    {"hyoid_body", SN_GEO_HYOID, {22.4, 0, -73.6}, 0},
    {"hyoid_body_front", SN_GEO_HYOID, {26, 0, -72.5}, 1},
    {"hyoid_greater_horn", SN_GEO_HYOID, {-10, 24.9, -61.8}, 1},
    {"hyoid_lesser_horn", SN_GEO_HYOID, {13.4, 12.3, -61.8}, 1}};

const char *sn_geo_body_name(SnGeoBody body)
{
    static const char *const names[SN_GEO_BODIES] = {"mandible", "maxilla",     "cranium",
                                                     "hyoid",    "lower_teeth", "upper_teeth"};
    return names[body];
}

SnGeoVec sn_geo_lay_point(const SnGeoBodies *bodies, SnGeoBody body, SnGeoVec as_built,
                          double *moved)
{
    SnGeoVec p = body == SN_GEO_MANDIBLE ? sn_geo_close_jaw(as_built) : as_built;
    SnGeoVec q = sn_geo_mesh_closest(bodies->mesh[body], p, NULL);
    if (as_built.y == 0.0)
        q.y = 0.0;
    if (moved)
        *moved = vlen(vsub(q, p));
    return q;
}

static void write_row(FILE *file, const char *name, const char *suffix, const char *body,
                      SnGeoVec p)
{
    fprintf(file, "%s%s,%s,%.6f,%.6f,%.6f\n", name, suffix, body, p.x * 1e-3,
            p.y == 0.0 ? 0.0 : p.y * 1e-3, p.z * 1e-3);
}

static void write_pair(FILE *file, const char *name, const char *body, SnGeoVec p)
{
    if (p.y == 0.0) {
        write_row(file, name, "", body, p);
        return;
    }
    write_row(file, name, "_l", body, p);
    write_row(file, name, "_r", body, vec(p.x, -p.y, p.z));
}

/* Middle of the biting edge: the most occlusal front vertex of an arch, taken to the midline. */
static SnGeoVec incisor_edge(const SnGeoMesh *teeth, double occlusal)
{
    SnGeoVec best = vec(0, 0, -1e9 * occlusal);
    for (int i = 0; i < teeth->vertex_count; i++) {
        SnGeoVec p = teeth->vertex[i];
        if (fabs(p.y) < 7.0 && p.x > 70.0 && occlusal * (p.z - best.z) > 0.0)
            best = p;
    }
    best.y = 0.0;
    return best;
}

/* The joint: bone surface of fossa and eminence at the middle of the condyle's breadth, and the
 * published path of the condyle point, both from the closed position forward. */
static void write_joint(FILE *file)
{
    char name[40];
    for (int i = 0; i <= 12; i++) {
        double x = -1.30 + i;
        snprintf(name, sizeof name, "tmj_surface_%02d", i);
        write_pair(file, name, "maxilla", vec(x, 48.8, sn_geo_fossa_height(x)));
    }
    for (int i = 0; i <= 12; i++) {
        double x = -1.30 + i;
        snprintf(name, sizeof name, "tmj_path_%02d", i);
        write_pair(file, name, "maxilla", vec(x, 48.8226, sn_geo_condyle_path(x)));
    }
}

int sn_geo_write_landmarks(const SnGeoBodies *bodies, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return -1;
    fputs("name,body,x,y,z\n", file);
    for (int i = 0; i < SN_GEO_COUNT(landmarks); i++) {
        const Landmark *l = &landmarks[i];
        SnGeoVec p = l->at;
        if (l->on_surface)
            p = sn_geo_lay_point(bodies, l->body, p, NULL);
        else if (l->body == SN_GEO_MANDIBLE)
            p = sn_geo_close_jaw(p);
        write_pair(file, l->name, sn_geo_body_name(l->body), p);
    }
    write_row(file, "lower_incisor", "", "mandible",
              incisor_edge(bodies->mesh[SN_GEO_LOWER_TEETH], 1.0));
    write_row(file, "upper_incisor", "", "maxilla",
              incisor_edge(bodies->mesh[SN_GEO_UPPER_TEETH], -1.0));
    write_joint(file);
    int failed = ferror(file);
    return fclose(file) != 0 || failed ? -1 : 0;
}
