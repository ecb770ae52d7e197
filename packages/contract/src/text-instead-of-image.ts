// biome-ignore-all lint/suspicious/noControlCharactersInRegex: they are what files begin with.

/** A name with its article, and what to do. */
export type NamedFile = readonly [name: string, remedy: string];

/**
 * What the text is that was sent instead of an image, by its beginning as Latin-1; undefined if it is not text.
 */
export function describeText(head: string): NamedFile | undefined {
  if (/^\xff\xfe|^\xfe\xff/.test(head)) return TEXT;
  const text = head.replace(/^\xef\xbb\xbf/, '').trim();
  // Images in other formats have control characters soon.
  if (text === '' || CONTROL.test(head) || !UTF8.test(head)) return undefined;
  return TEXTS.find(([start]) => start.test(text))?.[1] ?? TEXT;
}

const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
/** The last character may be cut off. */
const UTF8 =
  /^(?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})*[\xc2-\xf4]?[\x80-\xbf]{0,2}$/;
const TEXT: NamedFile = ['text', 'send the bytes of the image itself'];

const TEXTS: readonly (readonly [start: RegExp, file: NamedFile])[] = [
  [/^(<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype svg[^>]*>|\s)*<svg/i, ['an SVG drawing', 'export it as PNG']],
  [
    /^(<!--[\s\S]*?-->|\s)*<(!doctype html|html|head|body)/i,
    ['an HTML page', 'send the image that it shows'],
  ],
  [/^data:/i, ['a data: URL', 'send the bytes that it has in base64 behind its comma']],
  [/^https?:\/\/\S+$/i, ['an address', 'no address is fetched: send the bytes of the image']],
  // The first bytes of PNG, JPEG, WebP, GIF, HEIC, BMP and TIFF.
  [
    /^(iVBORw0KGg|\/9j\/|UklGR|R0lGOD|AAAA[\w+/]{2}Z0eXB|Qk0|SUkq|TU0AK)/,
    ['base64 text instead of bytes', 'encode the image exactly once'],
  ],
  [/^[{[]/, ['JSON text', 'send the bytes of an image; this may be the error message of its source']],
  [/^version https:\/\/git-lfs/, ['a pointer of Git LFS', 'fetch the image itself with "git lfs pull"']],
  [/^</, ['an XML document', 'send the bytes of an image']],
];
