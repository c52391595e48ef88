// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/network_drawing.h"

#include <QObject>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/kinds/kinds.h"
#include "core/kinds/transformer.h"
#include "core/network/init/parameter_use.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

Level levelOf(const Distribution* d)
{
    if (!d)
        return {};
    if (d->count == 0 || !std::isfinite(d->rms))
        return {Level::Fate::lost};
    return d->rms == 0 ? Level {Level::Fate::zero} : Level {Level::Fate::known, d->log10_of(d->rms)};
}

/// Makes the drawing of one study.
class NetworkDrawer {
public:
    explicit NetworkDrawer(const Study& study)
        : study_(study), plan_(*study.plan), source_(blockSource(study)), structure_(structure_of(plan_.network))
    {
        for (const RoleInfo& role : plan_.roles)
            names_[role.name] = translated(role.label);
        parallel_ = plan_.kind->attends && spec_of<TransformerSpec>(plan_).parallel != Parallel::none;
    }

    NetworkDrawing drawing() const
    {
        NetworkDrawing all;
        all.depth = plan_.depth();
        all.per_block = parallel_ ? 1 : source_.perBlock();
        all.streams = plan_.steps.empty() ? 0 : structure_.stream ? structure_.stream->streams.count : 1;
        all.inputs = plan_.kind->steps_of_input ? plan_.kind->steps_of_input(plan_.network) : 0;
        all.shared = structure_.shared || all.inputs > 0;
        all.places << entrance();
        for (int block = 1; block <= all.depth; ++block)
            addBlock(all, plan_.block(block));
        if (all.inputs == 0) {   // else these are the matrices of all steps
            all.before = partsOf(plan_.before);
            all.after = partsOf(plan_.after);
        }
        if (plan_.outputs)
            all.head = head(all);
        const auto [least, most] = std::ranges::minmax(all.places, {}, &DrawnPlace::width);
        all.narrowest = least.width;
        all.widest = most.width;
        for (const DrawnPlace& place : all.places)
            if (place.levels.gradient.fate == Level::Fate::known)
                all.gradient_unit = place.levels.gradient.log10;
        return all;
    }

private:
    Levels at(const Site& signal, const Site& gradient) const
    {
        return {levelOf(source_.distribution(signal, Quantity::rms)),
            levelOf(source_.distribution(gradient, Quantity::gradient_rms))};
    }

    QString nameOf(const std::string& role) const
    {
        const auto found = names_.find(role);
        return found == names_.end() ? QString::fromStdString(role) : found->second;
    }

    static bool isNorm(const ParameterPlan& p) { return is_norm_scale(p) && p.role.find("norm") != std::string::npos; }

    DrawnPart partOf(const ParameterPlan& p) const
    {
        const Site site {p.block, p.role};
        return {p.role, isNorm(p) ? QObject::tr("norm") : nameOf(p.role), isNorm(p), p.shape.rows(), at(site, site)};
    }

    /// Returns matrices and norms, without biases. The experts of a block are one part.
    QVector<DrawnPart> partsOf(const std::vector<ParameterPlan>& parameters) const
    {
        QVector<DrawnPart> parts;
        for (const ParameterPlan& p : parameters)
            if ((p.kind == Role::weight || isNorm(p)) && (parts.isEmpty() || parts.last().role != p.role)
                && std::ranges::find(parts, p.role, &DrawnPart::role) == parts.end())
                parts << partOf(p);
        return parts;
    }

    DrawnPlace entrance() const
    {
        const BlockPlan& first = plan_.blocks.front();
        const bool steps = plan_.kind->steps_of_input && !plan_.before.empty();
        DrawnPlace place {.width = steps ? plan_.before.front().shape.fan_in : first.features_in,
            .positions = first.positions_in,
            .levels = at(source_.streamSite(0), source_.gradientSite(0))};
        if (place.levels.signal.fate == Level::Fate::unknown && study_.measurement->input.count > 0)
            place.levels.signal = levelOf(&study_.measurement->input);
        return place;
    }

    /// Returns the step of a block that a parameter belongs to; `before` is that of the parameter before it.
    std::size_t stepOf(const DrawnPart& part, std::size_t before) const
    {
        const auto& steps = plan_.steps;
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (part.role.starts_with(steps[i].word + "_"))
                return i;
        return use_of(part.role) == ParameterUse::router ? steps.size() - 1 : before;
    }

