// SPDX-License-Identifier: GPL-3.0-or-later
// Common code of the tests of modules.
#pragma once

#include <cmath>
#include <map>

#include "core/math/random/stream.h"
#include "core/modules/transformer.h"

namespace stepzero {

/// Returns the numbers themselves, without the exponent.
inline Eigen::MatrixXd plain(const Eigen::MatrixXd& numbers, std::int64_t exponent)
{
    return numbers.unaryExpr([=](double x) { return std::scalbln(x, long(exponent)); });
}
inline Tensor plain(const Signal& signal)
{
    return plain(signal.numbers.cast<double>(), signal.exponent).cast<float>();
}

/// Records every tensor, with its parts side by side.
class KeepingRecorder : public Recorder {
public:
    std::map<Site, Tensor> values, gradients;
    std::map<std::pair<Site, Quantity>, double> numbers;
    std::map<Site, std::vector<AttentionHead>> heads;
    std::map<Site, std::vector<Tensor>> maps;
    std::map<Site, std::vector<ExpertLoad>> loads;
    int map_cells = 1 << 20;

    void value(const Site& site, const Signal& signal, const Context&) override { append(values[site], signal); }
    void gradient(const Site& site, const Signal& signal, const Context&) override { append(gradients[site], signal); }
    void number(const Site& site, Quantity what, double number) override { numbers[{site, what}] = number; }
    void attention(const Site& site, const std::vector<AttentionHead>& found) override { heads[site] = found; }
    void experts(const Site& site, const std::vector<ExpertLoad>& found) override { loads[site] = found; }
    int most_map_cells() const override { return map_cells; }
    void attention_maps(const Site& site, std::vector<Tensor> found) override { maps[site] = std::move(found); }

private:
    static void append(Tensor& all, const Signal& part)
    {
        Tensor joined(part.rows(), all.cols() + part.columns());
        joined << all.reshaped(part.rows(), all.cols()), plain(part);
        all = joined;
    }
};

inline Signal signal_of(Tensor numbers, int positions = 1)
{
    return make_signal(std::move(numbers), 0, positions, Context());
}

/// Returns samples of N(0, 1) from a separate stream.
inline Tensor normal_tensor(int rows, int columns, std::uint32_t stream)
{
    Tensor x(rows, columns);
    for (int c = 0; c < columns; ++c)
        fill_normal({7, 0, TensorRole::input, stream}, std::uint32_t(c), 0, x.col(c).data(), std::size_t(rows));
    return x;
}

/// Returns pseudo-random token numbers, which are the same each time.
inline std::vector<int> some_tokens(int count, int vocabulary, int seed)
{
    std::vector<int> tokens;
    for (int i = 0; i < count; ++i)
        tokens.push_back(int((std::uint32_t(i + 1) * 2654435761U + std::uint32_t(seed) * 40503U) >> 7) % vocabulary);
    return tokens;
}

inline ParameterPlan normal_plan(const std::string& name, int rows, int columns, std::uint32_t stream, double std)
{
    return {.name = name,
        .role = name,
        .shape = {rows, columns},
        .initializer = {"normal", {{"mean", 0.0}, {"std", std}}},
        .stream = stream};
}

inline ParameterPlan vector_plan(const std::string& name, int n, std::uint32_t stream, double mean, double std)
{
    return {.name = name,
        .role = name,
        .shape = {n, n},
        .initializer = {"normal", {{"mean", mean}, {"std", std}}},
        .kind = Role::bias,
        .stream = stream};
}

}   // namespace stepzero
