// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/result_parts.h"

#include "core/exchange/result.h"
#include "core/files/experiment_json.h"
#include "core/json/write_json.h"

namespace stepzero {

namespace {

std::string remarks_text(const std::vector<Remark>& remarks)
{
    std::string text;
    for (const Remark& remark : remarks)
        text += (text.empty() ? "" : ", ") + ("{\"layer\": " + std::to_string(remark.layer))
            + ", \"message\": " + json_text(remark.text) + "}";
    return "[" + text + "]";
}

/// A finding is at its first layer, 0 for the network as a whole; `fix` is the plainest of `fixes`.
std::string findings_text(const std::vector<Finding>& findings)
{
    std::string text;
    for (const Finding& f : findings) {
        std::string fixes;
        for (const Fix& fix : f.fixes)
            fixes += (fixes.empty() ? "" : ", ") + json_text(fix.label);
        text += (text.empty() ? "\n    {\"id\": " : ",\n    {\"id\": ") + json_text(f.id)
            + ", \"severity\": " + json_text(word(f.severity)) + ", \"layer\": " + std::to_string(f.first_layer)
            + ", \"last_layer\": " + std::to_string(f.last_layer) + ",\n      \"message\": " + json_text(f.message)
            + ",\n      \"cause\": " + json_text(f.cause) + ", \"formula\": " + json_text(f.formula)
            + ",\n      \"fix\": " + (f.fixes.empty() ? "null" : json_text(f.fixes.front().label)) + ", \"fixes\": ["
            + fixes + "]}";
    }
    return text.empty() ? "[]" : "[" + text + "\n  ]";
}

}   // namespace

std::string nested(std::string_view text)
{
    std::string moved;
    while (!text.empty() && text.back() == '\n')
        text.remove_suffix(1);
    for (const char c : text) {
        moved += c;
        if (c == '\n')
            moved += "  ";
    }
    return moved;
}

std::string spectrum_text(const std::string& name, const SpectrumStatistics& spectrum)
{
    return json_text(name) + ": " + json_line(json_of(spectrum.mean))
        + (spectrum.sd.empty() ? "" : ", " + json_text(name + "_sd") + ": " + json_line(json_of(spectrum.sd)));
}

std::string result_head(const Experiment& experiment)
{
    return "{\n  \"format\": \"stepzero-result\",\n  \"version\": 1,\n  \"experiment\": "
        + nested(format_experiment(experiment)) + ",\n";
}

std::string result_tail(const Measurement& measurement, const std::vector<Finding>& findings)
{
    const Distribution& last = *measurement.output(measurement.depth());
    return "  \"remarks\": " + remarks_text(measurement.remarks) + ",\n  \"findings\": " + findings_text(findings)
        + ",\n  \"stability\": " + json_text(stability(last.plain(last.std))) + "\n}\n";
}

std::string_view stability(double last_std)
{
    if (last_std >= 0.5 && last_std <= 2)
        return "high";
    return last_std > 0.1 ? "medium" : "low";
}

}   // namespace stepzero
