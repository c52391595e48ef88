// SPDX-License-Identifier: GPL-3.0-or-later
// What a report says, before it is set as HTML or on pages.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

#include "core/diagnose/finding.h"
#include "core/grid/grid.h"
#include "widgets/figures/picture.h"
#include "widgets/language/language.h"
#include "widgets/report/report.h"

namespace stepzero {

struct ReportTable {
    QStringList header;   ///< may be empty
    QVector<QStringList> rows;
    bool numeric = false;   ///< right-aligned, in small type; else words, the first column being names
    QString note {};   ///< below it; may be empty
    QVector<bool> words {};   ///< of a numeric table, which columns are words after all: set from the left
};

struct ReportFigure {
    PicturePart part;
    ExhibitPtr exhibit;
    QString caption;   ///< "Weights"
    QString words;   ///< what there is to see, for those who cannot
    double wide = 0;   ///< above 0: takes the width of the page, at this height to its width; others stand two a row
};

struct ReportFinding {
    Severity severity = Severity::note;
    QString where, message, cause, formula;   ///< where: "layers 3–10"
    QStringList fixes;
    std::optional<ReportFigure> change;   ///< before and after the first fix
    QString as;   ///< where that was drawn above, in its place; mostly empty
};

struct ReportCode {
    QString title, text;
};

/// In the order in which they stand. What is empty is left out.
struct ReportSection {
    QString title;
    QStringList paragraphs;
    QVector<ReportFinding> findings;
    QVector<ReportTable> tables;
    QVector<ReportFigure> figures;
    QVector<ReportCode> code;
    QStringList formulas {};   ///< typeset, below the paragraphs
    QStringList closing {};   ///< paragraphs below all else
};

struct Report {
    QString title, settings, date, footer;
    QVector<ReportSection> sections;
    QString language = QStringLiteral("en");   ///< of its words
};

/// All but code in the present language.
void speak(Report& report);

Report reportOf(const ExhibitPtr& exhibit, const ReportOptions& options);
/// As those of report.h, of what is to be said.
QString reportHtml(const Report& report, const ReportOptions& options);
QByteArray reportPdf(const Report& report, const ReportOptions& options);
/// Of a checkpoint: what it is, findings, the map, the tensors that are worst, and the table.
QVector<ReportSection> auditSections(const AuditStudyPtr& study);

/// An experiment in words: what it is made of, and how it is filled and measured.
ReportTable settingsTable(const Experiment& experiment);
/// A study of many: its lists, and what its experiments share.
QVector<ReportTable> settingsTables(const Grid& grid);

/// The table of a figure for people: three digits, at most `most` rows, else evenly chosen ones with the last.
ReportTable tableForPeople(const FigureTable& table, const QString& item, int most);

/// Leaves out the figures that have nothing to show: figures are numbered by what a reader sees.
void leaveOutEmptyFigures(ReportSection& section);

/// Draws a figure of a report, without its title, into `size` logical pixels at the painter's origin.
void paintFigure(QPainter& painter, const QSize& size, const ReportFigure& figure, const QString& theme);

inline QString words(const std::string& text) { return QString::fromStdString(text); }
inline QString words(const char* text) { return QString::fromUtf8(text); }
inline QString words(const Text& text) { return translated(text); }

}   // namespace stepzero
