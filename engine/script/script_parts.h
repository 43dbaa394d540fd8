/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of this room among themselves.  Lua leaves a C function by a long jump when it raises
 * an error: what holds memory of ours must have given it back before. */
#ifndef SN_SCRIPT_SCRIPT_PARTS_H
#define SN_SCRIPT_SCRIPT_PARTS_H

#include "engine/script/script.h"

#include <jansson.h>
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <stdint.h>

struct SnScript {
    const SnScriptHost *host;
    void *data;
    lua_State *lua, *thread; /* the thread is anchored in the registry */
    size_t used;             /* bytes that Lua has */
    int64_t resumed;         /* wall clock [ns] */
    bool aborted;            /* every further instruction raises an error */
    bool waits;              /* for the host to have run */
};

SnScript *sn_script_of(lua_State *lua);
/* Takes the error and raises it in Lua with the line it came from.  Does not return. */
int sn_script_raise(lua_State *lua, GError *error) G_GNUC_NORETURN;

/* --- script_limits.c --- */

/* What there may be at most: a lua_Alloc; data is the script. */
void *sn_script_allocate(void *data, void *block, size_t before, size_t bytes);
/* Libraries without what reaches out of the script, or cannot be stopped. */
void sn_script_open_libraries(lua_State *lua);
/* Asks the host now and then whether it is to stop. */
void sn_script_watch(SnScript *script);

/* --- script_api.c --- */

void sn_script_add_functions(lua_State *lua);

/* --- script_value.c --- */

/* Pushes a value as Lua has it: numbers, truth, text, tables of them; paths for references. */
void sn_script_push_value(lua_State *lua, const SnModel *model, const SnTarget *target,
                          const SnValue *value);
/* The text of what stands at an index as --set takes it: tables with commas between.  NULL with an
 * error where it is nothing of the kind.  g_free. */
char *sn_script_value_text(lua_State *lua, int index, GError **error);
/* A table as JSON, with file names from the folder on: a list where its keys are 1, 2, ...  NULL
 * with an error. */
json_t *sn_script_json(lua_State *lua, int index, const SnModel *model, GError **error);

#endif
