/** A marker of a JPEG with its parameters: what stands behind its length. */
export interface Segment {
  readonly marker: number;
  /** The position of the first byte of the parameters. */
  readonly at: number;
  readonly end: number;
}

export const START_OF_SCAN = 0xda;
export const END_OF_IMAGE = 0xd9;

/**
 * The markers up to the end of the image, as the decoder reads them, or more of them, so that none is missed. Appended
 * data and thumbnails are not read.
 */
export function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  let at = 2;
  for (;;) {
    at = nextMark(jpeg, at);
    while (jpeg[at + 1] === 0xff) at += 1;
    const marker = jpeg[at + 1];
    if (marker === undefined) return;
    const length = hasLength(marker) && at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 0;
    const end = Math.min(jpeg.length, at + 2 + length);
    if (length > 0 || marker === END_OF_IMAGE) yield { marker, at: Math.min(at + 4, end), end };
    if (marker === END_OF_IMAGE) return;
    at += 2 + length;
  }
}

/** Where the next FF is. The first bytes are read here: a call for each FF takes seconds where every other byte is one. */
function nextMark(jpeg: Buffer, from: number): number {
  const near = Math.min(jpeg.length, from + 32);
  for (let at = from; at < near; at++) if (jpeg[at] === 0xff) return at;
  const far = jpeg.indexOf(0xff, near);
  return far === -1 ? jpeg.length : far;
}

/** Not the bytes of a scan (00), its restart markers (D0 to D7), the start of an image, nor what no JPEG contains. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && (marker < 0xd0 || marker > 0xd9);
}

/** What the markers say of how an image is coded. */
export interface JpegCoding {
  /** How often the JPEG goes over its image: once, or about ten times if it is progressive. */
  readonly scans: number;
  readonly hasEnd: boolean;
  /** Others than these two are rare: arithmetic codes, lossless, 12 bits a sample. */
  readonly kind: 'sequential' | 'progressive' | 'other';
}

export function codingOf(jpeg: Buffer): JpegCoding {
  let scans = 0;
  let hasEnd = false;
  let frame: Segment | undefined;
  for (const segment of segmentsOf(jpeg)) {
    const { marker } = segment;
    if (marker === START_OF_SCAN) scans += 1;
    if (marker === END_OF_IMAGE) hasEnd = true;
    if (isFrame(marker)) frame ??= segment;
  }
  return { scans, hasEnd, kind: kindOf(jpeg, frame) };
}

function kindOf(jpeg: Buffer, frame: Segment | undefined): JpegCoding['kind'] {
  if (frame === undefined) return 'sequential';
  if (frame.marker > 0xc2 || jpeg[frame.at] !== 8) return 'other';
  return frame.marker === 0xc2 ? 'progressive' : 'sequential';
}

/** Whether the scans of a progressive JPEG refine all of its coefficients to their last bit. */
export function isFullyRefined(jpeg: Buffer): boolean {
  const coarse = new Set<string>();
  for (const { marker, at } of segmentsOf(jpeg)) {
    const count = jpeg[at] ?? 0;
    if (isFrame(marker)) {
      for (let index = 0; index < (jpeg[at + 5] ?? 0); index++) {
        for (let k = 0; k < 64; k++) coarse.add(`${jpeg[at + 6 + 3 * index]} ${k}`);
      }
    }
    if (marker !== START_OF_SCAN) continue;
    const [first = 0, last = 0, precision = 0] = jpeg.subarray(at + 1 + 2 * count);
    if ((precision & 15) !== 0) continue;
    for (let index = 0; index < count; index++) {
      for (let k = first; k <= last && k < 64; k++) coarse.delete(`${jpeg[at + 1 + 2 * index]} ${k}`);
    }
  }
  return coarse.size === 0;
}

/** Start of frame: C0 to CF without the tables (C4, CC) and C8. */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
