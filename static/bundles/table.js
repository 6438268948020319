/* What production serves to the page of a table: all scripts in one file, which begins after the first paint. */

import "../site.js";
import "../table/chat.js";
import "../notes.js";
import "../table/lesson.js";
import "../table/trying.js";
import { painted } from "../painted.js";
import { connectAfter } from "../socket.js";
import { start } from "../table.js";

connectAfter(painted().then(start));
