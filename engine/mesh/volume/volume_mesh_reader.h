/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of volume meshes share: words and numbers of a text, bytes of a binary one, and
 * nodes and elements by the file's own numbers.  A reader's functions return false once the error
 * is set; nothing is allocated on a file's word alone. */
#ifndef SN_MESH_VOLUME_VOLUME_MESH_READER_H
#define SN_MESH_VOLUME_VOLUME_MESH_READER_H

#include "engine/mesh/volume/volume_mesh_private.h"

typedef struct SnMeshReader {
    const char *name; /* for messages */
    const char *at, *end;
    int line;             /* of `at`; 0: the text has no lines (binary) */
    const char *comments; /* characters that end a line */
    GError **error;
    SnMeshBuilder builder;
    GHashTable *node_of;     /* file's number -> node + 1; NULL: nodes are numbered as they come */
    GHashTable *element_of;  /* file's number -> element + 1 */
    GArray *element_numbers; /* of int64_t: the file's */
    GArray *element_lines;   /* of int */
    bool swapped;            /* binary numbers have the other byte order */
} SnMeshReader;

void sn_mesh_reader_init(SnMeshReader *reader, const char *name, bool numbered, GError **error);
/* Puts the reader at the start of a text. */
void sn_mesh_reader_start(SnMeshReader *reader, const char *name, const char *text, size_t length);
/* Checks what has been read and makes it a mesh; NULL with an error if `good` is false or the check
 * fails.  The reader is cleared. */
SnVolumeMesh *sn_mesh_reader_finish(SnMeshReader *reader, bool good);

/* "name:line: ..."; returns false. */
bool sn_mesh_reader_fail(SnMeshReader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* --- text --- */
/* To the next line with a word on it; false at the end of the text (no error). */
bool sn_mesh_reader_next_line(SnMeshReader *reader);
/* Next word of this line; false at its end (no error). */
bool sn_mesh_reader_word(SnMeshReader *reader, const char **word, size_t *length);
/* Next word whatever the line; false at the end of the text (no error). */
bool sn_mesh_reader_any_word(SnMeshReader *reader, const char **word, size_t *length);
/* Next word on this line, or on any line, as a number: all of it, or an error that says `what` was
 * expected. */
bool sn_mesh_reader_integer(SnMeshReader *reader, bool any_line, const char *what, int64_t *value);
bool sn_mesh_reader_real(SnMeshReader *reader, bool any_line, const char *what, double *value);
bool sn_mesh_parse_integer(const char *word, size_t length, int64_t *value);

/* --- bytes: little-endian unless swapped --- */
bool sn_mesh_reader_bytes(SnMeshReader *reader, size_t count, const char **bytes);
bool sn_mesh_reader_int32(SnMeshReader *reader, int64_t *value);
bool sn_mesh_reader_int64(SnMeshReader *reader, int64_t *value);
bool sn_mesh_reader_double(SnMeshReader *reader, double *value);
uint64_t sn_mesh_unpack(const char *bytes, int size, bool big_endian);

/* --- contents --- */
/* Whether a file may claim so many of something. */
bool sn_mesh_reader_limit(SnMeshReader *reader, int64_t count, int64_t most, const char *what);
bool sn_mesh_reader_node(SnMeshReader *reader, int64_t number, const double position[3]);
/* An element from the file's node numbers in VTK order. */
bool sn_mesh_reader_element(SnMeshReader *reader, int64_t number, SnElementKind kind,
                            const int64_t *nodes);

/* --- the formats: from the whole text, started; they fill the reader --- */
bool sn_mesh_read_tetgen(SnMeshReader *reader, const char *name, const char *elements,
                         size_t elements_length);
bool sn_mesh_read_ansys(SnMeshReader *reader, const char *name, const char *elements,
                        size_t elements_length);
bool sn_mesh_read_gmsh(SnMeshReader *reader);
bool sn_mesh_read_vtk(SnMeshReader *reader);
bool sn_mesh_read_vtu(SnMeshReader *reader);

/* The kind of a VTK cell type: -1 none of ours, -2 points and lines, which are left out. */
int sn_mesh_kind_of_vtk(int64_t type);
/* Cells of VTK files: ends[i] is the end of cell i in `nodes`, which count from first_node; lines:
 * where they stand, or NULL.  Elements have the numbers of cells, which count from first_cell. */
bool sn_mesh_reader_cells(SnMeshReader *reader, const int64_t *types, const int64_t *ends,
                          int64_t n_cells, const int64_t *nodes, const int *lines,
                          int64_t first_node, int64_t first_cell);

#endif
