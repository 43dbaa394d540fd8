/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gmsh's .msh 2.2 and 4.1, text and binary (reference manual, chapter "MSH file format"). */
#include "engine/mesh/volume/volume_mesh_reader.h"
#include "engine/text/limits.h"

#include <string.h>

/* Gmsh's types 1 to 31: dimension and nodes; what is not in MAP is of no use here. */
static const struct {
    signed char dimension, n_nodes;
} TYPES[32] = {{0, 0},  {1, 2},  {2, 3},  {2, 4},  {3, 4},  {3, 8},  {3, 6},  {3, 5},
               {1, 3},  {2, 6},  {2, 9},  {3, 10}, {3, 27}, {3, 18}, {3, 14}, {0, 1},
               {2, 8},  {3, 20}, {3, 15}, {3, 13}, {2, 9},  {2, 10}, {2, 12}, {2, 15},
               {2, 15}, {2, 21}, {1, 4},  {1, 5},  {1, 6},  {3, 20}, {3, 35}, {3, 56}};

/* The node of Gmsh's that stands at each place of ours. */
static const struct {
    int type;
    SnElementKind kind;
    signed char from[SN_ELEMENT_MAX_NODES];
} MAP[] = {
    {2, SN_ELEMENT_MEMBRANE3, {0, 1, 2}},
    {3, SN_ELEMENT_MEMBRANE4, {0, 1, 2, 3}},
    {4, SN_ELEMENT_TET4, {0, 1, 2, 3}},
    {5, SN_ELEMENT_HEX8, {0, 1, 2, 3, 4, 5, 6, 7}},
    {6, SN_ELEMENT_WEDGE6, {0, 1, 2, 3, 4, 5}},
    {7, SN_ELEMENT_PYRAMID5, {0, 1, 2, 3, 4}},
    {11, SN_ELEMENT_TET10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
    {17, SN_ELEMENT_HEX20, {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15}},
};

typedef struct Gmsh {
    SnMeshReader *reader;
    bool binary, version4;
    GArray *surface; /* of SurfaceElement: elements of surfaces, kept for files without solids */
} Gmsh;

typedef struct SurfaceElement {
    int64_t number, nodes[4];
    int line;
    SnElementKind kind;
} SurfaceElement;

/* --- numbers in either form --- */

static bool read_int(Gmsh *gmsh, const char *what, int64_t *value)
{
    return gmsh->binary ? sn_mesh_reader_int32(gmsh->reader, value)
                        : sn_mesh_reader_integer(gmsh->reader, true, what, value);
}

/* A size_t of version 4, an int of version 2. */
static bool read_tag(Gmsh *gmsh, const char *what, int64_t *value)
{
    return gmsh->binary && gmsh->version4 ? sn_mesh_reader_int64(gmsh->reader, value)
                                          : read_int(gmsh, what, value);
}

static bool read_real(Gmsh *gmsh, double *value)
{
    return gmsh->binary ? sn_mesh_reader_double(gmsh->reader, value)
                        : sn_mesh_reader_real(gmsh->reader, true, "a coordinate", value);
}

/* The counts of blocks, in version 2 a count in text. */
static bool read_count(Gmsh *gmsh, int64_t most, const char *what, int64_t *value)
{
    const bool good = gmsh->version4 ? read_tag(gmsh, what, value)
                                     : sn_mesh_reader_integer(gmsh->reader, true, what, value);
    return good && sn_mesh_reader_limit(gmsh->reader, *value, most, what);
}

/* Past the end of the line, where binary data begin. */
static bool skip_to_data(Gmsh *gmsh)
{
    SnMeshReader *reader = gmsh->reader;
    if (!gmsh->binary)
        return true;
    reader->line = 0;
    while (reader->at < reader->end && *reader->at != '\n')
        reader->at++;
    const char *newline;
    return sn_mesh_reader_bytes(reader, 1, &newline);
}

/* --- nodes --- */

static bool read_position(Gmsh *gmsh, double position[3])
{
    return read_real(gmsh, &position[0]) && read_real(gmsh, &position[1]) &&
           read_real(gmsh, &position[2]);
}

static bool read_nodes_2(Gmsh *gmsh)
{
    int64_t n, number;
    double position[3];
    if (!read_count(gmsh, SN_MAX_MESH_NODES, "nodes", &n) || !skip_to_data(gmsh))
        return false;
    for (int64_t i = 0; i < n; i++)
        if (!read_int(gmsh, "the number of a node", &number) || !read_position(gmsh, position) ||
            !sn_mesh_reader_node(gmsh->reader, number, position))
            return false;
    return true;
}

/* One block: all numbers, then all places. */
static bool read_node_block(Gmsh *gmsh, GArray *numbers)
{
    int64_t dimension, entity, parametric, n, number;
    if (!read_int(gmsh, "a dimension", &dimension) || !read_int(gmsh, "an entity", &entity) ||
        !read_int(gmsh, "0 or 1", &parametric) || !read_count(gmsh, SN_MAX_MESH_NODES, "nodes", &n))
        return false;
    g_array_set_size(numbers, 0);
    for (int64_t i = 0; i < n; i++) {
        if (!read_tag(gmsh, "the number of a node", &number))
            return false;
        g_array_append_val(numbers, number);
    }
    for (int64_t i = 0; i < n; i++) {
        double position[3], parameter;
        if (!read_position(gmsh, position) ||
            !sn_mesh_reader_node(gmsh->reader, g_array_index(numbers, int64_t, i), position))
            return false;
        for (int64_t k = 0; parametric && k < CLAMP(dimension, 0, 3); k++)
            if (!read_real(gmsh, &parameter))
                return false;
    }
    return true;
}

static bool read_nodes_4(Gmsh *gmsh)
{
    int64_t blocks, n, least, most;
    if (!skip_to_data(gmsh) || !read_count(gmsh, SN_MAX_MESH_NODES, "blocks of nodes", &blocks) ||
        !read_count(gmsh, SN_MAX_MESH_NODES, "nodes", &n) ||
        !read_tag(gmsh, "the least number", &least) || !read_tag(gmsh, "the largest number", &most))
        return false;
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));
    bool good = true;
    for (int64_t i = 0; i < blocks && good; i++)
        good = read_node_block(gmsh, numbers);
    g_array_unref(numbers);
    if (good && n != (int64_t)gmsh->reader->builder.nodes->len)
        return sn_mesh_reader_fail(gmsh->reader, "announced %" G_GINT64_FORMAT " nodes, has %u", n,
                                   gmsh->reader->builder.nodes->len);
    return good;
}

