// SPDX-License-Identifier: GPL-3.0-or-later
// The caches that consecutive studies share. After an edit, most random numbers and most of the theory are unchanged,
// so the next study takes them from here.
#pragma once

#include "core/network/init/noise_cache.h"
#include "core/study/theory_cache.h"

namespace stepzero {

struct StudyCaches {
    explicit StudyCaches(std::size_t bytes_of_noise) : noise(bytes_of_noise) { }
    NoiseCache noise;
    TheoryCache theory;
};

}   // namespace stepzero
