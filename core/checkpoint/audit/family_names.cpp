// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_names.h"

#include <algorithm>
#include <array>

#include "core/checkpoint/audit/family_pattern.h"
#include "core/checkpoint/audit/family_shapes.h"

namespace stepzero {

namespace {

/// Splits a name into words: "h.0.ln_1.weight" → h, 0, ln, 1, weight.
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words(1);
    for (const char c : name) {
        if (c == '.' || c == '_' || c == '/')
            words.emplace_back();
        else
            words.back() += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    }
    return words;
}

template <std::size_t size>
bool has_any(const std::vector<std::string>& words, const std::array<std::string_view, size>& of)
{
    return std::ranges::any_of(words, [&](const std::string& word) { return std::ranges::find(of, word) != of.end(); });
}

bool is_norm(const std::vector<std::string>& words)
{
    constexpr std::array<std::string_view, 4> whole {"gn", "g", "gamma", "scale"};
    return has_any(words, whole) || std::ranges::any_of(words, [](const std::string& word) {
        return word.find("norm") != std::string::npos || word.starts_with("ln") || word.starts_with("bn");
    });
}

TensorKind kind_of_name(const StoredTensor& tensor, const std::vector<std::string>& words)
{
    constexpr std::array<std::string_view, 7> buffers {"running", "tracked", "mask", "masked", "ids", "freq", "freqs"};
    const bool whole = !is_floating(tensor.type) && !is_quantized(tensor.type);
    if (whole || has_any(words, buffers))
        return TensorKind::buffer;
    const auto longer = std::ranges::count_if(tensor.shape, [](std::uint64_t size) { return size != 1; });
    if (words.back() == "bias" || words.back() == "beta")
        return TensorKind::bias;
    if (tensor.shape.size() >= 2 && longer > 0)
        return TensorKind::weight;
    return is_norm(words) ? TensorKind::scale : words.back() == "weight" ? TensorKind::scale : TensorKind::constant;
}

bool is_vocabulary(const std::vector<std::string>& words)
{
    constexpr std::array<std::string_view, 7> tables {"wte", "embed", "embeddings", "embedding", "embd", "embs", "emb"};
    constexpr std::array<std::string_view, 9> others {
        "position", "positions", "pos", "patch", "time", "type", "class", "cls", "rel"};
    return has_any(words, tables) && !has_any(words, others);
}

}   // namespace

bool is_training_state(std::string_view name)
{
    constexpr std::array<std::string_view, 12> words {"optimizer", "optimizers", "optimizer_state", "optimizer_states",
        "optimizer_state_dict", "optimizer_state_dicts", "optim", "opt_state", "exp_avg", "exp_avg_sq",
        "max_exp_avg_sq", "momentum_buffer"};
    // These count only before the names of the weights: MEGA has layers with this name.
    constexpr std::array<std::string_view, 10> copies {"ema", "model_ema", "ema_model", "ema_state_dict", "ema_params",
        "ema_weights", "params_ema", "averaged_model", "swa_model", "shadow_params"};
    for (int place = 0; !name.empty(); ++place) {
        const std::string_view word = name.substr(0, name.find('.'));
        if (std::ranges::find(words, word) != words.end()
            || (place < 2 && std::ranges::find(copies, word) != copies.end()))
            return true;
        name.remove_prefix(std::min(name.size(), word.size() + 1));
    }
    return false;
}

UnderstoodTensor understood_by_name(const StoredTensor& tensor)
{
    const NameMatch name = starred_name(tensor.name);
    const std::vector<std::string> words = words_of(tensor.name);
    UnderstoodTensor understood;
    understood.pattern = name.starred;
    understood.block = name.block ? *name.block + 1 : 0;
    understood.kind = kind_of_name(tensor, words);
    understood.role = understood.kind == TensorKind::bias ? "bias" : "weight";
    understood.vocabulary = understood.kind == TensorKind::weight && tensor.shape.size() == 2 && is_vocabulary(words);
    const bool table = tensor.shape.size() > 2 && tensor.shape.front() == 1;   // a batch of one: a token or positions
    understood.shape = fans_of(tensor.shape, table ? FamilyLayout::table : FamilyLayout::out_in);
    return understood;
}

}   // namespace stepzero
