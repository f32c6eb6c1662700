// Giving up privilege for good.
#pragma once

namespace leap::jail::capabilities {

// Drops every capability from every set, locks the securebits, sets no_new_privs. After the last privileged step.
void drop_all();

}  // namespace leap::jail::capabilities
