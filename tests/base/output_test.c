/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of the file, link, device or pipe that an output path names, and of the file there
 * was where a write fails. */
#include "engine/base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

typedef struct Place {
    char *folder, *path, *other;
} Place;

static void open_place(Place *place, gconstpointer data)
{
    place->folder = g_dir_make_tmp("sinew-output-XXXXXX", NULL);
    place->path = g_build_filename(place->folder, "model.sinew", NULL);
    place->other = g_build_filename(place->folder, "other", NULL);
}

static void close_place(Place *place, gconstpointer data)
{
    GDir *folder = g_dir_open(place->folder, 0, NULL);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *path = g_build_filename(place->folder, name, NULL);
        g_remove(path);
    }
    g_dir_close(folder);
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    g_free(place->folder);
    g_free(place->path);
    g_free(place->other);
}

static void put(const char *path, const char *text, int mode)
{
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_assert_cmpint(chmod(path, (mode_t)mode), ==, 0);
}

static bool write_there(const char *path, const char *text, SnOutputProblem *problem)
{
    return sn_output_file(path, SN_OUTPUT_WHOLE, NULL, text, strlen(text), problem);
}

static void assert_holds(const char *path, const char *text)
{
    g_autofree char *there = NULL;
    g_assert_true(g_file_get_contents(path, &there, NULL, NULL));
    g_assert_cmpstr(there, ==, text);
}

static int count_files(const char *path)
{
    int n = 0;
    GDir *folder = g_dir_open(path, 0, NULL);
    while (g_dir_read_name(folder))
        n++;
    g_dir_close(folder);
    return n;
}

static struct stat status_of(const char *path)
{
    struct stat status;
    g_assert_cmpint(lstat(path, &status), ==, 0);
    return status;
}

/* --- mode, owner, attributes --- */

static void test_mode(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    static const int modes[] = {0600, 0640, 0644, 0664, 0660, 0200, 0666, 0777, 0604};
    for (size_t i = 0; i < G_N_ELEMENTS(modes); i++) {
        put(place->path, "before", modes[i]);
        g_assert_true(write_there(place->path, "after", &problem));
        g_assert_cmpint(status_of(place->path).st_mode & 07777, ==, modes[i]);
    }
    const mode_t mask = umask(027);
    g_assert_true(write_there(place->other, "new", &problem));
    umask(mask);
    g_assert_cmpint(status_of(place->other).st_mode & 07777, ==, 0640);
}

/* What is made of a private file is private. */
static void test_like(Place *place, gconstpointer data)
{
    static const int modes[] = {0600, 0640, 0444, 0666, 0755};
    SnOutputProblem problem;
    for (size_t i = 0; i < G_N_ELEMENTS(modes); i++) {
        put(place->path, "source", modes[i]);
        const mode_t mask = umask(022);
        g_assert_true(sn_output_file(place->other, SN_OUTPUT_WHOLE, place->path, "x", 1, &problem));
        umask(mask);
        g_assert_cmpint(status_of(place->other).st_mode & 07777, ==, (modes[i] | 0600) & 0644);
        g_assert_true(sn_output_file(place->other, SN_OUTPUT_WHOLE, "/nowhere", "x", 1, &problem));
        g_assert_cmpint(status_of(place->other).st_mode & 07777, ==, (modes[i] | 0600) & 0644);
        g_unlink(place->other);
        g_chmod(place->path, 0600);
    }
    g_assert_true(sn_output_file(place->other, SN_OUTPUT_PRIVATE, NULL, "x", 1, &problem));
    g_assert_cmpint(status_of(place->other).st_mode & 07777, ==, 0600);
}

static void test_owner(Place *place, gconstpointer data)
{
    if (geteuid() != 0) {
        g_test_skip("not root");
        return;
    }
    SnOutputProblem problem;
    put(place->path, "before", 0640);
    g_assert_cmpint(chown(place->path, 1234, 2345), ==, 0);
    g_assert_true(write_there(place->path, "after", &problem));
    const struct stat status = status_of(place->path);
    g_assert_cmpuint(status.st_uid, ==, 1234);
    g_assert_cmpuint(status.st_gid, ==, 2345);
    g_assert_cmpint(status.st_mode & 07777, ==, 0640);
    /* as another user, who may write to the folder: the group's rights do not go to his group */
    g_assert_cmpint(chmod(place->folder, 0777), ==, 0);
    g_assert_cmpint(chmod(place->path, 0662), ==, 0);
    const pid_t child = fork();
    if (child == 0) {
        char note[256];
        const bool there = setgid(77) == 0 && setuid(77) == 0 &&
                           sn_output_note(place->path, note, sizeof note) &&
                           write_there(place->path, "theirs", &problem);
        _exit(there ? 0 : 1);
    }
    int end;
    waitpid(child, &end, 0);
    g_assert_cmpint(end, ==, 0);
    g_assert_cmpint(status_of(place->path).st_mode & 07777, ==, 0622);
    g_assert_cmpuint(status_of(place->path).st_uid, ==, 77);
}

