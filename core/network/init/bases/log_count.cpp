// SPDX-License-Identifier: GPL-3.0-or-later
// ln 1, ln 2, … along all entries: over a vector, the logarithm of each unit's number.
#include <cmath>

#include "core/math/random/time_steps.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class LogCount : public Base {
public:
    LogCount() : Base({.name = "log_count", .dependence = Dependence::fixed, .free = false}) { }

    void fill(const Stream&, WeightMatrix& entries, const Context&) const override
    {
        fill_log_ordinals(entries.data(), std::size_t(entries.size()));
    }
    Law law(Shape shape) const override
    {
        const int n = shape.rows() * shape.columns();
        Law law {.low = 0, .high = std::log(double(n)), .atoms = {}, .density = {}};
        for (int i = 1; i <= n; ++i) {
            law.atoms.push_back({std::log(double(i)), 1.0 / n});
            law.mean += law.atoms.back().value / n;
        }
        for (const Law::Atom& atom : law.atoms)
            law.variance += (atom.value - law.mean) * (atom.value - law.mean) / n;
        return law;
    }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        return {"numbers = torch.arange(1, " + tensor + ".numel() + 1, dtype=torch.float32).view_as(" + tensor + ")",
            tensor + ".data.copy_(" + python_number(draw.shift) + " + " + python_number(draw.scale)
                + " * numbers.log())"};
    }
};

}   // namespace

std::shared_ptr<const Base> base_log_count() { return shared_base<LogCount>(); }

}   // namespace stepzero
