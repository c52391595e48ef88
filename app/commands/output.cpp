// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/output.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

#include "app/commands/interrupt.h"
#include "app/commands/options.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {
void write_standard_output(std::string_view bytes)
{
    refuse_input(STDOUT_FILENO, "standard output");
    while (!bytes.empty()) {
        const ssize_t put = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (put >= 0) {
            bytes.remove_prefix(std::size_t(put));
        } else if (errno != EINTR) {
            throw FileError(errno == EPIPE || errno == EBADF ? tr("cannot write to standard output: it is closed")
                    : errno == ENOSPC ? tr("cannot write to standard output: no space is left on the device")
                                      : tr("cannot write to standard output: the device reported an error"));
        }
    }
}
}   // namespace

void prepare_standard_streams()
{
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        // open() uses the lowest free number, which is the missing one. Opened for the wrong direction, it still fails.
        if (::fcntl(number, F_GETFD) == -1)
            static_cast<void>(::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
    for (const int number : {SIGPIPE, SIGXFSZ})   // a failing write reports the error itself
        std::signal(number, SIG_IGN);
}

void write_result(const std::string& path, std::string_view bytes)
{
    if (is_standard_stream(path))
        write_standard_output(bytes);
    else
        write_file(path, bytes);
}

void check_output(const std::string& path)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    // A pipe or a device is opened only when there is something to write.
    if (is_standard_stream(path) || (std::filesystem::exists(status) && std::filesystem::is_other(status)))
        return;
    const SignalHold hold;   // a signal here must not leave a temporary file
    FileWriter writer(path);
}

void check_distinct(const std::vector<std::string>& outputs)
{
    std::error_code ignored;
    const auto place_of = [&](const std::string& name) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(name, ignored), ignored);
    };
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (is_standard_stream(outputs[i])) {
            if (std::count(outputs.begin(), outputs.end(), outputs[i]) > 1)
                throw UsageError(tr("only one output can go to standard output"));
            continue;
        }
        const std::filesystem::path path = place_of(outputs[i]);
        const bool device = std::filesystem::is_other(std::filesystem::status(path, ignored));
        for (std::size_t j = 0; j < i && !device; ++j)
            if (!is_standard_stream(outputs[j]) && place_of(outputs[j]) == path)
                throw UsageError(tr("%1 is given for two outputs", quote(outputs[i])));
    }
}

ResultWriter::ResultWriter(std::string path) : path_(std::move(path)) { check_output(path_); }

void ResultWriter::write(std::string_view bytes)
{
    constexpr std::size_t block = 1 << 20;
    waiting_ += bytes;
    if (waiting_.size() >= block)
        flush();
}

void ResultWriter::flush()
{
    if (is_standard_stream(path_)) {
        write_standard_output(waiting_);
    } else {
        if (!file_)
            file_.emplace(path_);
        file_->write(waiting_);
    }
    waiting_.clear();
}

void ResultWriter::commit()
{
    flush();
    if (file_)
        file_->commit();
}

}   // namespace stepzero
