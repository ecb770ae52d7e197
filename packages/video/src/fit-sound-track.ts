import { decodeStereo } from './decode-stereo.ts';
import { AAC_PACKET_SAMPLES, encodeSound, SOUND_RATE } from './encode-sound.ts';
import type { AudioTrackContent } from './read-mp4.ts';

/** A short silence at the end, or a start that is one packet late, is not worth encoding the sound again. */
const SLACK_SECONDS = 0.05;
/** A tick of the coarsest clock that files use. */
const TICK_SECONDS = 1 / 1000;

/** The track at exactly this length: cut, padded with silence, or only silence if there is no track. */
export async function fitSoundTrack(
  source: AudioTrackContent | undefined,
  seconds: number,
  mayCopy: boolean,
): Promise<AudioTrackContent> {
  const isCopied = mayCopy && source !== undefined && fits(source, seconds);
  return endAt(isCopied ? source : await recode(source, seconds), seconds);
}

function fits({ codec, channels, packets }: AudioTrackContent, seconds: number): boolean {
  const first = packets[0];
  const last = packets.at(-1);
  if (!first || !last || codec !== 'mp4a.40.2' || channels > 2) return false;
  const endSeconds = last.startSeconds + last.seconds;
  return first.startSeconds <= SLACK_SECONDS && endSeconds >= seconds - SLACK_SECONDS;
}

async function recode(source: AudioTrackContent | undefined, seconds: number): Promise<AudioTrackContent> {
  const samples = Math.round(seconds * SOUND_RATE);
  const { packets, description } = await encodeSound(await decodeStereo(source), samples);
  return {
    codec: 'mp4a.40.2',
    sampleRate: SOUND_RATE,
    channels: 2,
    description,
    packets: packets.map((bytes, index) => ({
      bytes,
      key: true,
      // The first packet is the encoder's priming, which belongs before the beginning.
      startSeconds: ((index - 1) * AAC_PACKET_SAMPLES) / SOUND_RATE,
      seconds: AAC_PACKET_SAMPLES / SOUND_RATE,
    })),
  };
}

/** Drops packets after the end of the video, and shortens the packet in which it ends. */
function endAt(audio: AudioTrackContent, seconds: number): AudioTrackContent {
  const packets = audio.packets
    .filter(({ startSeconds }) => startSeconds < seconds - TICK_SECONDS)
    .map((packet) => ({ ...packet, seconds: Math.min(packet.seconds, seconds - packet.startSeconds) }));
  return { ...audio, packets };
}
