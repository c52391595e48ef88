// SPDX-License-Identifier: GPL-3.0-or-later
// The formula at work in a network made of blocks: what the chosen block writes into the stream, its attention, and
// the head, with the present numbers put in.
#include <algorithm>
#include <cmath>

#include "core/kinds/stream.h"
#include "core/kinds/transformer.h"
#include "core/study/attention_numbers.h"
#include "widgets/figures/frame/formula_panel.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/network_figure.h"

namespace stepzero {

namespace {

using Ink = FormulaInk;

QString square(double log10_rms) { return prettyLog10(2 * log10_rms); }

class Composer {
public:
    explicit Composer(const Study& study) : s_(study), source_(blockSource(study)) { compose(); }

    const QVector<FormulaLine>& lines() const { return lines_; }
    const FigureTable& table() const { return table_; }

private:
    static QString tr(const char* text) { return QObject::tr(text); }
    void line(int rank, const QString& subject, const QString& left, const QVector<FormulaPiece>& right)
    {
        lines_ << FormulaLine {rank, subject, left, right};
    }
    void add(const QString& symbol, double value, double measured = std::nan(""))
    {
        table_.rows << QStringList {
            symbol, exactNumber(value), std::isnan(measured) ? QString() : exactNumber(measured)};
    }
    static FormulaPiece measured(const QString& number, Ink ink)
    {
        return {QStringLiteral("\"measured\" ") + number, ink};
    }

    void compose()
    {
        const Network& network = s_.experiment.network;
        const bool transformer = source_.steps().size() > 1;
        const StreamSpec stream = stream_spec(network, transformer ? 2 : 1, 2);
        const QString s = stream.skip == 1 ? QString() : pretty(stream.skip) + QStringLiteral(" ");
        const QString a = stream.branch == 1 ? QString() : pretty(stream.branch) + QStringLiteral(" ");
        QString rule = QStringLiteral("%1x_l + %2F_l(x_l)").arg(s, a);
        switch (stream.placement) {
        case Placement::none:
            break;
        case Placement::pre:
            rule = QStringLiteral("%1x_l + %2F_l(\"norm\" x_l)").arg(s, a);
            break;
        case Placement::post:
            rule = QStringLiteral("\"norm\" (%1x_l + %2F_l(x_l))").arg(s, a);
            break;
        case Placement::sandwich:
            rule = QStringLiteral("%1x_l + %2\"norm\" F_l(\"norm\" x_l)").arg(s, a);
            break;
        }
        line(0, tr("step"), QStringLiteral("x_(l+1)"), {{QStringLiteral("= ") + rule}});
        scaling(network, stream, transformer);
        for (int k = 1; k <= int(source_.steps().size()); ++k)
            step((s_.layer - 1) * int(source_.steps().size()) + k, stream);
        if (transformer) {
            attention(transformer_spec(network));
            head(transformer_spec(network));
        }
        depth();
    }

    void scaling(const Network& network, const StreamSpec& stream, bool transformer)
    {
        const std::string& name = option_word(network, "residual_scaling");
        const QString role = transformer ? tr("projections") : tr("last layer");
        if (name == "inverse_sqrt_twice_depth")
            line(2, tr("scaling"), QStringLiteral("σ_\"out\""),
                {{QStringLiteral("= σ/√(2L) = σ/√%1 = %2 σ").arg(2 * network.depth).arg(pretty(stream.scaling.last))},
                    {QStringLiteral("\"(%1)\"").arg(role), Ink::faint}});
        else if (name == "inverse_sqrt_depth")
            line(2, tr("scaling"), QStringLiteral("α"),
                {{QStringLiteral("= 1/√L = 1/√%1 = %2").arg(network.depth).arg(pretty(stream.scaling.branch))}});
        else if (name == "deepnorm")
            line(2, tr("scaling"), QStringLiteral("s"),
                {{QStringLiteral("= (2L)^{1/4} = %1").arg(pretty(stream.scaling.skip))},
                    {QStringLiteral("\"weights\" × (8L)^{−1/4} = %1").arg(pretty(stream.scaling.last))}});
    }

