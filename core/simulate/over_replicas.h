// SPDX-License-Identifier: GPL-3.0-or-later
// Combines the spectra of several independent networks: mean and standard deviation of the k-th largest singular value.
#pragma once

#include <vector>

#include "core/simulate/network_spectra.h"

namespace stepzero {

struct SpectrumStatistics {
    LogSpectrum mean;   ///< k-th largest values; absent when absent in a replica
    LogSpectrum sd;   ///< standard deviation (n − 1); empty for one replica
};

/// Combines the spectra of an experiment's replicas. Precondition: at least one, all of the same size.
SpectrumStatistics over_replicas(const std::vector<LogSpectrum>& spectra);

}   // namespace stepzero
