// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/find_entries.h"

#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include "app/board.h"
#include "app/capture_window.h"
#include "app/child_windows.h"
#include "app/figure_dock.h"
#include "app/file_names.h"
#include "app/workspace.h"
#include "core/diagnose/finding.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/fold.h"
#include "widgets/figures/figures.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// Returns a text in the other languages, and a tooltip without its markup.
QString furtherWords(const QString& shown, const QString& tip = {})
{
    // Most tooltips are plain, and to parse hundreds as HTML takes longer than all the rest.
    QStringList all {Qt::mightBeRichText(tip) ? QTextDocumentFragment::fromHtml(tip).toPlainText() : tip};
    for (const QString& other : otherLanguages(shown))
        all << plainWords(other);
    return all.join(QChar(u'\n'));
}

void addActions(QVector<Findable>& all, const QMenu& menu, const QString& place, const QSet<const QAction*>& without)
{
    for (QAction* action : menu.actions()) {
        if (action->isSeparator() || !action->isVisible() || without.contains(action))
            continue;
        const QString title = plainWords(action->text());
        if (const QMenu* below = action->menu())
            addActions(all, *below, place + QStringLiteral(" › ") + title, without);
        else if (action->isEnabled() && !title.isEmpty())
            all << Findable {title, place, action->shortcut().toString(QKeySequence::NativeText),
                furtherWords(action->text(), action->toolTip()), [action] { action->trigger(); }};
    }
}

void enlarge(Board& board, const QString& figure)
{
    board.setShown(figure, true);
    if (FigureDock* dock = board.dock(figure); dock && board.maximised() != dock)
        board.toggleMaximised(dock);
}

/// Returns the folds around a widget, the outermost last.
QVector<Fold*> foldsAround(const QWidget* widget)
{
    QVector<Fold*> folds;
    for (QWidget* above = widget->parentWidget(); above; above = above->parentWidget())
        if (auto* fold = qobject_cast<Fold*>(above))
            folds << fold;
    return folds;
}

/// Returns whether an editor is hidden only because folds around it are closed.
bool appliesIn(const QWidget* editor, const QVector<Fold*>& folds, const QWidget* panel)
{
    const QWidget* inner = editor;
    for (const Fold* fold : folds) {
        const QWidget* body = fold->rows()->parentWidget();
        if (!inner->isVisibleTo(body))
            return false;
        inner = fold;
    }
    return inner->isVisibleTo(panel);
}

}   // namespace

QVector<Findable> findableActions(const QMenuBar& menus, const Board& board)
{
    QSet<const QAction*> figures;
    for (FigureDock* dock : board.docks())
        figures << dock->toggleViewAction();
    QVector<Findable> all;
    for (const QAction* menu : menus.actions())
        if (menu->menu())
            addActions(all, *menu->menu(), plainWords(menu->text()), figures);
    return all;
}

QVector<Findable> findableFigures(Board& board)
{
    QVector<Findable> all;
    for (const FigureDock* dock : board.docks())
        if (board.applies(dock))
            all << Findable {dock->kind().title, QObject::tr("Figures"), {}, furtherWords(dock->kind().title),
                [&board, name = dock->kind().id] { enlarge(board, name); }};
    return all;
}

QVector<Findable> findableCaptureFigures(ChildWindows& windows)
{
    QVector<Findable> all;
    for (const FigureKind& kind : figureKinds())
        if (kind.places.contains(oneCapture))
            all << Findable {kind.title, QObject::tr("Figures of a capture"), {}, furtherWords(kind.title),
                [&windows, name = kind.id] {
                    windows.showSomeCapture();
                    enlarge(*windows.capture()->board(), name);
                }};
    return all;
}

QVector<Findable> findableSettings(ExperimentPanel& panel)
{
    QVector<Findable> all;
    QSet<QString> known;   // the box and the slider of a row have the same name
    for (QWidget* editor : panel.findChildren<QWidget*>()) {
        if (editor->accessibleName().isEmpty() || editor->focusPolicy() == Qt::NoFocus || !editor->isEnabled()
            || qobject_cast<Fold*>(editor))
            continue;
        const QVector<Fold*> folds = foldsAround(editor);
        if (!appliesIn(editor, folds, panel.widget()))
            continue;
        QStringList places {QObject::tr("Experiment")};
        for (auto fold = folds.rbegin(); fold != folds.rend(); ++fold)
            places << (*fold)->line()->accessibleName();
        const QString name = editor->accessibleName(), place = places.join(QStringLiteral(" › "));
        if (known.contains(place + name))
            continue;
        known << place + name;
        all << Findable {name, place, {}, furtherWords(name, editor->toolTip()), [editor, folds] {
                             for (Fold* fold : folds)
                                 fold->setOpen(true);
                             editor->setFocus(Qt::ShortcutFocusReason);
                         }};
    }
    return all;
}

QVector<Findable> findableFindings(Workspace& workspace, Board& board)
{
    QVector<Findable> all;
    const StudyPtr study = workspace.study();
    if (!study || !study->findings)
        return all;
    for (const Finding& finding : *study->findings) {
        const QString sentence = translated(finding.message);
        const auto& figures = info_of(finding).figures;
        const QString figure = QString::fromStdString(figures.empty() ? "findings" : figures.front());
        all << Findable {sentence, QObject::tr("Findings"), {},
            QString::fromStdString(finding.message.english()) + QChar(u'\n') + translated(finding.cause),
            [&workspace, &board, figure, layer = finding.first_layer] {
                if (layer > 0)
                    workspace.chooseLayer(layer);
                enlarge(board, figure);
            }};
    }
    return all;
}

}   // namespace stepzero
