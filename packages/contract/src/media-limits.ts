/** The limits of an uploaded image. */
export const uploadLimits = {
  /** 12 MiB before encoding is exactly 16 MiB of base64. */
  bytes: 12 * 1024 * 1024,
  pixels: 64_000_000,
  /** The minimum of each side, in pixels. */
  minSide: 16,
  /** The longer side divided by the shorter. */
  ratio: 20,
  /** The maximum of a progressive JPEG; encoders write about ten. */
  scans: 64,
} as const;

/** The longest side of any result, in pixels. */
export const maxResultSide = 4096;

/** Frames per second of the videos of the job API, which has lengths in frames. */
export const framesPerSecond = 24;

/** The limits as sentences, for the description of a field. */
export const describedUploadLimits =
  `At most ${uploadLimits.bytes / 1024 / 1024} MiB before encoding and ` +
  `${uploadLimits.pixels / 1_000_000} million pixels; each side has at least ${uploadLimits.minSide} pixels ` +
  `and at most ${uploadLimits.ratio} times those of the other; a progressive JPEG has at most ${uploadLimits.scans} scans. Animations are refused. ` +
  'A larger image than needed is reduced, transparency is laid on white, the EXIF orientation is applied, ' +
  'and all metadata is dropped.';
