// SPDX-License-Identifier: GPL-3.0-or-later
// ln 1, ln 2, … along each row.
#include <cmath>

#include "core/math/random/time_steps.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class LogOrdinal : public Base {
public:
    LogOrdinal() : Base({.name = "log_ordinal", .dependence = Dependence::fixed, .free = false}) { }

    void fill(const Stream&, WeightMatrix& entries, const Context&) const override
    {
        for (Eigen::Index row = 0; row < entries.rows(); ++row)
            fill_log_ordinals(entries.row(row).data(), std::size_t(entries.cols()));
    }
    Law law(Shape shape) const override
    {
        const int n = shape.columns();
        Law law {.low = 0, .high = std::log(double(n)), .atoms = {}, .density = {}};
        for (const double number : row(n)) {
            law.atoms.push_back({number, 1.0 / n});
            law.mean += number / n;
        }
        for (const Law::Atom& atom : law.atoms)
            law.variance += (atom.value - law.mean) * (atom.value - law.mean) / n;
        return law;
    }
    std::vector<double> row(int columns) const override
    {
        std::vector<double> numbers;
        for (int i = 1; i <= columns; ++i)
            numbers.push_back(std::log(double(i)));
        return numbers;
    }

    PythonLines pytorch(const Draw&, const std::string& tensor) const override
    {
        return {"numbers = torch.arange(1, " + tensor + ".shape[-1] + 1, dtype=torch.float32)",
            tensor + ".data.copy_(numbers.log().expand_as(" + tensor + "))"};
    }
};

}   // namespace

std::shared_ptr<const Base> base_log_ordinal() { return shared_base<LogOrdinal>(); }

}   // namespace stepzero
