// SPDX-License-Identifier: GPL-3.0-or-later
// Converts images to tokens, and selects what the head of a vision transformer reads (Dosovitskiy et al. 2021).
#pragma once

#include "core/modules/convolution.h"

namespace stepzero {

struct PatchesSpec {
    Site site {0, "embedding"};   ///< site of the sum, the stream before the first block
    /// Its window splits the image: kernel and stride are the side of a patch.
    ConvolutionSpec patch;
    std::optional<ParameterPlan> class_token {};   ///< [1, width], before the patches
    std::optional<ParameterPlan> positions {};   ///< learned, [tokens, width]
};

/// Makes every patch a token, row by row of the image, after the class token when there is one. A row of the position
/// matrix is added to each token.
class Patches : public Module {
public:
    /// Throws std::invalid_argument when the numbers are inconsistent.
    explicit Patches(PatchesSpec spec);

    /// Also records the similarity of tokens.
    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    int first() const { return class_ ? 1 : 0; }   // index of the first patch token

    Site site_;
    std::optional<ParameterPlan> class_, positions_;
    Convolution patch_;
    int tokens_;
};

/// Selects the first token of each sequence.
class FirstToken : public Module {
public:
    FirstToken(Site site, int tokens) : site_(std::move(site)), tokens_(tokens) { }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;

private:
    Site site_;
    int tokens_;
};

}   // namespace stepzero
