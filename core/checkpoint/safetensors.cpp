// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/safetensors.h"

#include "core/base/words/words.h"
#include "core/checkpoint/placed_tensors.h"

namespace stepzero {

namespace {
constexpr std::size_t longest_header = 32'000'000;   // enough for a quarter of a million tensors
}   // namespace

std::unique_ptr<TensorFile> open_safetensors(const std::filesystem::path& path)
{
    FileReader file(path);
    const std::size_t length = safetensors_header_size(file.read(0, safetensors_start), file.size());
    if (length > longest_header)
        throw FormatError(
            tr("has a header of %1 bytes, but at most %2 are allowed: it would take ten times as much memory", length,
                longest_header));
    const std::uint64_t data = safetensors_start + length;
    const std::string header = file.read(safetensors_start, length);
    const std::uint64_t data_size = file.size() - data;
    auto tensors = std::make_unique<PlacedTensors>(std::move(file));
    SafetensorsMetadata metadata;
    for (SafetensorsEntry& entry : read_safetensors_header(header, data_size, &metadata)) {
        const std::optional<ElementType> type = element_type(entry.dtype);
        if (!type || is_quantized(*type)) {
            tensors->leave_out(std::move(entry.name), tr("has the unsupported dtype %1", quote(entry.dtype)));
            continue;
        }
        static_cast<void>(entry.entries(element_info(*type).bytes));
        tensors->add({.name = std::move(entry.name), .shape = std::move(entry.shape), .type = *type},
            {.begin = data + entry.begin});
    }
    tensors->set_experiment(std::move(metadata[std::string(experiment_metadata)]));
    return tensors;
}

}   // namespace stepzero
