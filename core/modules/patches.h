// SPDX-License-Identifier: GPL-3.0-or-later
// Images to tokens, and what the head of a vision transformer reads of them (Dosovitskiy et al. 2021).
#pragma once

#include "core/modules/convolution.h"

namespace stepzero {

struct PatchesSpec {
    Site site {0, "embedding"};   ///< of the sum, the stream before the first block
    /// Its window cuts the image: kernel and stride are the side of a patch.
    ConvolutionSpec patch;
    std::optional<ParameterPlan> class_token {};   ///< [1, width], before the patches
    std::optional<ParameterPlan> positions {};   ///< learned, [tokens, width]
};

/// Every patch is a token, row after row of the image, behind the class token where there is one; each plus a row of
/// the position matrix.
class Patches : public Module {
public:
    /// Throws std::invalid_argument where numbers do not fit together.
    explicit Patches(PatchesSpec spec);

    /// Records the similarity of tokens too.
    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    int first() const { return class_ ? 1 : 0; }   // token that is a patch

    Site site_;
    std::optional<ParameterPlan> class_, positions_;
    Convolution patch_;
    int tokens_;
};

/// The first token of each sequence alone.
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
