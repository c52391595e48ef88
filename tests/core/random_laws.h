// SPDX-License-Identifier: GPL-3.0-or-later
// Generates random initializers whose numbers are typed as expressions, and expressions with a mistake.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/base/words/words.h"
#include "core/network/init/typed_law.h"

namespace random_laws {

using namespace stepzero;

class RandomLaws {
public:
    explicit RandomLaws(unsigned seed) : engine_(seed) { }

    /// Returns an expression whose value is positive and of the order of `size` in any block of any network.
    std::string expression(double size)
    {
        std::string text = one_of<std::string>({"S", "S*1", "√(S²)"});
        for (int factors = whole(1, 2); factors > 0; --factors)
            text += one_of<std::string>({"/sqrt(l + 1)", "*(1 + l/L)", "*L^(-1/4)", "*min(1, √(n_out/n_in) + 0.3)",
                "*(l < 2 ? 1 : 0.7)", "*tanh(g + l)", "/log(3 + 0*d)", "*max(1/k, 0.5)", "*(1 - exp(-l - 1))",
                "*cbrt(1 + fan_out/(fan_in + fan_out))", "*Phi(l/4)", "*(1.5 + (-1)^l/2)", "*atan2(l + 1, 2)",
                "*(0.5 + abs(rint(l/2) - floor(l/2)))", "*(l == 1 || L > 2 && l >= 0 ? 1.25 : 0.8)"});
        const std::string number = number_text(std::round(size * 1e4) / 1e4);
        for (std::size_t at = text.find('S'); at != std::string::npos; at = text.find('S', at))
            text.replace(at, 1, number);
        return text;
    }

    /// Returns a random initializer of entries of about this size. It may be of any scheme that has numbers.
    Initializer initializer(double size)
    {
        const auto typed = [&](double number) { return TypedNumber {expression(number)}; };
        const auto minus = [&](double number) { return TypedNumber {"-" + expression(number)}; };
        switch (whole(0, 12)) {
        case 0:
            return {"uniform", {{"low", minus(size)}, {"high", typed(size)}}};
        case 1:
            return {"constant", {{"value", typed(size)}}};
        case 2:
            return {"trunc_normal",
                {{"std", typed(size)}, {"low", minus(1)}, {"high", typed(1.5)}, {"bounds", std::string("sigma")}}};
        case 3:
            return {"trunc_normal", {{"std", typed(size)}, {"high", typed(2)}}};
        case 4:
            return {one_of<std::string>({"xavier_uniform", "xavier_normal"}), {{"gain", typed(1)}}};
        case 5:
            return {"kaiming_normal", {{"nonlinearity", std::string("leaky_relu")}, {"negative_slope", typed(0.3)}}};
        case 6:
            return {"variance_scaling", {{"scale", typed(1)}}};
        case 7:
            return {"orthogonal", {{"gain", typed(1)}}};
        case 8:
            return {"mean_field", {{"variance", typed(1)}}};
        case 9:
            return {"sparse", {{"sparsity", 0.5}, {"std", typed(size)}}};
        case 10:
            return {"unit_rows", {{"gain", typed(1)}}};
        case 11:
            return {"normal", {{"mean", typed(size / 4)}, {"std", typed(size)}}};
        default:
            return {"normal", {{"std", typed(size)}}};
        }
    }

    /// Returns the text with a few random mistakes; it may still be valid.
    std::string damaged(std::string text)
    {
        static const std::vector<std::string> pieces {"(", ")", "+", "*", "/", "^", ",", "?", ":", " ", ".", "e", "l",
            "n", "sqrt", "√", "max(", "<", "=", "&&", "²", "π", "1", "-", "fan_in", "q", "%", "\\t", "é", "z", "[",
            "1e999"};
        for (int mistakes = whole(1, 3); mistakes > 0; --mistakes) {
            const auto at = std::size_t(whole(0, int(text.size())));
            switch (whole(0, 2)) {
            case 0:
                text.insert(at, one_of(pieces));
                break;
            case 1:
                text.erase(at, std::size_t(whole(1, 3)));
                break;
            default:
                text += text.substr(at, std::size_t(whole(1, 5)));
            }
        }
        return text;
    }

    int whole(int low, int high) { return std::uniform_int_distribution(low, high)(engine_); }
    double about(double low, double high)
    {
        return std::exp(std::uniform_real_distribution(std::log(low), std::log(high))(engine_));
    }
    template <class T>
    T one_of(const std::vector<T>& all)
    {
        return all[std::size_t(whole(0, int(all.size()) - 1))];
    }

private:
    std::mt19937 engine_;
};

}   // namespace random_laws