/* --- elements --- */

static bool add_element(Gmsh *gmsh, int64_t type, int64_t number, const int64_t *listed)
{
    SnMeshReader *reader = gmsh->reader;
    if (TYPES[type].dimension < 2)
        return true; /* points and lines only mark places */
    for (size_t m = 0; m < G_N_ELEMENTS(MAP); m++) {
        if (MAP[m].type != type)
            continue;
        if (TYPES[type].dimension == 2) {
            SurfaceElement element = {.number = number, .line = reader->line, .kind = MAP[m].kind};
            memcpy(element.nodes, listed, (size_t)TYPES[type].n_nodes * sizeof *listed);
            g_array_append_val(gmsh->surface, element);
            return true;
        }
        int64_t nodes[SN_ELEMENT_MAX_NODES];
        for (int i = 0; i < TYPES[type].n_nodes; i++)
            nodes[i] = listed[(int)MAP[m].from[i]];
        return sn_mesh_reader_element(reader, number, MAP[m].kind, nodes);
    }
    if (TYPES[type].dimension == 2)
        return true; /* higher-order marks of a boundary */
    return sn_mesh_reader_fail(reader,
                               "element %" G_GINT64_FORMAT " is of Gmsh's type %" G_GINT64_FORMAT
                               ", which is not known; take elements of first order, or of second "
                               "order with 10 or 20 nodes",
                               number, type);
}

