/** Small synthesised sounds: ivory on wood, a bell, a melody for each result. Off until the visitor turns them on. */

import { settings } from "../settings.svelte";

let context: AudioContext | null = null;

export type Sound = "pick" | "take" | "turn" | "refuse" | "won" | "lost" | "drawn" | "seen" | "ask" | "said";

export function play(sound: Sound): void {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  SOUNDS[sound](context, context.currentTime);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  pick: (audio, at) => click(audio, at, 2400, 0.12),
  take: (audio, at) => {
    click(audio, at, 1500, 0.3);
    click(audio, at + 0.07, 1150, 0.26);
  },
  turn: (audio, at) => tone(audio, at, 660, 0.5, 0.07),
  refuse: (audio, at) => tone(audio, at, 150, 0.18, 0.12),
  won: (audio, at) => melody(audio, at, [523.25, 659.25, 783.99, 1046.5, 1318.5], 0.12),
  lost: (audio, at) => melody(audio, at, [392, 349.23, 311.13, 261.63], 0.24),
  drawn: (audio, at) => melody(audio, at, [440, 523.25, 440], 0.2),
  seen: (audio, at) => melody(audio, at, [392, 523.25, 659.25], 0.11),
  ask: (audio, at) => [0, 0.16, 0.5].forEach((later) => click(audio, at + later, 700, 0.35)),
  said: (audio, at) => tone(audio, at, 880, 0.25, 0.05),
};

/** Tones one after another, each of which rings on. */
function melody(audio: AudioContext, at: number, pitches: readonly number[], pause: number): void {
  pitches.forEach((pitch, place) => tone(audio, at + place * pause, pitch, 1.3, 0.07));
}

/** A short burst of filtered noise, like two tiles touching. */
function click(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = Math.round(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < length; place++) samples[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 6;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 3 });
  const volume = new GainNode(audio, { gain: loudness * 4 });
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number, seconds: number, loudness: number): void {
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}
