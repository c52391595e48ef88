// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/words/shown_text.h"
#include "core/capture/inspection.h"
#include "core/capture/output_layer.h"
#include "core/checkpoint/audit/recipe_texts.h"
#include "core/diagnose/named_places.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// Cells are aligned, numbers at the right; a first row of headings.
class ReportTable {
public:
    explicit ReportTable(std::vector<std::string> headings) { rows_.push_back(std::move(headings)); }
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    std::string text() const
    {
        std::vector<std::size_t> widths(rows_.front().size(), 0);
        for (const std::vector<std::string>& row : rows_)
            for (std::size_t i = 0; i < row.size(); ++i)
                widths[i] = std::max(widths[i], shown_width(row[i]));
        std::string all;
        for (const std::vector<std::string>& row : rows_) {
            std::string line;
            for (std::size_t i = 0; i < row.size(); ++i)
                line += i == 0 ? padded(row[i], widths[i])
                               : "  " + std::string(widths[i] - shown_width(row[i]), ' ') + row[i];
            all += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        }
        return all;
    }

private:
    std::vector<std::vector<std::string>> rows_;
};

std::string cell(const std::optional<double>& number) { return number ? short_text(*number) : std::string(); }
std::string percent_cell(const std::optional<double>& share) { return share ? percent_text(*share) : std::string(); }

std::string first_line(const std::string& model, const std::vector<CaptureFinding>& findings, const Render& render)
{
    const Text name = model.empty() ? tr("model") : Text::name(shown(model));
    return render(joined({name, capture_verdict(findings)}, ": ")) + "\n";
}

std::string findings_text(const std::vector<CaptureFinding>& findings, const Render& render)
{
    std::string all;
    for (const CaptureFinding& finding : findings) {
        all += "\n" + std::string(sign(finding.severity)) + " "
            + shown(render(joined({label_of(finding.severity), finding.message}, ": "))) + "\n";
        for (const Text& text : {finding.cause, finding.fix})
            if (!text.empty())
                all += "  " + shown(render(text)) + "\n";
    }
    return all;
}

Text factor_text(const DepthFactor& factor, const Text& what)
{
    const std::string number = exp_text(std::log(factor.factor));
    return factor.blocks ? tr("%1 ×%2 per block", what, number) : tr("%1 ×%2 per layer", what, number);
}

Text loss_text(const CapturedLoss& loss)
{
    if (!loss.value)
        return tr("loss not finite");
    const std::string value = short_text(*loss.value);
    const std::optional<double> uniform = uniform_loss(loss);
    return uniform ? tr("loss %1, and %2 for uniform outputs", value, short_text(*uniform)) : tr("loss %1", value);
}

std::string summary_text(const Capture& capture, const Render& render)
{
    double numbers = 0;
    for (const CapturedParameter& one : capture.parameters)
        numbers += double(one.value.count);
    std::vector<Text> parts {tr("%1 {module call|module calls}", capture.modules.size()),
        tr("%1 {parameter|parameters} with %2 entries", capture.parameters.size(), short_text(numbers))};
    if (capture.blocks() > 0)
        parts.insert(parts.begin(), tr("%1 {block|blocks}", capture.blocks()));
    if (capture.batch > 0)
        parts.push_back(tr("batch %1", capture.batch));
    parts.push_back(tr("step %1", capture.step));
    std::string all = render(joined(parts, ", ")) + "\n";
    std::vector<Text> sizes;
    if (capture.loss)
        sizes.push_back(loss_text(*capture.loss));
    if (const auto factor = signal_factor(capture))
        sizes.push_back(factor_text(*factor, tr("signal")));
    if (const auto factor = gradient_factor(capture))
        sizes.push_back(factor_text(*factor, tr("gradient")));
    if (!sizes.empty())
        all += render(joined(sizes, "; ")) + "\n";
    if (!capture.unseen.empty())
        all += render(tr("not seen inside, as the modules take no hooks: %1", list_of(capture.unseen))) + "\n";
    return all;
}

std::string weights_text(const Audit& audit, const Render& render)
{
    const Text recipe = recipe_text(audit.understanding);
    switch (audit.verdict) {
    case AuditVerdict::follows:
        return render(tr("weights: they follow the recipe of %1", recipe)) + "\n";
    case AuditVerdict::deviates:
        return render(tr("weights: they deviate from the recipe of %1", recipe)) + "\n";
    case AuditVerdict::trained:
        return render(tr("weights: trained, so they are not compared with the recipe of %1", recipe)) + "\n";
    case AuditVerdict::unknown:
        break;
    }
    return render(tr("weights: the recipe of %1 says nothing about them", recipe)) + "\n";
}

