// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the control that a step of a lesson names: by the path of a setting in an experiment file
// ("network.weight.std"), or by a name of the window ("layer").
#pragma once

#include <QMap>
#include <QString>

class QWidget;

namespace stepzero {

class ExperimentPanel;
class SidePanel;

class LessonControls {
public:
    LessonControls(SidePanel* side, ExperimentPanel* panel) : side_(side), panel_(panel) { }

    void add(const QString& name, QWidget* control) { named_[name] = control; }
    /// Makes the control visible and returns it; null when there is none. A setting without a separate editor has the
    /// nearest one.
    QWidget* show(const QString& path) const;

private:
    QWidget* settingControl(const QString& path) const;

    SidePanel* side_;
    ExperimentPanel* panel_;
    QMap<QString, QWidget*> named_;
};

}   // namespace stepzero
