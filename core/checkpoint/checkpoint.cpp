// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/checkpoint.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/base/formats/zip.h"
#include "core/base/json/read_json.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_index = 100'000'000;   // bytes
constexpr std::string_view index_ending = ".index.json";

/// In order of preference. PyTorch's Trainer leaves other files next to the weights, which are never read.
constexpr std::array<std::string_view, 6> endings {".safetensors", ".bin", ".pt", ".pth", ".gguf", ".npz"};
constexpr std::array<std::string_view, 5> no_weights {
    "training_args.", "optimizer.", "scheduler.", "scaler.", "rng_state"};

/// `why` continues a sentence that begins with the file name.
[[noreturn]] void refuse(const fs::path& path, const Text& why)
{
    throw FileError(joined({Text::name(path.string()), why}, " "));
}

std::unique_ptr<TensorFile> open_zip(const fs::path& path)
{
    const std::vector<ZipMember> members = read_zip(FileReader(path));
    const auto any = [&](std::string_view ending) {
        return std::any_of(
            members.begin(), members.end(), [&](const ZipMember& member) { return member.name.ends_with(ending); });
    };
    return any("data.pkl") || !any(".npy") ? open_torch_zip(path) : open_npz(path);
}

/// Returns whether a file starts with a pickle, of any protocol, of the magic number of torch.save.
bool is_torch_legacy(std::string_view start)
{
    constexpr std::array<char, 12> number {
        '\x8a', '\n', 'l', '\xfc', '\x9c', '\x46', '\xf9', ' ', 'j', '\xa8', 'P', '\x19'};
    constexpr std::size_t longest_prologue = 11;   // bytes before it: protocol and frame
    return start.starts_with('\x80') && start.find(number.data(), 0, number.size()) <= longest_prologue;
}

std::unique_ptr<TensorFile> open_tensors(const fs::path& path)
{
    const std::string start = FileReader(path).read(0, 64);
    if (start.starts_with("GGUF"))
        return open_gguf(path);
    if (start.starts_with("PK\3\4") || start.starts_with("PK\5\6"))
        return open_zip(path);
    if (start.starts_with("version https://git-lfs"))
        throw FormatError(tr("is a Git LFS pointer in place of the file; git lfs pull fetches the file"));
    if (is_torch_legacy(start))
        return open_torch_legacy(path);
    if (start.size() > 8 && start[8] == '{')
        return open_safetensors(path);
    throw FormatError(tr("is not in a known tensor format: safetensors, torch.save, GGUF or .npz"));
}

/// Returns the files of a folder, sorted by name.
std::vector<fs::path> files_in(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
        std::error_code no_file;
        if (entry->is_regular_file(no_file) && entry->path().filename().string()[0] != '.')
            files.push_back(entry->path());
    }
    if (error)
        refuse(folder, tr("cannot be read as a folder"));
    std::sort(files.begin(), files.end());
    return files;
}

bool may_be_weights(const fs::path& path)
{
    const std::string name = path.filename().string();
    return std::none_of(
        no_weights.begin(), no_weights.end(), [&](std::string_view word) { return name.starts_with(word); });
}

/// Returns the index, or the files, from which a folder's weights are read.
std::vector<fs::path> chosen_in(const fs::path& folder)
{
    const std::vector<fs::path> files = files_in(folder);
    for (const std::string& before : {std::string(endings[0]), std::string()})
        for (const fs::path& file : files)
            if (file.string().ends_with(before + std::string(index_ending)))
                return {file};
    for (const std::string_view ending : endings) {
        std::vector<fs::path> chosen;
        for (const fs::path& file : files)
            if (file.extension() == ending && may_be_weights(file))
                chosen.push_back(file);
        if (!chosen.empty())
            return chosen;
    }
    refuse(folder, tr("has no file that ends in .safetensors, .bin, .pt, .pth, .gguf or .npz"));
}

