// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a model's config.json, in which libraries give the same number different keys. The accessors take all keys that
// are known for a number.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json/json.h"

namespace stepzero {

class ModelConfig {
public:
    /// Takes an object, or null, which has no keys.
    explicit ModelConfig(Json config) : config_(std::move(config)) { }

    /// Searches also text_config, and timm's model_args. Returns nullptr when there is no such key.
    const Json* find(std::string_view key) const;
    /// Returns the value of the first key that holds a number.
    std::optional<double> number(const std::vector<std::string>& keys) const;
    std::string word(const std::vector<std::string>& keys, const char* usual) const;
    bool flag(const char* key, bool usual) const;

private:
    Json config_;
};

}   // namespace stepzero
