// SPDX-License-Identifier: GPL-3.0-or-later
// The format of torch.save before PyTorch 1.6, which is still available as an option (torch/serialization.py). A file
// has five pickles: a magic number, the format's version, sizes of C types, the object, and the keys of its storages.
// Then each storage follows in the order of the keys: the number of entries in 8 bytes, then the entries,
// little-endian.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/base/formats/bytes.h"
#include "core/base/words/words.h"
#include "core/checkpoint/pickle.h"
#include "core/checkpoint/pickle_machine.h"
#include "core/checkpoint/placed_tensors.h"
#include "core/checkpoint/torch_tensors.h"

namespace stepzero {

namespace {

constexpr std::uint64_t longest_pickles = 100'000'000, first_look = std::uint64_t(1) << 20;   // bytes
constexpr std::int64_t version = 1001;

/// The information in the pickles.
struct Contents {
    Pickle pickle;
    std::vector<std::string> keys;   ///< storages in file order
    std::unordered_map<std::string, std::string> types;   ///< class names of storages by key: "FloatStorage"
    std::uint64_t length = 0;   ///< size of the pickles in bytes
};

Contents read_contents(std::string_view bytes)
{
    Contents contents;
    std::string_view rest = bytes;
    run_pickle(rest);   // the magic number, already checked
    const PickleObjects format = run_pickle(rest);
    if (format[format.made].kind != PickleKind::whole || format[format.made].number != version)
        throw FormatError(tr("is in an unknown torch.save format"));
    run_pickle(rest);   // sizes of types
    const PickleObjects objects = run_pickle(rest);
    contents.pickle = tensors_of(objects);
    for (const PickleObject& object : objects.all)
        if (object.kind == PickleKind::storage)
            contents.types.emplace(objects[object.items[0]].text, object.text);
    const PickleObjects keys = run_pickle(rest);
    for (const std::uint32_t key : keys[keys.made].items)
        contents.keys.emplace_back(keys[key].text);
    contents.length = bytes.size() - rest.size();
    return contents;
}

/// The file does not state the size of the pickles, so larger parts are read until they are complete.
Contents read_contents(const FileReader& file)
{
    const std::uint64_t most = std::min(file.size(), longest_pickles);
    for (std::uint64_t size = std::min(most, first_look);; size = std::min(most, 4 * size))
        try {
            return read_contents(file.read(0, size));
        } catch (const FormatError&) {
            if (size == most)
                throw;
        }
}

std::unordered_map<std::string, TorchStorage> storages_of(const Contents& contents, const FileReader& file)
{
    std::unordered_map<std::string, TorchStorage> storages;
    std::uint64_t place = contents.length;
    for (const std::string& key : contents.keys) {
        const auto type = contents.types.find(key);
        const std::optional<std::uint64_t> width
            = type == contents.types.end() ? std::nullopt : torch_storage_width(type->second);
        if (!width)
            throw FormatError(type == contents.types.end()
                    ? tr("has numbers that belong to no tensor")
                    : tr("has numbers of the PyTorch type %1; no numbers after them can be located",
                        quote(type->second)));
        const std::string count = file.read(place, sizeof(std::uint64_t));
        place += count.size();
        if (count.size() < sizeof(std::uint64_t)
            || number_at<std::uint64_t>(count.data()) > (file.size() - place) / *width)
            throw FormatError(tr("is cut short: numbers of its tensors are missing"));
        const std::uint64_t bytes = number_at<std::uint64_t>(count.data()) * *width;
        storages.emplace(key, TorchStorage {place, bytes});
        place += bytes;
    }
    return storages;
}

}   // namespace

std::unique_ptr<TensorFile> open_torch_legacy(const std::filesystem::path& path)
{
    FileReader file(path);
    Contents contents = read_contents(file);
    const std::unordered_map<std::string, TorchStorage> storages = storages_of(contents, file);
    auto tensors = std::make_unique<PlacedTensors>(std::move(file));
    add_torch_tensors(*tensors, std::move(contents.pickle), [&](const std::string& key) -> std::optional<TorchStorage> {
        const auto found = storages.find(key);
        return found == storages.end() ? std::nullopt : std::optional(found->second);
    });
    return tensors;
}

}   // namespace stepzero
