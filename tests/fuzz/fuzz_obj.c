/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The OBJ reader under mutated files: an error with the file's name, or a surface whose numbers are
 * finite and whose triangles use its own vertices; topology and mass never fail on it. */
#include "engine/mesh/geometry.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <string.h>

static const char *const SEEDS[] = {
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
    "# box\r\nmtllib a.mtl\r\nv -1 -1 -1\r\nv 1 -1 -1\r\nv 1 1 -1\r\nv -1 1 -1\r\nvt 0.5 1\r\n"
    "vn 0 0 1\r\nf 1/1/1 2/1/1 3/1/1 4/1/1\r\nf -1 -2 -3\r\n",
    "o a\ng b \\\n c\nv 1.5e-3 -.25 +7.\nv 1e10 0 0\nv 0 1 0 1.0\nf 1//1 2//1 \\\n3//1\ns off\n"};

static const char *const WORDS[] = {
    "v ",          "f ",    "\n", "\r\n",      "\\\n",          "#",          "/", "//", "-1",
    "nan",         "1e999", "-0", "0",         "1e-320",        ".",          "+", " ",  "\xff",
    "99999999999", "0x1f",  "e",  "v 1 2 3\n", "f 1 2 3 4 5\n", "2147483648", NULL};

static void check_surface(const SnSurface *surface)
{
    g_assert_cmpint(surface->n_triangles, >, 0);
    for (int i = 0; i < 3 * surface->n_vertices; i++)
        g_assert_true(isfinite(surface->vertices[i]));
    for (int i = 0; i < 3 * surface->n_triangles; i++)
        g_assert_true(surface->triangles[i] >= 0 && surface->triangles[i] < surface->n_vertices);
    SnMassProperties mass;
    sn_surface_mass(surface, 1000, &mass);
    const SnTopology topology = sn_surface_topology(surface);
    g_assert_cmpint(topology.components, >=, 0);
}

static bool run(FuzzRandom *random, void *data)
{
    GString *text = g_string_new(SEEDS[fuzz_below(random, G_N_ELEMENTS(SEEDS))]);
    fuzz_mutate_bytes(random, text, WORDS);
    char *exact = g_memdup2(text->str, text->len);
    GError *error = NULL;
    SnSurface *surface = sn_obj_read_text(exact, text->len, "fuzz.obj", &error);
    const bool accepted = surface != NULL;
    g_assert_true(accepted == (error == NULL));
    if (surface) {
        check_surface(surface);
        sn_surface_free(surface);
    } else {
        g_assert_true(g_str_has_prefix(error->message, "fuzz.obj:"));
        g_error_free(error);
    }
    g_free(exact);
    g_string_free(text, TRUE);
    return accepted;
}

int main(int argc, char **argv)
{
    return fuzz_main(argc, argv, "fuzz_obj", run, NULL);
}
