// SPDX-License-Identifier: GPL-3.0-or-later
// The innermost loop of a matrix product: a tile of sums that stays in the registers.
#pragma once

#include <Eigen/Core>

namespace stepzero::kernel {

using Packet = Eigen::internal::packet_traits<float>::type;

inline constexpr int width = Eigen::internal::packet_traits<float>::size;   ///< numbers of a register
/// Registers across a tile, and numbers down: as many sums as there are registers, but for what feeds them.
inline constexpr int most_packets = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 3 : 2;
inline constexpr int lanes = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 8 : 4;
inline constexpr int panel_width = most_packets * width;

/// tile[lane][i] = Σ_k streams[lane][k]·panel[k][i], i below packets·width. Rows of the panel lie one behind
/// the other.
template <int packets>
void multiply(Eigen::Index n, const float* panel, const float* const (&streams)[lanes], float* tile)
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
            pstoreu(tile, sums[lane][p]);
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"   // a register's alignment, as a template's argument
#endif
/// to[j][i] = from[i][j] for width rows of width numbers.
inline void transpose(const float* from, Eigen::Index from_stride, float* to, Eigen::Index to_stride)
{
    using namespace Eigen::internal;
    PacketBlock<Packet, width> block;
    for (int i = 0; i < width; ++i)
        block.packet[i] = ploadu<Packet>(from + i * from_stride);
    ptranspose(block);
    for (int j = 0; j < width; ++j)
        pstoreu(to + j * to_stride, block.packet[j]);
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}   // namespace stepzero::kernel
