// SPDX-License-Identifier: GPL-3.0-or-later
// The receptive fields of a convolution: positions on a line, or on a square grid in row-major order, and those that
// each output reads. A plain layer is a convolution with one position. A transposed convolution is the transpose of a
// convolution as a map: each input adds to a window of outputs, and a stride makes the output larger.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/words/registry.h"

namespace stepzero {

/// The values beyond the edge of the input.
enum class Border {
    zeros,   ///< zeros, dilation·(kernel − 1)/2 rounded down on either side: PyTorch's padding
    circular,   ///< the same number, taken from the opposite side
    none,   ///< no padding: windows lie inside the input
};
inline constexpr NamedValue<Border> border_names[] {
    {Border::zeros, "zeros"}, {Border::circular, "circular"}, {Border::none, "none"}};

/// The value that replaces the positions in a window, per channel.
enum class Pooling { none, max, average };
inline constexpr NamedValue<Pooling> pooling_names[] {
    {Pooling::none, "none"}, {Pooling::max, "max"}, {Pooling::average, "average"}};

/// The window of one layer.
struct Window {
    int dimensions = 0;   ///< 1 or 2; 0 for a plain layer
    int side = 1;   ///< positions of the input along each dimension
    int kernel = 1, stride = 1, dilation = 1;   ///< along each dimension
    Border border = Border::none;
    int groups = 1;   ///< a unit reads the channels of its group
    bool transposed = false;   ///< not with a circular border

    bool operator==(const Window&) const = default;

    int padding() const { return border == Border::none ? 0 : dilation * (kernel - 1) / 2; }
    /// Returns PyTorch's output_padding: with a border of zeros, a transposed convolution has `stride` outputs per
    /// input.
    int output_padding() const
    {
        const int uneven = dilation * (kernel - 1) - 2 * padding();   // 1 for an even kernel without dilation
        return transposed && border == Border::zeros ? std::max(0, stride - 1 - uneven) : 0;
    }
    /// Returns the positions of the output along each dimension; 0: the window does not fit. Numbers beyond those of
    /// any valid network are clamped, so that positions_out() fits in an int.
    int side_out() const
    {
        if (transposed) {
            const std::int64_t all
                = std::int64_t(side - 1) * stride - 2 * padding() + dilation * (kernel - 1) + 1 + output_padding();
            return int(std::clamp<std::int64_t>(all, 0, dimensions == 2 ? 1 << 15 : 1 << 30));
        }
        const int free = side + 2 * padding() - dilation * (kernel - 1) - 1;
        return free < 0 ? 0 : free / stride + 1;
    }
    int power(int number) const { return dimensions == 0 ? 1 : dimensions == 1 ? number : number * number; }
    int receptive() const { return power(kernel); }   ///< taps; a unit reads as many positions unless it is transposed
    /// Returns the number of taps through which an output reads, averaged over positions far from any edge.
    double taps_per_output() const { return double(receptive()) / (transposed ? power(stride) : 1); }
    int positions_in() const { return power(side); }
    int positions_out() const { return power(side_out()); }
    /// Returns whether every position reads, and is read by, the same number of others, so that theory need not
    /// distinguish them.
    bool uniform() const { return receptive() == 1 ? stride == 1 : border == Border::circular && stride == 1; }
    /// Returns the convolution whose transpose this is; itself if it is not transposed. Both have the same kernel in
    /// memory, and the same singular values.
    Window direct() const
    {
        Window other = *this;
        if (transposed) {
            other.side = side_out();
            other.transposed = false;
        }
        return other;
    }
};

/// The input position of each tap of each output, −1 beyond the edge.
class Taps {
public:
    explicit Taps(const Window& window);

    int taps() const { return taps_; }   ///< taps per output, in the memory order of a kernel
    /// Precondition: a valid output position and tap.
    int input(int output, int tap) const
    {
        if (!grid_)
            return along_[std::size_t(output * kernel_ + tap)];
        const int row = along_[std::size_t(output / side_out_ * kernel_ + tap / kernel_)];
        const int column = along_[std::size_t(output % side_out_ * kernel_ + tap % kernel_)];
        return row < 0 || column < 0 ? -1 : row * side_ + column;
    }
    /// Calls body(output, tap) for all that read an input position.
    template <class Body>
    void for_outputs(int input, const Body& body) const
    {
        const std::vector<Seen>& rows = seen_[std::size_t(grid_ ? input / side_ : input)];
        if (!grid_) {
            for (const Seen& at : rows)
                body(at.output, at.tap);
            return;
        }
        for (const Seen& row : rows)
            for (const Seen& column : seen_[std::size_t(input % side_)])
                body(row.output * side_out_ + column.output, row.tap * kernel_ + column.tap);
    }

private:
    struct Seen {
        int output, tap;
    };

    bool grid_;
    int side_, side_out_, kernel_, taps_;
    std::vector<int> along_;   // in one dimension: [outputs, kernel]
    std::vector<std::vector<Seen>> seen_;   // in one dimension: per input
};

}   // namespace stepzero
