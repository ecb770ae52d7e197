/** The longer side of a preview, in pixels: enough to judge an image, few tokens for a model. */
const MAX_SIDE = 512;

/** A small JPEG of one of the service's own images. Throws if it cannot be decoded. */
export async function previewImage(bytes: Uint8Array, longestSide = MAX_SIDE): Promise<Uint8Array> {
  // Loaded when it is needed: most server processes make no preview.
  const { sharp } = await import('./sharp.ts');
  return sharp(bytes, { failOn: 'error' })
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer();
}