    /// Var(x') = Var(x) + Var(u), and back.
    void step(int place, const StreamSpec& stream)
    {
        const StepInfo& info = source_.stepOf(place);
        const QString label = QString::fromStdString(info.label);
        const auto at = [&](const Site& site) { return source_.distribution(site, Quantity::rms); };
        const Distribution *before = at(source_.streamSite(place - 1)), *branch = at(source_.branchSite(place)),
                           *after = at(source_.streamSite(place));
        const double p = source_.predicted(source_.streamSite(place), Quantity::rms);
        if (before && branch && after && after->rms > 0 && std::isfinite(after->rms)) {
            const double skip = std::log10(std::abs(stream.skip));
            QVector<FormulaPiece> right {
                {QStringLiteral("= %1E[x^2] + E[u^2]").arg(stream.skip == 1 ? QString() : QStringLiteral("s^2 "))},
                {QStringLiteral("= %1 + %2")
                        .arg(square(skip + before->log10_of(before->rms)),
                            branch->rms > 0 ? square(branch->log10_of(branch->rms)) : QStringLiteral("0"))}};
            if (stream.placement == Placement::post)
                right << FormulaPiece {QStringLiteral("\"before the norm\""), Ink::faint};
            else
                right << measured(square(after->log10_of(after->rms)), Ink::forward);
            if (!std::isnan(p) && stream.placement != Placement::post)
                right << FormulaPiece {QStringLiteral("\"theory\" ") + square(p)};
            line(1, tr("behind %1").arg(label), QStringLiteral("E[x'^2]"), right);
            add(QStringLiteral("E[x'^2] ") + label, std::pow(10, 2 * p),
                std::pow(10, 2 * after->log10_of(after->rms)));
        }
        const Distribution* g = source_.distribution(source_.streamSite(place), Quantity::gradient_rms);
        const double theory = source_.predicted(source_.streamSite(place), Quantity::gradient_rms),
                     share = source_.predicted(source_.branchSite(place), Quantity::branch_share);
        if (g && g->rms > 0 && !std::isnan(theory))
            line(5, tr("gradient"), QStringLiteral("E[g^2]"),
                {{QStringLiteral("= %1").arg(square(theory))}, measured(square(g->log10_of(g->rms)), Ink::gradient),
                    {std::isnan(share) ? QString()
                                       : QStringLiteral("\"the branch carries %1 %\"").arg(pretty(100 * share)),
                        Ink::faint}});
    }

    void attention(const TransformerSpec& spec)
    {
        const BlockRecord& seen = s_.measurement->block(s_.layer);
        const SiteRecord* found = seen.find("attention");
        const Distribution *q = seen.value("q"), *k = seen.value("k");
        if (!found || found->heads.empty() || !q || !k)
            return;
        const double width = double(spec.width) / spec.heads;
        const AttentionNumbers law = attention_numbers(found->heads, q->plain(q->rms), k->plain(k->rms), width,
            logit_scale_factor(spec.logit_scale, int(width)));
        const double spread = law.logit_spread * law.logit_spread;
        const QString factor = spec.logit_scale == LogitScale::root ? QStringLiteral("σ_q^2 σ_k^2")
            : spec.logit_scale == LogitScale::width                 ? QStringLiteral("σ_q^2 σ_k^2/d_h")
                                                                    : QStringLiteral("d_h σ_q^2 σ_k^2");
        line(3, tr("logits"), QStringLiteral("\"Var\" (q^\"⊤\" k)"),
            {{QStringLiteral("= ") + factor}, {QStringLiteral("= %1").arg(pretty(law.logit_variance))},
                measured(pretty(spread), Ink::forward)});
        add(QStringLiteral("Var(q k)"), law.logit_variance, spread);
        QVector<FormulaPiece> right {{QStringLiteral("= \"ln\" T − s^2/2")}};
        if (law.expected_entropy >= 0)
            right << FormulaPiece {QStringLiteral("= %1 − %2 = %3")
                                       .arg(pretty(law.log_visible), pretty(spread / 2), pretty(law.expected_entropy))};
        else
            right << FormulaPiece {QStringLiteral("\"frozen: s² = %1 is beyond 2 ln T = %2\"")
                                       .arg(pretty(spread), pretty(2 * law.log_visible)),
                Ink::faint};
        right << measured(pretty(law.entropy), Ink::forward);
        line(4, tr("entropy"), QStringLiteral("H"), right);
        add(QStringLiteral("H"), law.expected_entropy, law.entropy);
    }

