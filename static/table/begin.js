/* Where scripts are served one by one, the page of a table begins at once. */

import { start } from "../table.js";

start();
