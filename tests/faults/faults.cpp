// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/faults.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" {   // functions of glibc that its malloc() and so on call
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace faults {

namespace {

constexpr std::size_t large = 64 << 10;

std::atomic<Call> armed {Call::none};
std::atomic<long> calls {0}, first {0};
std::atomic<int> number {0};
std::atomic<bool> lasting {false}, running {true};
std::atomic<long> living {0};   // number of living threads
std::array<char, 4096> folder {};
std::array<std::atomic<bool>, 4096> watched {};   // watched file descriptors

bool fails(Call call)
{
    if (armed != call || !running)
        return false;
    const long n = ++calls, at = first;
    return at > 0 && (n == at || (lasting && n > at));
}

/// Returns whether a call must fail, with errno set.
bool file_fails(bool takes_room)
{
    const bool failing = fails(Call::file) || (takes_room && fails(Call::room));
    if (failing)
        errno = number;
    return failing;
}

bool lies_in_folder(const char* path)
{
    const std::size_t length = std::strlen(folder.data());
    return length > 0 && path && std::strncmp(path, folder.data(), length) == 0;
}

bool is_watched(int descriptor)
{
    return descriptor >= 0 && descriptor < int(watched.size()) && watched[std::size_t(descriptor)];
}

int now_watched(int descriptor)
{
    if (descriptor >= 0 && descriptor < int(watched.size()))
        watched[std::size_t(descriptor)] = true;
    return descriptor;
}

template <class Function>
Function* next(Function*, const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define NEXT(name) next(&name, #name)   // the next function of this name, which is the system's

void* object(std::size_t size, std::size_t alignment)
{
    if (fails(Call::object) || (size >= large && fails(Call::block)))
        throw std::bad_alloc();
    void* const made = alignment > 0 ? __libc_memalign(alignment, size) : __libc_malloc(size);
    if (!made)
        throw std::bad_alloc();
    return made;
}

bool block_fails(std::size_t size)
{
    const bool failing = size >= large && fails(Call::block);
    if (failing)
        errno = ENOMEM;
    return failing;
}

__attribute__((constructor)) void begin()
{
    if (const char* place = std::getenv("STEPZERO_FAULT_FOLDER"))
        watch(place);
    if (const char* words = std::getenv("STEPZERO_FAULT")) {
        int call = 0, error = 0, lasts = 0;
        long at = 0;
        running = false;
        if (std::sscanf(words, "%d %ld %d %d", &call, &at, &error, &lasts) == 4)
            arm(Call(call), at, error, lasts != 0);
    }
}

__attribute__((destructor)) void end()
{
    const long counted = calls;
    armed = Call::none;
    if (const char* file = std::getenv("STEPZERO_FAULT_COUNT"))
        if (FILE* out = std::fopen(file, "w")) {
            std::fprintf(out, "%ld\n", counted);
            std::fclose(out);
        }
}

}   // namespace

void arm(Call call, long at, int error, bool lasts)
{
    armed = Call::none;
    calls = 0;
    first = at;
    number = error;
    lasting = lasts;
    armed = call;
}

void watch(const char* place)
{
    std::snprintf(folder.data(), folder.size(), "%s", place);
    watched[STDOUT_FILENO] = true;
}

long count() { return calls; }

}   // namespace faults

using namespace faults;

void* operator new(std::size_t size) { return object(size, 0); }
void* operator new[](std::size_t size) { return object(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) { return object(size, std::size_t(alignment)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return object(size, std::size_t(alignment)); }

#pragma GCC diagnostic ignored "-Wpedantic"
extern "C" {

void* malloc(size_t size) { return block_fails(size) ? nullptr : __libc_malloc(size); }
void* calloc(size_t n, size_t size) { return block_fails(n * size) ? nullptr : __libc_calloc(n, size); }
void* realloc(void* old, size_t size) { return block_fails(size) ? nullptr : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) { return block_fails(size) ? nullptr : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** made, size_t alignment, size_t size)
{
    *made = memalign(alignment, size);
    return *made ? 0 : ENOMEM;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument)
{
    static auto* const real = NEXT(pthread_create);
    if (fails(Call::thread))
        return EAGAIN;
    if (armed != Call::crowd)
        return real(thread, attributes, body, argument);
    if (first > 0 && living >= first - 1)
        return EAGAIN;
    calls = std::max(calls.load(), ++living);
    struct Work {
        void* (*body)(void*);
        void* argument;
    };
    const auto work = [](void* given) -> void* {
        const Work own = *static_cast<Work*>(given);
        delete static_cast<Work*>(given);
        void* const result = own.body(own.argument);
        --living;
        return result;
    };
    return real(thread, attributes, work, new Work {body, argument});
}

static int (*program)(int, char**, char**);
int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
    void (*rtld_fini)(), void* stack_end)
{
    static auto* const real = NEXT(__libc_start_main);
    program = main;
    return real(
        [](int count, char** words, char** environment) {
            running = true;
            const int status = program(count, words, environment);
            running = false;
            return status;
        },
        argc, argv, init, fini, rtld_fini, stack_end);
}

#define MODE                                                                                                           \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                               \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, mode_t);                                                                                   \
        va_end(rest);                                                                                                  \
    }

static int opened(int place, const char* path, int flags, mode_t mode)
{
    static auto* const real = NEXT(openat);
    if (!lies_in_folder(path))
        return real(place, path, flags, mode);
    return file_fails((flags & O_CREAT) != 0) ? -1 : now_watched(real(place, path, flags, mode));
}
int open(const char* path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, mode); }
int open64(const char* path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, mode); }
int openat(int place, const char* path, int flags, ...) { MODE return opened(place, path, flags, mode); }
int openat64(int place, const char* path, int flags, ...) { MODE return opened(place, path, flags, mode); }

int close(int descriptor)
{
    static auto* const real = NEXT(close);
    const bool failing = is_watched(descriptor) && file_fails(false);
    if (is_watched(descriptor) && descriptor != STDOUT_FILENO)
        watched[std::size_t(descriptor)] = false;
    const int result = real(descriptor);
    if (failing)
        errno = number;
    return failing ? -1 : result;
}

ssize_t read(int descriptor, void* bytes, size_t size)
{
    static auto* const real = NEXT(read);
    return is_watched(descriptor) && file_fails(false) ? -1 : real(descriptor, bytes, size);
}

ssize_t write(int descriptor, const void* bytes, size_t size)
{
    static auto* const real = NEXT(write);
    if (!is_watched(descriptor))
        return real(descriptor, bytes, size);
    return file_fails(true) ? -1 : real(descriptor, bytes, size > 1 && fails(Call::half) ? size / 2 : size);
}

int fsync(int descriptor)
{
    static auto* const real = NEXT(fsync);
    return is_watched(descriptor) && file_fails(true) ? -1 : real(descriptor);
}
int fdatasync(int descriptor)
{
    static auto* const real = NEXT(fdatasync);
    return is_watched(descriptor) && file_fails(true) ? -1 : real(descriptor);
}
int ftruncate64(int descriptor, off64_t size)
{
    static auto* const real = NEXT(ftruncate64);
    return is_watched(descriptor) && file_fails(true) ? -1 : real(descriptor, size);
}
int fchmod(int descriptor, mode_t mode)
{
    static auto* const real = NEXT(fchmod);
    return is_watched(descriptor) && file_fails(false) ? -1 : real(descriptor, mode);
}

int rename(const char* from, const char* to)
{
    static auto* const real = NEXT(rename);
    return lies_in_folder(to) && file_fails(true) ? -1 : real(from, to);
}
int renameat2(int from_place, const char* from, int to_place, const char* to, unsigned flags)
{
    static auto* const real = NEXT(renameat2);
    return lies_in_folder(to) && file_fails(true) ? -1 : real(from_place, from, to_place, to, flags);
}
int link(const char* from, const char* to)
{
    static auto* const real = NEXT(link);
    return lies_in_folder(to) && file_fails(true) ? -1 : real(from, to);
}
int linkat(int from_place, const char* from, int to_place, const char* to, int flags)
{
    static auto* const real = NEXT(linkat);
    return lies_in_folder(to) && file_fails(true) ? -1 : real(from_place, from, to_place, to, flags);
}
int mkdir(const char* path, mode_t mode)
{
    static auto* const real = NEXT(mkdir);
    return lies_in_folder(path) && file_fails(true) ? -1 : real(path, mode);
}
int stat(const char* __restrict path, struct stat* __restrict found)
{
    static auto* const real = next<int(const char*, struct stat*)>(nullptr, "stat");
    return lies_in_folder(path) && file_fails(false) ? -1 : real(path, found);
}
int lstat(const char* __restrict path, struct stat* __restrict found)
{
    static auto* const real = next<int(const char*, struct stat*)>(nullptr, "lstat");
    return lies_in_folder(path) && file_fails(false) ? -1 : real(path, found);
}
int statx(int place, const char* __restrict path, int flags, unsigned mask, struct statx* __restrict found)
{
    static auto* const real = next<int(int, const char*, int, unsigned, struct statx*)>(nullptr, "statx");
    return lies_in_folder(path) && file_fails(false) ? -1 : real(place, path, flags, mask, found);
}

}   // extern "C"
