/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/mesh_helper.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/mesh/mesh_reply.h"
#include "engine/mesh/sandbox.h"
#include "engine/text/limits.h"

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A small file needs little; one that asks for more is damaged. */
#define LEAST_MEMORY    ((rlim_t)512 << 20) /* [bytes] beyond what the process has at its start */
#define MOST_MEMORY     ((rlim_t)8 << 30)
#define MEMORY_PER_BYTE 64
#define MAX_NODE_DEPTH  256
#define MAX_INSTANCES   1000000

/* --- limits --- */

static void limit(int resource, rlim_t value)
{
    const struct rlimit limits = {value, value};
    setrlimit(resource, &limits);
}

#ifndef __SANITIZE_ADDRESS__ /* whose shadow takes terabytes of address space */
static void limit_memory(rlim_t file_size)
{
    const rlim_t wanted = LEAST_MEMORY + MEMORY_PER_BYTE * file_size;
    char text[64] = "";
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, text, sizeof text - 1) <= 0)
        text[0] = 0;
    if (file >= 0)
        close(file);
    const rlim_t pages = strtoull(text, NULL, 10);
    limit(RLIMIT_AS, pages * (rlim_t)sysconf(_SC_PAGESIZE) + MIN(wanted, MOST_MEMORY));
}
#else
static void limit_memory(rlim_t file_size)
{
}
#endif

unsigned sn_mesh_helper_seconds(uint64_t file_size)
{
    return 2 + (unsigned)(file_size >> 21);
}

static void limit_process(rlim_t file_size)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, sn_mesh_helper_seconds((uint64_t)file_size));
    limit(RLIMIT_NOFILE, 32);
    limit_memory(file_size);
}

/* --- files: Assimp may read the mesh and what lies beside it, nothing else --- */

typedef struct MemoryFile {
    struct aiFile file; /* first: what Assimp holds */
    char *bytes;
    size_t length, position;
} MemoryFile;

static size_t read_memory(struct aiFile *file, char *to, size_t size, size_t count)
{
    MemoryFile *memory = (MemoryFile *)(void *)file;
    if (size == 0)
        return 0;
    const size_t n = MIN(count, (memory->length - memory->position) / size);
    memcpy(to, memory->bytes + memory->position, n * size);
    memory->position += n * size;
    return n;
}

static size_t write_nothing(struct aiFile *file, const char *from, size_t size, size_t count)
{
    return 0;
}

static size_t report_memory(struct aiFile *file)
{
    return ((MemoryFile *)(void *)file)->position;
}

static size_t memory_length(struct aiFile *file)
{
    return ((MemoryFile *)(void *)file)->length;
}

static aiReturn seek_memory(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    MemoryFile *memory = (MemoryFile *)(void *)file;
    const size_t base = origin == aiOrigin_SET   ? 0
                        : origin == aiOrigin_CUR ? memory->position
                                                 : memory->length;
    /* offsets from the end come as negative numbers in size_t: wrap on purpose */
    const size_t position = base + offset;
    if (position > memory->length)
        return aiReturn_FAILURE;
    memory->position = position;
    return aiReturn_SUCCESS;
}

static void flush_nothing(struct aiFile *file)
{
}

static bool is_in_folder(const char *path, const char *folder)
{
    const size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && path[n] == '/' && !strchr(path + n + 1, '/');
}

static struct aiFile *open_memory(struct aiFileIO *io, const char *name, const char *mode)
{
    const char *folder = (const char *)io->UserData;
    char *path = realpath(name, NULL);
    if (!path || strpbrk(mode, "wa+") || !is_in_folder(path, folder)) {
        sn_free(path);
        return NULL;
    }
    size_t length;
    char *bytes = sn_read_file(path, SN_MAX_MESH_BYTES, &length, NULL);
    sn_free(path);
    if (!bytes)
        return NULL;
    MemoryFile *memory = g_new0(MemoryFile, 1);
    memory->file = (struct aiFile){.ReadProc = read_memory,
                                   .WriteProc = write_nothing,
                                   .TellProc = report_memory,
                                   .FileSizeProc = memory_length,
                                   .SeekProc = seek_memory,
                                   .FlushProc = flush_nothing};
    memory->bytes = bytes;
    memory->length = length;
    return &memory->file;
}

static void close_memory(struct aiFileIO *io, struct aiFile *file)
{
    MemoryFile *memory = (MemoryFile *)(void *)file;
    g_free(memory->bytes);
    g_free(memory);
}

/* --- scene to surface --- */

typedef struct Gather {
    const struct aiScene *scene;
    GArray *vertices;  /* of double[3] */
    GArray *triangles; /* of int32_t[3] */
    int n_instances;
    const char *problem; /* NULL: fine so far */
} Gather;

static void matrix_of(const struct aiMatrix4x4 *from, double m[12])
{
    const double rows[12] = {(double)from->a1, (double)from->a2, (double)from->a3,
                             (double)from->a4, (double)from->b1, (double)from->b2,
                             (double)from->b3, (double)from->b4, (double)from->c1,
                             (double)from->c2, (double)from->c3, (double)from->c4};
    memcpy(m, rows, sizeof rows);
}

/* r = a b for affine transforms, rows of four */
static void compose(const double a[12], const double b[12], double r[12])
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            r[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j] +
                           (j == 3 ? a[4 * i + 3] : 0);
        }
    }
}

static bool is_mirror(const double m[12])
{
    const double linear[9] = {m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]};
    return sn_m3_det(linear) < 0;
}

