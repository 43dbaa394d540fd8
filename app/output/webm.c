/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/output/webm.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LAUNCH  "gst-launch-1.0"
#define INSPECT "gst-inspect-1.0"

struct SnWebm {
    GSubprocess *child;
    int frames; /* the child's standard input: a socket, so that its end does not signal us */
    FILE *said; /* what it wrote to standard error, an unnamed file */
    size_t frame_size;
};

/* --- what is installed --- */

static bool has_element(const char *name)
{
    GSubprocess *child =
        g_subprocess_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                         NULL, INSPECT, "--exists", name, NULL);
    const bool there = child && g_subprocess_wait_check(child, NULL, NULL);
    g_clear_object(&child);
    return there;
}

static const char *find_encoder(void)
{
    return has_element("vp8enc") ? "vp8enc" : has_element("vp9enc") ? "vp9enc" : NULL;
}

static bool is_program(const char *name)
{
    char *path = g_find_program_in_path(name);
    const bool there = path != NULL;
    g_free(path);
    return there;
}

bool sn_webm_is_there(GError **error)
{
    GString *packages = g_string_new(NULL);
    if (!is_program(LAUNCH) || !is_program(INSPECT)) {
        g_string_append(packages, "gstreamer1.0-tools gstreamer1.0-plugins-base "
                                  "gstreamer1.0-plugins-good");
    } else {
        if (!has_element("rawvideoparse") || !has_element("videoconvert"))
            g_string_append(packages, " gstreamer1.0-plugins-base");
        if (!find_encoder() || !has_element("webmmux"))
            g_string_append(packages, " gstreamer1.0-plugins-good");
    }
    const bool there = packages->len == 0;
    if (!there)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                    "WebM needs GStreamer, which is not all there (Debian: apt install %s); a PNG "
                    "sequence works without",
                    g_strstrip(packages->str));
    g_string_free(packages, TRUE);
    return there;
}

/* --- the child --- */

/* Words of the pipeline; good quality, short enough between key frames to scrub through. */
static GPtrArray *pipeline(const char *encoder, const char *file, int width, int height, double fps)
{
    const bool vp8 = strcmp(encoder, "vp8enc") == 0;
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    const char *const head[] = {LAUNCH, "-q", "fdsrc", "fd=0"};
    for (gsize i = 0; i < G_N_ELEMENTS(head); i++)
        g_ptr_array_add(words, g_strdup(head[i]));
    g_ptr_array_add(words, g_strdup_printf("blocksize=%zu", 4 * (size_t)width * (size_t)height));
    const char *const parse[] = {"!", "rawvideoparse", "format=rgba"};
    for (gsize i = 0; i < G_N_ELEMENTS(parse); i++)
        g_ptr_array_add(words, g_strdup(parse[i]));
    g_ptr_array_add(words, g_strdup_printf("width=%d", width));
    g_ptr_array_add(words, g_strdup_printf("height=%d", height));
    if (fps == floor(fps))
        g_ptr_array_add(words, g_strdup_printf("framerate=%.0f/1", fps));
    else
        g_ptr_array_add(words, g_strdup_printf("framerate=%.0f/1000", round(1000 * fps)));
    const char *const code[] = {"!",
                                "videoconvert",
                                "!",
                                encoder,
                                "deadline=1",
                                vp8 ? "cpu-used=4" : "cpu-used=6",
                                "threads=2",
                                "end-usage=vbr",
                                "min-quantizer=2",
                                "max-quantizer=12",
                                "target-bitrate=30000000",
                                "keyframe-max-dist=50",
                                "!",
                                "webmmux",
                                "!",
                                "filesink"};
    for (gsize i = 0; i < G_N_ELEMENTS(code); i++)
        g_ptr_array_add(words, g_strdup(code[i]));
    g_ptr_array_add(words, g_strdup_printf("location=%s", file));
    g_ptr_array_add(words, NULL);
    return words;
}

static bool fail(GError **error, const char *doing)
{
    const int reason = errno;
    g_set_error(error, G_IO_ERROR, g_io_error_from_errno(reason), "cannot %s GStreamer: %s", doing,
                g_strerror(reason));
    return false;
}

/* Starts it in the folder of the file, whose own name is plain: a path might mean something to the
 * pipeline's grammar. */
static bool start(SnWebm *webm, const char *path, const GPtrArray *words, GError **error)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return fail(error, "talk to");
    webm->frames = ends[0];
    webm->said = tmpfile();
    GSubprocessLauncher *launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
    char *folder = g_path_get_dirname(path);
    g_subprocess_launcher_set_cwd(launcher, folder);
    g_free(folder);
    g_subprocess_launcher_take_stdin_fd(launcher, ends[1]);
    if (webm->said)
        g_subprocess_launcher_take_stderr_fd(launcher,
                                             fcntl(fileno(webm->said), F_DUPFD_CLOEXEC, 3));
    webm->child = g_subprocess_launcher_spawnv(launcher, (const char *const *)words->pdata, error);
    g_object_unref(launcher); /* closes its ends */
    return webm->child != NULL;
}

SnWebm *sn_webm_new(const char *path, int width, int height, double fps, GError **error)
{
    if (!sn_webm_is_there(error))
        return NULL;
    SnWebm *webm = g_new0(SnWebm, 1);
    webm->frames = -1;
    webm->frame_size = 4 * (size_t)width * (size_t)height;
    char *name = g_path_get_basename(path);
    GPtrArray *words = pipeline(find_encoder(), name, width, height, fps);
    g_free(name);
    const bool started = start(webm, path, words, error);
    g_ptr_array_unref(words);
    if (started)
        return webm;
    sn_webm_free(webm);
    return NULL;
}

/* The first line of what the child complained about. */
static char *complaint(SnWebm *webm)
{
    char text[512] = "";
    if (webm->said) {
        rewind(webm->said);
        const size_t n = fread(text, 1, sizeof text - 1, webm->said);
        text[n] = '\0';
        text[strcspn(text, "\n")] = '\0';
    }
    return g_utf8_make_valid(text[0] != '\0' ? text : "it ended early", -1);
}

bool sn_webm_finish(SnWebm *webm, GError **error)
{
    if (webm->frames >= 0)
        close(webm->frames);
    webm->frames = -1;
    if (g_subprocess_wait_check(webm->child, NULL, NULL))
        return true;
    char *text = complaint(webm);
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "GStreamer could not make the film: %s",
                text);
    g_free(text);
    return false;
}

bool sn_webm_add(SnWebm *webm, const uint8_t *rgba, GError **error)
{
    for (size_t sent = 0; sent < webm->frame_size;) {
        const ssize_t n = send(webm->frames, rgba + sent, webm->frame_size - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            const bool whole = sn_webm_finish(webm, error); /* says why */
            return whole && fail(error, "send pictures to");
        }
        sent += (size_t)n;
    }
    return true;
}

void sn_webm_free(SnWebm *webm)
{
    if (!webm)
        return;
    if (webm->frames >= 0)
        close(webm->frames);
    if (webm->child) {
        g_subprocess_force_exit(webm->child);
        g_subprocess_wait(webm->child, NULL, NULL);
        g_object_unref(webm->child);
    }
    if (webm->said)
        fclose(webm->said);
    g_free(webm);
}
