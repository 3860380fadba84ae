/** Small sounds made on the spot, silent until somebody asks for them. */

import { settings } from "./settings.js";

/** @type {AudioContext|null} */
let context = null;

/** A short noise through a filter: chips and cards. @param {number} pitch @param {number} length @param {number} loud */
function knock(pitch, length, loud) {
  const { effects, muted } = settings.values;
  if (!effects || muted) return;
  try {
    context ??= new AudioContext();
    const frames = Math.round(context.sampleRate * length);
    const noise = context.createBuffer(1, frames, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < frames; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.4 });
    const gain = new GainNode(context, { gain: loud * effects });
    source.connect(filter).connect(gain).connect(context.destination);
    source.start();
  } catch {
    // A browser without sound plays on in silence.
  }
}

export const sound = {
  chip: () => knock(3800, 0.06, 0.9),
  card: () => knock(1500, 0.12, 0.5),
  turn: () => knock(2100, 0.08, 0.6),
  refused: () => knock(240, 0.18, 0.9),
  win: () => [0, 90, 180].forEach((wait, i) => setTimeout(() => knock(3000 + i * 900, 0.07, 0.8), wait)),
};
