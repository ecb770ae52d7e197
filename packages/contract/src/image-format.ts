// biome-ignore-all lint/suspicious/noControlCharactersInRegex: they are what files begin with.

import { describeText, type NamedFile } from './text-instead-of-image.ts';

/** The formats of an uploaded image. */
export type ImageFormat = 'png' | 'jpeg' | 'webp';

/**
 * The format of an upload by its first bytes; undefined for any other. To be asked before a decoder, which would also
 * read SVG, GIF, TIFF and more: parsing an SVG of 8 MB can take it half a minute, and more than a gigabyte of memory.
 */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  const start = latin1(bytes, 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : undefined;
}

/**
 * What a file is that is none of these formats, with the remedy, to follow the name of a field: `is a HEIC photo, not a
 * PNG, JPEG or WebP image; export it as JPEG`. Every interface says it with the same words.
 */
export function describeOtherFile(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'is empty; send the bytes of a PNG, JPEG or WebP image';
  const start = latin1(bytes, 0, 2048);
  const [name, remedy] = ftypOf(bytes) ?? tiffOf(bytes) ?? signatureOf(start) ?? describeText(start) ?? [];
  if (name === undefined) return 'is not a PNG, JPEG or WebP image; export the image as one of these';
  return `is ${name}, not a PNG, JPEG or WebP image; ${remedy}`;
}

const AS_JPEG = 'export it as JPEG';
const AS_PNG = 'export it as PNG';
const AS_IMAGE = 'export it as PNG, JPEG or WebP';
const ONE_FRAME = 'send one of its frames as PNG or JPEG';
const UNPACK = 'unpack it and send an image from it';
const HEIC: NamedFile = [
  'a HEIC photo',
  'export it as JPEG, or let the iPhone take JPEG: Settings > Camera > Formats > Most Compatible',
];

/** These formats share the boxes of MP4 and differ in their brand. */
const BRANDS: readonly (readonly [brands: RegExp, file: NamedFile])[] = [
  [/avi[fs]/, ['an AVIF image', AS_IMAGE]],
  [/hei[cxms]|hev[cxms]/, HEIC],
  [/crx /, ['a raw photo (CR3)', 'develop it and export it as JPEG']],
  [/jp2 |jpx |jpm /, ['a JPEG 2000 image', AS_IMAGE]],
  [/jxl /, ['a JPEG XL image', AS_IMAGE]],
  [/mif1|msf1/, ['a HEIF image', AS_JPEG]],
  [/qt {2}/, ['a MOV video', ONE_FRAME]],
  [/M4A |M4B /, ['a sound file', 'send an image']],
];

function ftypOf(bytes: Uint8Array): NamedFile | undefined {
  if (latin1(bytes, 4, 8) !== 'ftyp') return undefined;
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 256);
  const major = latin1(bytes, 8, 12);
  // The name of the format may be among the compatible brands alone.
  const brands = `${major} ${latin1(bytes, 16, Math.max(16, length))}`;
  const byMajor = BRANDS.find(([brand]) => brand.test(major) && !/mif1|msf1/.test(major));
  const found =
    byMajor ?? (/mif1|msf1/.test(major) ? BRANDS.find(([brand]) => brand.test(brands)) : undefined);
  return found?.[1] ?? ['an MP4 video', ONE_FRAME];
}

const SUB_DIRECTORIES = 0x014a;
const DNG_VERSION = 0xc612;

/** Raw photos of most cameras are TIFF by their first bytes; they have a directory of their own for the sensor's data. */
function tiffOf(bytes: Uint8Array): NamedFile | undefined {
  const head = latin1(bytes, 0, 10);
  const isLittle = /^II[*+]\0/.test(head);
  if (!isLittle && !/^MM\0[*+]/.test(head)) return undefined;
  const tags = tagsOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), isLittle);
  if (tags.includes(DNG_VERSION)) return ['a raw photo (DNG)', 'develop it and export it as JPEG'];
  const isRaw = head.endsWith('CR') || tags.includes(SUB_DIRECTORIES);
  return isRaw ? ['a raw photo', 'develop it and export it as JPEG'] : ['a TIFF image', AS_IMAGE];
}

