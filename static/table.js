/* The page of a table: hears of changes, shows them, sends answers. One small file for each. */

import * as answers from "./table/answers.js";
import * as beside from "./table/beside.js";
import * as catchingUp from "./table/catching-up.js";
import * as clicks from "./table/clicks.js";
import * as description from "./table/description.js";
import * as earlier from "./table/earlier.js";
import * as ending from "./table/ending.js";
import * as first from "./table/first.js";
import * as follow from "./table/follow.js";
import * as keys from "./table/keys.js";
import * as layout from "./table/layout.js";
import * as log from "./table/log.js";
import * as lookingBack from "./table/looking-back.js";
import * as numbers from "./table/numbers.js";
import * as orders from "./table/orders.js";
import * as planned from "./table/planned.js";
import * as players from "./table/players.js";
import * as presence from "./table/presence.js";
import * as sheet from "./table/sheet.js";
import * as since from "./table/since.js";
import * as socket from "./table/socket.js";
import * as sound from "./table/sound.js";
import * as spots from "./table/spots.js";
import * as tabs from "./table/tabs.js";
import * as times from "./table/times.js";
import * as tips from "./table/tips.js";
import * as tools from "./table/tools.js";
import * as tour from "./table/tour.js";
import * as whatIf from "./table/what-if.js";
import * as zoom from "./table/zoom.js";
import { settle } from "./table/swap.js";

/* In this order they are called after each change: the sheet is settled before the board follows the question, as it
   counts how much it covers. */
const sections = [
  clicks, keys, spots, times, first, sheet, zoom, follow, socket, answers, beside, since, catchingUp,
  description, tabs, layout, log, earlier, lookingBack, numbers, orders, planned, players, presence, sound, tips, tools, tour, whatIf, ending,
];

/** Begin, and say in the document that keys and clicks are heard from now on. */
export function start() {
  for (const section of sections) section.start();
  settle();
  document.documentElement.dataset.listens = "";
}
