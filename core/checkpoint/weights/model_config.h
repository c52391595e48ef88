// SPDX-License-Identifier: GPL-3.0-or-later
// What a config.json says of a model, by keys that libraries have given it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json/json.h"

namespace stepzero {

class ModelConfig {
public:
    /// Of an object, or of null, which has no keys.
    explicit ModelConfig(Json config) : config_(std::move(config)) { }

    /// Also of its text_config, or of model_args, as timm has them; nullptr where there is none.
    const Json* find(std::string_view key) const;
    /// Of the first key that is a number.
    std::optional<double> number(const std::vector<std::string>& keys) const;
    std::string word(const std::vector<std::string>& keys, const char* usual) const;
    bool flag(const char* key, bool usual) const;

private:
    Json config_;
};

}   // namespace stepzero
