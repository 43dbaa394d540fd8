/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate_geometry OUTDIR: writes every bone mesh, the tongue and the tables beside them. */
#include <stdio.h>
#include <stdlib.h>

#include "bones.h"
#include "points.h"
#include "tongue.h"

static const char *out_dir;
static int failures;

static void out_path(char *path, size_t size, const char *name, const char *suffix)
{
    if (snprintf(path, size, "%s/%s%s", out_dir, name, suffix) >= (int)size) {
        fprintf(stderr, "generate_geometry: path too long: %s\n", out_dir);
        exit(EXIT_FAILURE);
    }
}

static void report(int error, const char *path)
{
    if (error) {
        fprintf(stderr, "generate_geometry: cannot write %s\n", path);
        failures++;
    }
}

/* Write one mesh, print its row, and fail the program when it is not a closed solid. */
static void finish(const SnGeoMesh *mesh, const char *name, const char *title)
{
    char path[4096];
    out_path(path, sizeof path, name, ".obj");
    report(sn_geo_mesh_write(mesh, path, title), path);
    SnGeoMeasure m = sn_geo_mesh_measure(mesh);
    printf("%-12s %6d %6d  %-6s %-8s %5d %5d %9.2f  %7.1f %7.1f %7.1f  %7.1f %7.1f %7.1f\n", name,
           mesh->vertex_count, mesh->triangle_count, m.closed ? "yes" : "NO",
           m.manifold ? "yes" : "NO", m.components, m.genus, m.volume * 1e-3, m.lo.x, m.lo.y,
           m.lo.z, m.hi.x, m.hi.y, m.hi.z);
    if (!m.closed || !m.manifold || m.volume <= 0.0) {
        fprintf(stderr, "generate_geometry: %s is not a closed solid\n", name);
        failures++;
    }
}

/* The left halves of what the view into the mouth shows cut. */
static void finish_half(const SnGeoMesh *whole, const char *name, const char *title)
{
    SnGeoMesh half = {0};
    sn_geo_mesh_left_half(whole, &half);
    finish(&half, name, title);
    sn_geo_mesh_clear(&half);
}

/* What is hatched of such a half, in a mesh of its own. */
static void finish_cut(const SnGeoMesh *whole, const char *name, const char *title)
{
    SnGeoMesh cut = {0};
    char path[4096];
    sn_geo_mesh_cut(whole, 0.1, &cut);
    out_path(path, sizeof path, name, ".obj");
    report(sn_geo_mesh_write(&cut, path, title), path);
    if (cut.triangle_count == 0) {
        fprintf(stderr, "generate_geometry: %s is empty\n", name);
        failures++;
    }
    sn_geo_mesh_clear(&cut);
}

static void make_head(void)
{
    SnGeoMesh mandible = {0}, lower = {0}, maxilla = {0}, cranium = {0}, upper = {0}, hyoid = {0};
    SnGeoMesh face = {0}, full = {0}, full_maxilla = {0}, whole = {0};
    SnGeoMandible *jaw = sn_geo_alloc(1, sizeof(SnGeoMandible));
    SnGeoSkull *skull = sn_geo_skull_new();
    sn_geo_mandible_init(jaw);

    sn_geo_mandible_mesh(jaw, &mandible);
    finish(&mandible, "mandible", "human mandible without teeth, intercuspal pose");
    sn_geo_lower_teeth_mesh(jaw, &lower);
    finish(&lower, "lower_teeth", "lower teeth, intercuspal pose");
    sn_geo_maxilla_mesh(skull, true, &full_maxilla);
    sn_geo_maxilla_mesh(skull, false, &maxilla);
    finish(&maxilla, "maxilla", "maxillae, palate, zygomatic arches and articular surfaces");
    sn_geo_upper_teeth_mesh(&upper);
    finish(&upper, "upper_teeth", "upper teeth");
    sn_geo_cranium_mesh(skull, true, &full);
    sn_geo_cranium_mesh(skull, false, &cranium);
    finish(&cranium, "cranium", "brain case, forehead, orbits, mastoid and styloid processes");
    sn_geo_skull_mesh(skull, &whole);
    finish(&whole, "skull", "face and brain case as one surface");
    sn_geo_hyoid_mesh(&hyoid);
    finish(&hyoid, "hyoid", "hyoid bone");
    sn_geo_face_mesh(skull, &face);

    finish_half(&mandible, "mandible_left", "left half of the mandible");
    finish_half(&lower, "lower_teeth_left", "left lower teeth");
    finish_half(&face, "maxilla_left", "left half of the face, nose and base of the skull open");
    finish_half(&upper, "upper_teeth_left", "left upper teeth");
    finish_cut(&mandible, "mandible_cut", "where the left half of the mandible is cut");
    finish_cut(&face, "maxilla_cut", "where the left half of the face is cut");

    SnGeoBodies bodies = {{&mandible, &full_maxilla, &full, &hyoid, &lower, &upper}};
    char path[4096];
    double mean, most;
    out_path(path, sizeof path, "landmarks", ".csv");
    report(sn_geo_write_landmarks(&bodies, path), path);
    out_path(path, sizeof path, "jaw_muscles", ".csv");
    report(sn_geo_write_muscles(&bodies, path, &mean, &most), path);
    printf("muscle ends: mean %.2f, largest %.2f mm from the published points\n", mean, most);

    SnGeoMesh *all[] = {&mandible, &lower, &maxilla, &full, &cranium, &upper, &hyoid};
    for (int i = 0; i < SN_GEO_COUNT(all); i++)
        sn_geo_mesh_clear(all[i]);
    sn_geo_mesh_clear(&face);
    sn_geo_mesh_clear(&whole);
    sn_geo_mesh_clear(&full_maxilla);
    sn_geo_skull_free(skull);
    free(jaw);
}

static void make_arm(void)
{
    static const struct {
        void (*make)(SnGeoMesh *mesh);
        const char *name, *title;
    } bones[] = {{sn_geo_scapula_mesh, "scapula", "right scapula and clavicle, arm26 base frame"},
                 {sn_geo_shoulder_blade_mesh, "shoulder_blade", "right scapula, arm26 base frame"},
                 {sn_geo_clavicle_mesh, "clavicle", "right clavicle, arm26 base frame"},
                 {sn_geo_humerus_mesh, "humerus", "right humerus, arm26 humerus frame"},
                 {sn_geo_ulna_mesh, "ulna", "right ulna, arm26 forearm frame"},
                 {sn_geo_radius_mesh, "radius", "right radius, arm26 forearm frame"},
                 {sn_geo_hand_mesh, "hand", "bones of the right hand, arm26 forearm frame"}};
    for (int i = 0; i < SN_GEO_COUNT(bones); i++) {
        SnGeoMesh mesh = {0};
        bones[i].make(&mesh);
        finish(&mesh, bones[i].name, bones[i].title);
        sn_geo_mesh_clear(&mesh);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: generate_geometry OUTDIR\n"
              "writes the bone meshes (OBJ, metres), landmarks.csv and jaw_muscles.csv\n",
              stderr);
        return EXIT_FAILURE;
    }
    out_dir = argv[1];
    puts("mesh          verts   tris  closed manifold parts genus    cm3      min x, y, z (mm)"
         "          max x, y, z (mm)");
    make_head();
    make_arm();
    report(sn_geo_write_tongue(out_dir), "tongue");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
