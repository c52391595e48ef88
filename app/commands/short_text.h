// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment as a line of a few hundred characters, to be pasted into a chat or a slide. It is "stepzero:" and the
// experiment's file without default values, deflated, in base64url (RFC 4648). Input files that it names are not
// included.
#pragma once

#include <string>
#include <string_view>

#include "core/network/experiment/experiment.h"

namespace stepzero {

bool is_short_text(std::string_view text);
/// Precondition: the experiment passed validate().
std::string short_text(const Experiment& experiment);
/// Returns the experiment's file. Throws BadExperiment when the text is not a short text, or was cut.
std::string file_of_short_text(std::string_view text);

}   // namespace stepzero
