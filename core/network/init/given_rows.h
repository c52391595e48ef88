// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a token table that the scheme does not determine: those of tokens added to a vocabulary later, and that of
// the padding token.
#pragma once

#include "core/math/random/stream.h"
#include "core/network/init/noise.h"

namespace stepzero {

struct GivenRows {
    /// drawn: as all others. mean: the mean of the others (Hewitt 2021: Initializing new word embeddings for pretrained
    /// language models). mean_with_spread: N(mean of the others, 1e-9 times their covariance), as
    /// resize_token_embeddings of Hugging Face's transformers.
    enum class Rule { drawn, mean, mean_with_spread };

    int added = 0;   ///< number of added rows at the end, fewer than all
    Rule rule = Rule::drawn;
    bool padding = false;   ///< the first row is 0, as in nn.Embedding(padding_idx=0)

    /// Returns the number of rows that the scheme does not determine.
    int changed() const { return (rule == Rule::drawn ? 0 : added) + (padding ? 1 : 0); }
    bool operator==(const GivenRows&) const = default;
};

/// Sets these rows in a table [tokens, width] that the scheme has filled. The mean is over all rows that were not
/// added; padding is set last. Throws Stopped.
void give_rows(WeightMatrix& table, const GivenRows& rows, const Stream& noise, const Context& context);

}   // namespace stepzero
