// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/handout.h"

#include <QCoreApplication>
#include <QTextDocument>
#include <algorithm>

#include "core/base/formats/file.h"
#include "core/study/lesson/exercise.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/study/lesson/lesson_study.h"
#include "core/version.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"
#include "widgets/report/contents.h"
#include "widgets/report/json_object.h"
#include "widgets/report/page_figure.h"

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

/// The document that a handout is made for.
enum class Medium { pages, browser };

/// Draws the main figure of a step for every stop of its control.
ReportFigure figureWithSliders(const Lesson& lesson, std::size_t step, const StepStops& stops)
{
    PageRequest request {partOf(step_of_figures(lesson, step).figures.front()), {stops.sweep}, stops.studies};
    request.start = stops.start;
    request.predicted = true;
    const QString caption = captionOf(request.part);
    return {request.part, stops.studies[stops.start], caption, caption, lowFigure,
        std::make_shared<PageFigure>(drawnFigure(request, QStringLiteral("step%1").arg(step + 1), {}))};
}

/// Returns the number that the step asks for; none if it asks for none, or the study lacks it.
std::optional<ExpectedNumber> expectedAnswer(const LessonStep& step, const Study& study)
{
    const auto* asked = step.exercise ? std::get_if<NumberExercise>(&*step.exercise) : nullptr;
    if (!asked)
        return {};
    const auto found = expected_number(*asked, study);
    const auto* number = std::get_if<ExpectedNumber>(&found);
    return number ? std::optional(*number) : std::nullopt;
}

/// Returns the same name as in the window's table of answers.
QString nameOf(const Lesson& lesson)
{
    return QString::fromStdString(lesson.name.empty() ? lesson.title.in(lesson_languages().front()) : lesson.name);
}

ReportSection sectionOf(const ComputedLesson& computed, std::size_t index, const Words& words, Medium medium)
{
    const LessonStep& step = computed.lesson.steps[index];
    const StudyPtr& study = computed.studies[index];
    const bool slides = medium == Medium::browser && computed.stops[index];
    ReportSection section;
    section.title = QStringLiteral("%1. %2").arg(index + 1).arg(words(step.title));
    section.paragraphs = words.paragraphs(step.text);
    if (!step.formula.empty())
        section.formulas << words(step.formula);
    for (const LessonFigure& figure : step.figures) {
        const PicturePart part = partOf(figure);
        const QString caption = captionOf(part);
        section.figures << ReportFigure {part, study, caption, caption, step.figures.size() == 1 ? lowFigure : 0};
    }
    if (slides) {   // its main figure would show what is to be predicted
        section.figures.remove(0, std::min<qsizetype>(1, section.figures.size()));
        section.figures.prepend(figureWithSliders(computed.lesson, index, *computed.stops[index]));
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
    if (const auto expected = expectedAnswer(step, *study); medium == Medium::browser && expected)
        section.exercise
            = PageExercise {nameOf(computed.lesson), words(step.title), int(index) + 1, expected->low, expected->high};
    if (medium == Medium::browser && !step.answer.empty())
        section.answer = words.paragraphs(step.answer).join(' ');
    return section;
}

Report handoutOf(const ComputedLesson& computed, const std::string& language, Medium medium,
    const std::function<void(double)>& progress)
{
    const Lesson& lesson = computed.lesson;
    Report report;
    report.title = QString::fromStdString(lesson.title.in(language));
    report.settings = QString::fromStdString(lesson.section.in(language));
    report.footer = QStringLiteral("Stepzero ") + QLatin1String(version);
    report.language = QString::fromStdString(language);
    ReportSection answers;
    answers.title = QObject::tr("Answers");
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        if (progress)
            progress(double(i) / double(lesson.steps.size()));
        const Words words(language, *computed.studies[i]);
        const LessonStep& step = lesson.steps[i];
        report.sections << sectionOf(computed, i, words, medium);
        if (!step.answer.empty())
            answers.paragraphs << QStringLiteral("%1. %2").arg(i + 1).arg(words.paragraphs(step.answer).join(' '));
    }
    if (medium == Medium::pages && !answers.paragraphs.isEmpty())
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

ComputedLesson computed(const Lesson& lesson, StudyCaches& caches, const Context& context)
{
    constexpr double share = 0.2;   // fraction of the progress for the steps themselves
    ComputedLesson all {lesson, lesson_studies(lesson, caches, context.part(0, share)), {}};
    all.stops = lesson_stops(lesson, caches, context.part(share, 1 - share));
    return all;
}

/// Returns the progress of a part of the work.
static std::function<void(double)> partOfProgress(const HandoutOptions& options, double from, double share)
{
    if (!options.progress)
        return {};
    return [&options, from, share](double fraction) { options.progress(from + share * fraction); };
}

/// The document begins at this fraction of the progress.
static QString handoutHtml(const ComputedLesson& lesson, const HandoutOptions& options, double from, double share)
{
    ReportOptions document;
    document.theme = options.picture.theme;
    document.progress = partOfProgress(options, from + share / 2, share / 2);
    Report report = handoutOf(lesson, options.language, Medium::browser, partOfProgress(options, from, share / 2));
    report.links = options.links;
    report.themed = true;
    return reportHtml(report, document);
}

QString handoutHtml(const ComputedLesson& lesson, const HandoutOptions& options)
{
    return handoutHtml(lesson, options, 0, 1);
}

void writeHandout(const std::filesystem::path& folder, const ComputedLesson& computed, const HandoutOptions& options)
{
    make_folder(folder);
    const Lesson& lesson = computed.lesson;
    std::size_t all = 0, done = 0;
    for (const LessonStep& step : lesson.steps)
        all += step.figures.size();
    constexpr double pictures = 0.2, html = 0.6;   // fractions of the progress; the PDF takes the rest
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        for (const LessonFigure& figure : lesson.steps[i].figures) {
            if (options.progress)
                options.progress(pictures * double(done++) / double(all));
            QStringList parts {QStringLiteral("%1").arg(int(i) + 1, 2, 10, QLatin1Char('0')),
                slug(lesson.steps[i].title), QString::fromStdString(figure.figure)};
            parts.removeAll(QString());   // removes titles without a Latin letter
            const QString name = parts.join('-') + '.' + options.format;
            QString error;
            if (!writePicture(folder / pathOf(name), computed.studies[i], {partOf(figure)}, options.picture, &error))
                throw FileError(Text::name(error.toStdString()));
        }
    write(folder / "handout.html", handoutHtml(computed, options, pictures, html).toUtf8());
    ReportOptions document;
    document.theme = options.picture.theme;
    document.progress = partOfProgress(options, pictures + html, 1 - pictures - html);
    write(folder / "handout.pdf", reportPdf(handoutOf(computed, options.language, Medium::pages, {}), document));
}

}   // namespace stepzero
