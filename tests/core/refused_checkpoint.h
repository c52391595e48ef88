// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a checkpoint that is refused, and how much memory was asked for by then. Replaces operator new: one
// inclusion a program.
#pragma once

#include <QTemporaryDir>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "core/checkpoint/checkpoint.h"
#include "tests/core/checkpoint_bytes.h"

static std::atomic<std::size_t> largest = 0;   // that was asked for at once

void* operator new(std::size_t size)
{
    std::size_t known = largest;
    while (size > known && !largest.compare_exchange_weak(known, size)) { }
    if (void* const bytes = std::malloc(size))
        return bytes;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* bytes) noexcept { std::free(bytes); }
[[gnu::noinline]] void operator delete(void* bytes, std::size_t) noexcept { std::free(bytes); }

namespace stepzero {

/// A file with one number.
inline std::string shard(const std::string& name)
{
    return checkpoint_bytes::safetensors("{" + checkpoint_bytes::safetensors_entry(name, "F32", "1", "0, 4") + "}", 4);
}

/// Without the folder's name.
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