/** The tags of the first directory that is in the file. */
function tagsOf(view: DataView, isLittle: boolean): readonly number[] {
  const tags: number[] = [];
  if (view.byteLength < 8) return tags;
  const at = view.getUint32(4, isLittle);
  if (at + 2 > view.byteLength) return tags;
  const count = view.getUint16(at, isLittle);
  for (let tag = at + 2; tag < at + 2 + count * 12 && tag + 2 <= view.byteLength; tag += 12) {
    tags.push(view.getUint16(tag, isLittle));
  }
  return tags;
}

const RAW: NamedFile = ['a raw photo', 'develop it and export it as JPEG'];
const SPOILT: NamedFile = [
  'an image that was read as text, which destroyed it',
  'read the file as bytes, without an encoding',
];

/** These formats are recognised by their first bytes, as text in Latin-1. */
const SIGNATURES: readonly (readonly [start: RegExp, file: NamedFile])[] = [
  [/^GIF8[79]a/, ['a GIF', 'save it, or one of its frames, as PNG']],
  [/^BM[\s\S]{4}\0{4}[\s\S]{4}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0/, ['a BMP image', AS_PNG]],
  [/^\0\0\0\x0cJXL |^\xff\x0a/, ['a JPEG XL image', AS_IMAGE]],
  [/^\0\0\0\x0cjP {2}|^\xff\x4f\xff\x51/, ['a JPEG 2000 image', AS_IMAGE]],
  [/^8BPS/, ['a Photoshop file', AS_IMAGE]],
  [/^gimp xcf/, ['a GIMP file', AS_IMAGE]],
  [/^\0\0\x01\0[\x01-\xff]\0/, ['an ICO icon', AS_PNG]],
  [/^\0\0\x02\0[\x01-\xff]\0/, ['a CUR mouse pointer', AS_PNG]],
  [/^icns/, ['an ICNS icon', AS_PNG]],
  [/^IIR[OS]|^MMOR|^IIU\0|^FUJIFILMCCD-RAW|^FOVb|^\0MRM/, RAW],
  [/^v\/1\x01/, ['an OpenEXR image', AS_IMAGE]],
  [/^#\?R(ADIANCE|GBE)/, ['a Radiance HDR image', AS_IMAGE]],
  [/^qoif/, ['a QOI image', AS_PNG]],
  [/^BPG\xfb/, ['a BPG image', AS_IMAGE]],
  [/^\x8aMNG|^\x8bJNG/, ['an MNG image', AS_PNG]],
  [/^DDS /, ['a DDS texture', AS_PNG]],
  [/^P[1-7][\s#]/, ['a PNM image', AS_PNG]],
  [/^%PDF-/, ['a PDF document', 'export the page as PNG or JPEG']],
  [/^%!PS|^\xc5\xd0\xd3\xc6/, ['a PostScript document', AS_PNG]],
  [/^PK(\x03\x04|\x05\x06)/, ['a ZIP archive or an office document', UNPACK]],
  [/^\x1f\x8b|^7z\xbc\xaf|^Rar!|^BZh|^\xfd7zXZ|^\x28\xb5\x2f\xfd/, ['a packed file', UNPACK]],
  [/^\xd0\xcf\x11\xe0/, ['an office document', 'export the image from it as PNG or JPEG']],
  [/^\x1a\x45\xdf\xa3/, ['a WebM or Matroska video', ONE_FRAME]],
  [/^RIFF[\s\S]{4}AVI /, ['an AVI video', ONE_FRAME]],
  [/^[\s\S]{4}(moov|mdat|wide|free|skip|pnot)/, ['a MOV video', ONE_FRAME]],
  [/^\0\0\x01[\xb3\xba]|^FLV\x01|^0&\xb2u/, ['a video', ONE_FRAME]],
  [/^ID3|^OggS|^fLaC|^RIFF[\s\S]{4}WAVE/, ['a sound file', 'send an image']],
  [
    /^\0\x05\x16[\x00\x07]/,
    ['a companion file of macOS', 'send the file of the same name without "._" before it'],
  ],
  // What decoding as UTF-8 or as Latin-1, or another end of line, made of PNG and JPEG.
  [/^(\xef\xbf\xbd|\xc2\x89)PNG|^\x89PNG\r?\n\x1a\r?\n|^(\xef\xbf\xbd){3}|^\xc3\xbf\xc3\x98\xc3\xbf/, SPOILT],
];

function signatureOf(head: string): NamedFile | undefined {
  return SIGNATURES.find(([start]) => start.test(head))?.[1];
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
