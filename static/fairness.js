/* The check of a finished table's seed, by the browser itself: docs/topics/fairness.md. */

import { kept } from "./kept.js";
import { hex, nameOf } from "./shares.js";

const opened = document.getElementById("check");
const told = document.getElementById("checked");

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/** @param {string} text */
async function commitmentTo(text) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(text))));
}

/** @param {string} secret @param {string[]} shares @param {number} purpose */
async function chanceOf(secret, shares, purpose) {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), kind, false, ["sign"]);
  const message = [String(purpose), ...[...shares].sort()].join("\n");
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(message))));
}

/** @param {HTMLElement} shown @param {string} secret @param {string[]} shares */
async function isTrue(shown, secret, shares) {
  if ((await commitmentTo(secret)) !== shown.dataset.commitment) return false;
  const seeds = /** @type {NodeListOf<HTMLElement>} */ (shown.querySelectorAll("[data-seed]"));
  for (const [count, seed] of [...seeds].entries()) {
    if ((await chanceOf(secret, shares, count)) !== seed.dataset.seed) return false;
    if ((await commitmentTo(seed.dataset.seed ?? "")) !== seed.dataset.commitment) return false;
  }
  return seeds.length > 0;
}

/** @param {HTMLElement} shown @param {HTMLElement} words */
async function check(shown, words) {
  const { secret = "", commitment = "" } = shown.dataset;
  const all = /** @type {NodeListOf<HTMLElement>} */ (shown.querySelectorAll("[data-share]"));
  const shares = [...all].map((each) => each.dataset.share ?? "");
  if (!crypto.subtle) return void (words.textContent = shown.dataset.cannot ?? "");
  const holds = await isTrue(shown, secret, shares);
  const mine = kept.get(nameOf(commitment));
  const said = [holds ? shown.dataset.true : shown.dataset.false];
  if (mine !== null) said.push(shares.includes(mine) ? shown.dataset.mine : shown.dataset.other);
  words.textContent = said.join(" ");
  words.className = `notice ${holds && (mine === null || shares.includes(mine)) ? "success" : "error"}`;
}

if (opened && told) void check(opened, told);
