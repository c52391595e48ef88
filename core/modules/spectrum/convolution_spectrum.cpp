// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/spectrum/convolution_spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "core/math/linear/tiles.h"
#include "core/modules/convolution.h"
#include "core/modules/spectrum/singular_values.h"

namespace stepzero {

namespace {

using Eigen::Index;

constexpr double most_side = 1024;   // largest side of a matrix whose singular values are computed directly
constexpr double most_work = 4e9, most_values = 1e5;

/// The shape of the matrix K̂ of one output and one group.
struct Folded {
    Folded(int units, int fan_in, const Window& window)
        : rows(units / window.groups), channels(fan_in / window.receptive()), aliases(window.power(window.stride)),
          columns(channels * aliases)
    {
    }
    double work() const
    {
        const double small = double(std::min(rows, columns)), large = double(std::max(rows, columns));
        return small == 1 ? large : 4 * small * small * large;
    }
    Index rows, channels, aliases, columns;
};

/// A frequency with its own K̂. For a real kernel it stands for itself and its mirror image; `count` is their number.
struct Frequency {
    Index row, column;   ///< along the two dimensions; row is 0 for one dimension
    int count;
};

std::vector<Frequency> frequencies_of(const Window& window)
{
    const Index n = window.side_out(), rows = window.dimensions == 2 ? n : 1;
    std::vector<Frequency> all;
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < n; ++column) {
            const Index mirror = (rows - row) % rows * n + (n - column) % n, own = row * n + column;
            if (own <= mirror)
                all.push_back({row, column, own == mirror ? 1 : 2});
        }
    return all;
}

/// Returns the stride that limits the work: one of `stride` frequencies is used, evenly spread.
std::size_t stride_of(const Folded& k, std::size_t frequencies, int groups)
{
    const double work = k.work() * double(frequencies) * groups,
                 values = 2.0 * double(std::min(k.rows, k.columns)) * double(frequencies) * groups;
    return std::size_t(std::max({1.0, std::ceil(work / most_work), std::ceil(values / most_values)}));
}

bool goes_around(const Window& w) { return w.border == Border::circular && w.side_out() * w.stride == w.side; }

/// When outputs share no input, all positions have the singular values of the kernel. The remaining values of the
/// map's min(rows, columns) are zeros.
OperatorSpectrum separate_spectrum(const Eigen::MatrixXd& kernel, const Window& w, const Context& context)
{
    const Index rows = kernel.rows() / w.groups;
    std::vector<double> once;
    for (Index group = 0; group < w.groups; ++group) {
        const std::vector<double> values = singular_values(kernel.middleRows(group * rows, rows), context);
        once.insert(once.end(), values.begin(), values.end());
    }
    OperatorSpectrum spectrum;
    spectrum.of = w.positions_out();
    spectrum.frequencies = std::min(spectrum.of, std::max(1, int(most_values / double(once.size()))));
    const double all = map_values(int(kernel.rows()), int(kernel.cols()), w),
                 zeros = all - double(once.size()) * spectrum.of;
    for (const double value : once)
        spectrum.values.insert(spectrum.values.end(), std::size_t(spectrum.frequencies), value);
    spectrum.values.resize(spectrum.values.size() + std::size_t(zeros * spectrum.frequencies / spectrum.of));
    std::sort(spectrum.values.begin(), spectrum.values.end(), std::greater<>());
    return spectrum;
}

bool is_small(int units, int fan_in, const Window& w)
{
    const double channels = double(fan_in) / w.receptive() * w.groups;
    return double(units) * w.positions_out() <= most_side && channels * w.positions_in() <= most_side;
}

/// Returns K̂ of one group at a frequency, with its aliases next to each other.
Eigen::MatrixXcd transformed(const Eigen::MatrixXd& kernel, Index group, const Folded& k, const Window& w, Frequency at)
{
    const Index taps = w.receptive(), n_out = w.side_out(), along = n_out * w.stride, kernel_side = w.kernel;
    const bool grid = w.dimensions == 2;
    const double scale = 1 / std::sqrt(double(k.aliases));
    Eigen::MatrixXcd matrix(k.rows, k.columns);
    std::vector<std::complex<double>> wave(static_cast<std::size_t>(taps));
    for (Index alias = 0; alias < k.aliases; ++alias) {
        const Index row = at.row + (grid ? alias / w.stride : 0) * n_out, column = at.column + alias % w.stride * n_out;
        for (Index t = 0; t < taps; ++t) {
            const Index cycles = ((grid ? t / kernel_side : 0) * row + t % kernel_side * column) * w.dilation % along;
            wave[std::size_t(t)] = std::polar(scale, -2 * std::numbers::pi * double(cycles) / double(along));
        }
        for (Index channel = 0; channel < k.channels; ++channel)
            for (Index unit = 0; unit < k.rows; ++unit) {
                std::complex<double> sum = 0;
                for (Index t = 0; t < taps; ++t)
                    sum += kernel(group * k.rows + unit, channel * taps + t) * wave[std::size_t(t)];
                matrix(unit, alias * k.channels + channel) = sum;
            }
    }
    return matrix;
}

/// Returns the singular values of A + iB. The real matrix ((A, −B), (B, A)) has each of them twice.
std::vector<double> values_of(const Eigen::MatrixXcd& matrix, const Context& context)
{
    const Index rows = matrix.rows(), columns = matrix.cols();
    if (rows == 1 || columns == 1)
        return {matrix.norm()};
    Eigen::MatrixXd real(2 * rows, 2 * columns);
    real.topLeftCorner(rows, columns) = real.bottomRightCorner(rows, columns) = matrix.real();
    real.bottomLeftCorner(rows, columns) = matrix.imag();
    real.topRightCorner(rows, columns) = -matrix.imag();
    const std::vector<double> twice = singular_values(real, context);
    std::vector<double> values(twice.size() / 2);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = twice[2 * i];
    return values;
}

void check(const Eigen::MatrixXd& kernel, const Window& w)
{
    if (w.dimensions < 1 || w.side_out() < 1 || w.groups < 1 || kernel.rows() % w.groups != 0
        || kernel.cols() % w.receptive() != 0)
        throw std::invalid_argument("a kernel does not fit its window");
}

}   // namespace

