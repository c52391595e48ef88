// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table of tokens that no scheme draws: those of tokens that were added to a vocabulary later, and that of
// the padding token.
#pragma once

#include <string>

#include "core/math/random/stream.h"
#include "core/network/init/noise.h"

namespace stepzero {

struct GivenRows {
    /// drawn: as all others. mean: that of the others (Hewitt 2021: Initializing new word embeddings for pretrained
    /// language models). mean_with_spread: N(mean of the others, 1e-9 times their covariance), as
    /// resize_token_embeddings of Hugging Face's transformers.
    enum class Rule { drawn, mean, mean_with_spread };

    int added = 0;   ///< the last rows, fewer than there are
    Rule rule = Rule::drawn;
    bool padding = false;   ///< the first row is 0, as nn.Embedding(padding_idx=0) leaves it

    /// How many rows are none of the scheme's.
    int changed() const { return (rule == Rule::drawn ? 0 : added) + (padding ? 1 : 0); }
    bool operator==(const GivenRows&) const = default;
};

/// "drawn", "mean", "mean_with_spread"; the first of an unknown word.
GivenRows::Rule row_rule(const std::string& word);

/// Puts them into a table that the scheme has filled, [tokens, width]. The mean is over all rows that were not added,
/// and padding comes last. Throws Stopped.
void give_rows(WeightMatrix& table, const GivenRows& rows, const Stream& noise, const Context& context);

}   // namespace stepzero