static bool check_type(Gmsh *gmsh, int64_t type)
{
    if (type >= 1 && type < (int64_t)G_N_ELEMENTS(TYPES))
        return true;
    return sn_mesh_reader_fail(gmsh->reader,
                               "there is no type of elements %" G_GINT64_FORMAT " in Gmsh", type);
}

static bool read_element(Gmsh *gmsh, int64_t number, int64_t type, int64_t n_tags)
{
    int64_t skipped, nodes[64];
    for (int64_t i = 0; i < n_tags; i++)
        if (!read_int(gmsh, "a tag", &skipped))
            return false;
    for (int i = 0; i < TYPES[type].n_nodes; i++)
        if (!read_tag(gmsh, "the number of a node", &nodes[i]))
            return false;
    return add_element(gmsh, type, number, nodes);
}

static bool read_elements_2(Gmsh *gmsh)
{
    int64_t n, number, type, n_tags, in_block = 1;
    if (!read_count(gmsh, SN_MAX_MESH_ELEMENTS, "elements", &n) || !skip_to_data(gmsh))
        return false;
    for (int64_t i = 0; i < n; i += in_block) {
        if (!gmsh->binary && !read_int(gmsh, "the number of an element", &number))
            return false;
        if (!read_int(gmsh, "a type", &type) || !check_type(gmsh, type) ||
            (gmsh->binary && !read_int(gmsh, "a count", &in_block)) ||
            !sn_mesh_reader_limit(gmsh->reader, in_block - 1, n - i - 1, "more elements") ||
            !read_int(gmsh, "the number of tags", &n_tags) ||
            !sn_mesh_reader_limit(gmsh->reader, n_tags, 1000, "tags"))
            return false;
        for (int64_t k = 0; k < in_block; k++)
            if ((gmsh->binary && !read_int(gmsh, "the number of an element", &number)) ||
                !read_element(gmsh, number, type, n_tags))
                return false;
    }
    return true;
}

static bool read_elements_4(Gmsh *gmsh)
{
    int64_t blocks, n, least, most, dimension, entity, type, in_block, number, found = 0;
    if (!skip_to_data(gmsh) ||
        !read_count(gmsh, SN_MAX_MESH_ELEMENTS, "blocks of elements", &blocks) ||
        !read_count(gmsh, SN_MAX_MESH_ELEMENTS, "elements", &n) ||
        !read_tag(gmsh, "the least number", &least) || !read_tag(gmsh, "the largest number", &most))
        return false;
    for (int64_t i = 0; i < blocks; i++) {
        if (!read_int(gmsh, "a dimension", &dimension) || !read_int(gmsh, "an entity", &entity) ||
            !read_int(gmsh, "a type", &type) || !check_type(gmsh, type) ||
            !read_count(gmsh, SN_MAX_MESH_ELEMENTS, "elements", &in_block))
            return false;
        found += in_block;
        for (int64_t k = 0; k < in_block; k++)
            if (!read_tag(gmsh, "the number of an element", &number) ||
                !read_element(gmsh, number, type, 0))
                return false;
    }
    return found == n ||
           sn_mesh_reader_fail(gmsh->reader,
                               "announced %" G_GINT64_FORMAT " elements, has %" G_GINT64_FORMAT, n,
                               found);
}

/* --- the file --- */

static bool read_format(Gmsh *gmsh)
{
    SnMeshReader *reader = gmsh->reader;
    double version;
    int64_t binary, size, one;
    if (!sn_mesh_reader_real(reader, true, "the version", &version) ||
        !sn_mesh_reader_integer(reader, false, "0 (text) or 1 (binary)", &binary) ||
        !sn_mesh_reader_integer(reader, false, "the size of a number", &size))
        return false;
    gmsh->version4 = version >= 4.05 && version < 4.2;
    gmsh->binary = binary == 1;
    if (!gmsh->version4 && !(version >= 2 && version < 3))
        return sn_mesh_reader_fail(reader, "is of version %g; save it as 4.1 or 2.2", version);
    if (binary < 0 || binary > 1 || size != 8)
        return sn_mesh_reader_fail(reader, "is neither text nor binary with numbers of 8 bytes");
    if (!gmsh->binary)
        return true;
    if (!skip_to_data(gmsh) || !sn_mesh_reader_int32(reader, &one))
        return false;
    reader->swapped = one == 1 << 24;
    return one == 1 || reader->swapped ||
           sn_mesh_reader_fail(reader, "does not say in which order its bytes are");
}

