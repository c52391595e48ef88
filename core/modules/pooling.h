// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling: replaces the positions that a window sees by their maximum or mean, per channel.
#pragma once

#include "core/modules/module.h"
#include "core/network/init/window.h"

namespace stepzero {

/// As in PyTorch: positions beyond the edge count as −∞, and the first of equal numbers is taken.
class MaxPool : public Module {
public:
    /// `site` is the site of the output. Throws std::invalid_argument when the window does not fit.
    MaxPool(Site site, const Window& window);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;

private:
    using Index = Eigen::Index;

    Site site_;
    Window window_;
    Taps taps_;
    Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic> from_;   // source position of each output in its sample
};

/// Mean over all positions that a window sees. The window has no border.
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

/// Returns the module of a pooling, or null for Pooling::none.
std::unique_ptr<Module> pooling_module(Pooling pooling, Site site, const Window& window);

/// Applies a pooling without a border to a sample of `channels` channels, position by position. Precondition: not
/// Pooling::none.
Eigen::VectorXd pooled(Pooling pooling, const Window& window, int channels, const Eigen::VectorXd& sample);

/// Returns the Jacobian of a pooling without a border at a point of `channels` channels, and replaces the point by the
/// pooled one. Precondition: not Pooling::none.
JacobianFactor pooling_factor(Pooling pooling, const Window& window, int channels, Point& at);

}   // namespace stepzero
