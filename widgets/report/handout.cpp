// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/handout.h"

#include <QCoreApplication>
#include <QTextDocument>

#include "core/base/formats/file.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/version.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"
#include "widgets/report/contents.h"
#include "widgets/report/json_object.h"

namespace stepzero {

namespace {

constexpr double lowFigure = 0.48;   // height over width of a figure that has the width of the page

class Words {
public:
    Words(const std::string& language, const Study& study) : language_(language), study_(study) { }

    QString operator()(const LessonText& text) const
    {
        return QString::fromStdString(with_numbers(text.in(language_), &study_).text);
    }
    /// Returns the text by paragraphs, without Markdown characters.
    QStringList paragraphs(const LessonText& text) const
    {
        QTextDocument document;
        document.setMarkdown((*this)(text));
        return document.toPlainText().split('\n', Qt::SkipEmptyParts);
    }

private:
    const std::string& language_;
    const Study& study_;
};

QString captionOf(const PicturePart& part)
{
    const FigureKind* kind = findFigureKind(part.kind);
    return kind ? kind->title : QString();
}

ReportSection sectionOf(const LessonStep& step, int number, const StudyPtr& study, const Words& words)
{
    ReportSection section;
    section.title = QStringLiteral("%1. %2").arg(number).arg(words(step.title));
    section.paragraphs = words.paragraphs(step.text);
    if (!step.formula.empty())
        section.formulas << words(step.formula);
    for (const LessonFigure& figure : step.figures) {
        const PicturePart part = partOf(figure);
        const QString caption = captionOf(part);
        section.figures << ReportFigure {part, study, caption, caption, step.figures.size() == 1 ? lowFigure : 0};
    }
    leaveOutEmptyFigures(section);
    for (const LessonClaim& claim : step.claims) {
        const ClaimResult result = check_claim(claim.that, *study);
        section.closing << QStringLiteral("%1 %2 [%3]")
                               .arg(result.holds ? QStringLiteral("✓") : QStringLiteral("✗"), words(claim.text),
                                   result.problem.empty() ? QString::fromStdString(claim_numbers(result))
                                                          : translated(result.problem));
    }
    if (!step.question.empty())
        section.closing << QObject::tr("Question: %1").arg(words.paragraphs(step.question).join(' '));
    return section;
}

Report handoutOf(const Lesson& lesson, const std::vector<StudyPtr>& studies, const std::string& language)
{
    Report report;
    report.title = QString::fromStdString(lesson.title.in(language));
    report.settings = QString::fromStdString(lesson.section.in(language));
    report.footer = QStringLiteral("Stepzero ") + QLatin1String(version);
    report.language = QString::fromStdString(language);
    ReportSection answers;
    answers.title = QObject::tr("Answers");
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const Words words(language, *studies[i]);
        const LessonStep& step = lesson.steps[i];
        report.sections << sectionOf(step, int(i) + 1, studies[i], words);
        if (!step.answer.empty())
            answers.paragraphs << QStringLiteral("%1. %2").arg(i + 1).arg(words.paragraphs(step.answer).join(' '));
    }
    if (!answers.paragraphs.isEmpty())
        report.sections << answers;
    return report;
}

/// Returns "go-deep" for "Go deep!".
QString slug(const LessonText& title)
{
    QString text;
    for (const QChar c : QString::fromStdString(title.in(lesson_languages().front())).toLower())
        if (c.isLetterOrNumber() && c.unicode() < 128)
            text += c;
        else if (!text.isEmpty() && !text.endsWith('-'))
            text += '-';
    while (text.endsWith('-'))
        text.chop(1);
    return text;
}

void write(const std::filesystem::path& file, const QByteArray& bytes)
{
    write_file(file, {bytes.constData(), std::size_t(bytes.size())});
}

}   // namespace

PicturePart partOf(const LessonFigure& figure)
{
    PicturePart part {QString::fromStdString(figure.figure), {}};
    if (figure.view)
        part.view = objectOf(*figure.view);
    return part;
}

void writeHandout(const std::filesystem::path& folder, const Lesson& lesson, const std::vector<StudyPtr>& studies,
    const HandoutOptions& options)
{
    make_folder(folder);
    std::size_t all = 0, done = 0;
    for (const LessonStep& step : lesson.steps)
        all += step.figures.size();
    constexpr double share = 0.4;   // fraction of the progress for the pictures; the documents share the rest
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        for (const LessonFigure& figure : lesson.steps[i].figures) {
            if (options.progress)
                options.progress(share * double(done++) / double(all));
            QStringList parts {QStringLiteral("%1").arg(int(i) + 1, 2, 10, QLatin1Char('0')),
                slug(lesson.steps[i].title), QString::fromStdString(figure.figure)};
            parts.removeAll(QString());   // removes titles without a Latin letter
            const QString name = parts.join('-') + '.' + options.format;
            QString error;
            if (!writePicture(folder / pathOf(name), studies[i], {partOf(figure)}, options.picture, &error))
                throw FileError(Text::name(error.toStdString()));
        }
    const Report report = handoutOf(lesson, studies, options.language);
    ReportOptions document;
    document.theme = options.picture.theme;
    const auto progress = [&](double from) -> std::function<void(double)> {
        if (!options.progress)
            return {};
        return [&options, from](double fraction) { options.progress(from + (1 - share) / 2 * fraction); };
    };
    document.progress = progress(share);
    write(folder / "handout.html", reportHtml(report, document).toUtf8());
    document.progress = progress(share + (1 - share) / 2);
    write(folder / "handout.pdf", reportPdf(report, document));
}

}   // namespace stepzero
