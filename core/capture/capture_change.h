// SPDX-License-Identifier: GPL-3.0-or-later
// Two captures of the same model compared, such as before and after training, or before and after a change of the code.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/capture/capture.h"

namespace stepzero {

enum class CapturedSide { output, gradient, parameter, parameter_gradient };
const char* word(CapturedSide side);   ///< as in files: "output"
Text label_of(CapturedSide side);   ///< display name

/// A tensor whose statistics differ.
struct CapturedDifference {
    std::string name;   ///< path or parameter; later calls of a module have their number: "rnn.cell (2)"
    CapturedSide side = CapturedSide::output;
    double before = 0, after = 0;   ///< RMS
    std::optional<double> ratio() const;   ///< after over before; absent when not finite
};

struct CaptureChange {
    std::vector<CapturedDifference> differences;   ///< largest ratio up or down first
    std::size_t equal = 0;   ///< number of tensors whose statistics are identical
    std::vector<std::string> only_before, only_after;   ///< modules and parameters, in the order of their files
};

CaptureChange capture_change(const Capture& before, const Capture& after);

}   // namespace stepzero
