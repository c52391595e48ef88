// SPDX-License-Identifier: GPL-3.0-or-later
// Reports why a checkpoint is refused.
#pragma once

#include <QTemporaryDir>
#include <string>

#include "core/checkpoint/checkpoint.h"
#include "tests/core/checkpoint_bytes.h"
#include "tests/core/largest_request.h"

namespace stepzero {

/// Returns a file with one number.
inline std::string shard(const std::string& name)
{
    return checkpoint_bytes::safetensors("{" + checkpoint_bytes::safetensors_entry(name, "F32", "1", "0, 4") + "}", 4);
}

/// Returns the error message without the name of the folder.
inline QString refusal(const QTemporaryDir& folder, const std::filesystem::path& file)
{
    try {
        const Checkpoint checkpoint(file);
        for (std::size_t i = 0; i < checkpoint.tensors().size(); ++i)
            checkpoint.read(
                i, [](std::span<const double>) {}, Context());
    } catch (const FileError& error) {
        return QString(error.what()).replace(folder.path() + "/", "");
    }
    return "nothing wrong";
}

}   // namespace stepzero
