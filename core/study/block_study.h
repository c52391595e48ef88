// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of networks that are made of blocks: what preview_study() and full_study() make of them.
#pragma once

#include "core/study/make_study.h"

namespace stepzero {

StudyPtr preview_block_study(const StudyRequest& request, StudyCaches& caches, const Context& context);
StudyPtr full_block_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

}   // namespace stepzero
