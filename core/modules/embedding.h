// SPDX-License-Identifier: GPL-3.0-or-later
// Maps tokens to vectors: each becomes a row of the embedding matrix times a multiplier. A row of the position matrix
// is added when there is one, or the sinusoids of the position.
#pragma once

#include "core/modules/module.h"

namespace stepzero {

struct EmbeddingSpec {
    Site site {0, "embedding"};   ///< site of the sum, the stream before the first block
    ParameterPlan tokens;   ///< [vocabulary, width]
    double multiplier = 1;   ///< √width in Vaswani et al. 2017 and Gemma, 12 in Granite and MiniCPM
    std::optional<ParameterPlan> positions {};   ///< learned, [at least the tokens of a sequence, width]
    bool sinusoids = false;   ///< adds sinusoids.h
    std::shared_ptr<std::vector<int>> seen {};   ///< receives the tokens for later modules; null: not needed
};

class Embedding {
public:
    explicit Embedding(EmbeddingSpec spec) : spec_(std::move(spec)) { }

    /// Maps tokens, numbered from 0, to [width, tokens.size()]. Sequences of `length` tokens follow one another. Also
    /// records the similarity of tokens. Throws std::invalid_argument for a token or a position without a row, and
    /// Stopped.
    Signal forward(const std::vector<int>& tokens, int length, Pass& pass);
    /// Records the gradient at the site.
    void backward(const Signal& gradient, Pass& pass);
    void list_parameters(std::vector<ParameterPlan>& plans) const;

private:
    EmbeddingSpec spec_;
    std::vector<int> tokens_;   // for the gradient of the rows
};

}   // namespace stepzero
