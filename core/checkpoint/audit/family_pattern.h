// SPDX-License-Identifier: GPL-3.0-or-later
// Names of tensors with places for numbers: "h.{block}.attn.c_attn.weight".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepzero {

/// Where a name fits a pattern.
struct NameMatch {
    std::optional<int> stage;   ///< {stage}
    std::optional<int> block;   ///< {block}, which counts from 0; of {layer}, which counts from 1, one less
    std::optional<int> expert;   ///< {expert}, which counts from 0
    std::string starred;   ///< the name with * for its numbers
};

/// {block}, {layer}, {stage} and {expert} stand for a number, {any} for any text.
class NamePattern {
public:
    explicit NamePattern(std::string_view text);

    /// A word in brackets that means nothing; empty where all do.
    const std::string& unknown() const { return unknown_; }
    const std::string& text() const { return text_; }
    std::optional<NameMatch> match(std::string_view name) const;

private:
    enum class Piece { literal, block, layer, stage, expert, any };
    struct Part {
        Piece piece;
        std::string literal {};
    };
    bool match(std::size_t part, std::string_view rest, NameMatch& found) const;

    std::string text_, unknown_;
    std::vector<Part> parts_;
};

/// Of a name of no pattern: each number between dots is one, and the first is the block.
NameMatch starred_name(std::string_view name);

}   // namespace stepzero
