/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the helper process can no longer do, as far as this kernel holds it (no Landlock, no
 * seccomp: skipped), and that it reads meshes all the same. */
#include "engine/mesh/geometry.h"
#include "engine/mesh/mesh_helper.h"
#include "engine/mesh/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder, *inside, *outside;

/* --- in a process of its own; the number of the first thing that went, 0: none --- */

static bool opens(const char *path, int flags)
{
    const int file = open(path, flags, 0600);
    if (file >= 0)
        close(file);
    return file >= 0;
}

static int try_files(void)
{
    g_autofree char *fresh = g_build_filename(folder, "fresh", NULL);
    g_autofree char *up = g_strconcat(folder, "/../", strrchr(outside, '/') + 1, NULL);
    if (!opens(inside, O_RDONLY) || !opens(folder, O_RDONLY | O_DIRECTORY))
        return 1;
    if (opens(outside, O_RDONLY) || opens(up, O_RDONLY) || opens("/etc/passwd", O_RDONLY) ||
        opens("/proc/self/environ", O_RDONLY) || opens("/dev/null", O_WRONLY))
        return 2;
    if (opens(inside, O_WRONLY) || opens(inside, O_RDWR) || opens(fresh, O_RDWR | O_CREAT))
        return 3;
    if (unlink(inside) == 0 || mkdir(fresh, 0700) == 0 || symlink("a", fresh) == 0 ||
        rename(inside, fresh) == 0)
        return 4;
    return 0;
}

static int try_calls(void)
{
    int ends[2];
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_DGRAM, 0) >= 0 ||
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0)
        return 1;
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    if (child > 0)
        return 2;
    if (kill(getppid(), 0) == 0 || execl("/bin/true", "true", NULL) == 0)
        return 3;
    if (opens(inside, O_WRONLY) || chmod(inside, 0777) == 0 || chdir("/") == 0)
        return 4;
    if (open(inside, O_RDONLY) < 0)
        return 5;
    char *memory = malloc(50000000);
    if (!memory ||
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        return 6;
    free(memory);
    return 0;
}

static void in_sandbox(unsigned wanted, int (*attempt)(void))
{
    const pid_t child = fork();
    if (child == 0) {
        const unsigned got = sn_sandbox_enter(folder);
        _exit(got & wanted ? attempt() : 77);
    }
    int status;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        g_test_skip("this kernel does not have it");
    else
        g_assert_cmpint(WEXITSTATUS(status), ==, 0);
}

static void test_files(void)
{
    in_sandbox(SN_SANDBOX_FILES, try_files);
}

static void test_calls(void)
{
    in_sandbox(SN_SANDBOX_CALLS, try_calls);
}

/* abort() of a library ends this process and no other. */
static void test_abort(void)
{
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        sn_sandbox_enter(folder);
        abort();
    }
    int status;
    waitpid(child, &status, 0);
    g_assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* --- meshes of each kind still come through --- */

static void test_import(void)
{
    static const char STL[] = "solid t\nfacet normal 0 0 -1\nouter loop\nvertex 0 0 0\n"
                              "vertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid t\n";
    static const char OFF[] = "OFF\n3 1 3\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    static const char PLY[] = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n"
                              "property float y\nproperty float z\nelement face 1\n"
                              "property list uchar int vertex_indices\nend_header\n"
                              "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    /* numbers in a file beside it, which the helper has to open by itself */
    static const char GLTF[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]"
        ",\"buffers\":[{\"uri\":\"points.bin\",\"byteLength\":36}],\"bufferViews\":[{\"buffer\":0,"
        "\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
        "\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}]}";
    static const float POINTS[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const struct {
        const char *name, *text;
    } files[] = {{"a.stl", STL}, {"b.off", OFF}, {"c.ply", PLY}, {"d.gltf", GLTF}};
    g_autofree char *points = g_build_filename(folder, "points.bin", NULL);
    g_assert_true(g_file_set_contents(points, (const char *)POINTS, sizeof POINTS, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i].name, NULL);
        GError *error = NULL;
        g_assert_true(g_file_set_contents(path, files[i].text, -1, NULL));
        SnSurface *surface = sn_mesh_import(path, &error);
        g_assert_no_error(error);
        g_assert_cmpint(surface->n_vertices, ==, 3);
        g_assert_cmpint(surface->n_triangles, ==, 1);
        sn_surface_free(surface);
        g_unlink(path);
    }
    g_unlink(points);
}

int main(int argc, char **argv)
{
    if (argc == 3 && g_str_equal(argv[1], SN_MESH_HELPER_OPTION))
        return sn_mesh_helper_main(argv[2]);
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("sinew-sandbox-XXXXXX", NULL);
    inside = g_build_filename(folder, "inside", NULL);
    outside = g_strconcat(folder, "-outside", NULL);
    g_assert_true(g_file_set_contents(inside, "in", -1, NULL));
    g_assert_true(g_file_set_contents(outside, "out", -1, NULL));
    g_test_add_func("/sandbox/files", test_files);
    g_test_add_func("/sandbox/calls", test_calls);
    g_test_add_func("/sandbox/abort", test_abort);
    g_test_add_func("/sandbox/import", test_import);
    const int status = g_test_run();
    g_unlink(inside);
    g_unlink(outside);
    g_rmdir(folder);
    return status;
}