static void add_mesh(Gather *gather, const struct aiMesh *mesh, const double m[12])
{
    if (!mesh->mVertices ||
        (uint64_t)gather->vertices->len + mesh->mNumVertices > SN_MAX_MESH_VERTICES ||
        (uint64_t)gather->triangles->len + mesh->mNumFaces > SN_MAX_MESH_TRIANGLES) {
        gather->problem = "has too many vertices or triangles; simplify the mesh";
        return;
    }
    const unsigned first = gather->vertices->len;
    for (unsigned i = 0; i < mesh->mNumVertices; i++) {
        const double v[3] = {(double)mesh->mVertices[i].x, (double)mesh->mVertices[i].y,
                             (double)mesh->mVertices[i].z};
        double p[3];
        for (int k = 0; k < 3; k++) {
            p[k] = m[4 * k] * v[0] + m[4 * k + 1] * v[1] + m[4 * k + 2] * v[2] + m[4 * k + 3];
            if (!isfinite(p[k]) || fabs(p[k]) > SN_MAX_COORDINATE)
                gather->problem = "holds a coordinate that is no finite number";
        }
        g_array_append_vals(gather->vertices, p, 1);
    }
    const bool mirror = is_mirror(m);
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (face->mNumIndices != 3)
            continue; /* points and lines */
        int32_t t[3];
        for (int k = 0; k < 3; k++) {
            const unsigned corner = face->mIndices[mirror ? 2 - k : k];
            if (corner >= mesh->mNumVertices) {
                gather->problem = "has a face that uses a missing vertex";
                return;
            }
            t[k] = (int32_t)(first + corner);
        }
        g_array_append_vals(gather->triangles, t, 1);
    }
}

static void add_node(Gather *gather, const struct aiNode *node, const double parent[12], int depth)
{
    if (depth > MAX_NODE_DEPTH || gather->n_instances > MAX_INSTANCES) {
        gather->problem = "has too many parts within parts";
        return;
    }
    double local[12], m[12];
    matrix_of(&node->mTransformation, local);
    compose(parent, local, m);
    for (unsigned i = 0; i < node->mNumMeshes && !gather->problem; i++) {
        gather->n_instances++;
        if (node->mMeshes[i] < gather->scene->mNumMeshes)
            add_mesh(gather, gather->scene->mMeshes[node->mMeshes[i]], m);
        else
            gather->problem = "has a part that uses a missing mesh";
    }
    for (unsigned i = 0; i < node->mNumChildren && !gather->problem; i++) {
        gather->n_instances++;
        add_node(gather, node->mChildren[i], m, depth + 1);
    }
}

static SnSurface *surface_of(const struct aiScene *scene, const char **problem)
{
    static const double IDENTITY[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    Gather gather = {.scene = scene,
                     .vertices = g_array_new(FALSE, FALSE, 3 * sizeof(double)),
                     .triangles = g_array_new(FALSE, FALSE, 3 * sizeof(int32_t))};
    if (scene->mRootNode)
        add_node(&gather, scene->mRootNode, IDENTITY, 0);
    SnSurface *surface = g_new(SnSurface, 1);
    surface->n_vertices = (int)gather.vertices->len;
    surface->n_triangles = (int)gather.triangles->len;
    surface->vertices = (double *)g_array_free(gather.vertices, FALSE);
    surface->triangles = (int32_t *)g_array_free(gather.triangles, FALSE);
    if (!gather.problem)
        sn_surface_weld(surface);
    if (!gather.problem && surface->n_triangles < 1)
        gather.problem = "holds no triangles";
    if (!gather.problem)
        return surface;
    *problem = gather.problem;
    sn_surface_free(surface);
    return NULL;
}

static const struct aiScene *import(const char *file, const char *folder)
{
    struct aiFileIO io = {
        .OpenProc = open_memory, .CloseProc = close_memory, .UserData = (char *)folder};
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_SBP_REMOVE,
                               aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_RVC_FLAGS,
                               aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                                   aiComponent_COLORS | aiComponent_TEXCOORDS |
                                   aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                   aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS);
    const struct aiScene *scene = aiImportFileExWithProperties(
        file, aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_RemoveComponent, &io,
        properties);
    aiReleasePropertyStore(properties);
    return scene;
}

static bool write_all(int file, const guint8 *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(file, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

int sn_mesh_helper_main(const char *file)
{
    /* standard output carries the reply and nothing that a library may print */
    const int output = dup(STDOUT_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY);
    if (output < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
        return 1;
    struct stat status = {0};
    char *path = realpath(file, NULL);
    if (path && stat(path, &status) != 0)
        return 1;
    limit_process((rlim_t)status.st_size);
    const struct aiScene *scene = NULL;
    SnSurface *surface = NULL;
    const char *problem = "there is no such file; check the name";
    if (path) {
        char *folder = g_path_get_dirname(path);
        sn_sandbox_enter(folder);
        scene = import(path, g_str_equal(folder, "/") ? "" : folder);
        problem = aiGetErrorString();
        if (strstr(problem, "bad_alloc"))
            problem = "it claims to be larger than there is memory for";
        else if (strstr(problem, "No suitable reader"))
            problem = "this format is not known; convert it to OBJ, STL or PLY";
        if (scene)
            surface = surface_of(scene, &problem);
        g_free(folder);
    }
    GByteArray *reply = g_byte_array_new();
    char *message = g_strdup_printf("no mesh could be read: %s", problem);
    sn_mesh_reply_build(surface, message, reply);
    const bool done = write_all(output, reply->data, reply->len);
    /* the process ends here: nothing is worth tidying after a file that may have damaged it */
    _exit(done ? 0 : 1);
}
