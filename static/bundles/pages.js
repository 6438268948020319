/* What production serves to every page but a table's: all scripts in one file. */

import "../site.js";
import "../offline.js";
import "../awaited.js";
import "../advising.js";
import "../combobox.js";
import "../door.js";
import "../face.js";
import "../fairness.js";
import "../folds.js";
import "../guide.js";
import "../lobby.js";
import "../notes.js";
import "../notices.js";
import "../passkeys.js";
import "../reveal.js";
import "../table/chat.js";
