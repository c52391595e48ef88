// SPDX-License-Identifier: GPL-3.0-or-later
// The innermost loop of a matrix product, which keeps a tile of sums in the registers. It uses Eigen's packets, so that
// it compiles to vector instructions on every supported processor.
#pragma once

#include <Eigen/Core>

namespace stepzero::kernel {

template <class Scalar>
using Packet = typename Eigen::internal::packet_traits<Scalar>::type;
template <class Scalar>
inline constexpr int width = Eigen::internal::packet_traits<Scalar>::size;   ///< numbers per register

/// A tile is most_packets registers wide and `lanes` numbers high. It uses as many sums as there are registers, minus
/// those that hold the operands.
inline constexpr int most_packets = 3;
inline constexpr int lanes = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 8 : 4;
template <class Scalar>
inline constexpr int panel_width = most_packets* width<Scalar>;

/// tile[lane][i] = Σ_k streams[lane][k]·panel[k][i], i below packets·width. The rows of the panel are contiguous.
template <int packets, class Scalar>
void multiply(Eigen::Index n, const Scalar* panel, const Scalar* const (&streams)[lanes], Scalar* tile)
{
    using namespace Eigen::internal;
    using Register = Packet<Scalar>;
    Register sums[lanes][packets];
    for (auto& lane : sums)
        for (Register& sum : lane)
            sum = pset1<Register>(0);
    for (Eigen::Index k = 0; k < n; ++k, panel += packets * width<Scalar>) {
        Register x[packets];
        for (int p = 0; p < packets; ++p)
            x[p] = ploadu<Register>(panel + p * width<Scalar>);
        for (int lane = 0; lane < lanes; ++lane) {
            const Register factor = pset1<Register>(streams[lane][k]);
            for (int p = 0; p < packets; ++p)
                sums[lane][p] = pmadd(factor, x[p], sums[lane][p]);
        }
    }
    for (const auto& lane : sums)
        for (const Register& sum : lane) {
            pstoreu(tile, sum);
            tile += width<Scalar>;
        }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"   // a register's alignment, as a template's argument
#endif
/// to[j][i] = from[i][j] for `width` rows of `width` numbers.
template <class Scalar>
void transpose(const Scalar* from, Eigen::Index from_stride, Scalar* to, Eigen::Index to_stride)
{
    using namespace Eigen::internal;
    PacketBlock<Packet<Scalar>, width<Scalar>> block;
    for (int i = 0; i < width<Scalar>; ++i)
        block.packet[i] = ploadu<Packet<Scalar>>(from + i * from_stride);
    ptranspose(block);
    for (int j = 0; j < width<Scalar>; ++j)
        pstoreu(to + j * to_stride, block.packet[j]);
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}   // namespace stepzero::kernel
