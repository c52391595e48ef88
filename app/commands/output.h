// SPDX-License-Identifier: GPL-3.0-or-later
// Where a command's result goes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/formats/file.h"

namespace stepzero {

/// Gives the process standard streams that can be used without harm: closed ones are opened so that writing
/// still fails but no other file takes their number, and a closed pipe or a file size limit is an error rather than a
/// death.
void prepare_standard_streams();

/// Whole or with a FileError. "-" is standard output.
void write_result(const std::string& path, std::string_view bytes);

/// Throws FileError when write_result() to `path` cannot work: better before a long computation than after it.
void check_output(const std::string& path);

/// A result that is written piece by piece. A file stands under its name once commit() has returned; standard output
/// gets what there is from time to time.
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
