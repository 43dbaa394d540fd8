/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process may no longer do once it reads a file that may damage it. */
#ifndef SN_MESH_SANDBOX_H
#define SN_MESH_SANDBOX_H

/* What the kernel could be brought to hold. */
typedef enum SnSandbox {
    SN_SANDBOX_NONE = 0,
    SN_SANDBOX_FILES = 1, /* Landlock: files of one folder may be read, nothing else be touched */
    SN_SANDBOX_CALLS = 2, /* seccomp: no sockets, processes, signals to others, writable files */
} SnSandbox;

/* For good, for this thread and all that it starts: call it before there are others.  Files in and
 * below `folder` can be read still, and what is open.  What the kernel does not have is left out:
 * older ones lack Landlock (Linux 5.13), other processors than x86-64 and ARM64 the list of calls.
 * Returns what holds (bits). */
unsigned sn_sandbox_enter(const char *folder);

#endif