/* To the line behind the end of a section. */
static bool end_section(Gmsh *gmsh, const char *name)
{
    SnMeshReader *reader = gmsh->reader;
    char *wanted = g_strdup_printf("$End%s", name);
    const char *word = NULL;
    size_t length = 0;
    const bool good = sn_mesh_reader_any_word(reader, &word, &length) && length == strlen(wanted) &&
                      memcmp(word, wanted, length) == 0;
    if (!good)
        sn_mesh_reader_fail(reader, "expected %s", wanted);
    g_free(wanted);
    return good;
}

/* Over a section of no use here; binary data may hold anything but its end. */
static bool skip_section(Gmsh *gmsh, const char *name, size_t length)
{
    SnMeshReader *reader = gmsh->reader;
    char *end = g_strdup_printf("$End%.*s", (int)length, name);
    const char *found = memmem(reader->at, (size_t)(reader->end - reader->at), end, strlen(end));
    if (found) {
        for (const char *p = reader->at; p < found; p++)
            reader->line += reader->line > 0 && *p == '\n';
        reader->at = found + strlen(end);
    } else {
        sn_mesh_reader_fail(reader, "expected %.60s", end);
    }
    g_free(end);
    return found != NULL;
}

static bool is_word(const char *word, size_t length, const char *text)
{
    return length == strlen(text) && memcmp(word, text, length) == 0;
}

static bool read_sections(Gmsh *gmsh)
{
    SnMeshReader *reader = gmsh->reader;
    const char *word;
    size_t length;
    bool nodes = false, elements = false;
    while (!elements && sn_mesh_reader_any_word(reader, &word, &length)) {
        bool good;
        if (is_word(word, length, "$Nodes")) {
            good = (gmsh->version4 ? read_nodes_4(gmsh) : read_nodes_2(gmsh)) &&
                   end_section(gmsh, "Nodes");
            nodes = true;
        } else if (is_word(word, length, "$Elements")) {
            good = (gmsh->version4 ? read_elements_4(gmsh) : read_elements_2(gmsh)) &&
                   end_section(gmsh, "Elements");
            elements = true;
        } else if (word[0] == '$' && length > 1) {
            good = skip_section(gmsh, word + 1, length - 1);
        } else {
            good = sn_mesh_reader_fail(reader, "expected a section, found '%.*s'",
                                       (int)MIN(length, 40), word);
        }
        if (!good)
            return false;
    }
    return (nodes && elements) ||
           sn_mesh_reader_fail(reader, "has no %s", nodes ? "$Elements" : "$Nodes");
}

/* Surfaces beside solids mark boundaries; alone they are the mesh. */
static bool add_surfaces(Gmsh *gmsh)
{
    if (gmsh->reader->element_numbers->len > 0)
        return true;
    for (guint i = 0; i < gmsh->surface->len; i++) {
        const SurfaceElement *element = &g_array_index(gmsh->surface, SurfaceElement, i);
        gmsh->reader->line = element->line;
        if (!sn_mesh_reader_element(gmsh->reader, element->number, element->kind, element->nodes))
            return false;
    }
    return true;
}

bool sn_mesh_read_gmsh(SnMeshReader *reader)
{
    const char *word;
    size_t length;
    if (!sn_mesh_reader_any_word(reader, &word, &length) || !is_word(word, length, "$MeshFormat"))
        return sn_mesh_reader_fail(reader, "is no Gmsh file of version 2 or 4: it does not begin "
                                           "with $MeshFormat");
    Gmsh gmsh = {.reader = reader, .surface = g_array_new(FALSE, FALSE, sizeof(SurfaceElement))};
    const bool good = read_format(&gmsh) && end_section(&gmsh, "MeshFormat") &&
                      read_sections(&gmsh) && add_surfaces(&gmsh);
    g_array_unref(gmsh.surface);
    return good;
}
