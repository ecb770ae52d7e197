import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { describeOtherFile, imageFormatOf } from '@kinora/contract';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const ftyp = (major: string, ...brands: string[]): Buffer => {
  const box = text(`\0\0\0\0ftyp${major}\0\0\0\0${brands.join('')}`);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, hex('00000100 6d657461'), Buffer.alloc(64, 7)]);
};
/** A TIFF with these tags in its first directory, in either order of bytes. */
const tiff = (order: 'II' | 'MM', tags: readonly number[], mark = ''): Buffer => {
  const file = Buffer.alloc(16 + 2 + tags.length * 12);
  const write16 = order === 'II' ? 'writeUInt16LE' : 'writeUInt16BE';
  const write32 = order === 'II' ? 'writeUInt32LE' : 'writeUInt32BE';
  file.write(`${order}${order === 'II' ? '*\0' : '\0*'}\0\0\0\0${mark}`, 'latin1');
  file[write32](16, 4);
  file[write16](tags.length, 16);
  for (const [at, tag] of tags.entries()) file[write16](tag, 18 + at * 12);
  return file;
};

const png = await plain().png().toBuffer();
const jpeg = await plain().jpeg().toBuffer();

/** Files that people send as images, with what they are called and the beginning of the remedy. */
const FILES: readonly (readonly [name: string, bytes: Buffer, said: RegExp])[] = [
  [
    'HEIC of an iPhone',
    ftyp('heic', 'mif1', 'MiHB', 'heic'),
    /^a HEIC photo, .*Settings > Camera > Formats > Most Compatible/,
  ],
  ['HEIC by a compatible brand', ftyp('mif1', 'miaf', 'heic'), /^a HEIC photo/],
  ['HEIC of several images', ftyp('hevc', 'hevc'), /^a HEIC photo/],
  ['HEIF', ftyp('mif1', 'mif1', 'miaf'), /^a HEIF image, .*export it as JPEG/],
  ['AVIF', await plain().avif().toBuffer(), /^an AVIF image, .*export it as PNG, JPEG or WebP/],
  ['AVIF by a compatible brand', ftyp('mif1', 'avif', 'miaf'), /^an AVIF image/],
  ['GIF', await plain().gif().toBuffer(), /^a GIF, .*save it, or one of its frames, as PNG/],
  ['BMP', hex('424d 36000000 0000 0000 36000000 28000000 0100'), /^a BMP image, .*export it as PNG/],
  ['TIFF', await plain().tiff().toBuffer(), /^a TIFF image/],
  ['TIFF of a Mac', tiff('MM', [0x0100, 0x0101]), /^a TIFF image/],
  ['DNG', tiff('II', [0x0100, 0xc612]), /^a raw photo \(DNG\), .*develop it and export it as JPEG/],
  ['CR2', tiff('II', [0x0100], 'CR\x02\0'), /^a raw photo, /],
  ['NEF or ARW', tiff('MM', [0x010f, 0x014a]), /^a raw photo, /],
  ['CR3', ftyp('crx ', 'crx ', 'isom'), /^a raw photo \(CR3\)/],
  ['RAF', text('FUJIFILMCCD-RAW 0201'), /^a raw photo/],
  ['ORF', hex('4949524f 08000000'), /^a raw photo/],
  ['a TIFF that is cut off', text('II*\0\xff\xff\xff\x7f'), /^a TIFF image/],
  ['JPEG XL', hex('0000000c 4a584c20 0d0a870a'), /^a JPEG XL image/],
  ['JPEG XL without boxes', hex('ff0a 0102030405060708'), /^a JPEG XL image/],
  ['JPEG 2000', hex('0000000c 6a502020 0d0a870a'), /^a JPEG 2000 image/],
  ['PSD', text('8BPS\0\x01'), /^a Photoshop file/],
  ['ICO', hex('00000100 0100 10100000'), /^an ICO icon/],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^an SVG drawing, .*export it as PNG/],
  [
    'SVG of an editor',
    text('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- by hand -->\n<svg width="9"/>'),
    /^an SVG drawing/,
  ],
  ['PDF', text('%PDF-1.7\n%\xe2\xe3'), /^a PDF document, .*export the page as PNG or JPEG/],
  ['MP4', ftyp('isom', 'isom', 'avc1'), /^an MP4 video, .*send one of its frames/],
  ['MOV', ftyp('qt  ', 'qt  '), /^a MOV video/],
  ['an old MOV', text('\0\0\0\x08wide\0\0\0\0mdat'), /^a MOV video/],
  ['WebM', hex('1a45dfa3 9f428681'), /^a WebM or Matroska video/],
  ['AVI', text('RIFF\x04\0\0\0AVI LIST'), /^an AVI video/],
  ['WAVE', text('RIFF\x04\0\0\0WAVE'), /^a sound file/],
  ['ZIP', text('PK\x03\x04\x14\0'), /^a ZIP archive or an office document, .*unpack it/],
  ['gzip', gzipSync(png), /^a packed file/],
  ['an HTML page', text('\n<!DOCTYPE html>\n<html><head>'), /^an HTML page, .*send the image that it shows/],
  ['text', text('a quiet lake'), /^text, .*send the bytes of the image itself/],
  ['text in UTF-16', Buffer.from('\ufeffa quiet lake', 'utf16le'), /^text/],
  ['JSON', text('{"error":"not found"}'), /^JSON text/],
  [
    'a data: URL',
    text(`data:image/png;base64,${png.toString('base64')}`),
    /^a data: URL, .*behind its comma/,
  ],
  ['base64 of a PNG', text(png.toString('base64')), /^base64 text instead of bytes, .*exactly once/],
  ['base64 of a JPEG', text(jpeg.toString('base64')), /^base64 text instead of bytes/],
  ['base64 of a HEIC', text(ftyp('heic').toString('base64')), /^base64 text instead of bytes/],
  ['an address', text('https://example.com/fox.png\n'), /^an address, .*no address is fetched/],
  ['a pointer of Git LFS', text('version https://git-lfs.github.com/spec/v1\n'), /^a pointer of Git LFS/],
  ['a PNG decoded as text', Buffer.from(png.toString('utf8')), /^an image that was read as text/],
  ['a JPEG decoded as text', Buffer.from(jpeg.toString('utf8')), /^an image that was read as text/],
  ['a JPEG encoded as text', Buffer.from(jpeg.toString('latin1')), /^an image that was read as text/],
  [
    'a PNG with other ends of lines',
    text(png.toString('latin1').replaceAll('\r\n', '\n')),
    /^an image that was read as text/,
  ],
  ['what macOS puts beside a photo', hex('00051607 00020000'), /^a companion file of macOS, .*"\._"/],
];

