// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/contents.h"

#include <QPainter>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <memory>

#include "core/exchange/code.h"
#include "core/files/experiment_json.h"
#include "core/grid/grid_json.h"
#include "core/study/audit_study.h"
#include "core/study/grid_study.h"
#include "core/version.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/network/findings.h"

namespace stepzero {

namespace {

constexpr int most_rows = 60;

/// Figures that a document has as a table in place of a picture, and the one that it has as a section.
bool isTable(const QString& kind) { return kind == QLatin1String("summary") || kind == QLatin1String("study_table"); }
bool isList(const QString& kind) { return kind == QLatin1String("findings"); }

FigureTable tableOf(const FigureKind& kind, const ExhibitPtr& exhibit)
{
    const std::unique_ptr<Figure> figure(kind.create(nullptr));
    figure->setExhibit(exhibit);
    return figure->table();
}

bool isNumber(const QString& cell)
{
    static const QRegularExpression pattern(QStringLiteral("^-?(\\d+(\\.\\d+)?(e[+-]?\\d+)?|inf)$"));
    return pattern.match(cell).hasMatch();
}

/// "0.0893", "1.2×10⁻¹⁵⁰⁵": three digits of a number with all of them. What people typed stays as it is.
QString cellForPeople(const QString& cell, bool logarithm)
{
    static const QRegularExpression pattern(QStringLiteral("^(-?)(\\d+(?:\\.\\d+)?)(?:e([+-]?\\d+))?$"));
    if (cell == QLatin1String("inf") || cell == QLatin1String("-inf"))
        return pretty(cell.toDouble());
    const QRegularExpressionMatch number = pattern.match(cell);
    constexpr int short_enough = 6;
    const bool plain = number.captured(3).isEmpty();
    if (!number.hasMatch() || (plain && cell.size() <= short_enough))
        return cell;
    if (logarithm)   // equal steps are equal factors, near 0 too
        return decimals(cell.toDouble(), 3);
    const double mantissa = number.captured(2).toDouble();
    if (mantissa == 0)
        return QStringLiteral("0");
    return alignedLog10(std::log10(mantissa) + number.captured(3).toDouble(), !number.captured(1).isEmpty());
}

/// Those that are put together nowhere else, for translators.
[[maybe_unused]] constexpr const char* headers[] = {"min layer std", "max layer std", "log10 gradient ratio",
    "log10 last RMS", "log10 last RMS sd", "predicted log10 last RMS", "mlp adds", "p value"};

QString headerForPeople(QString name)
{
    if (name.contains(QLatin1Char('.')))
        return name;   // a path
    if (name == QLatin1String("fan_in"))
        return name;   // as it is called everywhere
    name.replace(QLatin1Char('_'), QLatin1Char(' '));
    name.replace(QStringLiteral("sigmas off"), QStringLiteral("σ off"));
    return name.replace(QRegularExpression(QStringLiteral("\\brms\\b")), QStringLiteral("RMS"));
}

QString whereOf(const Finding& finding, bool blocks)
{
    if (finding.first_layer == 0)
        return QStringLiteral("network");
    const QString one = blocks ? QStringLiteral("block") : QStringLiteral("layer");
    return finding.first_layer == finding.last_layer
        ? QStringLiteral("%1 %2").arg(one).arg(finding.first_layer)
        : (blocks ? QStringLiteral("blocks %1–%2") : QStringLiteral("layers %1–%2"))
              .arg(finding.first_layer)
              .arg(finding.last_layer);
}

ReportFigure changeOf(const StudyPtr& study, const Finding& finding, const FixedStudy& fixed)
{
    const QString label = words(finding.fixes[fixed.fix].label);
    ReportFigure figure;
    figure.exhibit = study;
    figure.part.kind = QStringLiteral("signal");
    figure.part.pins = {Pin {fixed.study, QStringLiteral("after"), 2, true}};
    figure.caption = QStringLiteral("Before and after “%1”: %2").arg(label, fixNumbers(finding, *study, *fixed.study));
    figure.words = QStringLiteral("Signal and gradient through depth, before and after the fix: ") + label;
    return figure;
}

ReportSection findingsOf(const StudyPtr& study, const ReportOptions& options)
{
    ReportSection section {QStringLiteral("Findings"), {}, {}, {}, {}, {}};
    if (!study->findings || study->findings->empty()) {
        section.paragraphs << (study->findings
                ? QStringLiteral("Nothing is wrong with this network before its first training step.")
                : QStringLiteral("The network was not diagnosed."));
        return section;
    }
    QVector<StudyPtr> drawn;
    for (std::size_t i = 0; i < study->findings->size(); ++i) {
        const Finding& finding = (*study->findings)[i];
        ReportFinding told {finding.severity, whereOf(finding, !is_layered(*study)), words(finding.message),
            words(finding.cause), words(finding.formula), {}, {}, {}};
        for (const Fix& fix : finding.fixes)
            told.fixes << words(fix.label);
        for (const FixedStudy& fixed : options.fixed) {
            if (fixed.finding != i || fixed.fix >= finding.fixes.size())
                continue;
            if (!drawn.contains(fixed.study))
                told.change = changeOf(study, finding, fixed);
            else
                told.as = QStringLiteral("“%1” is drawn above: %2")
                              .arg(words(finding.fixes[fixed.fix].label), fixNumbers(finding, *study, *fixed.study));
            drawn << fixed.study;
            break;
        }
        section.findings << told;
    }
    return section;
}

/// The figures that a board begins with, but for tables and lists.
QVector<ReportFigure> figuresOf(const ExhibitPtr& exhibit)
{
    QVector<ReportFigure> figures;
    for (const FigureKind& kind : figureKinds())
        if (kind.places.value(subjectOf(*exhibit), -1) >= 0 && !isTable(kind.id) && !isList(kind.id))
            figures << ReportFigure {{kind.id, {}}, exhibit, titleOf(kind, *exhibit),
                QStringLiteral("%1: %2").arg(titleOf(kind, *exhibit), settingsOf(*exhibit))};
    return figures;
}

/// Of layers, blocks or cells.
ReportSection tablesOf(const ExhibitPtr& exhibit, const QString& item)
{
    ReportSection section {QStringLiteral("Table of the %1s").arg(item), {}, {}, {}, {}, {}};
    for (const FigureKind& kind : figureKinds())
        if (isTable(kind.id) && kind.places.value(subjectOf(*exhibit), -1) >= 0)
            section.tables << tableForPeople(tableOf(kind, exhibit), item, most_rows);
    return section;
}

/// Null and absent are left out.
class NamedNumbers {
public:
    void add(const QString& name, const std::optional<double>& number)
    {
        if (number)
            table_.rows << QStringList {name, pretty(*number)};
    }
    void add(const QString& name, const QString& value) { table_.rows << QStringList {name, value}; }
    const ReportTable& table() const { return table_; }

private:
    ReportTable table_;
};

ReportSection theoryOf(const Study& study)
{
    ReportSection section {QStringLiteral("Theory"), {}, {}, {}, {}, {}};
    NamedNumbers numbers;
    if (study.prediction && study.prediction->fixed_point) {
        const FixedPoint& point = *study.prediction->fixed_point;
        if (point.phase)
            numbers.add(QStringLiteral("phase"), words(word(*point.phase)));
        numbers.add(QStringLiteral("length of signals"), words(word(point.length)));
        if (point.angles)
            numbers.add(QStringLiteral("approach of the correlation to its end"), words(word(point.angles->fate)));
        numbers.add(QStringLiteral("χ₁, the growth of a gradient's square a layer"), point.chi_1);
        numbers.add(QStringLiteral("q*, the length where signals settle"), point.q_star);
        numbers.add(QStringLiteral("c*, the correlation where they settle"), point.c_star);
        numbers.add(QStringLiteral("ξ of the length, in layers"), point.xi_q);
        numbers.add(QStringLiteral("ξ of the correlation, in layers"), point.xi_c);
        numbers.add(QStringLiteral("critical variance of the weights, times fan_in"), point.critical_weight_variance);
        if (!point.remark.empty())
            section.paragraphs << words(point.remark);
    }
    if (study.prediction && !study.prediction->remark.empty())
        section.paragraphs << words(study.prediction->remark);
    if (study.prediction->writing_blocks) {
        const Prediction& p = *study.prediction;
        numbers.add(QStringLiteral("steps that write into the stream, effectively"), *p.writing_blocks);
        if (p.path_length && p.path_length_std)
            numbers.add(QStringLiteral("path length of the gradient, in steps"),
                QStringLiteral("%1 ± %2").arg(pretty(*p.path_length), pretty(*p.path_length_std)));
        if (p.head) {
            numbers.add(QStringLiteral("variance of the logits"), p.head->logit_variance);
            numbers.add(QStringLiteral("first cross-entropy, in nats"), p.head->cross_entropy);
        }
        if (!p.remark.empty())
            section.paragraphs << words(p.remark);
    }
    if (!numbers.table().rows.isEmpty())
        section.tables << numbers.table();
    return section;
}

ReportSection settingsSection(const Study& study)
{
    ReportSection section {QStringLiteral("Experiment"), {}, {}, {settingsTable(study.experiment)}, {}, {}};
    if (study.step > 0)
        section.paragraphs << QStringLiteral(
            "Weights, signal, gradient and spectra are those behind step %1 of training; "
            "what theory says and the findings are of step 0.")
                                  .arg(study.step);
    for (const Remark& remark : study.measurement->remarks)
        section.paragraphs << words(remark.text);
    return section;
}

ReportSection appendixOf(const Experiment& experiment)
{
    ReportSection section {QStringLiteral("Appendix"), {}, {}, {}, {}, {}};
    section.code << ReportCode {QStringLiteral("The experiment's file"), words(format_experiment(experiment))};
    if (has_code(experiment.network, Framework::pytorch))
        section.code << ReportCode {
            QStringLiteral("The network in PyTorch"), words(framework_code(experiment, Framework::pytorch))};
    return section;
}

QVector<ReportSection> sectionsOf(const StudyPtr& study, const ReportOptions& options)
{
    const ReportSection figures {QStringLiteral("Figures"), {}, {}, {}, figuresOf(study), {}};
    return {settingsSection(*study), findingsOf(study, options), figures,
        tablesOf(study, is_layered(*study) ? QStringLiteral("layer") : QStringLiteral("block")), theoryOf(*study),
        appendixOf(study->experiment)};
}

/// Those with a panel a cell grow with the cells.
double shapeOf(const QString& kind, std::size_t cells)
{
    constexpr std::size_t few = 12;
    const bool panels = kind == QLatin1String("study_weights") || kind == QLatin1String("study_layers");
    return panels && cells > few ? 0.75 : 0.42;
}

QVector<ReportSection> sectionsOf(const GridStudyPtr& study)
{
    const GridResult& result = *study->result;
    const std::size_t cells = cell_count(result.grid);
    ReportSection settings {QStringLiteral("Study"), {}, {}, settingsTables(result.grid), {}, {}};
    if (!result.complete())
        settings.paragraphs << QStringLiteral("%1 of %2 cells were computed.").arg(result.cells.size()).arg(cells);
    ReportSection figures {QStringLiteral("Figures"), {}, {}, {}, figuresOf(study), {}};
    for (ReportFigure& figure : figures.figures)
        figure.wide = shapeOf(figure.part.kind, cells);
    const ReportSection appendix {QStringLiteral("Appendix"), {}, {}, {}, {},
        {ReportCode {QStringLiteral("The study's file"), words(format_grid(result.grid))}}};
    return {settings, tablesOf(study, QStringLiteral("cell")), figures, appendix};
}

}   // namespace

ReportTable tableForPeople(const FigureTable& table, const QString& item, int most)
{
    ReportTable out;
    out.numeric = true;
    QVector<qsizetype> columns;   // those that say something
    for (qsizetype c = 0; c < table.header.size(); ++c)
        if (std::any_of(
                table.rows.begin(), table.rows.end(), [c](const QStringList& row) { return !row[c].isEmpty(); }))
            columns << c;
    for (const qsizetype c : columns) {
        out.header << headerForPeople(table.header[c]);
        out.words << std::any_of(table.rows.begin(), table.rows.end(),
            [c](const QStringList& row) { return !row[c].isEmpty() && !isNumber(row[c]); });
    }
    const qsizetype all = table.rows.size(), step = (all + most - 1) / std::max(1, most);
    const auto add = [&](const QStringList& row) {
        QStringList cells;
        for (const qsizetype c : columns)
            cells << cellForPeople(row[c], table.header[c].contains(QStringLiteral("log10")));
        out.rows << cells;
    };
    for (qsizetype r = 0; r < all; r += std::max<qsizetype>(1, step))
        add(table.rows[r]);
    if (step > 1) {
        if ((all - 1) % step != 0)
            add(table.rows.last());
        out.note = QStringLiteral("One %1 in %2 of %3, and the last.").arg(item).arg(step).arg(all);
    }
    return out;
}

Report reportOf(const ExhibitPtr& exhibit, const ReportOptions& options)
{
    Report report {titleOf(*exhibit), settingsOf(*exhibit), options.date,
        QStringLiteral("Stepzero ") + QLatin1String(version), {}};
    const auto study = std::dynamic_pointer_cast<const Study>(exhibit);
    const auto audit = std::dynamic_pointer_cast<const AuditStudy>(exhibit);
    QVector<ReportSection> sections = study ? sectionsOf(study, options)
        : audit                             ? auditSections(audit)
                                            : sectionsOf(std::static_pointer_cast<const GridStudy>(exhibit));
    for (ReportSection& section : sections)
        if (leaveOutEmptyFigures(section); !section.paragraphs.isEmpty() || !section.findings.isEmpty() || !section.tables.isEmpty()
            || !section.figures.isEmpty() || !section.code.isEmpty())
            report.sections << section;
    speak(report);
    return report;
}

void leaveOutEmptyFigures(ReportSection& section)
{
    section.figures.removeIf([](const ReportFigure& figure) {
        const std::unique_ptr<Figure> drawn = figureOf(figure.part, figure.exhibit);
        return !drawn || !drawn->whyEmpty().isEmpty();
    });
}

void paintFigure(QPainter& painter, const QSize& size, const ReportFigure& figure, const QString& themeName)
{
    const FigureKind* kind = findFigureKind(figure.part.kind);
    if (!kind)
        return;
    const std::unique_ptr<Figure> drawn(kind->create(nullptr));
    drawn->setStyle({theme(themeName), 1});
    drawn->setTitleShown(false);   // it stands below, as a caption
    drawn->setViewState(figure.part.view);
    drawn->setPins(figure.part.pins);
    drawn->setExhibit(figure.exhibit);
    painter.save();
    painter.setClipRect(QRect(QPoint(0, 0), size), Qt::IntersectClip);
    drawn->paint(painter, size);
    painter.restore();
}

}   // namespace stepzero
