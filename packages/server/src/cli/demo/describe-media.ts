import type { MediaFacts } from '@kinora/video/probe';

/** The properties of a fully decoded file, in one line. */
export function describeMedia(media: MediaFacts): string {
  const size = `${media.width}x${media.height}`;
  if (media.kind === 'png') return `PNG ${size}, decoded`;
  const { fps, durationSeconds, framesDecoded, audio } = media;
  const sound =
    audio === undefined
      ? 'no sound'
      : `sound ${audio.audioSecondsDecoded.toFixed(1)} s at ${decibels(audio.audioPeak)} dB peak`;
  return `MP4 ${size}, ${fps.toFixed(0)} fps, ${durationSeconds.toFixed(1)} s, ${framesDecoded} frames decoded, ${sound}`;
}

function decibels(peak: number): string {
  return (20 * Math.log10(Math.max(peak, 1e-6))).toFixed(0);
}
