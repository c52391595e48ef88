// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a checkpoint of any container, which must have as many entries as its tensors specify.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "core/checkpoint/checkpoint.h"
#include "tests/fuzz/promise.h"

namespace stepzero::fuzz {

/// Writes the bytes to a file in memory, as the readers of checkpoints require. Its first bytes determine the
/// container.
inline void take_checkpoint(std::string_view bytes)
{
    static const int file = ::memfd_create("checkpoint", MFD_CLOEXEC);
    promise(file >= 0 && ::ftruncate(file, 0) == 0
        && ::pwrite(file, bytes.data(), bytes.size(), 0) == ssize_t(bytes.size()));
    try {
        const Checkpoint checkpoint("/proc/self/fd/" + std::to_string(file));
        for (std::size_t i = 0; i < checkpoint.tensors().size() && i < 100; ++i) {
            const StoredTensor& tensor = checkpoint.tensors()[i];
            std::uint64_t entries = 0;
            checkpoint.read(
                i, [&](std::span<const double> piece) { entries += piece.size(); }, Context());
            promise(entries == tensor.entries);
        }
    } catch (const FileError& error) {
        promise(std::string_view(error.what()).size() < 4000);
    }
}

}   // namespace stepzero::fuzz
