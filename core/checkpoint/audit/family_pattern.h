// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns for tensor names with placeholders for numbers: "h.{block}.attn.c_attn.weight". A family file has one
// pattern for the same tensor in all blocks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepzero {

/// The numbers in a name that matches a pattern.
struct NameMatch {
    std::optional<int> stage;   ///< {stage}
    std::optional<int> block;   ///< {block}, counted from 0, or {layer} − 1, which is counted from 1
    std::optional<int> expert;   ///< {expert}, counted from 0
    std::string starred;   ///< name with * for its numbers
};

/// {block}, {layer}, {stage} and {expert} match a number, {any} matches any text.
class NamePattern {
public:
    explicit NamePattern(std::string_view text);

    /// Returns an unknown word in braces; empty if there is none.
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

/// Interprets a name without a pattern: each number between dots is replaced, and the first is the block.
NameMatch starred_name(std::string_view name);

}   // namespace stepzero
