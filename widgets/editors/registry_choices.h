// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the registries into entries of a ChoiceEditor.
#pragma once

#include "core/network/init/scheme.h"
#include "widgets/editors/choice_editor.h"

namespace stepzero {

/// Returns every activation, preceded by the gated pairs if `gated`.
QVector<Choice> activationChoices(bool gated);
/// Returns every scheme for a weight or a bias, of dense layers or of convolutions. With a `name`, only those for that
/// role are returned.
QVector<Choice> schemeChoices(Role role, bool kernels = false, std::string_view name = {});

}   // namespace stepzero
