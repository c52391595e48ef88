// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_find.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/checkpoint/audit/family_values.h"

namespace stepzero {

namespace {

/// Converts "Gemma2ForCausalLM" to "gemma2", a model type without underscores.
std::string type_of_architecture(std::string name)
{
    for (const char* ending : {"For", "LMHead", "Model"})
        name.resize(std::min(name.size(), name.find(ending)));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return name;
}

bool names_type(const Json& config, const FamilyFile& file)
{
    if (const Json* type = config.find("model_type"))
        return std::ranges::find(file.model_types, type->text) != file.model_types.end();
    const Json* all = config.find("architectures");
    if (!all || all->kind != Json::Kind::list || all->items.empty())
        return false;
    return std::ranges::any_of(file.model_types, [&](std::string type) {
        std::erase_if(type, [](char c) { return c == '_' || c == '-'; });
        return type == type_of_architecture(all->items.front().text);
    });
}

/// Returns whether one of the tensors has the name.
bool has(const std::vector<StoredTensor>& tensors, const NamePattern& pattern, std::string_view outer,
    const FamilyFile& file)
{
    return std::ranges::any_of(tensors, [&](const StoredTensor& tensor) {
        return std::ranges::any_of(inner_names(tensor.name, outer, file),
            [&](std::string_view name) { return pattern.match(name).has_value(); });
    });
}

/// Returns all prefixes of names that match the pattern: at the beginning, or after a dot.
std::set<std::string> before(const std::vector<StoredTensor>& tensors, const NamePattern& pattern)
{
    constexpr std::size_t most = 16;   // maximum number of models in one file
    std::set<std::string> found;
    for (const StoredTensor& tensor : tensors)
        for (std::size_t begin = 0; found.size() < most; ++begin) {
            if (pattern.match(std::string_view(tensor.name).substr(begin)))
                found.insert(tensor.name.substr(0, begin));
            begin = tensor.name.find('.', begin);
            if (begin == std::string::npos)
                break;
        }
    return found;
}

}   // namespace

std::vector<std::string_view> inner_names(std::string_view name, std::string_view outer, const FamilyFile& file)
{
    std::vector<std::string_view> names;
    if (!name.starts_with(outer))
        return names;
    name.remove_prefix(outer.size());
    for (const std::string& prefix : file.prefixes)
        if (name.starts_with(prefix))
            names.push_back(name.substr(prefix.size()));
    names.push_back(name);
    return names;
}

std::optional<std::string> outer_prefix(const std::vector<StoredTensor>& tensors, const FamilyFile& file, bool named)
{
    for (std::string outer : before(tensors, file.recognize.front())) {
        for (const std::string& prefix : file.prefixes)
            if (outer.ends_with(prefix)) {
                outer.resize(outer.size() - prefix.size());
                break;
            }
        const auto inside = [&](const NamePattern& pattern) { return has(tensors, pattern, outer, file); };
        const auto anywhere
            = [&](const NamePattern& pattern) { return inside(pattern) || has(tensors, pattern, "", file); };
        if (named || (std::ranges::all_of(file.recognize, inside) && std::ranges::none_of(file.absent, anywhere)))
            return outer;
    }
    return {};
}

bool recognizes(const std::vector<StoredTensor>& tensors, const Json& config, const FamilyFile& file, bool named)
{
    const auto outer = outer_prefix(tensors, file, named);
    if (!outer || file.where.empty())
        return outer.has_value();
    return recipe_number(file.where, FamilyValues(tensors, config, *outer, file).all()).value_or(1) != 0;
}

std::vector<const Json*> config_objects(const Json& config, const FamilyFile& file)
{
    std::vector<const Json*> objects;
    if (names_type(config, file))
        objects.push_back(&config);
    for (const Json& item : config.items)
        if (item.kind == Json::Kind::object && names_type(item, file))
            objects.push_back(&item);
    objects.push_back(&config);
    if (const Json* text = config.find("text_config"))
        objects.push_back(text);
    return objects;
}

const Family* recognized(const std::vector<StoredTensor>& tensors, const Json& config)
{
    for (const bool by_config : {true, false})
        for (const Family& family : families()) {
            const FamilyFile& file = *family.file;
            const auto objects = config_objects(config, file);
            const bool named = std::ranges::any_of(objects, [&](const Json* one) { return names_type(*one, file); });
            if ((by_config ? named : !file.by_config && !file.overlay) && recognizes(tensors, config, file, named))
                return &family;
        }
    for (const Family& family : families())
        if (family.file->overlay && outer_prefix(tensors, *family.file, false))
            return &family;
    return nullptr;
}

}   // namespace stepzero
