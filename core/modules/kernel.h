// SPDX-License-Identifier: GPL-3.0-or-later
// The innermost loop of a matrix product: a tile of sums that stays in registers. Eigen's own product took half as
// long again at the sizes met here, for want of columns in its tiles.
#pragma once

#include <Eigen/Core>

namespace stepzero::kernel {

using Packet = Eigen::internal::packet_traits<float>::type;

inline constexpr int width = Eigen::internal::packet_traits<float>::size;   ///< numbers of a register
/// Registers across a tile, and numbers down: as many sums as there are registers, but for what feeds them.
inline constexpr int most_packets = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 3 : 2;
inline constexpr int lanes = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 8 : 4;
inline constexpr int panel_width = most_packets * width;

/// tile[lane][i] = Σ_k streams[lane][k]·panel[k][i], i below packets·width: added to what is there if `add`.
/// Rows of the panel lie one behind the other.
template <int packets>
void multiply(Eigen::Index n, const float* panel, const float* const (&streams)[lanes], float* tile, bool add)
{
    using namespace Eigen::internal;
    Packet sums[lanes][packets];
    for (int lane = 0; lane < lanes; ++lane)
        for (int p = 0; p < packets; ++p)
            sums[lane][p] = pset1<Packet>(0);
    for (Eigen::Index k = 0; k < n; ++k, panel += packets * width) {
        Packet x[packets];
        for (int p = 0; p < packets; ++p)
            x[p] = ploadu<Packet>(panel + p * width);
        for (int lane = 0; lane < lanes; ++lane) {
            const Packet factor = pset1<Packet>(streams[lane][k]);
            for (int p = 0; p < packets; ++p)
                sums[lane][p] = pmadd(factor, x[p], sums[lane][p]);
        }
    }
    for (int lane = 0; lane < lanes; ++lane)
        for (int p = 0; p < packets; ++p, tile += width)
            pstoreu(tile, add ? padd(ploadu<Packet>(tile), sums[lane][p]) : sums[lane][p]);
}

}   // namespace stepzero::kernel
