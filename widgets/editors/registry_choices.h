// SPDX-License-Identifier: GPL-3.0-or-later
// The registries as entries of a ChoiceEditor.
#pragma once

#include "core/network/init/scheme.h"
#include "widgets/editors/choice_editor.h"

namespace stepzero {

/// Every activation, behind the gated pairs where there may be one.
QVector<Choice> activationChoices(bool gated);
/// Every scheme that may fill a weight, or a bias, of plain layers, or of convolutions; or those of a role.
QVector<Choice> schemeChoices(Role role, bool kernels = false, std::string_view name = {});

}   // namespace stepzero
