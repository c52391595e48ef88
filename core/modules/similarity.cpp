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

}   // namespace stepzero
