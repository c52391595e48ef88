// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/similarity.h"

namespace stepzero {

std::optional<double> token_similarity(const Signal& signal, const Context& context)
{
    const Tensor& tensor = signal.numbers;
    const int tokens = signal.positions;
    if (tokens < 2)
        return {};
    const Eigen::Index sequences = tensor.cols() / tokens;
    struct Part {
        double cosines = 0, pairs = 0;
    };
    std::vector<Part> parts(std::size_t(sequences), Part {});
    for_tiles(sequences, 1, 4.0 * double(tensor.size()), context, [&](Eigen::Index sequence, Eigen::Index) {
        Eigen::VectorXd sum = Eigen::VectorXd::Zero(tensor.rows()), token;
        double n = 0;
        for (Eigen::Index c = sequence * tokens; c < (sequence + 1) * tokens; ++c) {
            token = tensor.col(c).cast<double>();
            const double length = token.norm();
            if (length == 0)
                continue;
            sum += token / length;
            ++n;
        }
        parts[std::size_t(sequence)] = {sum.squaredNorm() - n, n * (n - 1)};
    });
    Part all;
    for (const Part& part : parts) {
        all.cosines += part.cosines;
        all.pairs += part.pairs;
    }
    if (all.pairs == 0)
        return {};
    return all.cosines / all.pairs;
}

std::optional<double> channel_mean_share(const Signal& signal, const Context& context)
{
    const Tensor& tensor = signal.numbers;
    std::vector<Eigen::VectorXd> parts(std::size_t(tensor.cols()));   // one per tile, stored at its first column
    for_columns(tensor, 2, context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::VectorXd& sums = parts[std::size_t(first)];
        sums = Eigen::VectorXd::Zero(tensor.rows());
        for (Eigen::Index c = first; c < first + count; ++c)
            sums += tensor.col(c).cast<double>();
    });
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(tensor.rows());
    for (const Eigen::VectorXd& part : parts)
        if (part.size() != 0)
            sums += part;
    const auto columns = double(tensor.cols());
    const double square = signal.moments.m2 / signal.moments.count + signal.moments.mean * signal.moments.mean;
    if (square == 0)
        return {};
    return (sums / columns).squaredNorm() / double(tensor.rows()) / square;
}

}   // namespace stepzero
