/* A dozen quiet sounds, made by the browser from tones and noise: nothing is fetched. */

/**
 * @typedef {{ pitch: number, to?: number, at?: number, length: number, loud?: number, type?: OscillatorType }} Tone in Hz and seconds
 * @typedef {{ noise: number, at?: number, length: number, loud?: number, filter?: BiquadFilterType }} Noise around a pitch
 */

const LOUD = 0.12;

/** @type {Record<string, (Tone | Noise)[]>} */
const SOUNDS = {
  turn: [{ pitch: 587, length: 0.5 }, { pitch: 880, at: 0.14, length: 0.5 }],
  end: [523, 659, 784, 1047].map((pitch, index) => ({ pitch, at: 0.16 * index, length: 0.7 })),
  back: [{ pitch: 660, to: 440, length: 0.18, loud: 0.08 }],
  chat: [{ pitch: 1250, to: 900, length: 0.09, type: "sine" }],
  card: [{ noise: 3200, length: 0.09, loud: 0.1, filter: "highpass" }],
  coin: [{ pitch: 1976, length: 0.16, loud: 0.05 }, { pitch: 2637, at: 0.05, length: 0.24, loud: 0.05 }],
  die: [0, 0.07, 0.12, 0.15].map((at) => ({ noise: 1700, at, length: 0.035, loud: 0.16 })),
  car: [{ pitch: 82, to: 124, length: 0.45, loud: 0.05, type: "sawtooth" }],
  ship: [{ pitch: 196, length: 0.7, type: "sine" }, { pitch: 147, at: 0.08, length: 0.7, type: "sine" }],
  step: [{ noise: 900, length: 0.04 }, { pitch: 300, to: 220, length: 0.06, loud: 0.08 }],
  build: [0, 0.13].map((at) => ({ noise: 420, at, length: 0.06, loud: 0.25, filter: "lowpass" })),
  wood: [{ noise: 1100, length: 0.03, loud: 0.16 }],
};

/** @type {AudioContext | null} */
let audio = null;

/** Ring. Browsers let a page do that only after somebody has touched it. @param {string} name @param {number} [after] seconds */
export function ring(name, after = 0) {
  audio ??= new AudioContext();
  void audio.resume();
  for (const part of SOUNDS[name]) {
    const at = audio.currentTime + after + (part.at ?? 0);
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(part.loud ?? LOUD, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + part.length);
    volume.connect(audio.destination);
    const source = "noise" in part ? rustle(audio, part, volume) : tone(audio, part, at, volume);
    source.start(at);
    source.stop(at + part.length);
  }
  document.dispatchEvent(new CustomEvent("rung", { detail: name }));
}

/** @param {AudioContext} context @param {Tone} part @param {number} at @param {GainNode} volume */
function tone(context, { pitch, to = pitch, length, type = "triangle" }, at, volume) {
  const note = context.createOscillator();
  note.type = type;
  note.frequency.setValueAtTime(pitch, at);
  note.frequency.exponentialRampToValueAtTime(to, at + length);
  note.connect(volume);
  return note;
}

/** @param {AudioContext} context @param {Noise} part @param {GainNode} volume */
function rustle(context, { noise, length, filter = "bandpass" }, volume) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  const [source, sieve] = [context.createBufferSource(), context.createBiquadFilter()];
  source.buffer = buffer;
  sieve.type = filter;
  sieve.frequency.value = noise;
  source.connect(sieve).connect(volume);
  return source;
}
