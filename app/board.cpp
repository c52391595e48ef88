// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board.h"

#include <QDataStream>
#include <QPainter>
#include <QResizeEvent>
#include <QToolButton>
#include <array>

#include "widgets/figures/network/findings.h"

namespace stepzero {

namespace {
constexpr int stateVersion = 3;   // rises when the docks of a stored state would no longer fit
}

/// Dims what lies under it and says why. Lets the mouse through.
class Veil : public QWidget {
public:
    explicit Veil(QWidget* parent) : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }
    void setText(const QString& text)
    {
        text_ = text;
        setVisible(!text.isEmpty());
        raise();
        update();
    }
    const QString& text() const { return text_; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        QColor cover = palette().color(QPalette::Window);
        cover.setAlphaF(0.7f);
        painter.fillRect(rect(), cover);
        const int most = std::max(100, std::min(width() - 60, 620));
        QRect box = fontMetrics().boundingRect(QRect(0, 0, most, height()), Qt::TextWordWrap | Qt::AlignLeft, text_);
        box.adjust(-16, -12, 16, 12);
        box.moveCenter(rect().center());
        painter.setPen(palette().color(QPalette::Mid));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRect(box);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(box.adjusted(16, 12, -16, -12), Qt::TextWordWrap | Qt::AlignLeft, text_);
    }

private:
    QString text_;
};

Board::Board(const QStringList& subjects, QWidget* parent)
    : QMainWindow(parent), subject_(subjects.first()), veil_(new Veil(this))
{
    setWindowFlags(Qt::Widget);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | AnimatedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setContextMenuPolicy(Qt::NoContextMenu);
    for (const FigureKind& kind : figureKinds()) {
        if (std::none_of(subjects.begin(), subjects.end(), [&](const QString& s) { return kind.places.contains(s); }))
            continue;
        auto* dock = new FigureDock(kind, this);
        docks_ << dock;
        Figure* figure = dock->figure();
        connect(figure, &Figure::layerChosen, this, &Board::layerChosen);
        connect(figure, &Figure::layerHovered, this, &Board::layerHovered);
        connect(figure, &Figure::readout, this, &Board::readout);
        connect(figure, &Figure::viewStateChanged, this, &Board::viewsChanged);
        connect(figure, &Figure::experimentEdited, this, &Board::experimentEdited);
        connect(figure, &Figure::dragStarted, this, &Board::dragStarted);
        connect(figure, &Figure::dragEnded, this, &Board::dragEnded);
        connect(figure, &Figure::matrixChosen, this, &Board::matrixChosen);
        connect(figure, &Figure::comparisonChosen, this, &Board::comparisonChosen);
        connect(figure, &Figure::cellChosen, this, &Board::cellChosen);
        connect(figure, &Figure::cellOpened, this, &Board::cellOpened);
        if (auto* findings = qobject_cast<FindingsFigure*>(figure)) {
            connect(findings, &FindingsFigure::fixChosen, this, &Board::fixChosen);
            connect(findings, &FindingsFigure::fixPreviewed, this, &Board::fixPreviewed);
            connect(findings, &FindingsFigure::fixPreviewEnded, this, &Board::fixPreviewEnded);
        }
        connect(dock, &FigureDock::maximiseRequested, this, [this, dock] { toggleMaximised(dock); });
        connect(dock, &FigureDock::copyRequested, this, [this, dock] { emit copyRequested(dock); });
        connect(dock, &FigureDock::exportRequested, this, [this, dock] { emit exportRequested(dock); });
        // The enlarged figure was hidden: the others come back.
        connect(dock->closeButton(), &QToolButton::clicked, this, [this, dock] {
            if (dock != maximised_)
                return;
            restoreMaximised();
            dock->hide();
        });
    }
    resetLayout();
}

FigureDock* Board::dock(const QString& kind) const
{
    for (FigureDock* dock : docks_)
        if (dock->kind().id == kind)
            return dock;
    return nullptr;
}

void Board::setExhibit(const ExhibitPtr& exhibit)
{
    exhibit_ = exhibit;
    setSubject(subjectOf(*exhibit));
    for (FigureDock* dock : docks_)
        if (applies(dock))
            dock->figure()->setExhibit(exhibit);
}

void Board::setSubject(const QString& subject)
{
    if (subject == subject_)
        return;
    restoreMaximised();
    layouts_[subject_] = saveState(stateVersion);
    subject_ = subject;
    restoreOwnLayout();
    emit subjectChanged();
}

bool Board::restoreOwnLayout()
{
    const QByteArray state = layouts_.take(subject_);
    if (state.isEmpty() || !restoreState(state, stateVersion)) {
        resetLayout();
        return false;
    }
    for (FigureDock* dock : docks_)
        if (!applies(dock))
            dock->hide();
    return true;
}

void Board::setPins(const QVector<Pin>& pins)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setPins(pins);
}

void Board::setStyle(const Style& style)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setStyle(style);
}

void Board::setHoveredLayer(int layer)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setHoveredLayer(layer);
}

