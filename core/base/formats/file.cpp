// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/file.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "core/base/words/shown_text.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

enum class Access { read, write };

/// Returns a description of an error that is independent of the locale.
Text reason(int error)
{
    switch (error) {
    case ENOENT:
        return tr("there is no such file or folder");
    case ENOTDIR:
        return tr("a part of its path is not a folder");
    case EISDIR:
        return tr("it is a folder");
    case EACCES:
    case EPERM:
        return tr("permission is denied");
    case EROFS:
        return tr("the file system is read-only");
    case ENOSPC:
        return tr("no space is left on the device");
    case EDQUOT:
        return tr("the disk quota is used up");
    case EFBIG:
        return tr("it would be larger than allowed");
    case ENAMETOOLONG:
        return tr("its name is too long");
    case ELOOP:
        return tr("its symbolic links form a loop");
    case EMFILE:
    case ENFILE:
        return tr("too many files are open");
    case ESPIPE:
        return tr("it is a pipe or a device");
    case EPIPE:
        return tr("it is closed");
    case EBADF:
        return tr("it is closed, or not open for this operation");
    case EIO:
        return tr("the device reported an error");
    default:
        return tr("system error %1", error);
    }
}

[[noreturn]] void fail_because(Access access, const std::filesystem::path& path, const Text& why)
{
    const std::string name = shown(path.native());
    throw FileError(
        access == Access::read ? tr("cannot read %1: %2", name, why) : tr("cannot write %1: %2", name, why));
}

[[noreturn]] void fail(Access access, const std::filesystem::path& path, int error)
{
    fail_because(access, path, reason(error));
}

/// The regular files that the running command has read.
struct Inputs {
    std::mutex mutex;
    bool guarded = false;
    std::set<std::pair<dev_t, ino_t>> files;
    std::atomic<int> written = 0;
};

Inputs& inputs()
{
    static Inputs all;
    return all;
}

void mark_as_input(const struct stat& file)
{
    if (!S_ISREG(file.st_mode))
        return;
    const std::lock_guard lock(inputs().mutex);
    if (inputs().guarded)
        inputs().files.emplace(file.st_dev, file.st_ino);
}

void refuse_input(const std::filesystem::path& path, const struct stat& file)
{
    const std::lock_guard lock(inputs().mutex);
    if (S_ISREG(file.st_mode) && inputs().files.contains({file.st_dev, file.st_ino}))
        throw InputOverwritten(tr("%1 is read by this command and would be overwritten", quote(path.native())));
}

/// Follows symbolic links, so that writing does not replace a link.
std::filesystem::path target_of(std::filesystem::path path)
{
    for (int hops = 0; std::filesystem::is_symlink(std::filesystem::symlink_status(path)); ++hops) {
        if (hops == 40)
            fail(Access::write, path, ELOOP);
        path = path.parent_path() / std::filesystem::read_symlink(path);
    }
    return path;
}

/// Returns the descriptor of this process that a path names, such as /dev/stdout and /dev/fd/3; −1 if none. Output is
/// written to a copy of it, so that appending and sockets work.
int own_descriptor(std::filesystem::path path)
{
    std::error_code error;
    const std::filesystem::path own = "/proc/" + std::to_string(::getpid()) + "/fd";
    for (int hops = 0; hops < 40; ++hops) {
        if (std::filesystem::canonical(path.has_parent_path() ? path.parent_path() : ".", error) == own && !error) {
            const std::string name = path.filename().native();
            int number = -1;
            const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
            return wrong == std::errc() && end == name.data() + name.size() ? number : -1;
        }
        if (error || !std::filesystem::is_symlink(std::filesystem::symlink_status(path, error)))
            return -1;
        path = path.parent_path() / std::filesystem::read_symlink(path, error);
    }
    return -1;
}

std::filesystem::path folder_of(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : ".";
}

/// Prefix of temporary files for a target. It is short, so that a target's name may have the maximum length.
std::string beginning_of(const std::filesystem::path& target)
{
    std::uint64_t hash = 0xcbf29ce484222325;   // FNV-1a
    const std::filesystem::path name = target.filename();
    for (const char c : name.native())
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return ".stepzero-" + std::to_string(hash) + "-";
}

