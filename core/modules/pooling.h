// SPDX-License-Identifier: GPL-3.0-or-later
// Of each channel: the largest of the positions that a window sees, or the mean over all.
#pragma once

#include "core/init/window.h"
#include "core/modules/module.h"

namespace stepzero {

/// As PyTorch's: beyond the edge stands −∞, and of equal numbers the first is taken.
class MaxPool : public Module {
public:
    /// `site` is that of the output. Throws std::invalid_argument when the window does not fit.
    MaxPool(Site site, const Window& window);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;

private:
    using Index = Eigen::Index;

    Site site_;
    Window window_;
    Taps taps_;
    Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic> from_;   // the position in its sample of each output's number
};

/// Over the positions of each sample: one is left.
class MeanPool : public Module {
public:
    explicit MeanPool(Site site) : site_(std::move(site)) { }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;

private:
    Site site_;
    int positions_ = 1;   // of the input
};

}   // namespace stepzero
