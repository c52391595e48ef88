// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_names.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QRegularExpression>
#include <algorithm>

#include "app/manual.h"

namespace stepzero {

QString plainWords(QString text)
{
    static const QRegularExpression bracket(QStringLiteral("\\(&.\\)"));
    text.remove(bracket);
    text.replace(QLatin1String("&&"), QString(QChar::Null)).remove('&').replace(QChar::Null, '&');
    return text.remove(QStringLiteral("…"));
}

QString hyphenated(const QString& title)
{
    QString name;
    // Compatibility normalization turns a superscript 2 into a digit. "10 × 256" stays together.
    static const QRegularExpression times(QStringLiteral("\\s*×\\s*"));
    for (const QChar c : QString(title).replace(times, QStringLiteral("x")).normalized(QString::NormalizationForm_KC))
        if (c.isLetterOrNumber() || c.isSurrogate())
            name += c.toLower();
        else if (!name.isEmpty() && !name.endsWith('-'))
            name += '-';
    while (name.endsWith('-'))
        name.chop(1);
    return name;
}

QString fileNameOf(const QString& path, const std::string& title)
{
    QString name = path.isEmpty() ? hyphenated(QString::fromStdString(title)) : QFileInfo(path).fileName();
    for (const QString& ending : {experimentEnding, studyEnding})
        name.remove(ending);
    return name.isEmpty() ? QStringLiteral("experiment") : name;
}

QString folderFrom(const QStringList& folders)
{
    for (const QString& folder : folders)
        if (const QFileInfo info(folder); !folder.isEmpty() && info.isDir() && info.isReadable())
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
    dialog.setOption(QFileDialog::DontConfirmOverwrite);   // the name is not complete yet
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
