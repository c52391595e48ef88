// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/capture_study.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "core/base/words/nan.h"
#include "core/capture/weights_audit.h"

namespace stepzero {

namespace {

CaptureStudyPtr altered(const CaptureStudy& study, const std::function<void(CaptureStudy&)>& edit)
{
    auto other = std::make_shared<CaptureStudy>(study);
    edit(*other);
    return other;
}

/// Compares a study with another capture; null: with none.
void compare(CaptureStudy& study, std::shared_ptr<const Capture> before, Text against)
{
    study.before = std::move(before);
    study.against = study.before ? std::move(against) : Text();
    study.same.clear();
    if (!study.before)
        return;
    std::map<std::pair<std::string, int>, std::size_t> known;
    for (std::size_t i = 0; i < study.before->modules.size(); ++i)
        known[{study.before->modules[i].path, study.before->modules[i].call}] = i;
    for (std::size_t i = 0; i < study.before->parameters.size(); ++i)   // modules count their calls from 1
        known[{study.before->parameters[i].name, 0}] = study.before->modules.size() + i;
    for (std::size_t place = 0; place < study.places(); ++place) {
        const CapturedModule* module = study.module(place);
        const auto found
            = module ? known.find({module->path, module->call}) : known.find({study.parameter(place)->name, 0});
        study.same.push_back(found == known.end() ? no_place : found->second);
    }
}

/// Returns the names by which findings name a place: its own, and the pattern of all blocks.
std::pair<std::string, std::string> names_in_findings(const CaptureStudy& study, std::size_t place)
{
    const std::string& own = study.module(place) ? study.module(place)->path : study.parameter(place)->name;
    return {own, block_pattern(own, study.block_of(place), study.role_of(place))};
}

/// Returns a name in a finding without the part of a packed tensor: "h.*.attn.c_attn.weight (q)" in an audit.
std::string whole_name(const CaptureFinding& finding, const std::string& name)
{
    return finding.of_weights ? name.substr(0, name.find(" (")) : name;
}

/// Returns the index of the most severe finding of each place, or no_place.
std::vector<std::size_t> worst_findings(const CaptureStudy& study)
{
    std::unordered_map<std::string, std::size_t> first;   // by name; findings are ordered by severity
    for (std::size_t i = 0; i < study.findings.size(); ++i)
        for (const std::string& name : study.findings[i].names)
            first.try_emplace(whole_name(study.findings[i], name), i);
    const auto index = [&](const std::string& name) {
        const auto found = first.find(name);
        return found == first.end() ? no_place : found->second;
    };
    std::vector<std::size_t> worst;
    for (std::size_t place = 0; place < study.places(); ++place) {
        const auto [own, pattern] = names_in_findings(study, place);
        worst.push_back(std::min(index(own), index(pattern)));   // no_place is the largest number
    }
    return worst;
}

/// Returns the place of the largest parameter among these.
std::optional<std::size_t> largest_parameter(const CaptureStudy& study, const std::vector<std::size_t>& places)
{
    const auto count = [&](std::size_t place) { return study.parameter(place)->value.count; };
    const auto best = std::ranges::max_element(places, {}, count);
    return best == places.end() ? std::nullopt : std::optional(*best);
}

std::optional<std::size_t> first_chosen(const CaptureStudy& study)
{
    std::optional<std::size_t> best;
    for (std::size_t place = 0; place < study.places(); ++place) {
        const CaptureFinding* finding = study.finding_of(place);
        if (finding && finding->severity != Severity::note && (!best || study.worst[place] < study.worst[*best]))
            best = place;
    }
    if (!best) {
        std::vector<std::size_t> parameters(study.capture->parameters.size());
        std::iota(parameters.begin(), parameters.end(), study.capture->modules.size());
        best = largest_parameter(study, parameters);
    }
    if (!best && study.places() > 0)
        best = 0;
    return best;
}

/// Fills what depends on the places and on the findings.
void index_places(CaptureStudy& study)
{
    study.owned.clear();
    for (std::size_t place = study.capture->modules.size(); place < study.places(); ++place)
        study.owned.emplace(owner_of(*study.parameter(place)), place);
    study.worst = worst_findings(study);
}

/// Shows one of the captures at several widths. A comparison has to be made again.
void show_width(CaptureStudy& study, std::size_t index)
{
    study.shown = index;
    // It shares ownership of the list that contains it.
    study.capture = std::shared_ptr<const Capture>(study.widths, &study.widths->captures[index].capture);
    study.findings = findings_at(*study.capture, study.exponents);
    index_places(study);
}

/// Returns the smallest width at the step that is shown; null if that is shown.
const CapturedWidths::One* narrower(const CaptureStudy& study)
{
    const CapturedWidths::One &shown = study.widths->captures[study.shown], *least = nullptr;
    for (const CapturedWidths::One& one : study.widths->captures)
        if (one.width < shown.width && one.step == shown.step && (!least || one.width < least->width))
            least = &one;
    return least;
}

void compare_with_narrowest(CaptureStudy& study)
{
    const CapturedWidths::One* least = narrower(study);
    compare(study, least ? std::shared_ptr<const Capture>(study.widths, &least->capture) : nullptr,
        least ? tr("width %1", least->width) : Text());
}

/// Returns whether it is compared with another width of its file.
bool is_of_widths(const CaptureStudy& study)
{
    return !study.before.owner_before(study.widths) && !study.widths.owner_before(study.before);
}

/// Returns the place of the same module or parameter in another study, if it has one.
std::optional<std::size_t> same_place(const CaptureStudy& study, std::size_t place, const CaptureStudy& other)
{
    const bool is_module = study.module(place);
    for (std::size_t there = 0; there < other.places(); ++there)
        if ((other.module(there) != nullptr) == is_module && other.name_of(there) == study.name_of(place))
            return there;
    return {};
}

double median(std::vector<double> values)
{
    if (values.empty())
        return nan;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

std::optional<double> quantity_in(
    const CapturedModule* module, const CapturedParameter* parameter, CaptureQuantity quantity)
{
    const auto rms
        = [](const std::optional<CapturedMoments>& moments) { return moments ? moments->rms : std::nullopt; };
    switch (quantity) {
    case CaptureQuantity::output:
        return module ? rms(module->output) : std::nullopt;
    case CaptureQuantity::gradient:
        return module ? rms(module->gradient) : std::nullopt;
    case CaptureQuantity::weight:
        return parameter ? parameter->value.rms : std::nullopt;
    case CaptureQuantity::weight_gradient:
        return parameter ? rms(parameter->gradient) : std::nullopt;
    case CaptureQuantity::update:
        return parameter ? parameter->update : std::nullopt;
    }
    return {};
}

}   // namespace

const CapturedModule* CaptureStudy::module(std::size_t place) const
{
    return place < capture->modules.size() ? &capture->modules[place] : nullptr;
}

const CapturedParameter* CaptureStudy::parameter(std::size_t place) const
{
    const std::size_t modules = capture->modules.size();
    return place >= modules && place < places() ? &capture->parameters[place - modules] : nullptr;
}

std::string CaptureStudy::name_of(std::size_t place) const
{
    const CapturedModule* one = module(place);
    return one ? call_name(*one) : parameter(place)->name;
}

std::string CaptureStudy::pattern_of(std::size_t place) const
{
    const CapturedModule* one = module(place);
    return one ? block_pattern(*one) + call_text(*one) : block_pattern(*parameter(place));
}

int CaptureStudy::block_of(std::size_t place) const
{
    return module(place) ? module(place)->block : parameter(place)->block;
}

std::string CaptureStudy::role_of(std::size_t place) const
{
    return module(place) ? module(place)->role : parameter(place)->role;
}

std::optional<std::size_t> CaptureStudy::chosen_module() const
{
    if (!chosen || module(*chosen))
        return chosen;
    const auto owner = std::ranges::find(capture->modules, owner_of(*parameter(*chosen)), &CapturedModule::path);
    return owner == capture->modules.end() ? std::nullopt
                                           : std::optional(std::size_t(owner - capture->modules.begin()));
}

std::optional<std::size_t> CaptureStudy::chosen_parameter() const
{
    if (!chosen || parameter(*chosen))
        return chosen;
    return largest_parameter(*this, parameters_of(*chosen));
}

std::vector<std::size_t> CaptureStudy::parameters_of(std::size_t module) const
{
    const auto [first, end] = owned.equal_range(capture->modules[module].path);
    std::vector<std::size_t> places;
    for (auto one = first; one != end; ++one)
        places.push_back(one->second);
    return places;
}

const CapturedModule* CaptureStudy::module_before(std::size_t place) const
{
    const std::size_t there = before && module(place) ? same[place] : no_place;
    return there == no_place ? nullptr : &before->modules[there];
}

const CapturedParameter* CaptureStudy::parameter_before(std::size_t place) const
{
    const std::size_t there = before && parameter(place) ? same[place] : no_place;
    return there == no_place ? nullptr : &before->parameters[there - before->modules.size()];
}

const AuditedTensor* CaptureStudy::audited_tensor(std::size_t place) const
{
    return audited.empty() || audited[place] == no_place ? nullptr : &weights.audit->tensors[audited[place]];
}

bool CaptureStudy::is_named(std::size_t place, const CaptureFinding& finding) const
{
    const auto names = names_in_findings(*this, place);
    return std::ranges::any_of(finding.names, [&](const std::string& one) {
        const std::string whole = whole_name(finding, one);
        return whole == names.first || whole == names.second;
    });
}

const CaptureFinding* CaptureStudy::finding_of(std::size_t place) const
{
    return worst[place] == no_place ? nullptr : &findings[worst[place]];
}

Capture main_capture(const CaptureFile& file)
{
    const auto* widths = std::get_if<CapturedWidths>(&file);
    return widths ? widest(*widths).capture : std::get<Capture>(file);
}

CaptureStudyPtr capture_study(
    CaptureFile file, std::string name, std::uint64_t generation, std::filesystem::path weights)
{
    auto study = std::make_shared<CaptureStudy>();
    study->weights.path = std::move(weights);
    study->generation = generation;
    study->name = std::move(name);
    if (auto* widths = std::get_if<CapturedWidths>(&file)) {
        study->widths = std::make_shared<const CapturedWidths>(std::move(*widths));
        study->exponents = width_exponents(*study->widths);
        study->module_exponents = width_exponents(*study->widths, WidthUnit::module);
        show_width(*study, std::size_t(&widest(*study->widths) - study->widths->captures.data()));
        compare_with_narrowest(*study);
    } else {
        study->capture = std::make_shared<const Capture>(std::move(std::get<Capture>(file)));
        study->findings = capture_findings(*study->capture);
        index_places(*study);
    }
    study->chosen = first_chosen(*study);
    return study;
}

CaptureStudyPtr with_width(const CaptureStudy& study, std::size_t index)
{
    return altered(study, [&](CaptureStudy& other) {
        const bool ended = !study.before && narrower(study);
        show_width(other, index);
        if (study.before && !is_of_widths(study))
            compare(other, study.before, study.against);
        else if (ended)
            compare(other, nullptr, {});
        else
            compare_with_narrowest(other);
        other.chosen = study.chosen ? same_place(study, *study.chosen, other) : std::nullopt;
        if (study.chosen && !other.chosen)
            other.chosen = first_chosen(other);
    });
}

CaptureStudyPtr with_before(const CaptureStudy& study, std::shared_ptr<const Capture> before, Text against)
{
    return altered(study, [&](CaptureStudy& other) { compare(other, std::move(before), std::move(against)); });
}

CaptureStudyPtr with_audit(const CaptureStudy& study, std::shared_ptr<const Audit> audit)
{
    return altered(study, [&](CaptureStudy& other) {
        other.weights = {study.weights.path, true, std::move(audit)};
        if (!other.weights.audit)
            return;
        add_findings(other.findings, *other.weights.audit);
        other.worst = worst_findings(other);
        other.audited.assign(other.places(), no_place);
        std::unordered_map<std::string, std::size_t> tensors;
        for (std::size_t i = 0; i < other.weights.audit->tensors.size(); ++i)
            tensors.emplace(other.weights.audit->tensors[i].stored.name, i);
        for (std::size_t place = other.capture->modules.size(); place < other.places(); ++place) {
            const CapturedParameter& parameter = *other.parameter(place);
            std::vector<std::string> names {parameter.name};
            names.insert(names.end(), parameter.tied.begin(), parameter.tied.end());
            for (const std::string& name : names)
                if (const auto found = tensors.find(name); found != tensors.end())
                    other.audited[place] = std::min(other.audited[place], found->second);
        }
    });
}

CaptureStudyPtr with_chosen(const CaptureStudy& study, std::optional<std::size_t> chosen)
{
    return altered(study, [&](CaptureStudy& other) { other.chosen = chosen; });
}

CaptureStudyPtr with_filter(const CaptureStudy& study, std::string filter)
{
    return altered(study, [&](CaptureStudy& other) { other.filter = std::move(filter); });
}

bool is_block_output(const CapturedModule& module) { return module.block > 0 && module.role.empty(); }

std::vector<std::size_t> modules_of(const Capture& capture, ModuleFilter filter)
{
    const auto shown = [filter](const CapturedModule& one) {
        if (is_block_output(one) || filter == ModuleFilter::blocks)
            return is_block_output(one) && filter == ModuleFilter::blocks;
        switch (filter) {
        case ModuleFilter::linear:
            return one.is_linear();
        case ModuleFilter::activations:
            return one.kind == ModuleKind::activation;
        case ModuleFilter::norms:
            return one.kind == ModuleKind::norm;
        case ModuleFilter::attention:
            return one.kind == ModuleKind::attention;
        default:
            return true;
        }
    };
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < capture.modules.size(); ++i)
        if (shown(capture.modules[i]))
            all.push_back(i);
    return all;
}

std::vector<BlockRun> block_runs(const Capture& capture, const std::vector<std::size_t>& modules)
{
    std::vector<BlockRun> runs;
    for (std::size_t i = 0; i < modules.size(); ++i) {
        const int block = capture.modules[modules[i]].block;
        if (!runs.empty() && runs.back().block == block)
            runs.back().last = i;
        else
            runs.push_back({block, i, i});
    }
    return runs;
}

std::vector<bool> outliers(const std::vector<double>& log10_values)
{
    constexpr double decade = 1, sigmas = 5;
    constexpr double mad_of_normal = 0.6745;   // median |x| of a standard normal variable
    std::vector<double> finite, distances;
    for (const double value : log10_values)
        if (std::isfinite(value))
            finite.push_back(value);
    const double middle = median(finite);
    for (const double value : finite)
        distances.push_back(std::abs(value - middle));
    const double limit = std::max(decade, sigmas * median(distances) / mad_of_normal);
    std::vector<bool> out;
    for (const double value : log10_values)
        out.push_back(std::isfinite(value) && std::abs(value - middle) > limit);
    return out;
}

bool is_of_modules(CaptureQuantity quantity)
{
    return quantity == CaptureQuantity::output || quantity == CaptureQuantity::gradient;
}

std::optional<double> quantity_of(const CaptureStudy& study, std::size_t place, CaptureQuantity quantity)
{
    return quantity_in(study.module(place), study.parameter(place), quantity);
}

std::optional<double> quantity_before(const CaptureStudy& study, std::size_t place, CaptureQuantity quantity)
{
    return quantity_in(study.module_before(place), study.parameter_before(place), quantity);
}

std::pair<std::uint64_t, std::uint64_t> matrix_size(const CapturedParameter& parameter)
{
    const std::vector<std::uint64_t>& shape = parameter.value.shape;
    if (shape.size() < 2 || shape[0] == 0)
        return {};
    return {shape[0], parameter.value.count / shape[0]};
}

std::optional<SingularValueLaw> singular_law(const CapturedParameter& parameter)
{
    const auto [rows, columns] = matrix_size(parameter);
    if (rows == 0 || columns == 0 || !parameter.value.rms)
        return {};
    const double longer = double(std::max(rows, columns)), shorter = double(std::min(rows, columns));
    const double rms = *parameter.value.rms;
    return SingularValueLaw {std::sqrt(longer) * rms, shorter / longer, rms == 0};
}

std::map<std::string, double> values_of(const CapturedStep& step, StepQuantity quantity)
{
    switch (quantity) {
    case StepQuantity::update:
        return step.update;
    case StepQuantity::output:
        return step.output;
    case StepQuantity::gradient:
        return step.gradient;
    case StepQuantity::loss:
        break;
    }
    return step.loss ? std::map<std::string, double> {{"", *step.loss}} : std::map<std::string, double>();
}

std::vector<StepLine> step_lines(const Capture& capture, StepQuantity quantity, std::size_t most)
{
    std::map<std::string, std::vector<double>> by_name;
    for (std::size_t i = 0; i < capture.steps.size(); ++i)
        for (const auto& [name, value] : values_of(capture.steps[i], quantity)) {
            std::vector<double>& line = by_name[name];
            line.resize(capture.steps.size(), nan);
            line[i] = value;
        }
    std::vector<StepLine> all;
    for (auto& [name, value] : by_name)
        all.push_back({name, std::move(value)});
    if (all.size() <= most || most < 2)
        return all;
    const auto last = [](const StepLine& line) {
        const auto known
            = std::ranges::find_if(line.value.rbegin(), line.value.rend(), [](double v) { return v == v; });
        return known == line.value.rend() ? 0 : *known;
    };
    std::ranges::stable_sort(all, {}, last);
    std::vector<StepLine> some;
    for (std::size_t i = 0; i < most; ++i)
        some.push_back(all[i * (all.size() - 1) / (most - 1)]);
    std::ranges::sort(some, {}, &StepLine::name);
    return some;
}

}   // namespace stepzero
