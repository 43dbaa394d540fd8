/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file held when it was read or written, to tell later whether somebody else changed it. */
#ifndef SN_TEXT_FILE_STAMP_H
#define SN_TEXT_FILE_STAMP_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct SnFileStamp {
    bool known; /* false: nothing was read, every comparison says SN_FILE_SAME */
    uint64_t size;
    uint8_t digest[32]; /* SHA-256 of the contents */
    /* a quick look first: where all of these are as they were, so are the contents; zero: unknown
     */
    uint64_t device, inode;
    int64_t modified, changed; /* times of contents and of inode [ns since 1970] */
} SnFileStamp;

typedef enum SnFileChange {
    SN_FILE_SAME,
    SN_FILE_CHANGED, /* other contents */
    SN_FILE_GONE,    /* there is none of this name, or it cannot be read any more */
} SnFileChange;

/* Of a file as it is now; not known where it cannot be read. */
SnFileStamp sn_file_stamp_read(const char *path);
/* Of what is about to be, or was, written there. */
SnFileStamp sn_file_stamp_of(const void *bytes, size_t length);

/* Compares; `look_inside`: reads the contents even where size, times and inode are the same (a
 * change within a clock tick).  Where only times or inode differ, the stamp takes the new ones. */
SnFileChange sn_file_stamp_compare(SnFileStamp *stamp, const char *path, bool look_inside);

/* "1234 9f86d0…" for a file (g_free), and back; false for what is none. */
char *sn_file_stamp_text(const SnFileStamp *stamp);
bool sn_file_stamp_parse(const char *text, SnFileStamp *stamp);

#endif
