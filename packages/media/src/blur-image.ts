/** The longer side of what is left, in pixels: colours and nothing that can be recognised. */
const MAX_SIDE = 12;

/** An image that shows the colours of another one and none of its content, as a JPEG; no program can undo it. */
export async function blurImage(bytes: Uint8Array): Promise<Uint8Array> {
  // Loaded with the first image: most of a server's life needs no image decoder.
  const { sharp } = await import('./sharp.ts');
  return sharp(bytes, { failOn: 'error' })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 60 })
    .toBuffer();
}
