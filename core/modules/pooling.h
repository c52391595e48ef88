// SPDX-License-Identifier: GPL-3.0-or-later
// Of each channel: the largest of the positions that a window sees, or their mean.
#pragma once

#include "core/modules/module.h"
#include "core/network/init/window.h"

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

/// Over all that a window's taps see; it has no border.
class MeanPool : public Module {
public:
    /// Throws std::invalid_argument when the window does not fit.
    MeanPool(Site site, const Window& window);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;

private:
    using Index = Eigen::Index;

    Site site_;
    Window window_;
    Taps taps_;
};

/// Null for none.
std::unique_ptr<Module> pooling_module(Pooling pooling, Site site, const Window& window);

/// A sample of so many channels, position after position, behind a pooling without a border. Precondition: not none.
Eigen::VectorXd pooled(Pooling pooling, const Window& window, int channels, const Eigen::VectorXd& sample);

/// The Jacobian of a pooling without a border at a point of so many channels, which leaves pooled. Precondition: not
/// none.
JacobianFactor pooling_factor(Pooling pooling, const Window& window, int channels, Point& at);

}   // namespace stepzero
