// SPDX-License-Identifier: GPL-3.0-or-later
// The k-th token has probability ∝ 1/k, approximately as in text (Zipf 1949).
#include <algorithm>

#include "core/network/input/distributions.h"

namespace stepzero {

namespace {

std::function<int(double)> draw(int vocabulary)
{
    std::vector<double> sums;   // Σ_{j ≤ k} 1/j
    sums.reserve(std::size_t(vocabulary));
    double sum = 0;
    for (int k = 1; k <= vocabulary; ++k)
        sums.push_back(sum += 1.0 / k);
    return [sums = std::move(sums)](double u) {
        const auto k = std::lower_bound(sums.begin(), sums.end(), u * sums.back()) - sums.begin();
        return int(std::clamp<std::ptrdiff_t>(k, 0, std::ptrdiff_t(sums.size()) - 1));
    };
}

double repeat_chance(int vocabulary)
{
    double squares = 0, sum = 0;
    for (int k = 1; k <= vocabulary; ++k) {
        sum += 1.0 / k;
        squares += 1.0 / (double(k) * k);
    }
    return squares / (sum * sum);
}

std::vector<double> frequencies(int vocabulary)
{
    std::vector<double> all;
    all.reserve(std::size_t(vocabulary));
    double sum = 0;
    for (int k = 1; k <= vocabulary; ++k) {
        all.push_back(1.0 / k);
        sum += all.back();
    }
    for (double& frequency : all)
        frequency /= sum;
    return all;
}

}   // namespace

const TokenDistribution& zipf_tokens_distribution()
{
    static const TokenDistribution zipf {.name = "zipf_tokens",
        .label = Text::name("Zipf"),
        .draw = draw,
        .repeat_chance = repeat_chance,
        .frequencies = frequencies,
        .log_frequencies = {"log_frequencies", {{"exponent", 1.0}}},
        .python = [](const std::string& shape) -> PythonLines {
            return {"chance = 1 / np.arange(1, VOCABULARY + 1)",
                "return rng.choice(VOCABULARY, " + shape + ", p=chance / chance.sum())"};
        }};
    return zipf;
}

}   // namespace stepzero