std::string change_text(const CaptureChange& change, const Render& render)
{
    constexpr std::size_t most = 20;
    std::string all = "\n"
        + render(change.differences.empty()
                ? tr("Against the other capture: all %1 common tensors have identical statistics.", change.equal)
                : tr("Against the other capture: %1 {tensor differs|tensors differ}, %2 {is|are} identical.",
                    change.differences.size(), change.equal))
        + "\n";
    ReportTable table({render(tr("name")), render(tr("quantity")), render(tr("RMS before")), render(tr("RMS after")),
        render(tr("ratio"))});
    for (std::size_t i = 0; i < change.differences.size() && i < most; ++i) {
        const CapturedDifference& one = change.differences[i];
        table.add({shown(one.name), render(label_of(one.side)), short_text(one.before), short_text(one.after),
            cell(one.ratio())});
    }
    if (!change.differences.empty())
        all += table.text();
    if (change.differences.size() > most)
        all += render(tr("and %1 more", change.differences.size() - most)) + "\n";
    for (const auto& [names, text] :
        {std::pair(&change.only_before, tr("only in the other capture")), {&change.only_after, tr("only in this one")}})
        for (std::size_t i = 0; i < names->size() && i <= most; ++i)
            all += i < most ? render(joined({text, Text::name(shown((*names)[i]))}, ": ")) + "\n"
                            : render(tr("and %1 more", names->size() - most)) + "\n";
    return all;
}

std::string modules_text(const Capture& capture, const Render& render)
{
    ReportTable table({render(tr("module")), render(tr("class")), render(tr("block")), render(tr("output RMS")),
        render(tr("gradient norm")), render(tr("zeros")), render(tr("dead")), render(tr("saturated"))});
    for (const CapturedModule& one : capture.modules) {
        const auto of_output = [&one](std::optional<double> CapturedMoments::*number) {
            return one.output ? (*one.output).*number : std::nullopt;
        };
        table.add({shown(call_name(one)), shown(one.class_name), one.block > 0 ? std::to_string(one.block) : "",
            cell(of_output(&CapturedMoments::rms)), cell(one.gradient ? one.gradient->norm() : std::nullopt),
            percent_cell(of_output(&CapturedMoments::zeros)), percent_cell(of_output(&CapturedMoments::dead)),
            percent_cell(of_output(&CapturedMoments::saturated))});
    }
    return "\n" + table.text();
}

/// Returns the exponents of the last step, or of all steps.
std::string exponents_text(const WidthInspection& inspection, bool all_steps, const Render& render)
{
    const int last = inspection.exponents.empty() ? 0 : inspection.exponents.back().step;
    ReportTable table({render(tr("role")), render(tr("step")), render(tr("exponent")), render(tr("95% interval")),
        render(tr("scaling"))});
    for (const WidthExponent& one : inspection.exponents) {
        if (!all_steps && one.step != last)
            continue;
        const bool known = one.slope.has_value();
        table.add({shown(one.name), std::to_string(one.step), known ? slope_text(one.slope->slope) : "",
            known ? render(tr("%1 to %2", slope_text(one.slope->low), slope_text(one.slope->high))) : "",
            render(text_of(one.scaling))});
    }
    return "\n" + table.text();
}

}   // namespace

std::string format_report(const Inspection& inspection, bool table, const Render& render)
{
    const Capture& capture = inspection.capture;
    return first_line(capture.model, inspection.findings, render) + summary_text(capture, render)
        + (inspection.weights ? weights_text(*inspection.weights, render) : std::string())
        + findings_text(inspection.findings, render)
        + (inspection.change ? change_text(*inspection.change, render) : std::string())
        + (table ? modules_text(capture, render) : std::string());
}

std::string format_report(const WidthInspection& inspection, bool table, const Render& render)
{
    const std::vector<CapturedWidths::One>& captures = inspection.captures.captures;
    const auto [least, most] = std::ranges::minmax_element(captures, {}, &CapturedWidths::One::width);
    return first_line(inspection.captures.model, inspection.findings, render)
        + render(tr("%1 {capture|captures} at widths from %2 to %3", captures.size(), least->width, most->width)) + "\n"
        + findings_text(inspection.findings, render) + exponents_text(inspection, table, render);
}

}   // namespace stepzero
