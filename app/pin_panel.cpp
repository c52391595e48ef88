// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pin_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/appearance.h"
#include "app/pins.h"
#include "widgets/figures/picture.h"
#include "widgets/style/palette.h"

namespace stepzero {

/// The line and mark of a pin, as figures draw them.
class PinSample : public QWidget {
public:
    explicit PinSample(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }
    QSize sizeHint() const override { return QSize(30, 20) * appliedScale(); }
    void setLook(int style, bool drawn)
    {
        style_ = style;
        drawn_ = drawn;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Style style {theme(themeFor(palette())), appliedScale()};
        drawPinSample(painter, QRectF(rect()).adjusted(1, 0, -1, 0), style_, style,
            drawn_ ? QColor() : palette().color(QPalette::Disabled, QPalette::Text));
    }

private:
    int style_ = 0;
    bool drawn_ = true;
};

class PinRow : public QWidget {
public:
    PinRow(int id, PinList& pins, PinPanel* panel, QWidget* parent) : QWidget(parent), id_(id), pins_(pins)
    {
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(4, 0, 2, 0);
        layout->setSpacing(0);
        sample_ = new PinSample(this);
        layout->addWidget(sample_);
        layout->addSpacing(4);
        name_ = new QLineEdit(this);
        name_->setObjectName("name");
        name_->setFrame(false);
        name_->setAccessibleName(tr("name of the pin"));
        layout->addWidget(name_, 1);
        state_ = new QLabel(this);
        state_->setContentsMargins(4, 0, 4, 0);
        layout->addWidget(state_);
        const auto button = [&](const QString& name, const QString& tip, bool checkable) {
            auto* made = new QToolButton(this);
            made->setObjectName(name);
            made->setAutoRaise(true);
            made->setCheckable(checkable);
            made->setToolTip(tip);
            made->setAccessibleName(tip);
            layout->addWidget(made);
            buttons_ << made;
            return made;
        };
        eye_ = button("eye", tr("Show in the figures"), true);
        solo_ = button("solo", tr("Show this pin alone"), true);
        auto* compare = button("columns", tr("Compare side by side with the current experiment"), false);
        auto* swap = button("swap", tr("Swap with the current experiment"), false);
        auto* save = button("save", tr("Save as a file…"), false);
        auto* remove = button("close", tr("Unpin"), false);
        // A window that closes takes the focus from the name after its pins were deleted.
        connect(name_, &QLineEdit::editingFinished, this, [this, guard = QPointer<PinList>(&pins)] {
            if (!guard)
                return;
            pins_.rename(id_, name_->text());
            follow();   // restores a name that was not accepted
        });
        connect(eye_, &QToolButton::clicked, this, [this](bool on) { pins_.setVisible(id_, on); });
        connect(solo_, &QToolButton::clicked, this, [this](bool on) { pins_.setSolo(id_, on); });
        connect(swap, &QToolButton::clicked, panel, [panel, id] { emit panel->swapRequested(id); });
        connect(compare, &QToolButton::clicked, panel, [panel, id] { emit panel->compareRequested(id); });
        connect(save, &QToolButton::clicked, panel, [panel, id] { emit panel->saveRequested(id); });
        connect(remove, &QToolButton::clicked, this, [this] { pins_.remove(id_); });
        setIcons();
        follow();
    }

    int id() const { return id_; }

    void follow()
    {
        const PinnedExperiment* e = pins_.find(id_);
        if (!e)
            return;
        if (name_->text() != e->pin.name && !(name_->hasFocus() && name_->isModified())) {
            name_->setText(e->pin.name);
            name_->setCursorPosition(0);
        }
        name_->setModified(false);
        name_->setToolTip(e->pin.name + "\n" + settingsOf(e->experiment));
        const bool alone = pins_.soloed() == id_;
        eye_->setChecked(e->pin.visible);
        eye_->setIcon(lineIcon(e->pin.visible ? "eye" : "eye-off", palette()));
        solo_->setChecked(alone);
        sample_->setLook(e->pin.style, pins_.soloed() > 0 ? alone : e->pin.visible);
        state_->setText(e->pin.study ? QString() : e->problem.isEmpty() ? tr("…") : tr("!"));
        state_->setToolTip(e->problem.isEmpty() ? tr("Computing…") : e->problem);
        state_->setVisible(!e->pin.study);
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::PaletteChange && !buttons_.isEmpty())
            setIcons();
    }

private:
    void setIcons()
    {
        for (QToolButton* button : buttons_)
            button->setIcon(
                lineIcon(button == eye_ && !eye_->isChecked() ? "eye-off" : button->objectName(), palette()));
    }

    int id_;
    PinList& pins_;
    PinSample* sample_;
    QLineEdit* name_;
    QLabel* state_;
    QToolButton *eye_ = nullptr, *solo_ = nullptr;
    QVector<QToolButton*> buttons_;
};

PinPanel::PinPanel(PinList& pins, QWidget* parent) : QWidget(parent), pins_(pins)
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setFocusPolicy(Qt::NoFocus);   // its rows take the focus, and are scrolled into view
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(scroll);
    body_ = new QWidget(scroll);
    layout_ = new QVBoxLayout(body_);
    layout_->setContentsMargins(0, 2, 0, 2);
    layout_->setSpacing(1);
    layout_->addStretch(1);
    scroll->setWidget(body_);
    connect(&pins_, &PinList::changed, this, &PinPanel::follow);
    follow();
}

QSize PinPanel::sizeHint() const
{
    constexpr int most = 8;   // maximum number of rows without scrolling
    const int row = rows_.isEmpty() ? 26 : rows_.first()->sizeHint().height() + 1;
    return {280, 8 + row * std::clamp(int(rows_.size()), 1, most)};
}

void PinPanel::follow()
{
    for (int i = int(rows_.size()) - 1; i >= 0; --i)
        if (!pins_.find(rows_[i]->id())) {
            rows_[i]->hide();
            rows_[i]->deleteLater();   // one of its buttons may have caused the removal
            layout_->removeWidget(rows_[i]);
            rows_.removeAt(i);
        }
    for (int i = 0; i < pins_.entries().size(); ++i)
        if (i >= rows_.size()) {
            rows_ << new PinRow(pins_.entries()[i].id, pins_, this, body_);
            layout_->insertWidget(i, rows_.last());
        }
    for (PinRow* row : rows_)
        row->follow();
    updateGeometry();
    setMaximumHeight(sizeHint().height());   // leaves the remaining room to the experiment
    setMinimumHeight(std::min(sizeHint().height(), qRound(3 * 28 * appliedScale())));
}

}   // namespace stepzero
