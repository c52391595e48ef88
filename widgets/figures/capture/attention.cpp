// SPDX-License-Identifier: GPL-3.0-or-later
// Entropy of attention by module, compared with uniform attention, and the size of its logits.
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/capture/module_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

using AttentionNumber = std::optional<double> CapturedAttention::*;

class CaptureAttentionFigure : public ModuleFigure {
public:
    explicit CaptureAttentionFigure(QWidget* parent) : ModuleFigure(parent)
    {
        addChoice(what_, QStringLiteral("what"),
            {{What::entropy, "entropy", tr("Entropy")}, {What::logits, "logits", tr("Logits")},
                {What::top, "top", tr("Largest probability")}});
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("module"), QStringLiteral("block"), QStringLiteral("entropy"),
                               QStringLiteral("entropy_uniform"), QStringLiteral("keys"), QStringLiteral("logit_std"),
                               QStringLiteral("logit_max"), QStringLiteral("top")},
            {}};
        const CaptureStudyPtr study = captureStudy();
        if (!study)
            return table;
        for (const std::size_t i : attending(*study)) {
            const CapturedModule& one = *study->module(i);
            const CapturedAttention& a = *one.attention;
            QStringList row {QString::fromStdString(study->name_of(i)), QString::number(one.block),
                exactNumber(a.entropy), exactNumber(a.entropy_uniform),
                a.keys > 0 ? QString::number(a.keys) : QString(), exactNumber(a.logit_std), exactNumber(a.logit_max),
                exactNumber(a.top)};
            table.rows << row;
        }
        return table;
    }

protected:
    void rebuild() override
    {
        clearLines();
        const CaptureStudy& study = *captureStudy();
        Frame f;
        showModules(f, attending(study));
        f.xLabel = tr("attention in the order of execution");
        if (modules().empty()) {
            f.yLabel = tr("entropy (nats)");
            f.quiet
                = study.capture->modules.empty() ? tr("no modules were recorded") : tr("no attention in this model");
            f.yHome = {0, 1};
            return setFrame(f);
        }
        const Theme& theme = style().theme;
        const auto add = [&](const QString& key, const QString& name, const QColor& color, AttentionNumber number,
                             Qt::PenStyle line = Qt::SolidLine) {
            addLine(f, {key, name, color, valuesOf(number, false), line});
            if (study.before && line == Qt::SolidLine)
                addLine(f,
                    {key + QStringLiteral("_before"), tr("%1, %2").arg(name, translated(study.against)),
                        theme.tint(color, 0.55), valuesOf(number, true), Qt::DotLine, 1.3});
        };
        switch (what_.value()) {
        case What::entropy:
            f.yLabel = tr("entropy (nats)");
            add(QStringLiteral("entropy"), tr("entropy"), theme.forward, &CapturedAttention::entropy);
            add(QStringLiteral("uniform"), tr("uniform attention"), theme.text, &CapturedAttention::entropy_uniform,
                Qt::DashLine);
            break;
        case What::logits:
            f.yLabel = tr("logits");
            add(QStringLiteral("std"), tr("standard deviation"), theme.forward, &CapturedAttention::logit_std);
            add(QStringLiteral("max"), tr("maximum"), theme.gradient, &CapturedAttention::logit_max);
            break;
        case What::top:
            f.yScale = Scale::percent;
            f.yLabel = tr("mean of the largest probability");
            add(QStringLiteral("top"), tr("largest probability"), theme.forward, &CapturedAttention::top);
            break;
        }
        const Range range = rangeOfLines();
        if (f.legend.isEmpty())
            f.quiet = tr("not recorded");
        f.yHome = range.low > range.high
            ? Range {0, 1}
            : Range {std::min(0.0, 1.08 * range.low), range.high > 0 ? 1.08 * range.high : 1};
        setFrame(f);
    }

    QString textOf(std::size_t module) const override
    {
        const CaptureStudy& study = *captureStudy();
        const CapturedAttention& a = *study.module(module)->attention;
        QStringList words {QString::fromStdString(study.name_of(module))};
        for (const auto& [number, text] :
            {std::pair<AttentionNumber, QString> {&CapturedAttention::entropy, tr("entropy %1")},
                {&CapturedAttention::entropy_uniform, tr("uniform %1")},
                {&CapturedAttention::logit_std, tr("logit std %1")},
                {&CapturedAttention::top, tr("largest probability %1")}})
            if (a.*number)
                words << text.arg(captureNumber(*(a.*number)));
        return words.join(QStringLiteral(" · "));
    }

private:
    enum class What { entropy, logits, top };

    static std::vector<std::size_t> attending(const CaptureStudy& study)
    {
        std::vector<std::size_t> all;
        for (std::size_t i = 0; i < study.capture->modules.size(); ++i)
            if (study.capture->modules[i].attention)
                all.push_back(i);
        return all;
    }

    QVector<double> valuesOf(AttentionNumber number, bool before) const
    {
        const CaptureStudy& study = *captureStudy();
        QVector<double> values;
        for (const std::size_t i : modules()) {
            const CapturedModule* one = before ? study.module_before(i) : study.module(i);
            values << (one && one->attention ? ((*one->attention).*number).value_or(nan) : nan);
        }
        return values;
    }

    ChoiceOf<What> what_;
};

}   // namespace

FigureKind figure_capture_attention()
{
    return {QStringLiteral("capture_attention"), QObject::tr("Attention entropy by module"),
        created<CaptureAttentionFigure>, {{oneCapture, 5}}, QObject::tr("Attention")};
}

}   // namespace stepzero
