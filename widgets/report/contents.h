// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a report, in the present language, before it is laid out as HTML or on pages.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>

#include "core/diagnose/finding.h"
#include "core/study/capture_study.h"
#include "core/study/grid/grid.h"
#include "widgets/figures/picture.h"
#include "widgets/language/language.h"
#include "widgets/report/page.h"
#include "widgets/report/report.h"

namespace stepzero {

struct ReportTable {
    QStringList header;   ///< may be empty
    QVector<QStringList> rows;
    bool numeric = false;   ///< right-aligned in small type; otherwise words, with names in the first column
    QString note {};   ///< below the table; may be empty
    QVector<bool> words {};   ///< which columns of a numeric table hold words, and are therefore left-aligned
};

struct ReportFigure {
    PicturePart part;
    ExhibitPtr exhibit;
    QString caption;   ///< "Weights"
    QString words;   ///< describes the figure to people who cannot see it
    double wide = 0;   ///< above 0: as wide as the page, with this ratio of height to width; 0: two figures per row
    std::shared_ptr<const PageFigure> sliders {};   ///< shown in its place in HTML; null: none
};

struct ReportFinding {
    Severity severity = Severity::note;
    QString where, message, cause, formula;   ///< place of the finding: "layers 3–10"
    QStringList fixes;
    QString unfixed;   ///< why there are no fixes; may be empty
    std::optional<ReportFigure> change;   ///< the figure before and after the first fix
    QString as;   ///< refers to the same change above instead of drawing it again; usually empty
};

struct ReportCode {
    QString title, text;
};

/// A section, with its parts in the order of the document. Empty parts are left out.
struct ReportSection {
    QString title;
    QStringList paragraphs;
    QVector<ReportFinding> findings;
    QVector<ReportTable> tables;
    QVector<ReportFigure> figures;
    QVector<ReportCode> code;
    QStringList formulas {};   ///< typeset, below the paragraphs
    QStringList closing {};   ///< paragraphs below everything else
    std::optional<PageExercise> exercise {};   ///< below them, in HTML only
    QString answer {};   ///< below it, in HTML only and folded; usually empty
};

struct Report {
    QString title, settings, date, footer;
    QVector<ReportSection> sections;
    QString language = QStringLiteral("en");   ///< the language of its words
    QVector<PageLink> links {};   ///< above the title, in HTML only
    bool themed = false;   ///< in HTML, it is dark for readers who prefer that; paper stays light
};

Report reportOf(const ExhibitPtr& exhibit, const ReportOptions& options);
/// Implement the functions of report.h for a report that was composed before.
QString reportHtml(const Report& report, const ReportOptions& options);
QByteArray reportPdf(const Report& report, const ReportOptions& options);
/// Returns the sections for a checkpoint: facts, findings, the map, the worst tensors, and the table.
QVector<ReportSection> auditSections(const AuditStudyPtr& study);
/// Returns the sections for a capture: facts, findings, figures, and the table of modules.
QVector<ReportSection> captureSections(const CaptureStudyPtr& study);

/// Describes an experiment: its network, initialization and measurements.
ReportTable settingsTable(const Experiment& experiment);
/// Describes a study: its lists, and the settings that its experiments share.
QVector<ReportTable> settingsTables(const Grid& grid);

/// The subject of a row of a table.
enum class RowKind { layer, block, cell, tensor, module };
/// Returns the table of a figure for people: three digits, and at most `most` rows, evenly selected and including the
/// last.
ReportTable tableForPeople(const FigureTable& table, RowKind rows, int most);

/// Returns a figure of an exhibit. Without a caption, its title is the caption.
ReportFigure reportFigure(const char* kind, const ExhibitPtr& exhibit, double wide, const QString& caption = {});
/// Returns a section with the table of a figure that has many rows: as many columns and rows as pages have room for.
ReportSection tableSection(const char* kind, const ExhibitPtr& exhibit, RowKind rows);

/// Leaves out empty figures, so that figure numbers count what a reader sees.
void leaveOutEmptyFigures(ReportSection& section);

/// Draws a figure of a report, without its title, into `size` logical pixels at the painter's origin.
void paintFigure(QPainter& painter, const QSize& size, const ReportFigure& figure, const QString& theme);

inline QString words(const std::string& text) { return QString::fromStdString(text); }
inline QString words(const char* text) { return QString::fromUtf8(text); }
inline QString words(const Text& text) { return translated(text); }

}   // namespace stepzero