/// Removes temporary files that killed processes have left. A file that is being written is locked.
void remove_left(const std::filesystem::path& target, const std::string& beginning)
{
    DIR* const folder = ::opendir(folder_of(target).c_str());
    if (!folder)
        return;
    while (const dirent* entry = ::readdir(folder)) {
        if (!std::string_view(entry->d_name).starts_with(beginning))
            continue;
        const int left = ::openat(::dirfd(folder), entry->d_name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (left >= 0 && ::flock(left, LOCK_EX | LOCK_NB) == 0)
            ::unlinkat(::dirfd(folder), entry->d_name, 0);
        if (left >= 0)
            ::close(left);
    }
    ::closedir(folder);
}

/// Locks a new file; also succeeds when the file system does not support locks. Fails when another process that cleans
/// up has locked or removed it.
bool is_locked_now(int descriptor)
{
    struct stat now { };
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK;
    return ::fstat(descriptor, &now) != 0 || now.st_nlink > 0;
}

/// Creates and locks a new file next to the target.
int create_beside(const std::filesystem::path& target, std::filesystem::path& name)
{
    static std::atomic<unsigned> counter = 0;
    const std::string beginning = beginning_of(target);
    remove_left(target, beginning);
    for (int rest = 100;; --rest) {   // maximum number of attempts, in case a file system has no link counts
        name = target.parent_path() / (beginning + std::to_string(::getpid()) + "-" + std::to_string(counter++));
        const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 ? rest == 0 || is_locked_now(descriptor) : errno != EEXIST)
            return descriptor;
        if (descriptor >= 0)
            ::close(descriptor);
    }
}

void sync_folder(const std::filesystem::path& folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;   // the file is complete; only its name may be lost in a power failure
    ::fsync(descriptor);
    ::close(descriptor);
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) { }
    ~Descriptor() { ::close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

/// Returns the number of bytes read; 0 only at the end.
std::size_t read_some(int descriptor, const std::string& name, char* bytes, std::size_t most)
{
    for (;;) {
        const ssize_t got = ::read(descriptor, bytes, most);
        if (got >= 0)
            return std::size_t(got);
        if (errno != EINTR)
            fail(Access::read, name, errno);
    }
}

[[noreturn]] void refuse_size(const std::string& name, std::size_t most)
{
    fail_because(Access::read, name, tr("it is larger than %1 MB, too large for a file of its kind", most >> 20));
}

}   // namespace

OverwriteGuard::OverwriteGuard()
{
    const std::lock_guard lock(inputs().mutex);
    inputs().guarded = true;
    inputs().written = 0;
}

OverwriteGuard::~OverwriteGuard()
{
    const std::lock_guard lock(inputs().mutex);
    inputs().guarded = false;
    inputs().files.clear();
}

bool OverwriteGuard::exists()
{
    const std::lock_guard lock(inputs().mutex);
    return inputs().guarded;
}

int OverwriteGuard::files_written() const { return inputs().written; }

void mark_as_input(const std::filesystem::path& path)
{
    struct stat file { };
    if (::stat(path.c_str(), &file) == 0)
        mark_as_input(file);
}

void mark_as_input(int descriptor)
{
    struct stat file { };
    if (::fstat(descriptor, &file) == 0)
        mark_as_input(file);
}

void refuse_input(const std::filesystem::path& path)
{
    struct stat file { };
    if (::stat(path.c_str(), &file) == 0)
        refuse_input(path, file);
}

void refuse_input(int descriptor, const std::filesystem::path& name)
{
    struct stat file { };
    if (::fstat(descriptor, &file) == 0)
        refuse_input(name, file);
}

std::string read_file(const std::filesystem::path& path, std::size_t most)
{
    const int number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (number < 0)
        fail(Access::read, path, errno);
    const Descriptor file(number);
    return read_descriptor(file.number(), path.native(), most);
}

