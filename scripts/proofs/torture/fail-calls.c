// Makes the n-th system call of a kind on a crawl file fail. Preloaded into Node by scripts/proofs/torture.mjs (LD_PRELOAD, Linux).
//
// The program under test arms it by opening a path that does not exist:
//   /fail-calls/arm/KIND/N/ERRNO/COUNT   COUNT calls of KIND from the N-th on fail with ERRNO (0 COUNT: all from then on)
//   /fail-calls/disarm                   nothing fails any more; the error of the open says how many calls failed: ENOENT 0, EEXIST 1, EISDIR 2, ENOTDIR more
// KIND: write (pwrite64, pwrite, write), sync (fsync, fdatasync), cut (ftruncate), open, read (pread64, pread, read). Only files whose name contains
// ".crawl" count.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { NONE, WRITE, SYNC, CUT, OPEN, READ };
static enum kind armed = NONE;
static long first = 0, seen = 0, failed = 0, most = 0;
static int with = 0;

static int fails(enum kind kind) {
  if (armed != kind) return 0;
  seen += 1;
  if (seen < first || (most > 0 && seen >= first + most)) return 0;
  failed += 1;
  errno = with;
  return 1;
}

static int ours(int fd) {
  char link[64], path[4096];
  if (armed == NONE) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  return strstr(path, ".crawl") != NULL;
}

static enum kind named(const char *word) {
  const char *words[] = { "", "write", "sync", "cut", "open", "read" };
  for (int i = 1; i < 6; i++) if (strcmp(word, words[i]) == 0) return (enum kind)i;
  return NONE;
}

// Returns 1 if the path was a command.
static int command(const char *path) {
  char word[16];
  if (strncmp(path, "/fail-calls/", 12) != 0) return 0;
  if (sscanf(path, "/fail-calls/arm/%15[a-z]/%ld/%d/%ld", word, &first, &with, &most) == 4) {
    seen = failed = 0;
    armed = named(word);
    errno = ENOENT;
  } else {
    armed = NONE;
    errno = failed > 2 ? ENOTDIR : failed == 2 ? EISDIR : failed == 1 ? EEXIST : ENOENT;
  }
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) {
  return ours(fd) && fails(WRITE) ? -1 : REAL(pwrite64)(fd, from, size, at);
}
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
  return ours(fd) && fails(WRITE) ? -1 : REAL(pwrite)(fd, from, size, at);
}
ssize_t write(int fd, const void *from, size_t size) {
  return ours(fd) && fails(WRITE) ? -1 : REAL(write)(fd, from, size);
}
ssize_t pread64(int fd, void *to, size_t size, off64_t at) {
  return ours(fd) && fails(READ) ? -1 : REAL(pread64)(fd, to, size, at);
}
ssize_t pread(int fd, void *to, size_t size, off_t at) {
  return ours(fd) && fails(READ) ? -1 : REAL(pread)(fd, to, size, at);
}
ssize_t read(int fd, void *to, size_t size) {
  return ours(fd) && fails(READ) ? -1 : REAL(read)(fd, to, size);
}
int fsync(int fd) { return ours(fd) && fails(SYNC) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return ours(fd) && fails(SYNC) ? -1 : REAL(fdatasync)(fd); }
int ftruncate64(int fd, off64_t size) { return ours(fd) && fails(CUT) ? -1 : REAL(ftruncate64)(fd, size); }
int ftruncate(int fd, off_t size) { return ours(fd) && fails(CUT) ? -1 : REAL(ftruncate)(fd, size); }

static mode_t mode_of(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, mode_t) : 0; }

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  if (command(path) || (armed == OPEN && strstr(path, ".crawl") && fails(OPEN))) return -1;
  return REAL(open64)(path, flags, mode);
}
int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  if (command(path) || (armed == OPEN && strstr(path, ".crawl") && fails(OPEN))) return -1;
  return REAL(open)(path, flags, mode);
}