void Board::setDragging(bool dragging)
{
    for (FigureDock* dock : docks_)
        dock->figure()->setDragging(dragging);
}

void Board::setNotCurrent(const QString& sentence) { veil_->setText(sentence); }

QString Board::notCurrent() const { return veil_->text(); }

void Board::resetLayout()
{
    if (maximised_) {
        maximised_->setMaximised(false);
        maximised_ = nullptr;
        emit maximisedChanged();
    }
    constexpr int places = 6;   // row by row, left then right
    std::array<QVector<FigureDock*>, places> tabs;
    for (FigureDock* dock : docks_) {
        removeDockWidget(dock);
        dock->setFloating(false);
        if (const int place = dock->kind().places.value(subject_, -1); place >= 0)
            tabs[std::size_t(place)] << dock;
    }
    std::array<FigureDock*, places> front {};
    for (std::size_t i = 0; i < places; ++i)
        front[i] = tabs[i].first();
    addDockWidget(Qt::LeftDockWidgetArea, front[0]);
    for (std::size_t i = 2; i < places; i += 2)
        splitDockWidget(front[i - 2], front[i], Qt::Vertical);
    for (std::size_t i = 1; i < places; i += 2)
        splitDockWidget(front[i - 1], front[i], Qt::Horizontal);
    for (std::size_t i = 0; i < places; ++i)
        for (FigureDock* dock : tabs[i].mid(1))
            tabifyDockWidget(front[i], dock);
    for (FigureDock* dock : docks_) {
        const bool shown = dock->kind().places.value(subject_, -1) >= 0;
        if (!shown)
            addDockWidget(Qt::RightDockWidgetArea, dock);
        dock->setVisible(shown);
    }
    for (FigureDock* dock : front)
        dock->raise();
    QList<QDockWidget*> left, right;
    QList<int> heights, leftWidths, rightWidths;
    for (std::size_t i = 0; i < places; ++i) {
        (i % 2 == 0 ? left : right) << front[i];
        (i % 2 == 0 ? leftWidths : rightWidths) << (i % 2 == 0 ? 520 : 480);
    }
    for (qsizetype i = 0; i < left.size(); ++i)
        heights << 1000;
    resizeDocks(left, heights, Qt::Vertical);
    resizeDocks(left + right, leftWidths + rightWidths, Qt::Horizontal);
}

void Board::toggleMaximised(FigureDock* dock)
{
    if (maximised_) {
        restoreMaximised();
        return;
    }
    if (dock->isFloating()) {   // a window of its own knows how to fill the screen
        dock->isMaximized() ? dock->showNormal() : dock->showMaximized();
        return;
    }
    before_ = saveState(stateVersion);
    for (FigureDock* other : docks_)
        if (other != dock && !other->isFloating())
            other->hide();
    maximised_ = dock;
    dock->setMaximised(true);
    dock->show();
    emit maximisedChanged();
}

void Board::restoreMaximised()
{
    if (!maximised_)
        return;
    maximised_->setMaximised(false);
    maximised_ = nullptr;
    restoreState(before_, stateVersion);
    emit maximisedChanged();
}

QByteArray Board::layoutState() const
{
    QMap<QString, QByteArray> layouts = layouts_;
    layouts[subject_] = maximised_ ? before_ : saveState(stateVersion);
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << layouts;
    return state;
}

bool Board::restoreLayout(const QByteArray& state)
{
    QMap<QString, QByteArray> layouts;
    QDataStream stream(state);
    stream >> layouts;
    layouts_ = stream.status() == QDataStream::Ok ? layouts : QMap<QString, QByteArray>();
    return restoreOwnLayout();
}

QJsonObject Board::views() const
{
    QJsonObject all;
    for (const FigureDock* dock : docks_)
        if (const QJsonObject view = dock->figure()->viewState(); !view.isEmpty())
            all[dock->kind().id] = view;
    return all;
}

void Board::setViews(const QJsonObject& views)
{
    for (FigureDock* dock : docks_)
        if (const auto found = views.find(dock->kind().id); found != views.end())
            dock->figure()->setViewState(found->toObject());
}

PicturePart Board::partOf(const FigureDock* dock)
{
    return {dock->kind().id, dock->figure()->viewState(), {0, 0, 1, 1}, dock->figure()->pins()};
}

QVector<PicturePart> Board::parts() const
{
    QVector<PicturePart> parts;
    for (const FigureDock* dock : docks_) {
        // A figure behind a tab is visible() to Qt, but no part of it can be seen.
        if (!dock->isVisible() || dock->isFloating() || dock->figure()->visibleRegion().isEmpty())
            continue;
        PicturePart part = partOf(dock);
        const QRectF place = dock->geometry();
        part.place = {place.x() / width(), place.y() / height(), place.width() / width(), place.height() / height()};
        parts << part;
    }
    return parts;
}

void Board::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    veil_->setGeometry(rect());
    veil_->raise();
}

}   // namespace stepzero
