/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing array whose memory stays when it is emptied: nothing is allocated per picture once it
 * has seen the largest one. */
#ifndef SN_RENDER_BUFFER_H
#define SN_RENDER_BUFFER_H

#include <stddef.h>
#include <stdlib.h>

typedef struct SnBuffer {
    void *data;
    int count, capacity;
} SnBuffer;

/* Room for n more elements of the given size, counted as used; stops the program without memory. */
static inline void *sn_buffer_add(SnBuffer *buffer, int n, size_t size)
{
    if (buffer->count + n > buffer->capacity) {
        int capacity = buffer->capacity ? buffer->capacity : 64;
        while (capacity < buffer->count + n)
            capacity *= 2;
        void *data = realloc(buffer->data, (size_t)capacity * size);
        if (!data)
            abort();
        buffer->data = data;
        buffer->capacity = capacity;
    }
    void *place = (char *)buffer->data + (size_t)buffer->count * size;
    buffer->count += n;
    return place;
}

static inline void sn_buffer_free(SnBuffer *buffer)
{
    free(buffer->data);
    *buffer = (SnBuffer){0};
}

#endif
