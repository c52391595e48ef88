// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle.h"

#include "core/base/words/words.h"

namespace stepzero {

namespace {

using Kind = PickleKind;

constexpr std::size_t most_name = 1000;
constexpr int most_depth = 64;

/// Returns the name of a foreign object: "argparse.Namespace".
std::string full_name(const PickleObject& object)
{
    const std::string module(object.module.substr(0, most_name)), name(object.text.substr(0, most_name));
    const bool built_in = module.empty() || module == "builtins" || module == "__builtin__";
    return built_in ? name : module + "." + name;
}

/// Collects the tensors in dicts, lists and tuples.
class Walk {
public:
    explicit Walk(const PickleObjects& objects) : objects_(objects) { }

    void visit(std::uint32_t index, const std::string& name, int depth)
    {
        if (depth > most_depth || ++visits_ > most_pickle_objects)
            refuse_large_pickle();
        const PickleObject& object = objects_[index];
        if (object.kind == Kind::tensor)
            add(object, name);
        else if (object.kind == Kind::foreign)
            foreign.push_back({checked(name), full_name(object)});
        else if (object.kind == Kind::dict)
            for (std::size_t i = 0; i + 1 < object.items.size(); i += 2)
                visit(object.items[i + 1], below(name, key_text(object.items[i], i / 2), depth), depth + 1);
        else if (object.kind == Kind::list || object.kind == Kind::tuple)
            for (std::size_t i = 0; i < object.items.size(); ++i)
                visit(object.items[i], below(name, std::to_string(i), depth), depth + 1);
    }

    std::vector<PickledTensor> found;
    std::vector<PickledObject> foreign;

private:
    static const std::string& checked(const std::string& name)
    {
        if (name.size() > most_name)
            throw FormatError(tr("has a tensor with a name of more than %1 bytes", most_name));
        return name;
    }

    static std::string below(const std::string& name, const std::string& key, int depth)
    {
        return depth == 0 ? key : name + "." + key;
    }

    std::string key_text(std::uint32_t index, std::size_t place) const
    {
        const PickleObject& key = objects_[index];
        if (key.kind == Kind::text)
            return std::string(key.text.substr(0, most_name + 1));
        return std::to_string(key.kind == Kind::whole ? key.number : std::int64_t(place));
    }

    std::vector<std::uint64_t> sizes(std::uint32_t tuple) const
    {
        std::vector<std::uint64_t> sizes;
        for (const std::uint32_t item : objects_[tuple].items)
            sizes.push_back(std::uint64_t(objects_[item].number));
        return sizes;
    }

    void add(const PickleObject& tensor, const std::string& name)
    {
        const PickleObject& storage = objects_[tensor.items[0]];
        const std::string_view type = tensor.items.size() > 4 ? objects_[tensor.items[4]].text : storage.text;
        found.push_back({checked(name), std::string(type), std::string(objects_[storage.items[0]].text),
            std::uint64_t(objects_[tensor.items[1]].number) + std::uint64_t(storage.number), sizes(tensor.items[2]),
            sizes(tensor.items[3])});
    }

    const PickleObjects& objects_;
    std::size_t visits_ = 0;
};

}   // namespace

Pickle tensors_of(const PickleObjects& objects)
{
    Walk walk(objects);
    walk.visit(objects.made, "tensor", 0);
    if (walk.found.empty() && !walk.foreign.empty())
        throw FormatError(tr("holds %1, which is not run because no tensor needs it; save the state_dict() alone",
            quote(walk.foreign.front().type)));
    return {std::move(walk.found), std::move(walk.foreign)};
}

Pickle read_pickle(std::string_view bytes) { return tensors_of(run_pickle(bytes)); }

}   // namespace stepzero
