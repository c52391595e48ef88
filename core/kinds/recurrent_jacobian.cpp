// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/kinds/recurrent.h"
#include "core/modules/jacobian.h"
#include "core/network/input/input.h"

namespace stepzero {

namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Weights of a layer in float64.
struct Layer {
    MatrixXd input, hidden;
    VectorXd input_bias, hidden_bias;
};

MatrixXd plain(const ScaledMatrix& w)
{
    return (w.base->entries.cast<double>().array() * double(w.plain_scale()) + double(w.plain_shift())).matrix();
}

/// The state of one layer at one point, and the derivative of one step.
class Walker {
public:
    Walker(const RecurrentSpec& spec, Layer layer)
        : s_(spec), l_(std::move(layer)), phi_(spec.activation),
          sigma_(Activation {"sigmoid", {}}), h_ {VectorXd::Zero(spec.width), 0}, c_(VectorXd::Zero(spec.width))
    {
    }

    const Point& h() const { return h_; }
    /// Returns the rows of the state in the derivative: h, or h stacked on c.
    Index state() const { return s_.cell == Cell::lstm ? 2 * s_.width : s_.width; }

    /// Advances by one step. Sets the derivative with respect to the state, in units of 2^exponent, if it is not null.
    void step(const Point& x, MatrixXd* derivative, double& exponent)
    {
        exponent = 0;
        const Point a = affine(l_.input, x, l_.input_bias), b = affine(l_.hidden, h_, l_.hidden_bias);
        if (s_.cell == Cell::rnn) {
            const Slopes slopes = activate(sum(a, b), VectorXd::Zero(s_.width), phi_, h_);
            exponent = double(slopes.exponent);
            if (derivative)
                *derivative = slopes.numbers.asDiagonal() * l_.hidden;
            return;
        }
        const VectorXd plain_a = a.numbers * power_of_two(a.exponent), plain_b = b.numbers * power_of_two(b.exponent);
        if (s_.cell == Cell::gru)
            gru(plain_a, plain_b, derivative);
        else
            lstm(plain_a + plain_b, derivative);
    }

private:
    struct Valued {
        ArrayXd value, slope;
    };

    static Point affine(const MatrixXd& w, const Point& x, const VectorXd& b)
    {
        Point y {w * x.numbers, x.exponent};
        normalize(y);
        return sum(y, {b, 0});
    }
    static Valued at(const ActivationFunction& phi, const ArrayXd& z)
    {
        Valued v {ArrayXd(z.size()), ArrayXd(z.size())};
        phi.value(z.data(), v.value.data(), z.size());
        phi.derivative(z.data(), v.slope.data(), z.size());
        return v;
    }
    ArrayXd part(const VectorXd& all, int i) const { return all.segment(Index(i) * s_.width, s_.width).array(); }
    auto weights(int i) const { return l_.hidden.middleRows(Index(i) * s_.width, s_.width); }
    ArrayXd plain_h() const { return h_.numbers.array() * power_of_two(h_.exponent); }
    void set_h(const ArrayXd& h)
    {
        h_ = {h.matrix(), 0};
        normalize(h_);
    }

    void gru(const VectorXd& a, const VectorXd& b, MatrixXd* derivative)
    {
        const ArrayXd h = plain_h();
        const Valued r = at(sigma_, part(a, 0) + part(b, 0)), z = at(sigma_, part(a, 1) + part(b, 1)),
                     n = at(phi_, part(a, 2) + r.value * part(b, 2));
        if (derivative) {
            const ArrayXd to_n = (1 - z.value) * n.slope;
            *derivative = (to_n * r.value).matrix().asDiagonal() * weights(2);
            *derivative += (to_n * part(b, 2) * r.slope).matrix().asDiagonal() * weights(0);
            *derivative += ((h - n.value) * z.slope).matrix().asDiagonal() * weights(1);
            derivative->diagonal() += z.value.matrix();
        }
        set_h((1 - z.value) * n.value + z.value * h);
    }

    void lstm(const VectorXd& all, MatrixXd* derivative)
    {
        const Valued i = at(sigma_, part(all, 0)), f = at(sigma_, part(all, 1)), g = at(phi_, part(all, 2)),
                     o = at(sigma_, part(all, 3));
        const ArrayXd before = c_.array(), c = f.value * before + i.value * g.value;
        const Valued squashed = at(phi_, c);
        if (derivative) {
            const Index w = s_.width;
            derivative->setZero(2 * w, 2 * w);
            auto c_of_h = derivative->bottomLeftCorner(w, w);
            c_of_h = (g.value * i.slope).matrix().asDiagonal() * weights(0);
            c_of_h += (before * f.slope).matrix().asDiagonal() * weights(1);
            c_of_h += (i.value * g.slope).matrix().asDiagonal() * weights(2);
            const ArrayXd to_h = o.value * squashed.slope;
            derivative->topLeftCorner(w, w) = to_h.matrix().asDiagonal() * c_of_h;
            derivative->topLeftCorner(w, w) += (squashed.value * o.slope).matrix().asDiagonal() * weights(3);
            derivative->bottomRightCorner(w, w).diagonal() = f.value.matrix();
            derivative->topRightCorner(w, w).diagonal() = (to_h * f.value).matrix();
        }
        c_ = c.matrix();
        set_h(o.value * squashed.value);
    }

    const RecurrentSpec& s_;
    Layer l_;
    ActivationFunction phi_, sigma_;
    Point h_;
    VectorXd c_;
};

}   // namespace

LogSpectrum recurrent_jacobian(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, int replica, const Context& context)
{
    const auto& spec = spec_of<RecurrentSpec>(plan);
    const NetworkParameters parameters(plan, experiment.seed, replica, cache);
    const VectorXd input = draw_input(experiment, replica, 1, context).col(0).cast<double>();
    std::vector<Walker> layers;
    for (const RecurrentLayer& layer : spec.layers) {
        const RecurrentWeights w = drawn(layer, parameters, nullptr, context);
        layers.emplace_back(
            spec, Layer {plain(w.input), plain(w.hidden), w.input_bias.cast<double>(), w.hidden_bias.cast<double>()});
    }
    const Index width = spec.width;
    LongProduct product(spec.width);
    MatrixXd factor;
    for (int t = 0; t < spec.steps; ++t) {
        context.check();
        context.progress(double(t) / spec.steps, tr("Jacobian"));
        Point x {VectorXd::Zero(spec.input_width), 0};
        if (t < spec.steps_of_input())
            x.numbers = input.segment(Index(t) * spec.input_width, spec.input_width);
        normalize(x);
        double exponent = 0;
        for (std::size_t l = 0; l < layers.size(); ++l) {
            layers[l].step(x, l + 1 == layers.size() ? &factor : nullptr, exponent);
            x = layers[l].h();
        }
        // From h_0 only, and to h_T only.
        const MatrixXd cut
            = factor.topLeftCorner(t + 1 == spec.steps ? width : factor.rows(), t == 0 ? width : factor.cols());
        product.multiply(cut, exponent, context);
    }
    context.progress(1, tr("Jacobian"));
    return product.log10_singular_values(context);
}

}   // namespace stepzero
