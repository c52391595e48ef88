// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the pinned experiments, one per row: the look of its lines, its name, and its actions.
#pragma once

#include <QVector>
#include <QWidget>

class QVBoxLayout;

namespace stepzero {

class PinList;
class PinRow;

class PinPanel : public QWidget {
    Q_OBJECT
public:
    explicit PinPanel(PinList& pins, QWidget* parent = nullptr);

    const QVector<PinRow*>& rows() const { return rows_; }
    QSize sizeHint() const override;

signals:
    void swapRequested(int id);
    void compareRequested(int id);
    void saveRequested(int id);

private:
    void follow();

    PinList& pins_;
    QWidget* body_;
    QVBoxLayout* layout_;
    QVector<PinRow*> rows_;
};

}   // namespace stepzero
