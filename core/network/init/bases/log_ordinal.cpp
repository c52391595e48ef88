// SPDX-License-Identifier: GPL-3.0-or-later
// ln 1, ln 2, … along each row, or along all entries: over a vector, the logarithm of each unit's number.
#include <cmath>

#include "core/math/random/time_steps.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class LogOrdinal : public Base {
public:
    explicit LogOrdinal(bool by_row)
        : Base({.name = "log_ordinal", .dependence = Dependence::fixed, .parameters = {double(by_row)}, .free = false}),
          by_row_(by_row)
    {
    }

    void fill(const Stream&, WeightMatrix& entries, const Context&) const override
    {
        if (!by_row_)
            return fill_log_ordinals(entries.data(), std::size_t(entries.size()));
        for (Eigen::Index row = 0; row < entries.rows(); ++row)
            fill_log_ordinals(entries.row(row).data(), std::size_t(entries.cols()));
    }
    Law law(Shape shape) const override
    {
        const int n = by_row_ ? shape.columns() : shape.rows() * shape.columns();
        Law law {.low = 0, .high = std::log(double(n)), .atoms = {}, .density = {}};
        for (const double number : logarithms(n)) {
            law.atoms.push_back({number, 1.0 / n});
            law.mean += number / n;
        }
        for (const Law::Atom& atom : law.atoms)
            law.variance += (atom.value - law.mean) * (atom.value - law.mean) / n;
        return law;
    }
    std::vector<double> row(int columns) const override
    {
        return by_row_ ? logarithms(columns) : std::vector<double>();
    }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        if (by_row_)
            return {"numbers = torch.arange(1, " + tensor + ".shape[-1] + 1, dtype=torch.float32)",
                tensor + ".data.copy_(numbers.log().expand_as(" + tensor + "))"};
        return {"numbers = torch.arange(1, " + tensor + ".numel() + 1, dtype=torch.float32).view_as(" + tensor + ")",
            tensor + ".data.copy_(" + python_number(draw.shift) + " + " + python_number(draw.scale)
                + " * numbers.log())"};
    }

private:
    static std::vector<double> logarithms(int n)
    {
        std::vector<double> numbers;
        for (int i = 1; i <= n; ++i)
            numbers.push_back(std::log(double(i)));
        return numbers;
    }

    bool by_row_;
};

}   // namespace

std::shared_ptr<const Base> base_log_ordinal(bool by_row) { return std::make_shared<const LogOrdinal>(by_row); }

}   // namespace stepzero
