// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_names.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <algorithm>

#include "app/manual.h"

namespace stepzero {

QString fileNameOf(const QString& path, const std::string& title)
{
    QString name = path.isEmpty() ? QString::fromStdString(title) : QFileInfo(path).fileName();
    for (const QString& ending : {experimentEnding, studyEnding})
        name.remove(ending);
    for (const QChar bad : QStringLiteral("/\\:*?\"<>|"))
        name.replace(bad, ' ');
    name = name.simplified();
    return name.isEmpty() ? QStringLiteral("experiment") : name;
}

QString folderFrom(const QStringList& folders)
{
    for (const QString& folder : folders)
        if (!folder.isEmpty() && QFileInfo(folder).isDir())
            return folder;
    return QDir::homePath();
}

QString askForFile(QWidget* window, const QString& title, const QString& proposal, const QStringList& endings,
    const QString& filter, const QString& place)
{
    const auto said = [](const char* text) { return QCoreApplication::translate("stepzero::askForFile", text); };
    QFileDialog dialog(window, title, QFileInfo(proposal).path(), filter);
    setManualPlace(&dialog, place);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setOption(QFileDialog::DontConfirmOverwrite);   // its name is not complete yet
    dialog.selectFile(QFileInfo(proposal).fileName());
    while (dialog.exec() == QDialog::Accepted) {
        QString path = dialog.selectedFiles().value(0);
        const auto fits = [&](const QString& ending) { return path.endsWith(ending, Qt::CaseInsensitive); };
        if (std::none_of(endings.begin(), endings.end(), fits)) {
            const auto chosen = std::find_if(endings.begin(), endings.end(),
                [&](const QString& ending) { return dialog.selectedNameFilter().contains("*" + ending); });
            path += chosen == endings.end() ? endings.first() : *chosen;
        }
        const QFileInfo file(path);
        if (!file.exists())
            return path;
        QMessageBox replace(QMessageBox::Question, title, said("%1 exists. Replace it?").arg(file.fileName()),
            QMessageBox::Yes | QMessageBox::No, window);
        setManualPlace(&replace, place);
        if (replace.exec() == QMessageBox::Yes)
            return path;
    }
    return {};
}

}   // namespace stepzero