    void addBlock(NetworkDrawing& all, const BlockPlan& block) const
    {
        const QVector<DrawnPart> parts = partsOf(block.parameters);
        const int first = 1 + (block.block - 1) * source_.perBlock();
        const auto placeOf = [&](int number) {
            return DrawnPlace {.number = number,
                .block = block.block,
                .width = block.features_out,
                .positions = block.positions_out,
                .levels = at(source_.streamSite(number), source_.gradientSite(number))};
        };
        if (plan_.steps.empty()) {
            DrawnPlace layer = placeOf(first);
            std::ranges::copy_if(parts, std::back_inserter(layer.norms), &DrawnPart::norm);
            all.places << layer;
            return;
        }
        QVector<DrawnPlace> places;
        for (int step = 0; step < source_.perBlock(); ++step) {
            DrawnPlace place = placeOf(first + step);
            place.branches << DrawnBranch {translated(plan_.steps[std::size_t(step)].label), {},
                at(source_.branchSite(first + step), source_.returnSite(first + step))};
            places << place;
        }
        std::size_t step = 0;
        for (const DrawnPart& part : parts) {
            step = stepOf(part, step);
            DrawnPlace& place = places[qsizetype(step)];
            DrawnBranch& branch = place.branches.front();
            if (part.role.starts_with("projection")) {
                place.skip_first = place.skip_first || (place.skip.isEmpty() && branch.parts.isEmpty());
                place.skip << part;
            } else if (isOnStream(part)) {
                place.norms << part;
            } else {
                branch.parts << part;
            }
        }
        if (parallel_) {
            places.last().branches.prepend(places.first().branches.front());
            places = {places.last()};
        }
        all.places << places;
    }

    /// Returns whether a norm follows the sum. Norms before and after the function of a branch belong to the branch.
    bool isOnStream(const DrawnPart& part) const
    {
        return part.norm && structure_.stream && norms_sum(structure_.stream->placement)
            && std::ranges::any_of(plan_.steps, [&](const StepInfo& step) { return part.role == step.word + "_norm"; });
    }

    /// The head's output. A tied head has no parameter of its own.
    DrawnPart head(NetworkDrawing& all) const
    {
        DrawnPart made {.role = {}, .name = QObject::tr("head"), .width = *plan_.outputs};
        const auto own = std::ranges::find_if(
            all.after, [](const DrawnPart& part) { return use_of(part.role) == ParameterUse::head; });
        if (own != all.after.end()) {
            made.role = own->role;
            made.levels = own->levels;
            all.after.erase(own);
        }
        if (const Site logits {0, "logits"}; source_.distribution(logits, Quantity::rms))
            made.levels = at(logits, logits);
        return made;
    }

    const Study& study_;
    const NetworkPlan& plan_;
    BlockSource source_;
    NetworkStructure structure_;
    std::map<std::string, QString> names_;
    bool parallel_ = false;
};

}   // namespace

double NetworkDrawing::decades(bool backward) const
{
    double most = 0;
    for (const DrawnPlace& place : places)
        if (const Level& level = place.levels.of(backward); level.fate == Level::Fate::known)
            most = std::max(most, std::abs(shown(level, backward)));
    constexpr std::array<double, 3> steps {1, 2, 3};
    const auto* found = std::ranges::find_if(steps, [most](double step) { return most <= step; });
    return found == steps.end() ? 6 : *found;
}

Level NetworkDrawing::most_telling(int first, int last, bool backward) const
{
    Level most = places[first].levels.of(backward);
    for (int i = first + 1; i <= last; ++i) {
        const Level& level = places[i].levels.of(backward);
        if (level.fate > most.fate
            || (level.fate == most.fate && level.fate == Level::Fate::known
                && std::abs(shown(level, backward)) > std::abs(shown(most, backward))))
            most = level;
    }
    return most;
}

bool NetworkDrawing::measures(bool backward) const
{
    return std::ranges::any_of(
        places, [&](const DrawnPlace& place) { return place.levels.of(backward).fate != Level::Fate::unknown; });
}

QVector<EqualBlocks> runs_of(const NetworkDrawing& drawing)
{
    QVector<EqualBlocks> runs;
    const auto sizes = [&](int block) {
        const DrawnPlace& place = drawing.place(block, drawing.per_block - 1);
        return std::pair(place.width, place.positions);
    };
    for (int block = 1; block <= drawing.depth; ++block) {
        if (runs.isEmpty() || sizes(block) != sizes(block - 1))
            runs << EqualBlocks {block, block};
        runs.last().last = block;
    }
    return runs;
}

NetworkDrawing drawing_of_block(const NetworkDrawing& drawing, int block)
{
    NetworkDrawing one = drawing;
    one.places = drawing.places.mid((block - 1) * drawing.per_block, drawing.per_block + 1);
    one.before.clear();
    one.after.clear();
    one.head.reset();
    one.depth = 1;
    return one;
}

NetworkDrawing network_drawing(const Study& study) { return NetworkDrawer(study).drawing(); }

}   // namespace stepzero