std::string read_descriptor(int descriptor, const std::string& name, std::size_t most)
{
    struct stat status { };
    if (::fstat(descriptor, &status) != 0)
        fail(Access::read, name, errno);
    mark_as_input(status);
    if (S_ISREG(status.st_mode) && std::uint64_t(status.st_size) > most)
        refuse_size(name, most);
    std::string bytes;
    std::array<char, 1 << 16> block;
    while (const std::size_t got = read_some(descriptor, name, block.data(), block.size())) {
        if (got > most - bytes.size())
            refuse_size(name, most);
        bytes.append(block.data(), got);
    }
    return bytes;
}

std::string read_file(const std::filesystem::path& path, std::uint64_t begin, std::size_t size)
{
    return FileReader(path).read(begin, size);
}

FileReader::FileReader(const std::filesystem::path& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC))   // does not wait for a pipe
{
    if (descriptor_ < 0)
        fail(Access::read, path_, errno);
    struct stat status { };
    if (::fstat(descriptor_, &status) != 0)
        return;
    mark_as_input(status);
    size_ = std::uint64_t(status.st_size);
    regular_ = S_ISREG(status.st_mode);
}

FileReader::FileReader(FileReader&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_),
      regular_(other.regular_)
{
}

FileReader::~FileReader()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

std::size_t FileReader::read(std::uint64_t begin, std::span<char> bytes) const
{
    std::size_t used = 0;
    while (used < bytes.size()) {
        const ssize_t got = ::pread(descriptor_, bytes.data() + used, bytes.size() - used, off_t(begin + used));
        if (got < 0 && errno != EINTR)
            fail(Access::read, path_, errno);
        if (got == 0)
            break;
        used += std::size_t(std::max<ssize_t>(got, 0));
    }
    return used;
}

std::string FileReader::read(std::uint64_t begin, std::size_t size) const
{
    std::string bytes(size, '\0');
    bytes.resize(read(begin, std::span(bytes)));
    return bytes;
}

void make_folder(const std::filesystem::path& path)
{
    std::error_code error, ignored;
    std::filesystem::create_directories(path, error);
    if (!std::filesystem::is_directory(path, ignored))
        throw FileError(tr("cannot create the folder %1", shown(path.native())));
}

void write_file(const std::filesystem::path& path, std::string_view bytes)
{
    FileWriter writer(path);
    writer.write(bytes);
    writer.commit();
}

FileWriter::FileWriter(const std::filesystem::path& path) : path_(path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        fail(Access::write, path, EISDIR);
    if (path.filename().empty())
        fail(Access::write, path, ENOENT);
    if (const int number = own_descriptor(path); number >= 0) {
        refuse_input(number, path);
        descriptor_ = ::fcntl(number, F_DUPFD_CLOEXEC, 0);
        if (descriptor_ < 0)
            fail(Access::write, path, errno);
        return;
    }
    try {
        target_ = target_of(path);
    } catch (const std::filesystem::filesystem_error& error) {
        fail(Access::write, path, error.code().value());
    }
    struct stat old { };
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) {   // a pipe or a device is written to, never replaced
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0)
            fail(Access::write, path, errno);
        return;
    }
    if (exists)
        refuse_input(path, old);
    descriptor_ = create_beside(target_, temporary_);
    if (descriptor_ < 0)
        fail(Access::write, path, errno);
    // Do not throw from here on; otherwise, the new file would be left behind.
    if (exists)
        static_cast<void>(::fchmod(descriptor_, old.st_mode & 07777));   // some file systems have no modes
}

FileWriter::~FileWriter()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
    if (!temporary_.empty())
        ::unlink(temporary_.c_str());
}

void FileWriter::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
        if (put >= 0)
            bytes.remove_prefix(std::size_t(put));
        else if (errno != EINTR)
            fail(Access::write, path_, errno);
    }
}

void FileWriter::commit()
{
    if (!temporary_.empty() && ::fsync(descriptor_) != 0)
        fail(Access::write, path_, errno);
    if (!temporary_.empty())
        refuse_input(path_);   // it may have been read in the meantime
    const Descriptor locked(::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0));   // until it has its final name
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0)
        fail(Access::write, path_, errno);
    if (!temporary_.empty()) {
        if (::rename(temporary_.c_str(), target_.c_str()) != 0)
            fail(Access::write, path_, errno);
        temporary_.clear();
        sync_folder(folder_of(target_));
    }
    ++inputs().written;
}

}   // namespace stepzero
