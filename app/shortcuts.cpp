// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shortcuts.h"

#include <QMenuBar>

#include "app/file_names.h"

namespace stepzero {

namespace {

/// Returns the shortcuts that are not in any menu.
QVector<ShortcutGroup> elsewhere()
{
    const auto tr = [](const char* words) { return QObject::tr(words); };
    return {
        {tr("Layers and figures"),
            {{tr("← →"), tr("Previous, next layer or block")},
                {tr("Return"), tr("Enlarge the focused figure, or show all")},
                {tr("Delete"), tr("Hide the focused figure")}, {tr("Menu key"), tr("Figure options")},
                {tr("Double-click on a tab"), tr("Enlarge")}, {tr("Middle-click on a tab"), tr("Hide")},
                {tr("Drag a tab"), tr("Move the figure; Esc: cancel")}}},
        {tr("Axes"),
            {{tr("Wheel"), tr("Zoom; over an axis: that axis only")}, {tr("Drag"), tr("Pan")},
                {tr("Shift-drag, middle drag"), tr("Zoom to a box")}, {tr("Double-click"), tr("Fit axes to data")},
                {tr("Click"), tr("Select the layer; on a legend entry: hide or show its lines")},
                {tr("Shift-click"), tr("Place a cursor on a line; two show difference and slope")}}},
        {tr("Presenting"),
            {{tr("→, Page Down, Space"), tr("Show the answer, then the next step; ←, Page Up: previous step")},
                {tr("A"), tr("Show or hide the answer")},
                {tr("↑ ↓"), tr("Change the control; P: play, Tab: next control")},
                {tr("R"), tr("Play the signal through the network")},
                {tr("Home"), tr("List of slides or steps; digits, Return: show one")},
                {tr("O"), tr("Choose what to present")}, {tr("L"), tr("Laser pointer")},
                {tr("B, ."), tr("Black screen")}, {tr("F"), tr("Freeze the display")},
                {tr("S"), tr("Spotlight around the pointer")}, {tr("D"), tr("Draw; C: clear")},
                {tr("+ −"), tr("Zoom in, out; 0: automatic")}, {tr("X"), tr("Toggle pinned / current")},
                {tr("N"), tr("Speaker's notes")}, {tr("Esc"), tr("Exit")}}},
        {tr("Tables"),
            {{tr("Click on a column header"), tr("Sort, if the table can be sorted")},
                {tr("Shift-wheel"), tr("Scroll sideways")}}},
        {tr("Sliders and numbers"),
            {{tr("← →"), tr("One step; ↑ ↓, Page Up, Page Down, Home, End: larger steps")},
                {tr("Delete, double-click"), tr("Reset to the default")}}},
    };
}

}   // namespace

QVector<ShortcutGroup> shortcuts(const QMenuBar* menus)
{
    QVector<ShortcutGroup> groups;
    for (const QAction* menu : menus->actions()) {
        ShortcutGroup group {plainWords(menu->text()), {}};
        for (const QAction* action : menu->menu()->actions()) {
            QStringList keys;
            for (const QKeySequence& each : action->shortcuts())
                keys << each.toString(QKeySequence::NativeText);
            if (!keys.isEmpty())
                group.rows.append({keys.join(QObject::tr(" or ")), plainWords(action->text())});
        }
        if (!group.rows.isEmpty())
            groups << group;
    }
    return groups + elsewhere();
}

QString shortcutsMarkdown(const QVector<ShortcutGroup>& groups, int level)
{
    QString text;
    for (const ShortcutGroup& group : groups) {
        text += QStringLiteral("\n%1 %2\n\n| %3 | |\n|---|---|\n")
                    .arg(QString(level, '#'), group.title, QObject::tr("keys"));
        for (const auto& [keys, words] : group.rows)
            text += QStringLiteral("| **%1** | %2 |\n").arg(keys, words);
    }
    return text;
}

QString shortcutsHtml(const QVector<ShortcutGroup>& groups)
{
    QString rows;
    for (const ShortcutGroup& group : groups) {
        rows += QStringLiteral("<tr><td colspan=2><br><i>%1</i></td></tr>").arg(group.title.toHtmlEscaped());
        for (const auto& [keys, words] : group.rows)
            rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(keys.toHtmlEscaped(), words.toHtmlEscaped());
    }
    return QStringLiteral("<table>%1</table>").arg(rows);
}

}   // namespace stepzero
