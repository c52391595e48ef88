// SPDX-License-Identifier: GPL-3.0-or-later
// The format of torch.save since PyTorch 1.6 (torch/serialization.py): a zip file with a pickle, NAME/data.pkl, and
// each storage as a member NAME/data/KEY, all of them stored uncompressed.
#include <string_view>
#include <unordered_map>

#include "core/base/formats/zip.h"
#include "core/base/words/words.h"
#include "core/checkpoint/pickle.h"
#include "core/checkpoint/placed_tensors.h"
#include "core/checkpoint/torch_tensors.h"

namespace stepzero {

namespace {

constexpr std::uint64_t longest_pickle = 100'000'000;
constexpr std::string_view pickle_name = "data.pkl";

/// The members of an archive by name.
class Archive {
public:
    explicit Archive(const FileReader& file) : file_(file)
    {
        for (ZipMember& member : read_zip(file)) {
            const std::string name = member.name;
            if (name == pickle_name || name.ends_with("/" + std::string(pickle_name)))
                folder_ = name.substr(0, name.size() - pickle_name.size());
            members_.emplace(name, std::move(member));
        }
    }

    /// Finds a member in the folder of the pickle; null when there is none.
    const ZipMember* find(const std::string& name) const
    {
        const auto found = members_.find(folder_ + name);
        if (found == members_.end())
            return nullptr;
        if (found->second.deflated)
            throw FormatError(tr("has a deflated member %1, but torch.save deflates no members", quote(found->first)));
        return &found->second;
    }

    std::string read(const ZipMember& member) const
    {
        if (member.size > longest_pickle)
            throw FormatError(tr("has a member %1 of more than 100 MB", quote(member.name)));
        return file_.read(member.begin, member.size);
    }

private:
    const FileReader& file_;
    std::unordered_map<std::string, ZipMember> members_;
    std::string folder_;
};

}   // namespace

std::unique_ptr<TensorFile> open_torch_zip(const std::filesystem::path& path)
{
    FileReader file(path);
    const Archive archive(file);
    const ZipMember* const pickle = archive.find(std::string(pickle_name));
    if (!pickle)
        throw FormatError(tr("is a zip archive without data.pkl, so torch.save did not write it"));
    const ZipMember* const order = archive.find("byteorder");
    if (order && archive.read(*order) == "big")
        throw FormatError(tr("was saved on a big-endian machine; load it and save it again on a little-endian one"));
    auto tensors = std::make_unique<PlacedTensors>(FileReader(path));
    const std::string bytes = archive.read(*pickle);
    Pickle read = read_pickle(bytes);
    add_torch_tensors(*tensors, std::move(read), [&](const std::string& key) -> std::optional<TorchStorage> {
        const ZipMember* const member = archive.find("data/" + key);
        return member ? std::optional(TorchStorage {member->begin, member->size}) : std::nullopt;
    });
    return tensors;
}

}   // namespace stepzero