static void test_attributes(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    char value[16] = "";
    put(place->path, "before", 0600);
    if (setxattr(place->path, "user.patient", "yes", 3, 0) != 0) {
        g_test_skip("no extended attributes here");
        return;
    }
    g_assert_true(write_there(place->path, "after", &problem));
    g_assert_cmpint(getxattr(place->path, "user.patient", value, sizeof value), ==, 3);
    g_assert_cmpstr(value, ==, "yes");
}

/* --- links --- */

static void test_links(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    g_autofree char *second = g_build_filename(place->folder, "second", NULL);
    put(place->path, "before", 0600);
    g_assert_cmpint(symlink("model.sinew", place->other), ==, 0);
    g_assert_cmpint(symlink(place->other, second), ==, 0);
    g_assert_true(write_there(second, "after", &problem));
    g_assert_true(S_ISLNK(status_of(second).st_mode));
    g_assert_true(S_ISLNK(status_of(place->other).st_mode));
    assert_holds(place->path, "after");
    g_assert_cmpint(status_of(place->path).st_mode & 07777, ==, 0600);
    g_unlink(place->path); /* a link to nothing yet: that is made */
    g_assert_true(write_there(second, "new", &problem));
    assert_holds(place->path, "new");
    g_unlink(place->path);
    g_assert_cmpint(symlink("second", place->path), ==, 0); /* a ring */
    g_assert_false(write_there(second, "never", &problem));
    g_assert_cmpint(count_files(place->folder), ==, 3);
}

static void test_hard_links(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    char note[256];
    put(place->path, "before", 0644);
    g_assert_false(sn_output_note(place->path, note, sizeof note));
    g_assert_cmpint(link(place->path, place->other), ==, 0);
    g_assert_true(sn_output_note(place->path, note, sizeof note));
    g_assert_nonnull(strstr(note, "1 other name (hard links), which keeps"));
    g_assert_true(write_there(place->path, "after", &problem));
    assert_holds(place->path, "after");
    assert_holds(place->other, "before");
}

/* --- devices, pipes, folders --- */

static void test_devices(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    g_assert_true(write_there("/dev/null", "nothing", &problem));
    g_assert_true(S_ISCHR(status_of("/dev/null").st_mode));
    g_assert_cmpint(symlink("/dev/null", place->path), ==, 0);
    g_assert_true(write_there(place->path, "nothing", &problem));
    g_assert_true(S_ISLNK(status_of(place->path).st_mode));
    g_assert_false(write_there("/dev/full", "something", &problem));
    g_assert_cmpint(problem.number, ==, ENOSPC);
    g_assert_nonnull(strstr(problem.text, "the disk is full"));
    g_assert_true(S_ISCHR(status_of("/dev/full").st_mode));
    char target[SN_OUTPUT_PATH];
    g_assert_false(sn_output_target("/dev/null", target, &problem));
    g_assert_false(write_there(place->folder, "", &problem));
    g_assert_cmpstr(problem.text, ==, "it is a folder; name a file");
    g_assert_false(write_there("", "", &problem));
}

static void test_pipe(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    char text[16] = "";
    g_assert_cmpint(mkfifo(place->path, 0600), ==, 0);
    const int reader = open(place->path, O_RDONLY | O_NONBLOCK);
    g_assert_true(write_there(place->path, "through", &problem));
    g_assert_cmpint(read(reader, text, sizeof text), ==, 7);
    g_assert_cmpstr(text, ==, "through");
    /* its reader goes in the middle: an error, not the end of this program */
    SnOutput *output = sn_output_open(place->path, SN_OUTPUT_WHOLE, &problem);
    g_assert_nonnull(output);
    close(reader);
    g_assert_false(sn_output_write(output, "x", 1, &problem));
    g_assert_cmpint(problem.number, ==, EPIPE);
    sn_output_abandon(output);
    g_assert_true(S_ISFIFO(status_of(place->path).st_mode));
    g_assert_false(write_there(place->path, "nobody", &problem)); /* some seconds later */
    g_assert_cmpint(problem.number, ==, ENXIO);
}

/* Standard output that was sent to a file goes on where it is. */
static void test_descriptor(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    const int file = open(place->path, O_RDWR | O_CREAT, 0600);
    g_assert_cmpint(write(file, "first ", 6), ==, 6);
    g_autofree char *name = g_strdup_printf("/proc/self/fd/%d", file);
    g_autofree char *short_name = g_strdup_printf("/dev/fd/%d", file);
    g_assert_true(write_there(name, "second ", &problem));
    g_assert_true(write_there(short_name, "third ", &problem));
    g_assert_cmpint(write(file, "fourth", 6), ==, 6);
    close(file);
    assert_holds(place->path, "first second third fourth");
}

/* --- failures: what was there is untouched, and nothing is left --- */

