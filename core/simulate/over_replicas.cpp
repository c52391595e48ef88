// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/over_replicas.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

SpectrumStatistics over_replicas(const std::vector<LogSpectrum>& spectra)
{
    const auto n = double(spectra.size());
    SpectrumStatistics statistics {LogSpectrum(spectra.front().size()), {}};
    if (spectra.size() > 1)
        statistics.sd.resize(spectra.front().size());
    for (std::size_t k = 0; k < statistics.mean.size(); ++k) {
        if (std::any_of(spectra.begin(), spectra.end(), [k](const LogSpectrum& s) { return !s[k]; }))
            continue;
        double mean = 0, m2 = 0;
        for (const LogSpectrum& spectrum : spectra)
            mean += *spectrum[k] / n;
        for (const LogSpectrum& spectrum : spectra)
            m2 += (*spectrum[k] - mean) * (*spectrum[k] - mean);
        statistics.mean[k] = mean;
        if (spectra.size() > 1)
            statistics.sd[k] = std::sqrt(m2 / (n - 1));
    }
    return statistics;
}

}   // namespace stepzero
