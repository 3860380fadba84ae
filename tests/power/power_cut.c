/* What a power cut would take: every write that no fsync followed, noted down before it is made.

Loaded into a process by LD_PRELOAD. For each regular file under MINIBAC_CUT_FOLDER it writes the bytes that a write, a
truncation or an allocation is about to replace into a journal of the process under MINIBAC_CUT_JOURNAL, and a mark when
an fsync of that file has come back. The journal outlives the process; tests/power/cut.py reads it when the process is
dead, and puts back what had not reached the disk. An fsync itself is not carried out: the kernel does not die here,
and what it promises is in the journal. With MINIBAC_CUT_LYING=N every Nth fsync is not noted either: a disk that lies.

A memory-mapped file (SQLite's shared index, which is made anew after a crash) and the names in folders are not covered. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct note { /* as tests/power/cut.py reads it */
    char kind; /* w: these bytes were there; s: all before is on the disk; u: the file is gone, and its number free */
    char unused[7];
    uint64_t device, inode, size, offset, length; /* size: of the file, before */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static pid_t journal_of = 0;
static unsigned long syncs = 0;

static int watched(int fd, struct stat *seen) {
    const char *folder = getenv("MINIBAC_CUT_FOLDER");
    char name[64], path[4096];
    if (!folder || fstat(fd, seen) || !S_ISREG(seen->st_mode)) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return !strncmp(path, folder, strlen(folder)) && !strstr(path, "-shm");
}

static void put(const void *bytes, size_t count) {
    for (const char *at = bytes; count;) {
        ssize_t done = syscall(SYS_write, journal, at, count);
        if (done < 0 && errno != EINTR) abort(); /* a note that is lost would be a wrong verdict later */
        if (done > 0) at += done, count -= done;
    }
}

static void open_journal(void) { /* one for each process: who forks goes on in another */
    if (journal_of == getpid()) return;
    char name[4096];
    if (journal_of) syscall(SYS_close, journal);
    snprintf(name, sizeof name, "%s/%d", getenv("MINIBAC_CUT_JOURNAL"), getpid());
    journal = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (journal < 0) abort();
    journal_of = getpid();
}

/* Called under the lock, which is held until the write itself is done: notes stand in the order of the writes. */
static void note_before(int fd, const struct stat *seen, uint64_t offset, uint64_t length) {
    struct note note = {'w', "", seen->st_dev, seen->st_ino, seen->st_size, offset, 0};
    uint64_t end = offset + length, size = seen->st_size;
    note.length = offset >= size ? 0 : (end > size ? size : end) - offset;
    char *old = malloc(note.length ? note.length : 1);
    uint64_t got = 0;
    while (got < note.length) {
        ssize_t now = syscall(SYS_pread64, fd, old + got, note.length - got, offset + got);
        if (now == -1 && errno == EBADF) { /* opened for writing only */
            char name[64];
            snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
            int again = syscall(SYS_openat, AT_FDCWD, name, O_RDONLY, 0);
            now = syscall(SYS_pread64, again, old + got, note.length - got, offset + got);
            syscall(SYS_close, again);
        }
        if (now <= 0) abort();
        got += now;
    }
    open_journal();
    put(&note, sizeof note);
    put(old, note.length);
    free(old);
}

static off_t place_of(int fd, const struct stat *seen) {
    if (fcntl(fd, F_GETFL) & O_APPEND) return seen->st_size;
    return syscall(SYS_lseek, fd, 0, SEEK_CUR);
}

#define GUARDED(fd, offset, length, call)                                      \
    struct stat seen;                                                          \
    int kept = errno;                                                          \
    if (!watched(fd, &seen)) { errno = kept; return call; }                    \
    pthread_mutex_lock(&lock);                                                 \
    if (!fstat(fd, &seen)) note_before(fd, &seen, offset, length);             \
    errno = kept;                                                              \
    long done = call;                                                          \
    pthread_mutex_unlock(&lock);                                               \
    return done

ssize_t write(int fd, const void *bytes, size_t count) {
    GUARDED(fd, place_of(fd, &seen), count, syscall(SYS_write, fd, bytes, count));
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    GUARDED(fd, offset, count, syscall(SYS_pwrite64, fd, bytes, count, offset));
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) { return pwrite(fd, bytes, count, offset); }

static size_t sum(const struct iovec *parts, int count) {
    size_t length = 0;
    for (int i = 0; i < count; i++) length += parts[i].iov_len;
    return length;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    GUARDED(fd, place_of(fd, &seen), sum(parts, count), syscall(SYS_writev, fd, parts, count));
}

int ftruncate(int fd, off_t size) { /* what is cut off was there; what is added was not */
    GUARDED(fd, size, seen.st_size > size ? seen.st_size - size : 0, syscall(SYS_ftruncate, fd, size));
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

int fallocate(int fd, int mode, off_t offset, off_t length) {
    GUARDED(fd, offset, length, syscall(SYS_fallocate, fd, mode, offset, length));
}

int fallocate64(int fd, int mode, off64_t offset, off64_t length) { return fallocate(fd, mode, offset, length); }

int posix_fallocate(int fd, off_t offset, off_t length) { return fallocate(fd, 0, offset, length) ? errno : 0; }

static int synced(int fd) {
    struct stat seen;
    int kept = errno;
    const char *lying = getenv("MINIBAC_CUT_LYING");
    if (!watched(fd, &seen)) {
        errno = kept;
        return syscall(SYS_fsync, fd);
    }
    pthread_mutex_lock(&lock);
    syncs++;
    if (!lying || !atol(lying) || syncs % atol(lying)) {
        struct note note = {'s', "", seen.st_dev, seen.st_ino, seen.st_size, 0, 0};
        open_journal();
        put(&note, sizeof note);
    }
    pthread_mutex_unlock(&lock);
    errno = kept;
    return 0;
}

int fsync(int fd) { return synced(fd); }
int fdatasync(int fd) { return synced(fd); }

static void note_gone(int at, const char *path) {
    struct stat seen;
    const char *folder = getenv("MINIBAC_CUT_FOLDER");
    int kept = errno;
    if (folder && !fstatat(at, path, &seen, AT_SYMLINK_NOFOLLOW) && S_ISREG(seen.st_mode)) {
        struct note note = {'u', "", seen.st_dev, seen.st_ino, seen.st_size, 0, 0};
        pthread_mutex_lock(&lock);
        open_journal();
        put(&note, sizeof note);
        pthread_mutex_unlock(&lock);
    }
    errno = kept;
}

int unlinkat(int at, const char *path, int flags) {
    if (!flags) note_gone(at, path);
    return syscall(SYS_unlinkat, at, path, flags);
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int renameat(int from_at, const char *from, int to_at, const char *to) {
    note_gone(to_at, to);
    return syscall(SYS_renameat2, from_at, from, to_at, to, 0);
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }
