// SPDX-License-Identifier: GPL-3.0-or-later
// The last row of a presentation: the verdict, and at its right the value at the pointer. The labels are children of
// the window.
#pragma once

#include <QRect>
#include <QString>

class QLabel;
class QWidget;

namespace stepzero {

class PresentRow {
public:
    explicit PresentRow(QWidget* window);

    void setPlace(const QRect& row, int letters);   ///< letters: font size in pixels
    void setVerdict(const QString& words);
    void setReadout(const QString& words);

    const QString& verdict() const { return verdictWords_; }
    const QString& readout() const { return readoutWords_; }
    QRect readoutPlace() const;

private:
    void write();

    QWidget* window_;
    QLabel *verdict_, *readout_;
    QString verdictWords_, readoutWords_;   // the complete texts
    QRect row_;
    int letters_ = 14;
};

}   // namespace stepzero