    void head(const TransformerSpec& spec)
    {
        const BlockRecord& seen = s_.measurement->block(0);
        const Distribution* logits = seen.value("logits");
        const double loss = seen.number("logits", Quantity::cross_entropy).value_or(std::nan(""));
        const auto& predicted = s_.prediction->head;
        if (!logits || std::isnan(loss))
            return;
        if (predicted)
            line(6, tr("head"), QStringLiteral("\"Var\" (z)"),
                {{QStringLiteral("= d σ_h^2 σ_w^2")}, {QStringLiteral("= %1").arg(pretty(predicted->logit_variance))},
                    measured(pretty(std::pow(logits->plain(logits->std), 2)), Ink::forward)});
        const double entropy = std::log(double(spec.vocabulary));
        QVector<FormulaPiece> right {{QStringLiteral("= \"ln\" V + {\"Var(z)\"}/2")}};
        if (predicted)
            right << FormulaPiece {QStringLiteral("= %1 + %2 = %3")
                                       .arg(pretty(entropy), pretty(predicted->logit_variance / 2),
                                           pretty(predicted->small_variance_cross_entropy))};
        right << measured(pretty(loss), Ink::forward);
        line(7, tr("first loss"), QStringLiteral("\"CE\""), right);
        add(QStringLiteral("CE"), predicted ? predicted->cross_entropy : std::nan(""), loss);
    }

    void depth()
    {
        const Prediction& p = *s_.prediction;
        if (!p.writing_blocks)
            return;
        QVector<FormulaPiece> right {{QStringLiteral("\"%1 of %2 steps write what the last stream holds\"")
                                          .arg(pretty(*p.writing_blocks))
                                          .arg(source_.places() - 1)}};
        if (p.path_length)
            right << FormulaPiece {QStringLiteral("\"gradients pass %1 ± %2 branches\"")
                                       .arg(pretty(*p.path_length), pretty(p.path_length_std.value_or(0)))};
        line(8, tr("effective depth"), QString(), right);
    }

    const Study& s_;
    BlockSource source_;
    QVector<FormulaLine> lines_;
    FigureTable table_ {{QStringLiteral("symbol"), QStringLiteral("value"), QStringLiteral("measured")}, {}};
};

class BlockFormulaFigure : public NetworkFigure<FormulaPanel> {
public:
    using NetworkFigure::NetworkFigure;

    FigureTable table() const override
    {
        return study() && !is_layered(*study()) ? Composer(*study()).table() : FigureTable();
    }

protected:
    void rebuild() override
    {
        const Study& s = *study();
        if (is_layered(s)) {
            setLines({}, tr("the network has no blocks"), {});
            return;
        }
        const Network& network = s.experiment.network;
        setLines(tr("block l = %1 of L = %2 · width %3 · %4")
                     .arg(s.layer)
                     .arg(network.depth)
                     .arg(network.width)
                     .arg(QString::fromStdString(s.plan->kind->label)),
            QString::fromStdString(s.prediction->remark), Composer(s).lines());
    }
};

}   // namespace

Figure* createBlockFormula(QWidget* parent) { return new BlockFormulaFigure(parent); }

}   // namespace stepzero
