/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/script/script_parts.h"

#include "engine/base/clock.h"

#include <lua5.4/lualib.h>
#include <stdlib.h>

static const size_t MOST_BYTES = (size_t)256 << 20;

/* Instructions between two looks. */
enum { LOOK = 10000 };

void *sn_script_allocate(void *data, void *block, size_t before, size_t bytes)
{
    SnScript *script = data;
    const size_t old = block ? before : 0; /* else it says what the block is for */
    if (bytes == 0) {
        free(block);
        script->used -= old;
        return NULL;
    }
    if (bytes > old && bytes - old > MOST_BYTES - script->used)
        return NULL;
    void *grown = realloc(block, bytes);
    if (grown)
        script->used += bytes - old;
    return grown;
}

/* Metatables without finalizers: those run where nothing can stop them. */
static int set_metatable(lua_State *lua)
{
    luaL_checktype(lua, 1, LUA_TTABLE);
    if (!lua_isnoneornil(lua, 2)) {
        luaL_checktype(lua, 2, LUA_TTABLE);
        if (lua_getfield(lua, 2, "__gc") != LUA_TNIL)
            return luaL_error(lua, "__gc is not available in scripts");
        lua_pop(lua, 1);
    }
    lua_settop(lua, 2);
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, 2, 1);
    return 1;
}

void sn_script_open_libraries(lua_State *lua)
{
    static const luaL_Reg libraries[] = {
        {LUA_GNAME, luaopen_base},        {LUA_TABLIBNAME, luaopen_table},
        {LUA_STRLIBNAME, luaopen_string}, {LUA_MATHLIBNAME, luaopen_math},
        {LUA_UTF8LIBNAME, luaopen_utf8},
    };
    static const char *const taken_away[] = {"dofile", "loadfile", "load", "collectgarbage",
                                             "warn"};
    for (size_t i = 0; i < G_N_ELEMENTS(libraries); i++) {
        luaL_requiref(lua, libraries[i].name, libraries[i].func, 1);
        lua_pop(lua, 1);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(taken_away); i++) {
        lua_pushnil(lua);
        lua_setglobal(lua, taken_away[i]);
    }
    lua_getglobal(lua, "setmetatable");
    lua_pushcclosure(lua, set_metatable, 1);
    lua_setglobal(lua, "setmetatable");
}

/* Once it is to end, pcall cannot keep it going: the next instruction raises again. */
static void on_count(lua_State *lua, lua_Debug *where)
{
    SnScript *script = sn_script_of(lua);
    const SnScriptHost *host = script->host;
    const double taken = (double)(sn_clock_ns() - script->resumed) * 1e-9;
    const bool stopped = script->aborted || host->stopped(script->data);
    if (!stopped && host->slice > 0 && taken > host->slice && lua_isyieldable(lua)) {
        lua_yield(lua, 0);
        return;
    }
    if (!stopped && (host->patience <= 0 || taken < host->patience))
        return;
    if (!script->aborted) {
        script->aborted = true;
        lua_sethook(lua, on_count, LUA_MASKCOUNT, 1);
    }
    if (stopped)
        luaL_error(lua, "stopped");
    luaL_error(lua, "it has computed for %d s where nobody else has a turn: does it end?",
               (int)host->patience);
}

void sn_script_watch(SnScript *script)
{
    lua_sethook(script->thread, on_count, LUA_MASKCOUNT, script->aborted ? 1 : LOOK);
}