test('every file that people take for an image is named, with what to do', () => {
  verifies('DEC-UPLOAD-10');
  for (const [name, bytes, said] of FILES) {
    assert.equal(imageFormatOf(bytes), undefined, name);
    const sentence = describeOtherFile(bytes);
    const [, rest = ''] = /^is (.*)$/.exec(sentence) ?? [];
    assert.match(rest, said, `${name}: ${sentence}`);
    assert.match(rest, /, not a PNG, JPEG or WebP image; \S/, name);
  }
});

test('a file of no known kind, or of nothing, has a remedy too', () => {
  verifies('DEC-UPLOAD-10');
  assert.equal(describeOtherFile(Buffer.alloc(0)), 'is empty; send the bytes of a PNG, JPEG or WebP image');
  for (const bytes of [hex('00'), hex('89504e47'), hex('0001020304050607080910111213'), text('BM')]) {
    assert.match(describeOtherFile(bytes), /^is (not a|text, not a) PNG, JPEG or WebP image; (export|send)/);
  }
});

test('no beginning of a file breaks it, however short it is', () => {
  verifies('DEC-UPLOAD-10');
  for (const [name, bytes] of FILES) {
    for (let length = 0; length <= 64; length++) {
      assert.match(describeOtherFile(bytes.subarray(0, length)), /^is .*; /, `${length} bytes of ${name}`);
    }
  }
});
