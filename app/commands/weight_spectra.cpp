// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/weight_spectra.h"

#include <algorithm>

#include "core/modules/spectrum/singular_values.h"

namespace stepzero {

std::vector<SpectrumStatistics> weight_spectra(int matrices, int replicas,
    const std::function<WeightMatrix(int matrix, int replica, const Context&)>& draw, const Context& context)
{
    const int all = matrices * replicas, step = context.pool->threads();
    std::vector<LogSpectrum> spectra(static_cast<std::size_t>(all));
    for (int first = 0; first < all; first += step) {
        context.progress(double(first) / all, tr("singular values of the weights"));
        const Context silent {context.stop, {}, context.pool};
        context.parallel(std::min(step, all - first), [&](int i) {
            const WeightMatrix weights = draw((first + i) / replicas, (first + i) % replicas, silent);
            const std::vector<double> values = singular_values(weights.cast<double>(), silent);
            spectra[std::size_t(first + i)].assign(values.begin(), values.end());
        });
    }
    std::vector<SpectrumStatistics> statistics;
    for (auto matrix = spectra.begin(); matrix != spectra.end(); matrix += replicas)
        statistics.push_back(over_replicas({matrix, matrix + replicas}));
    return statistics;
}

}   // namespace stepzero
