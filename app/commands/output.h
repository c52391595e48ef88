// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the result of a command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/formats/file.h"

namespace stepzero {

/// Makes the standard streams of the process safe to use. Closed ones are opened so that writing still fails, but no
/// other file gets their number. A closed pipe or a file size limit becomes an error instead of ending the process.
void prepare_standard_streams();

/// Writes the complete result, or throws FileError. "-" is standard output.
void write_result(const std::string& path, std::string_view bytes);

/// Throws FileError when write_result() to `path` cannot work, so that this is known before a long computation.
void check_output(const std::string& path);

/// Throws UsageError when two outputs of a command are the same file, under any name, or are both standard output:
/// writing twice would lose data.
void check_distinct(const std::vector<std::string>& outputs);

/// Writes a result piece by piece. A file appears under its name when commit() has returned. Standard output receives
/// completed pieces from time to time.
class ResultWriter {
public:
    /// Checks the output.
    explicit ResultWriter(std::string path);
    void write(std::string_view bytes);
    void commit();

private:
    void flush();

    std::string path_, waiting_;
    std::optional<FileWriter> file_;
};

}   // namespace stepzero
