// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/language/language.h"
#include "widgets/report/contents.h"

namespace stepzero {

namespace {

void speak(QString& text) { text = spoken(text); }

void speak(QStringList& texts)
{
    for (QString& text : texts)
        speak(text);
}

void speak(ReportFigure& figure)
{
    speak(figure.caption);
    speak(figure.words);
}

void speak(ReportFinding& finding)
{
    for (QString* text : {&finding.where, &finding.message, &finding.cause, &finding.formula, &finding.as})
        speak(*text);
    speak(finding.fixes);
    if (finding.change)
        speak(*finding.change);
}

void speak(ReportTable& table)
{
    speak(table.header);
    for (QStringList& row : table.rows)
        speak(row);
    speak(table.note);
}

}   // namespace

void speak(Report& report)
{
    report.language = language().section(QLatin1Char('_'), 0, 0);
    for (ReportSection& section : report.sections) {
        speak(section.title);
        speak(section.paragraphs);
        for (ReportFinding& finding : section.findings)
            speak(finding);
        for (ReportTable& table : section.tables)
            speak(table);
        for (ReportFigure& figure : section.figures)
            speak(figure);
        for (ReportCode& code : section.code)
            speak(code.title);
    }
}

}   // namespace stepzero