static void test_read_only(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    put(place->path, "before", 0444);
    g_assert_false(write_there(place->path, "after", &problem)); /* root as well */
    g_assert_nonnull(strstr(problem.text, "the file is read-only"));
    assert_holds(place->path, "before");
    g_assert_false(sn_output_file(place->path, SN_OUTPUT_GROWING, NULL, "x", 1, &problem));
    assert_holds(place->path, "before");
    g_autofree char *lost = g_build_filename(place->folder, "nowhere", "model.sinew", NULL);
    g_assert_false(write_there(lost, "x", &problem));
    g_assert_nonnull(strstr(problem.text, "there is no folder"));
    g_assert_cmpint(count_files(place->folder), ==, 1);
}

/* A limit on the size of files stands for a full disk. */
static void test_full(Place *place, gconstpointer data)
{
    put(place->path, "before", 0640);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {4096, 4096};
        g_autofree char *large = g_strnfill(100000, 'x');
        SnOutputProblem problem = {0};
        const bool failed = setrlimit(RLIMIT_FSIZE, &limit) == 0 &&
                            !write_there(place->path, large, &problem) && problem.number == EFBIG;
        _exit(failed ? 0 : 1);
    }
    int end;
    waitpid(child, &end, 0);
    g_assert_cmpint(end, ==, 0);
    assert_holds(place->path, "before");
    g_assert_cmpint(status_of(place->path).st_mode & 07777, ==, 0640);
    g_assert_cmpint(count_files(place->folder), ==, 1);
}

static void test_abandoned(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    put(place->path, "before", 0600);
    SnOutput *output = sn_output_open(place->path, SN_OUTPUT_WHOLE, &problem);
    g_assert_true(sn_output_write(output, "half", 4, &problem));
    assert_holds(place->path, "before");
    g_assert_cmpint(count_files(place->folder), ==, 2);
    /* another writer in the folder leaves it alone, as its lock is held */
    g_assert_true(write_there(place->other, "meanwhile", &problem));
    g_assert_cmpint(count_files(place->folder), ==, 3);
    sn_output_abandon(output);
    assert_holds(place->path, "before");
    g_assert_cmpint(count_files(place->folder), ==, 2);
    g_autofree char *left = g_build_filename(place->folder, ".sinew-0badcafe.partial", NULL);
    put(left, "of a killed writer", 0600);
    g_assert_true(write_there(place->path, "after", &problem));
    g_assert_false(g_file_test(left, G_FILE_TEST_EXISTS));
}

/* Two writers take turns: every file is of the one or of the other. */
static void test_two_writers(Place *place, gconstpointer data)
{
    enum { SIZE = 40000, ROUNDS = 200 };
    g_autofree char *a = g_strnfill(SIZE, 'a'), *b = g_strnfill(SIZE, 'b');
    SnOutputProblem problem;
    g_assert_true(write_there(place->path, a, &problem));
    pid_t children[2];
    for (int k = 0; k < 2; k++) {
        children[k] = fork();
        if (children[k] == 0) {
            bool good = true;
            for (int i = 0; i < ROUNDS; i++)
                good =
                    sn_output_file(place->path, SN_OUTPUT_QUICK, NULL, k ? a : b, SIZE, &problem) &&
                    good;
            _exit(good ? 0 : 1);
        }
    }
    for (int i = 0; i < ROUNDS; i++) {
        g_autofree char *there = NULL;
        g_assert_true(g_file_get_contents(place->path, &there, NULL, NULL));
        g_assert_true(strcmp(there, a) == 0 || strcmp(there, b) == 0);
    }
    for (int k = 0, end; k < 2; k++) {
        waitpid(children[k], &end, 0);
        g_assert_cmpint(end, ==, 0);
    }
    g_assert_cmpint(count_files(place->folder), ==, 1);
}

static void test_growing(Place *place, gconstpointer data)
{
    SnOutputProblem problem;
    put(place->path, "a longer text before", 0600);
    g_assert_cmpint(link(place->path, place->other), ==, 0);
    SnOutput *output = sn_output_open(place->path, SN_OUTPUT_GROWING, &problem);
    g_assert_true(sn_output_write(output, "one", 3, &problem));
    assert_holds(place->path, "one");
    g_assert_true(sn_output_write(output, " two", 4, &problem));
    g_assert_true(sn_output_finish(output, &problem));
    assert_holds(place->path, "one two");
    assert_holds(place->other, "one two");
    g_assert_cmpint(status_of(place->path).st_mode & 07777, ==, 0600);
}

#define TEST(name) g_test_add("/output/" #name, Place, NULL, open_place, test_##name, close_place)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST(mode);
    TEST(like);
    TEST(owner);
    TEST(attributes);
    TEST(links);
    TEST(hard_links);
    TEST(devices);
    TEST(pipe);
    TEST(descriptor);
    TEST(read_only);
    TEST(full);
    TEST(abandoned);
    TEST(two_writers);
    TEST(growing);
    return g_test_run();
}
