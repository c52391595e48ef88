// SPDX-License-Identifier: GPL-3.0-or-later
// Gradient, or signal, at the output of every matrix of a block, by block. It shows how evenly a network's parts are
// fed.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// The look of a matrix of every block, or of a site where blocks share their matrices. Colours follow the order of
/// the roles.
struct RoleLook {
    std::string name;   ///< role of the site
    Text label;
    QColor color;
    BlockMark mark;
};

/// Names of roles, by the blocks where they are zero; a role that is nowhere zero is included.
using ZeroRoles = std::map<std::vector<bool>, QStringList>;

class GradientsFigure : public BlockFigure {
public:
    explicit GradientsFigure(QWidget* parent) : BlockFigure(parent)
    {
        addChoice(gradient_, QStringLiteral("what"),
            {{true, "gradient", tr("Gradient at a matrix's output")},
                {false, "signal", tr("Signal at a matrix's output")}});
        addChoice(log_, QStringLiteral("axis"), {{true, "log", tr("Logarithmic")}, {false, "linear", tr("Linear")}});
        addToggle(QStringLiteral("theory"), tr("Show theory of the stream"), true);
    }

    FigureTable table() const override
    {
        return withPins(study().get(), pins(), 1, [this](const Study* s) { return tableOf(s); });
    }

private:
    /// Returns the table of a study; for null, its header.
    FigureTable tableOf(const Study* study) const
    {
        FigureTable table {{QStringLiteral("block")}, {}};
        if (!study || !obstacle(*study).isEmpty())
            return table;
        const BlockSource s = blockSource(*study);
        const QVector<RoleLook> roles = looks(*study);
        for (const char* what : {"gradient", "signal"})
            for (const RoleLook& look : roles)
                table.header << QStringLiteral("%1_%2_rms").arg(QString::fromStdString(look.name), what);
        table.header << QStringLiteral("stream_gradient_rms") << QStringLiteral("stream_signal_rms");
        for (int block = 1; block <= s.depth(); ++block) {
            const Site stream = s.streamSite(block * s.perBlock());
            QStringList row {QString::number(block)};
            for (const Quantity size : {Quantity::gradient_rms, Quantity::rms})
                for (const RoleLook& look : roles)
                    row << exactPower(s.measured({block, look.name}, size));
            for (const Quantity size : {Quantity::gradient_rms, Quantity::rms})
                row << exactPower(s.measured(stream, size));
            table.rows << row;
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        clear();
        Frame f;
        f.quiet = obstacle(*study());
        if (!f.quiet.isEmpty())
            return finish(f, 1);
        const BlockSource s = blockSource(*study());
        f.yScale = isLog() ? Scale::log10 : Scale::linear;
        const bool inTime = s.steps().empty();
        if (inTime)
            f.title = isGradient() ? tr("Gradient by step and gate") : tr("Signal by step and gate");
        else if (!isGradient())
            f.title = tr("Signal by block and role");
        f.yLabel = isGradient() ? tr("gradient RMS") : tr("RMS");
        for (const Remark& remark : study()->measurement->remarks)
            f.notes << translated(remark.text);
        if (isGradient() && !study()->experiment.measure.gradient)
            f.quiet = tr("not measured");

        const BlockTheory theory = addStream(s, f);
        const ZeroRoles zero = addRoles(s, f);
        if (toggled(QStringLiteral("theory")))
            add(theory);
        if (hasTheory() || isOff(QStringLiteral("theory")))
            f.legend << theoryEntry();
        noteZeros(zero, f);
        collectPins(f);
        finish(f, s.depth());
    }

    QString readoutAt(const QPointF& value) const override
    {
        const BlockSource s = blockSource(*shownStudy());
        const int block = std::clamp(int(std::lround(value.x())), 1, s.depth());
        QStringList parts {translated(shownStudy()->plan->kind->numbered_unit(block))};
        const auto say = [&](const QString& name, const Site& site) {
            if (const double log10 = s.measured(site, sizeOf()); !std::isnan(log10))
                parts << name + QLatin1Char(' ') + alignedLog10(log10, false);
        };
        for (const RoleLook& look : looks(*shownStudy()))
            say(translated(look.label), {block, look.name});
        say(s.steps().empty() ? tr("state") : tr("stream"), s.streamSite(block * s.perBlock()));
        return parts.join(QStringLiteral(" · "));
    }

private:
    /// Adds the stream, which is drawn below all others. Returns its theory.
    BlockTheory addStream(const BlockSource& s, Frame& f)
    {
        const Theme& theme = style().theme;
        const bool inTime = s.steps().empty();
        BlockLine stream {QStringLiteral("stream"), theme.faint_text, BlockMark::disc, 2.4, false, {}};
        BlockTheory theory {stream.key, theme.text, Qt::SolidLine, {}};
        for (int place = inTime ? 1 : 0; place < s.places(); ++place) {
            stream.x << s.xOf(place);
            stream.y << axisValue(s.measured(s.streamSite(place), sizeOf()), isLog());
            theory.y << axisValue(s.predicted(s.streamSite(place), sizeOf()), isLog());
        }
        theory.x = stream.x;
        add(stream);
        f.legend << LegendEntry {
            stream.key, inTime ? tr("state") : tr("stream"), stream.color, LegendEntry::Mark::line, endOf(stream.y)};
        return theory;
    }

    /// Adds the roles. Returns those that are shown, by the blocks where they are zero, which a logarithmic axis cannot
    /// show.
    ZeroRoles addRoles(const BlockSource& s, Frame& f)
    {
        ZeroRoles zero;
        for (const RoleLook& look : looks(*study())) {
            BlockLine line {QString::fromStdString(look.name), look.color, look.mark, 1.4, true, {}};
            std::vector<bool> isZero;
            for (int block = 1; block <= s.depth(); ++block) {
                const double log10 = s.measured({block, look.name}, sizeOf());
                line.x << block;
                line.y << axisValue(log10, isLog());
                isZero.push_back(isLog() && std::isinf(log10));
            }
            f.legend << LegendEntry {line.key, translated(look.label), look.color, LegendEntry::Mark::line,
                endOf(line.y), -1, markSign(look.mark)};
            if (isOff(line.key))
                continue;
            add(line);
            zero[isZero] << translated(look.label);
        }
        return zero;
    }

    void noteZeros(const ZeroRoles& zero, Frame& f) const
    {
        qsizetype shown = 0;
        for (const auto& [is, names] : zero)
            shown += names.size();
        for (const auto& [is, names] : zero) {
            const QString subject
                = (isGradient() ? tr("the gradient of %1") : tr("the output of %1"))
                      .arg(names.size() == shown && shown > 1 ? tr("every matrix") : joinedText(names, ", "));
            noteWhere(f, subject, tr("zero"), is);
        }
    }

    bool isLog() const { return log_.value(); }
    bool isGradient() const { return gradient_.value(); }
    Quantity sizeOf() const { return isGradient() ? Quantity::gradient_rms : Quantity::rms; }

    /// Adds the pins' stream and chosen matrix only, since every role of every pin would be unreadable.
    void collectPins(Frame& f) const
    {
        const std::string& role = study()->matrix.role;
        const QVector<RoleLook> all = looks(*study());
        const auto chosen
            = std::find_if(all.begin(), all.end(), [&](const RoleLook& look) { return look.name == role; });
        bool ofMatrix = false;
        for (const Pin& pin : pins()) {
            if (!obstacle(*pin.study).isEmpty() || (isGradient() && !pin.study->experiment.measure.gradient))
                continue;
            const BlockSource s = blockSource(*pin.study);
            PinLine stream {pin, {}}, matrix {pin, {}};
            for (int place = 0; place < s.places(); ++place) {
                stream.x << s.xOf(place);
                stream.y << axisValue(s.measured(s.streamSite(place), sizeOf()), isLog());
            }
            if (!isOff(QStringLiteral("stream")))
                addPin(f, stream);
            if (chosen == all.end() || isOff(QString::fromStdString(role)))
                continue;
            matrix.fill = PinFill::open;
            bool any = false;
            for (int block = 1; block <= s.depth(); ++block) {
                matrix.x << block;
                matrix.y << axisValue(s.measured({block, role}, sizeOf()), isLog());
                any = any || std::isfinite(matrix.y.last());
            }
            ofMatrix = ofMatrix || any;
            if (any)
                addPin(f, matrix);
        }
        if (ofMatrix)
            f.notes << tr("pinned: ● stream, ○ %1").arg(translated(chosen->label));
    }

    /// Returns the looks of the matrices of a study's blocks.
    QVector<RoleLook> looks(const Study& study) const
    {
        // indices into the palette; yellow is too faint
        static constexpr std::array<int, 7> colors {5, 2, 3, 7, 6, 0, 1};
        static constexpr std::array<BlockMark, 7> marks {BlockMark::disc, BlockMark::square, BlockMark::diamond,
            BlockMark::triangle, BlockMark::inverted, BlockMark::box, BlockMark::circle};
        const auto& present = study.plan->roles;
        QVector<RoleLook> all;
        std::size_t i = 0;
        const auto add = [&](const std::string& name, const Text& label) {   // colours repeat with other marks
            all << RoleLook {name, label, style().theme.palette[colors[i % colors.size()]],
                marks[(i + i / colors.size()) % marks.size()]};
            ++i;
        };
        for (const RoleInfo& role : study.plan->kind->roles) {
            if (!role.in_blocks || role.kind != Role::weight)
                continue;
            if (use_of(role.name) == ParameterUse::router) {   // has a separate colour
                if (structure_of(study.experiment.network).experts)
                    all << RoleLook {role.name, role.label, style().theme.palette[4].darker(130), BlockMark::opened};
                continue;
            }
            const auto same = [&](const RoleInfo& other) { return other.name == role.name; };
            if (std::any_of(present.begin(), present.end(), same))
                add(role.name, role.label);
        }
        for (const auto* sites : {&study.plan->kind->sites, &study.plan->kind->gates})
            for (const SiteInfo& site : *sites)
                if (study.measurement->block(1).find(site.role))
                    add(site.role, site.label);
        return all;
    }

    ChoiceOf<bool> gradient_, log_;
};

}   // namespace

FigureKind figure_gradients()
{
    return {QStringLiteral("gradients"), QObject::tr("Gradient by block and role"), created<GradientsFigure>,
        {{networkStream, 2}, {networkTokens, 4}}, QObject::tr("Gradients")};
}

}   // namespace stepzero
