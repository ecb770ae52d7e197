import { decodeSound } from './decode-sound.ts';
import { SOUND_RATE, type StereoSound } from './encode-sound.ts';
import type { AudioTrackContent } from './read-mp4.ts';
import { resampleSound } from './resample-sound.ts';

/** A track as 48 kHz stereo: mono on both channels, the first two of more than two channels. Empty without a track. */
export async function decodeStereo(track: AudioTrackContent | undefined): Promise<StereoSound> {
  if (track === undefined) return { left: new Float32Array(), right: new Float32Array() };
  const { channels, sampleRate } = await decodeSound(track);
  const [left = new Float32Array(), right = left] = channels.map((channel) =>
    resampleSound(channel, sampleRate, SOUND_RATE),
  );
  return { left, right };
}
