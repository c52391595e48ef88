// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/contents.h"

#include <QPainter>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "core/exchange/code.h"
#include "core/files/experiment_json.h"
#include "core/study/audit_study.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid_study.h"
#include "core/version.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/network/findings.h"

namespace stepzero {

namespace {

constexpr int most_rows = 60;

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

/// Returns "0.0893" or "1.2×10⁻¹⁵⁰⁵": three digits of an exact number. What people typed stays unchanged.
QString numberForPeople(const QString& cell, bool logarithm)
{
    static const QRegularExpression pattern(QStringLiteral("^(-?)(\\d+(?:\\.\\d+)?)(?:e([+-]?\\d+))?$"));
    if (cell == QLatin1String("inf") || cell == QLatin1String("-inf"))
        return pretty(cell.toDouble());
    const QRegularExpressionMatch number = pattern.match(cell);
    constexpr int short_enough = 6;
    const bool plain = number.captured(3).isEmpty();
    if (!number.hasMatch() || (plain && cell.size() <= short_enough))
        return cell;
    if (logarithm)   // equal steps are equal factors, even near 0
        return decimals(cell.toDouble(), 3);
    const double mantissa = number.captured(2).toDouble();
    if (mantissa == 0)
        return QStringLiteral("0");
    return alignedLog10(std::log10(mantissa) + number.captured(3).toDouble(), !number.captured(1).isEmpty());
}

/// The phrases that make up headers and cells of tables. In files they are English.
const std::map<std::string, Text>& tablePhrases()
{
    static const std::map<std::string, Text> all = [] {
        std::map<std::string, Text> phrases;
        for (const Text& phrase : {tr("layer"), tr("block"), tr("step"), tr("weight"), tr("preactivation"),
                 tr("output"), tr("state"), tr("stream"), tr("gradient"), tr("gates"), tr("token"), tr("attention"),
                 tr("memory"), tr("mlp"), tr("RMS"), tr("std"), tr("mean"), tr("theory"), tr("σ off"), tr("% off"),
                 tr("RMS ratio"), tr("zero"), tr("saturated"), tr("dead"), tr("adds"), tr("mlp adds"), tr("entropy"),
                 tr("logit std"), tr("shortest"), tr("longest"), tr("similarity"), tr("stability"), tr("min layer std"),
                 tr("max layer std"), tr("log10 gradient ratio"), tr("log10 last RMS"), tr("log10 last RMS sd"),
                 tr("predicted log10 last RMS"), tr("last RMS"), tr("last std"), tr("tensor"), tr("verdict"),
                 tr("recipe std"), tr("ratio"), tr("distribution"), tr("p value"), tr("role"), tr("shape"),
                 tr("relative change"), tr("cosine"), tr("follows"), tr("deviates"), tr("trained"), tr("unknown"),
                 tr("high"), tr("medium"), tr("low"), tr("normal"), tr("uniform"), tr("orthogonal"), tr("constant"),
                 tr("bias")})
            phrases.emplace(phrase.english(), phrase);
        return phrases;
    }();
    return all;
}

/// Translates the longest known phrases from the start. Other words are names and stay unchanged.
QString wordsForPeople(const QString& english)
{
    constexpr qsizetype longest = 4;   // maximum words in a phrase
    const QStringList all = english.split(QLatin1Char(' '));
    std::vector<Text> texts;
    for (qsizetype i = 0; i < all.size();) {
        qsizetype count = std::min(longest, all.size() - i);
        auto phrase = tablePhrases().end();
        for (; count > 0 && phrase == tablePhrases().end(); --count)
            phrase = tablePhrases().find(all.mid(i, count).join(QLatin1Char(' ')).toStdString());
        const bool known = phrase != tablePhrases().end();
        texts.push_back(known ? phrase->second : Text::name(all[i].toStdString()));
        i += known ? count + 1 : 1;
    }
    return words(joined(texts, " "));
}

QString headerForPeople(QString name)
{
    if (name.contains(QLatin1Char('.')))
        return name;   // a path
    if (name == QLatin1String("fan_in"))
        return name;   // a term that is the same in every language
    if (name == QLatin1String("law"))
        return wordsForPeople(QStringLiteral("distribution"));
    name.replace(QLatin1Char('_'), QLatin1Char(' '));
    name.replace(QStringLiteral("sigmas off"), QStringLiteral("σ off"));
    return wordsForPeople(name.replace(QRegularExpression(QStringLiteral("\\brms\\b")), QStringLiteral("RMS")));
}

QString cellForPeople(const QString& cell, bool logarithm)
{
    const QString number = numberForPeople(cell, logarithm);
    return number == cell && !isNumber(cell) ? wordsForPeople(cell) : number;
}

Text whereOf(const Finding& finding, bool blocks)
{
    const int first = finding.first_layer, last = finding.last_layer;
    if (first == 0)
        return tr("network");
    if (first == last)
        return blocks ? tr("block %1", first) : tr("layer %1", first);
    return blocks ? tr("blocks %1–%2", first, last) : tr("layers %1–%2", first, last);
}

Text tableTitle(RowKind rows)
{
    switch (rows) {
    case RowKind::layer:
        return tr("Table of layers");
    case RowKind::block:
        return tr("Table of blocks");
    case RowKind::cell:
        return tr("Table of cells");
    case RowKind::module:
        return tr("Table of modules");
    case RowKind::tensor:
        break;
    }
    return tr("Table of tensors");
}

/// Returns a note that only one row in `step` of `all` is shown.
Text tableNote(RowKind rows, qsizetype step, qsizetype all)
{
    switch (rows) {
    case RowKind::layer:
        return tr("The table lists one in %1 of the %2 {layer|layers}, and the last.", step, all);
    case RowKind::block:
        return tr("The table lists one in %1 of the %2 {block|blocks}, and the last.", step, all);
    case RowKind::cell:
        return tr("The table lists one in %1 of the %2 {cell|cells}, and the last.", step, all);
    case RowKind::module:
        return tr("The table lists one in %1 of the %2 {module|modules}, and the last.", step, all);
    case RowKind::tensor:
        break;
    }
    return tr("The table lists one in %1 of the %2 {tensor|tensors}, and the last.", step, all);
}

ReportFigure changeOf(const StudyPtr& study, const Finding& finding, const FixedStudy& fixed)
{
    const Text& label = finding.fixes[fixed.fix].label;
    ReportFigure figure;
    figure.exhibit = study;
    figure.part.kind = QStringLiteral("signal");
    figure.part.pins = {Pin {fixed.study, words(tr("after")), 2, true}};
    const std::string numbers = fixNumbers(finding, *study, *fixed.study).toStdString();
    figure.caption = words(tr("Before and after “%1”: %2", label, numbers));
    figure.words = words(tr("Signal and gradient through depth, before and after the fix: %1", label));
    return figure;
}

ReportSection findingsOf(const StudyPtr& study, const ReportOptions& options)
{
    ReportSection section {words(tr("Findings")), {}, {}, {}, {}, {}};
    if (!study->findings || study->findings->empty()) {
        section.paragraphs << words(study->findings
                ? tr("No problems were found in this network before its first training step.")
                : tr("The network was not diagnosed."));
        return section;
    }
    QVector<StudyPtr> drawn;
    for (std::size_t i = 0; i < study->findings->size(); ++i) {
        const Finding& finding = (*study->findings)[i];
        ReportFinding told {finding.severity, words(whereOf(finding, !is_layered(*study))), words(finding.message),
            words(finding.cause), words(finding.formula), {}, words(finding.unfixed), {}, {}};
        for (const Fix& fix : finding.fixes)
            told.fixes << words(fix.label);
        for (const FixedStudy& fixed : options.fixed) {
            if (fixed.finding != i || fixed.fix >= finding.fixes.size())
                continue;
            if (!drawn.contains(fixed.study))
                told.change = changeOf(study, finding, fixed);
            else
                told.as = words(tr("“%1” is drawn above: %2", finding.fixes[fixed.fix].label,
                    fixNumbers(finding, *study, *fixed.study).toStdString()));
            drawn << fixed.study;
            break;
        }
        section.findings << told;
    }
    return section;
}

/// Returns the ratio of height to width for ReportFigure::wide. Figures of a study of many experiments are as wide as
/// the page, and those with one panel per cell grow with the number of cells.
double shapeOf(const FigureKind& kind, const Exhibit& exhibit)
{
    const auto* study = dynamic_cast<const GridStudy*>(&exhibit);
    if (!study)
        return 0;
    constexpr std::size_t few = 12;
    return kind.report == InReport::panels && cell_count(study->result->grid) > few ? 0.75 : 0.42;
}

/// Returns the figures of the default board, except tables and lists.
QVector<ReportFigure> figuresOf(const ExhibitPtr& exhibit)
{
    QVector<ReportFigure> figures;
    for (const FigureKind& kind : figureKinds())
        if (kind.places.value(subjectOf(*exhibit), -1) >= 0
            && (kind.report == InReport::picture || kind.report == InReport::panels))
            figures << ReportFigure {{kind.id, {}}, exhibit, titleOf(kind, *exhibit),
                QStringLiteral("%1: %2").arg(titleOf(kind, *exhibit), settingsOf(*exhibit)), shapeOf(kind, *exhibit)};
    return figures;
}

ReportSection tablesOf(const ExhibitPtr& exhibit, RowKind rows)
{
    ReportSection section {words(tableTitle(rows)), {}, {}, {}, {}, {}};
    for (const FigureKind& kind : figureKinds())
        if (kind.report == InReport::table && kind.places.value(subjectOf(*exhibit), -1) >= 0)
            section.tables << tableForPeople(tableOf(kind, exhibit), rows, most_rows);
    return section;
}

/// A table of names and values that leaves out missing numbers.
class NamedNumbers {
public:
    void add(const Text& name, const std::optional<double>& number)
    {
        if (number)
            table_.rows << QStringList {words(name), pretty(*number)};
    }
    void add(const Text& name, const Text& value) { table_.rows << QStringList {words(name), words(value)}; }
    const ReportTable& table() const { return table_; }

private:
    ReportTable table_;
};

ReportSection theoryOf(const Study& study)
{
    ReportSection section {words(tr("Theory")), {}, {}, {}, {}, {}};
    NamedNumbers numbers;
    if (study.prediction && study.prediction->fixed_point) {
        const FixedPoint& point = *study.prediction->fixed_point;
        if (point.phase)
            numbers.add(tr("phase"), label_of(*point.phase));
        numbers.add(tr("signal length"), label_of(point.length));
        if (point.angles)
            numbers.add(tr("convergence of the correlation"), label_of(point.angles->fate));
        numbers.add(tr("χ₁, growth of the squared gradient per layer"), point.chi_1);
        numbers.add(tr("q*, fixed point of the signal length"), point.q_star);
        numbers.add(tr("c*, fixed point of the correlation"), point.c_star);
        numbers.add(tr("depth scale ξ of the length, in layers"), point.xi_q);
        numbers.add(tr("depth scale ξ of the correlation, in layers"), point.xi_c);
        numbers.add(tr("critical weight variance, times fan_in"), point.critical_weight_variance);
        if (!point.remark.empty())
            section.paragraphs << words(point.remark);
    }
    if (study.prediction && !study.prediction->remark.empty())
        section.paragraphs << words(study.prediction->remark);
    if (study.prediction->writing_blocks) {
        const Prediction& p = *study.prediction;
        numbers.add(tr("effective number of steps that write to the stream"), *p.writing_blocks);
        if (p.path_length && p.path_length_std)
            numbers.add(tr("mean path length of the gradient, in steps"),
                Text::name(
                    QStringLiteral("%1 ± %2").arg(pretty(*p.path_length), pretty(*p.path_length_std)).toStdString()));
        if (p.head) {
            numbers.add(tr("variance of the logits"), p.head->logit_variance);
            numbers.add(tr("initial cross-entropy, in nats"), p.head->cross_entropy);
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
    ReportSection section {words(tr("Experiment")), {}, {}, {settingsTable(study.experiment)}, {}, {}};
    if (study.step > 0)
        section.paragraphs << words(tr("Weights, signal, gradient and spectra are those after training step %1; theory "
                                       "and findings are those of step 0.",
            study.step));
    for (const Remark& remark : study.measurement->remarks)
        section.paragraphs << words(remark.text);
    return section;
}

ReportSection appendixOf(const Experiment& experiment)
{
    ReportSection section {words(tr("Appendix")), {}, {}, {}, {}, {}};
    section.code << ReportCode {words(tr("Experiment file")), words(format_experiment(experiment))};
    if (has_code(experiment.network, Framework::pytorch))
        section.code << ReportCode {
            words(tr("The network in PyTorch")), words(framework_code(experiment, Framework::pytorch))};
    return section;
}

QVector<ReportSection> sectionsOf(const StudyPtr& study, const ReportOptions& options)
{
    const ReportSection figures {words(tr("Figures")), {}, {}, {}, figuresOf(study), {}};
    return {settingsSection(*study), findingsOf(study, options), figures,
        tablesOf(study, is_layered(*study) ? RowKind::layer : RowKind::block), theoryOf(*study),
        appendixOf(study->experiment)};
}

QVector<ReportSection> sectionsOf(const GridStudyPtr& study)
{
    const GridResult& result = *study->result;
    const std::size_t cells = cell_count(result.grid);
    ReportSection settings {words(tr("Study")), {}, {}, settingsTables(result.grid), {}, {}};
    if (!result.complete())
        settings.paragraphs << words(tr("%1 of %2 cells were computed.", result.cells.size(), cells));
    const ReportSection figures {words(tr("Figures")), {}, {}, {}, figuresOf(study), {}};
    const ReportSection appendix {
        words(tr("Appendix")), {}, {}, {}, {}, {ReportCode {words(tr("Study file")), words(format_grid(result.grid))}}};
    return {settings, tablesOf(study, RowKind::cell), figures, appendix};
}

}   // namespace

ReportTable tableForPeople(const FigureTable& table, RowKind rows, int most)
{
    ReportTable out;
    out.numeric = true;
    QVector<qsizetype> columns;   // columns that are not empty
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
        out.note = words(tableNote(rows, step, all));
    }
    return out;
}

Report reportOf(const ExhibitPtr& exhibit, const ReportOptions& options)
{
    Report report {titleOf(*exhibit), settingsOf(*exhibit), options.date,
        QStringLiteral("Stepzero ") + QLatin1String(version), {}};
    const auto study = std::dynamic_pointer_cast<const Study>(exhibit);
    const auto audit = std::dynamic_pointer_cast<const AuditStudy>(exhibit);
    const auto capture = std::dynamic_pointer_cast<const CaptureStudy>(exhibit);
    QVector<ReportSection> sections = study ? sectionsOf(study, options)
        : audit                             ? auditSections(audit)
        : capture                           ? captureSections(capture)
                                            : sectionsOf(std::static_pointer_cast<const GridStudy>(exhibit));
    for (ReportSection& section : sections)
        if (leaveOutEmptyFigures(section); !section.paragraphs.isEmpty() || !section.findings.isEmpty()
            || !section.tables.isEmpty() || !section.figures.isEmpty() || !section.code.isEmpty())
            report.sections << section;
    report.language = language().section(QLatin1Char('_'), 0, 0);
    return report;
}

void leaveOutEmptyFigures(ReportSection& section)
{
    section.figures.removeIf([](const ReportFigure& figure) {
        const std::unique_ptr<Figure> drawn = figureOf(figure.part, figure.exhibit);
        return !drawn || !drawn->whyEmpty().isEmpty();
    });
}

ReportFigure reportFigure(const char* kind, const ExhibitPtr& exhibit, double wide, const QString& caption)
{
    const FigureKind& known = *findFigureKind(QString::fromLatin1(kind));
    return {{known.id, {}}, exhibit, caption.isEmpty() ? known.title : caption,
        QStringLiteral("%1: %2").arg(known.title, caption.isEmpty() ? settingsOf(*exhibit) : caption), wide};
}

ReportSection tableSection(const char* kind, const ExhibitPtr& exhibit, RowKind rows)
{
    constexpr int most_long_rows = 400, most_columns = 9;
    ReportSection section {words(tableTitle(rows)), {}, {}, {}, {}, {}};
    FigureTable table = tableOf(*findFigureKind(QString::fromLatin1(kind)), exhibit);
    // The CSV file has all columns.
    for (QStringList& row : table.rows)
        row = row.mid(0, most_columns);
    table.header = table.header.mid(0, most_columns);
    section.tables << tableForPeople(table, rows, most_long_rows);
    return section;
}

void paintFigure(QPainter& painter, const QSize& size, const ReportFigure& figure, const QString& themeName)
{
    const FigureKind* kind = findFigureKind(figure.part.kind);
    if (!kind)
        return;
    const std::unique_ptr<Figure> drawn(kind->create(nullptr));
    drawn->setStyle({theme(themeName), 1});
    drawn->setTitleShown(false);   // the title is the caption below the figure
    drawn->setViewState(figure.part.view);
    drawn->setPins(figure.part.pins);
    drawn->setExhibit(figure.exhibit);
    painter.save();
    painter.setClipRect(QRect(QPoint(0, 0), size), Qt::IntersectClip);
    drawn->paint(painter, size);
    painter.restore();
}

}   // namespace stepzero
