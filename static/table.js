/* The page of a table: hears of changes, shows them, sends answers. One small file for each. */

import "./table/clicks.js";
import "./table/first.js";
import "./table/follow.js";
import "./table/answers.js";
import "./table/beside.js";
import "./table/catching-up.js";
import "./table/description.js";
import "./table/layout.js";
import "./table/log.js";
import "./table/looking-back.js";
import "./table/numbers.js";
import "./table/planned.js";
import "./table/players.js";
import "./table/presence.js";
import "./table/sheet.js";
import "./table/since.js";
import "./table/socket.js";
import "./table/sound.js";
import "./table/tips.js";
import "./table/tour.js";
import "./table/what-if.js";
import "./table/zoom.js";
import { settle } from "./table/swap.js";

settle();
