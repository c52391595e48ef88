// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/course.h"

#include <QObject>

#include "core/base/formats/file.h"
#include "core/version.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"
#include "widgets/style/math.h"

namespace stepzero {

namespace {

const std::string indexName = "index";

/// Returns the name of a page's file, in one of the languages.
QString pageName(const CourseOptions& options, const std::string& name, const std::string& language)
{
    const bool first = language == options.languages.front();
    return QString::fromStdString(name + (first ? "" : "." + language) + ".html");
}

/// Returns links to a page in the other languages.
QVector<PageLink> otherLanguagesOf(const CourseOptions& options, const std::string& name, const std::string& language)
{
    QVector<PageLink> links;
    for (const std::string& other : options.languages)
        if (other != language) {
            const QString code = knownLanguage(QString::fromStdString(other));
            for (const Language& known : languages())
                if (known.code == code)
                    links << PageLink {known.name, pageName(options, name, other), QString::fromStdString(other)};
        }
    return links;
}

/// Returns links to the index, the lessons before and after, and the same lesson in other languages.
QVector<PageLink> linksOf(const CourseOptions& options, std::size_t lesson, const std::string& language)
{
    QVector<PageLink> links {{QObject::tr("All lessons"), pageName(options, indexName, language)}};
    const auto add = [&](std::size_t other, const QString& text) {
        const Lesson& to = options.lessons[other];
        links << PageLink {
            text.arg(QString::fromStdString(to.title.in(language))), pageName(options, to.name, language)};
    };
    if (lesson > 0)
        add(lesson - 1, QObject::tr("Previous lesson: %1"));
    if (lesson + 1 < options.lessons.size())
        add(lesson + 1, QObject::tr("Next lesson: %1"));
    return links + otherLanguagesOf(options, options.lessons[lesson].name, language);
}

void writePage(const std::filesystem::path& path, const QString& html)
{
    const QByteArray bytes = html.toUtf8();
    write_file(path, {bytes.constData(), std::size_t(bytes.size())});
}

}   // namespace

QString courseIndex(const CourseOptions& options, const std::string& language)
{
    const QString title = QObject::tr("How to initialize neural networks");
    const QString footer = QStringLiteral("Stepzero ") + QLatin1String(version);
    QString html = pageHead(title, QString::fromStdString(language), footer, {})
        + linksHtml(otherLanguagesOf(options, indexName, language))
        + QStringLiteral("<main class=\"course\">\n<h1>%1</h1>\n<p>%2</p>\n")
              .arg(title.toHtmlEscaped(),
                  QObject::tr(
                      "Lessons with figures whose settings can be changed. Everything works without an account, "
                      "and nothing is sent anywhere.")
                      .toHtmlEscaped());
    html += QStringLiteral("<ul>\n");
    for (const Lesson& lesson : options.lessons) {
        const QString name = QString::fromStdString(lesson.title.in(language));
        const QString summary = htmlWithFormulas(QString::fromStdString(lesson.summary.in(language)));
        const QString minutes = QObject::tr("about %1 min").arg(lesson_minutes(lesson, language));
        html += QStringLiteral("<li><a href=\"%1\">%2</a> <span class=\"faint\">%3</span>%4</li>\n")
                    .arg(pageName(options, lesson.name, language).toHtmlEscaped(), htmlWithFormulas(name), minutes,
                        summary.isEmpty() ? QString() : QStringLiteral("<br>") + summary);
    }
    return html + QStringLiteral("</ul>\n</main>\n<footer>%1</footer>\n</body>\n</html>\n").arg(footer.toHtmlEscaped());
}

void writeCourse(const std::filesystem::path& folder, const CourseOptions& options)
{
    const double share = 1.0 / double(options.languages.size());
    for (std::size_t i = 0; i < options.lessons.size(); ++i) {
        const ComputedLesson lesson = options.computed(i);
        for (std::size_t k = 0; k < options.languages.size(); ++k) {
            const std::string& language = options.languages[k];
            setLanguage(knownLanguage(QString::fromStdString(language)));
            HandoutOptions handout;
            handout.language = language;
            handout.links = linksOf(options, i, language);
            handout.progress = [&](double fraction) { options.progress(i, share * (double(k) + fraction)); };
            writePage(
                folder / pathOf(pageName(options, options.lessons[i].name, language)), handoutHtml(lesson, handout));
        }
    }
    for (const std::string& language : options.languages) {   // last, so that its links work
        setLanguage(knownLanguage(QString::fromStdString(language)));
        writePage(folder / pathOf(pageName(options, indexName, language)), courseIndex(options, language));
    }
}

}   // namespace stepzero
