/* A small sound when it becomes the reader's turn: two notes of our own, off until somebody wants them. */

import { kept } from "../kept.js";
import { panel, part } from "./scene.js";
import { afterwards } from "./swap.js";

const KEPT = "table.sound";
const NOTES = [587.33, 880]; // Hz: a fifth upwards
const APART = 0.14; // seconds between the two
const LENGTH = 0.5;
const LOUD = 0.12;

const toggle = part("sound");
/** @type {AudioContext | null} */
let audio = null;
let wasMine = panel.querySelector(".ask.mine") !== null;

const isOn = () => kept.get(KEPT) === "on";

/** Ring. Browsers let a page do that only after somebody has touched it. */
function ring() {
  audio ??= new AudioContext();
  void audio.resume();
  NOTES.forEach((pitch, index) => {
    if (!audio) return;
    const at = audio.currentTime + index * APART;
    const [note, volume] = [audio.createOscillator(), audio.createGain()];
    note.type = "triangle";
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + LENGTH);
  });
  document.dispatchEvent(new CustomEvent("rung"));
}

function tell() {
  toggle.setAttribute("aria-pressed", String(isOn()));
}

export function start() {
  toggle.addEventListener("click", () => {
    kept.set(KEPT, isOn() ? "off" : "on");
    tell();
    if (isOn()) ring();
  });

  afterwards(() => {
    const mine = panel.querySelector(".ask.mine") !== null;
    if (mine && !wasMine && isOn()) ring();
    wasMine = mine;
  });

  tell();
}
