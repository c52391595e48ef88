// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/weights/model_config.h"

namespace stepzero {

const Json* ModelConfig::find(std::string_view key) const
{
    if (config_.kind != Json::Kind::object)
        return nullptr;
    if (const Json* found = config_.find(key))
        return found;
    for (const char* part : {"text_config", "model_args"})
        if (const Json* inner = config_.find(part); inner && inner->kind == Json::Kind::object)
            if (const Json* found = inner->find(key))
                return found;
    return nullptr;
}

std::optional<double> ModelConfig::number(const std::vector<std::string>& keys) const
{
    for (const std::string& key : keys)
        if (const Json* found = find(key); found && found->kind == Json::Kind::number)
            return found->number;
    return {};
}

std::string ModelConfig::word(const std::vector<std::string>& keys, const char* usual) const
{
    for (const std::string& key : keys)
        if (const Json* found = find(key); found && found->kind == Json::Kind::text)
            return found->text;
    return usual;
}

bool ModelConfig::flag(const char* key, bool usual) const
{
    const Json* found = find(key);
    return found && found->kind == Json::Kind::boolean ? found->boolean : usual;
}

}   // namespace stepzero
