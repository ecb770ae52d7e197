const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/**
 * How often a JPEG goes over its image: once, or about ten times if it is progressive. Markers are read as the decoder
 * reads them, or more of them, so none is missed. Appended data and thumbnails are not counted.
 */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  for (let at = jpeg.indexOf(0xff, 2); at !== -1; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1] ?? END_OF_IMAGE;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    if (marker === 0xff) at += 1;
    else at += 2 + (hasLength(marker) && at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 0);
  }
  return scans;
}

/** Not the bytes of a scan (00), its restart markers (D0 to D7), the start of an image, nor what no JPEG contains. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && (marker < 0xd0 || marker > 0xd8);
}
