// SPDX-License-Identifier: GPL-3.0-or-later
// A spectrum of several independent networks as one: the k-th largest value's mean and standard deviation.
#pragma once

#include <vector>

#include "core/simulate/network_spectra.h"

namespace stepzero {

struct SpectrumStatistics {
    LogSpectrum mean;   ///< of the k-th largest; absent where it is absent in a replica
    LogSpectrum sd;   ///< n − 1; empty for one replica
};

/// The spectra of the replicas of one experiment, all of one size. At least one.
SpectrumStatistics over_replicas(const std::vector<LogSpectrum>& spectra);

}   // namespace stepzero