OperatorSpectrum operator_spectrum(const Eigen::MatrixXd& kernel, const Window& map, const Context& context)
{
    const Window window = map.direct();
    check(kernel, window);
    if (is_separate(window))
        return separate_spectrum(kernel, window, context);
    OperatorSpectrum spectrum;
    spectrum.of = window.positions_out();
    const int units = int(kernel.rows()), fan_in = int(kernel.cols());
    if (!goes_around(window) && is_small(units, fan_in, window)) {
        spectrum.frequencies = spectrum.of;
        spectrum.values
            = singular_values(operator_matrix(kernel.cast<float>(), window, context).cast<double>(), context);
        return spectrum;
    }
    spectrum.exact = goes_around(window);
    const Folded k(units, fan_in, window);
    const std::vector<Frequency> all = frequencies_of(window);
    const std::size_t stride = stride_of(k, all.size(), window.groups);
    const auto chosen = Index((all.size() + stride - 1) / stride);
    std::vector<std::vector<double>> found(static_cast<std::size_t>(chosen));
    const Context silent {context.stop, {}, context.pool};   // progress is reported from this thread only
    for_tiles(chosen, 1, k.work() * double(chosen) * window.groups, context, [&](Index i, Index) {
        const Frequency at = all[std::size_t(i) * stride];
        for (Index group = 0; group < window.groups; ++group)
            for (const double value : values_of(transformed(kernel, group, k, window, at), silent))
                found[std::size_t(i)].insert(found[std::size_t(i)].end(), std::size_t(at.count), value);
    });
    for (Index i = 0; i < chosen; ++i) {
        spectrum.frequencies += all[std::size_t(i) * stride].count;
        spectrum.values.insert(spectrum.values.end(), found[std::size_t(i)].begin(), found[std::size_t(i)].end());
    }
    std::sort(spectrum.values.begin(), spectrum.values.end(), std::greater<>());
    return spectrum;
}

bool is_separate(const Window& w)
{
    return extent(w) <= w.stride
        && (w.padding() == 0 || (w.border == Border::circular && (w.side_out() - 1) * w.stride + extent(w) <= w.side));
}

double map_values(int units, int fan_in, const Window& map)
{
    const Window w = map.direct();
    return std::min(double(units) * w.positions_out(), double(fan_in) / w.receptive() * w.groups * w.positions_in());
}

double operator_work(int units, int fan_in, const Window& map)
{
    const Window window = map.direct();
    if (is_separate(window))
        return double(units) / window.groups * fan_in * std::min(units / window.groups, fan_in) * window.groups;
    if (!goes_around(window) && is_small(units, fan_in, window)) {
        const double rows = double(units) * window.positions_out(),
                     columns = double(fan_in) / window.receptive() * window.groups * window.positions_in();
        return std::min(rows, columns) * rows * columns;
    }
    const Folded k(units, fan_in, window);
    const double frequencies = window.positions_out() / 2.0 + 1;
    return std::min(most_work, k.work() * frequencies * window.groups);
}

}   // namespace stepzero
