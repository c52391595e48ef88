// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a capture. If it is refused, each problem is a sentence. If it is accepted, its findings, reports and
// results can be written.
#pragma once

#include <string_view>
#include <variant>

#include "core/base/json/read_json.h"
#include "core/capture/inspection.h"
#include "tests/fuzz/promise.h"

namespace stepzero::fuzz {

/// Returns whether the capture was accepted.
inline bool take_capture(std::string_view bytes)
{
    auto parsed = parse_capture(bytes);
    if (const auto* problems = std::get_if<Problems>(&parsed)) {
        promise(!problems->empty() && problems->size() <= 11);
        for (const Problem& problem : *problems)
            promise(!problem.message.empty() && problem.message.english().size() < 1000);
        return false;
    }
    promise(is_capture(bytes));
    std::visit(
        [](auto& capture) {
            const auto inspection = inspect(std::move(capture));
            for (const CaptureFinding& finding : inspection.findings)
                promise(!finding.message.empty() && !finding.cause.empty() && !finding.fix.empty());
            promise(!format_report(inspection, true).empty());
            promise(read_json(format_inspection(inspection)).complete);
        },
        std::get<CaptureFile>(parsed));
    return true;
}

}   // namespace stepzero::fuzz
