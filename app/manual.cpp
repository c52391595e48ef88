// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual.h"

#include <QFile>
#include <QRegularExpression>
#include <QWidget>

#include "app/board_cell.h"
#include "app/figure_dock.h"
#include "widgets/language/language.h"

static void initManualResource() { Q_INIT_RESOURCE(manual); }

namespace stepzero {

namespace {

constexpr const char* placeProperty = "manualPlace";

QString read(const QString& name)
{
    QFile file(":/manual/" + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QVector<ManualPage> englishPages()
{
    initManualResource();
    static const QRegularExpression link(QStringLiteral(R"(\]\(([a-z-]+\.md)\))"));
    QVector<ManualPage> pages;
    for (auto links = link.globalMatch(read("contents.md")); links.hasNext();) {
        const QString name = links.next().captured(1);
        pages << pageOf(name, read(name));
    }
    return pages;
}

const QVector<ManualPage>& originals()
{
    static const QVector<ManualPage> pages = englishPages();
    return pages;
}

/// Returns the pages in the present language, as far as translated. Each translation is in a folder with the language's
/// code.
QVector<ManualPage> pagesInLanguage()
{
    QVector<ManualPage> pages = originals();
    for (ManualPage& page : pages)
        if (const QString said = read(tableLanguage() + '/' + page.name); !said.isEmpty())
            page = pageOf(page.name, said, page.sections);
    return pages;
}

}   // namespace

QString anchorOf(const QString& heading)
{
    static const QRegularExpression signs(
        QStringLiteral(R"([^\w\- ])"), QRegularExpression::UseUnicodePropertiesOption);
    return heading.toLower().remove(signs).replace(' ', '-');
}

ManualPage pageOf(const QString& name, const QString& markdown, const QVector<ManualSection>& original)
{
    static const QRegularExpression heading(QStringLiteral("^#+ (.+)$"));
    ManualPage page {name, markdown, {}};
    for (const QString& line : markdown.split('\n')) {
        if (const auto match = heading.match(line); match.hasMatch()) {
            const QString title = match.captured(1);
            const qsizetype at = page.sections.size();
            const QString own = at == 0 ? name : name + '#' + anchorOf(title);
            page.sections.append({title, at < original.size() ? original[at].place : own, {}});
        } else if (!page.sections.isEmpty()) {
            page.sections.last().text += line + '\n';
        }
    }
    if (page.sections.isEmpty())
        page.sections.append({name, name, markdown});
    return page;
}

const QVector<ManualPage>& manualPages() { return inEachLanguage(pagesInLanguage); }

QString placeOfFigure(const QString& title)
{
    for (const ManualPage& page : originals())
        for (const ManualSection& section : page.sections)
            if (QObject::tr(section.title.toUtf8()) == title)
                return section.place;
    return {};
}

bool isPlace(const QString& place)
{
    for (const ManualPage& page : originals())
        for (const ManualSection& section : page.sections)
            if (section.place == place)
                return true;
    return false;
}

void setManualPlace(QWidget* widget, const QString& place) { widget->setProperty(placeProperty, place); }

bool hasManualPlace(const QWidget* widget) { return !widget->property(placeProperty).toString().isEmpty(); }

QString manualPlaceOf(const QWidget* focus)
{
    for (const QWidget* widget = focus; widget; widget = widget->parentWidget()) {
        if (const auto* dock = qobject_cast<const FigureDock*>(widget))
            return placeOfFigure(dock->kind().title);
        // continues with the front figure of a cell
        if (const auto* cell = qobject_cast<const BoardCell*>(widget); cell && cell->front())
            return placeOfFigure(cell->front()->kind().title);
        if (QString place = widget->property(placeProperty).toString(); !place.isEmpty())
            return place;
    }
    return manualPages().first().name;
}

}   // namespace stepzero
