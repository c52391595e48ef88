// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure_dock.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>

#include "app/appearance.h"

namespace stepzero {

namespace {

/// A title that gives way when the dock is narrow, instead of keeping it wide.
class ElidedLabel : public QLabel {
public:
    ElidedLabel(const QString& text, QWidget* parent) : QLabel(parent), text_(text) { setMinimumWidth(10); }

protected:
    void resizeEvent(QResizeEvent*) override
    {
        setText(fontMetrics().elidedText(text_, Qt::ElideRight, width()));
        setToolTip(text() == text_ ? QString() : text_);
    }
    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text_) + 4, fontMetrics().height()}; }
    QSize minimumSizeHint() const override { return {10, fontMetrics().height()}; }

private:
    QString text_;
};

/// Leaves presses to the dock, which drags with them, and keeps the double click, which would undock.
class TitleBar : public QWidget {
public:
    explicit TitleBar(FigureDock* dock) : QWidget(dock), dock_(dock) { }

protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton)
            emit dock_->maximiseRequested();
    }
    void contextMenuEvent(QContextMenuEvent*) override { dock_->menuButton()->showMenu(); }

private:
    FigureDock* dock_;
};

}   // namespace

FigureDock::FigureDock(const FigureKind& kind, QWidget* parent)
    : QDockWidget(kind.title, parent), kind_(kind), figure_(kind.create(this)), menu_(new QMenu(this))
{
    setObjectName("figure-" + kind.id);
    figure_->setTitleShown(false);   // the bar has it
    setWidget(figure_);
    setAllowedAreas(Qt::AllDockWidgetAreas);

    auto* bar = new TitleBar(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 1, 2, 1);
    layout->setSpacing(0);
    auto* title = new ElidedLabel(kind.title, bar);
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    layout->addWidget(title, 1);
    const auto button = [&](const QString& tip) {
        auto* made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setIconSize({16, 16});
        made->setFocusPolicy(Qt::NoFocus);
        layout->addWidget(made);
        return made;
    };
    menuButton_ = button(tr("Choices of this figure"));
    menuButton_->setPopupMode(QToolButton::InstantPopup);
    menuButton_->setMenu(menu_);
    menuButton_->setStyleSheet("QToolButton::menu-indicator { image: none; }");
    maximiseButton_ = button(tr("Enlarge (double click on the title)"));
    closeButton_ = button(tr("Hide"));
    setTitleBarWidget(bar);
    setIcons();

    connect(menu_, &QMenu::aboutToShow, this, &FigureDock::fillMenu);
    connect(maximiseButton_, &QToolButton::clicked, this, &FigureDock::maximiseRequested);
    connect(closeButton_, &QToolButton::clicked, this, &QDockWidget::close);
}

void FigureDock::setMaximised(bool maximised)
{
    maximised_ = maximised;
    maximiseButton_->setToolTip(maximised ? tr("Back to the board (Esc)") : tr("Enlarge (double click on the title)"));
    setIcons();
}

void FigureDock::fillMenu()
{
    menu_->clear();
    const QList<QAction*> choices = figure_->choices();
    menu_->addActions(choices);
    if (!choices.isEmpty())
        menu_->addSeparator();
    menu_->addAction(tr("Fit to data"), figure_, &Figure::goHome);
    QAction* hold = menu_->addAction(tr("Hold axes"));
    hold->setCheckable(true);
    hold->setChecked(figure_->axesHeld());
    connect(hold, &QAction::toggled, figure_, &Figure::setAxesHeld);
    menu_->addSeparator();
    menu_->addAction(tr("Copy"), this, &FigureDock::copyRequested);
    menu_->addAction(tr("Export…"), this, &FigureDock::exportRequested);
}

void FigureDock::setIcons()
{
    menuButton_->setIcon(lineIcon("menu", palette()));
    maximiseButton_->setIcon(lineIcon(maximised_ ? "restore" : "maximise", palette()));
    closeButton_->setIcon(lineIcon("close", palette()));
}

void FigureDock::changeEvent(QEvent* event)
{
    QDockWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && closeButton_)
        setIcons();
}

}   // namespace stepzero