/// Returns the shard of each tensor.
std::map<std::string, std::string> read_index(const fs::path& path)
{
    const FileReader file(path);
    if (file.size() > most_index)
        refuse(path, tr("is too large for an index of shards"));
    const JsonReading reading = read_json(file.read(0, file.size()));
    if (!reading.problems.empty())
        throw FileError(sentence(path.string(), reading.problems.front()));
    const Json* const shards = reading.root.find("weight_map");
    if (!shards || shards->kind != Json::Kind::object)
        refuse(path, tr("is not an index of shards: it has no weight_map"));
    std::map<std::string, std::string> map;
    for (std::size_t i = 0; i < shards->keys.size(); ++i) {
        const std::string& shard = shards->items[i].text;
        if (shard.empty() || fs::path(shard).filename() != shard || shard == "..")
            refuse(path,
                tr("must have the name of a file for tensor %1, got %2", quote(shards->keys[i]),
                    shards->items[i].shown()));
        map.emplace(shards->keys[i], shard);
    }
    return map;
}

}   // namespace

Checkpoint::Checkpoint(const fs::path& path)
{
    std::error_code ignored;
    const bool is_folder = fs::is_directory(path, ignored);
    std::vector<fs::path> files = is_folder ? chosen_in(path) : std::vector {path};
    const fs::path folder = is_folder ? path : path.parent_path();
    if (fs::is_regular_file(folder / "config.json", ignored))
        config_ = folder / "config.json";
    if (files.front().extension() != ".json") {
        for (const fs::path& file : files)
            add(file);
        check_names();
        return;
    }
    const fs::path index = files.front();
    const std::map<std::string, std::string> shards = read_index(index);
    std::set<std::string> names;
    for (const auto& [tensor, shard] : shards)
        names.insert(shard);
    for (const std::string& name : names)
        add(folder / name);
    check_names();
    check_index(index, shards);
}

void Checkpoint::add(const fs::path& path)
{
    try {
        readers_.push_back(open_tensors(path));
    } catch (const FormatError& error) {
        refuse(path, text_of(error));
    }
    const TensorFile& reader = *readers_.back();
    for (std::size_t i = 0; i < reader.tensors().size(); ++i) {
        tensors_.push_back(reader.tensors()[i]);
        tensors_.back().file = paths_.size();
        places_.push_back(i);
    }
    left_out_.insert(left_out_.end(), reader.left_out().begin(), reader.left_out().end());
    paths_.push_back(path);
}

void Checkpoint::check_names() const
{
    std::map<std::string_view, const StoredTensor*> seen;
    for (const StoredTensor& tensor : tensors_) {
        const auto [twin, first] = seen.emplace(tensor.name, &tensor);
        if (first)
            continue;
        const fs::path& one = paths_[twin->second->file];
        const fs::path& other = paths_[tensor.file];
        refuse(one,
            tensor.file == twin->second->file
                ? tr("has two tensors named %1", quote(tensor.name))
                : tr("has a tensor %1 that is also in %2", quote(tensor.name), other.string()));
    }
}

void Checkpoint::check_index(const fs::path& index, const std::map<std::string, std::string>& shards)
{
    std::map<std::string_view, std::string> found;   // shard that contains each tensor
    for (const StoredTensor& tensor : tensors_)
        found.emplace(tensor.name, paths_[tensor.file].filename().string());
    std::set<std::string_view> others;
    for (const LeftOut& left : left_out_)
        others.insert(left.name);
    for (const auto& [tensor, shard] : shards) {
        const auto place = found.find(tensor);
        if (place == found.end() ? !others.contains(tensor) : place->second != shard)
            refuse(index, tr("lists %1 in %2, but it is not there", quote(tensor), shard));
    }
    for (const StoredTensor& tensor : tensors_)
        if (!shards.contains(tensor.name))
            refuse(index, tr("does not list %1, which is in %2", quote(tensor.name), found[tensor.name]));
}

std::uint64_t Checkpoint::bytes() const
{
    std::uint64_t sum = 0;
    for (const StoredTensor& tensor : tensors_)
        sum += tensor.bytes;
    return sum;
}

void Checkpoint::read(std::size_t index, const TakePiece& take, const Context& context) const
{
    const std::size_t file = tensors_[index].file;
    try {
        readers_[file]->read(places_[index], take, context);
    } catch (const FormatError& error) {
        refuse(paths_[file], text_of(error));
    }
}

}   // namespace stepzero
