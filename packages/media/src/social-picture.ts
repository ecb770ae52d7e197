import type { OverlayOptions } from 'sharp';
import { sharp } from './sharp.ts';

/** The size that sites show beside a link. */
export const SOCIAL_WIDTH = 1200;
export const SOCIAL_HEIGHT = 630;

/** More would be too small to see. */
export const SOCIAL_WORKS_MAX = 6;

const BAND = 250;
const MARGIN = 64;
const MARK = 84;
const NAME_HEIGHT = 64;
const DARK: Rgb = [20, 18, 16];

type Rgb = readonly [red: number, green: number, blue: number];

interface SocialPicture {
  readonly name: string;
  /** As `#rrggbb`. */
  readonly accent: string;
  /** Pictures of works, at most `SOCIAL_WORKS_MAX`; none that cannot be decoded is shown. */
  readonly works: readonly Uint8Array[];
}

/** The picture of a service beside links to it, as PNG: its works, if there are any, its mark and its name. */
export async function socialPicture({ name, accent, works }: SocialPicture): Promise<Uint8Array> {
  const colour = rgbOf(accent);
  const tiles = await mosaicOf(works);
  const isPlain = tiles.length === 0;
  const middle = SOCIAL_HEIGHT - (isPlain ? SOCIAL_HEIGHT / 2 : MARGIN + MARK / 2);
  const top = Math.round(middle - MARK / 2);
  const written = await nameOf(name);
  const parts: OverlayOptions[] = [
    ...tiles,
    ...(isPlain ? [] : [bandOf()]),
    { input: markOf(colour), raw: { width: MARK, height: MARK, channels: 4 }, left: MARGIN, top },
    ...(written === undefined
      ? []
      : [
          {
            input: written.data,
            left: MARGIN + MARK + 28,
            top: Math.round(middle - written.height / 2),
          },
        ]),
  ];
  return sharp(groundOf(isPlain ? colour : DARK), {
    raw: { width: SOCIAL_WIDTH, height: SOCIAL_HEIGHT, channels: 3 },
  })
    .composite(parts)
    .png({ palette: true, quality: 90, effort: 3 })
    .toBuffer();
}

/** Beside each other, each cut to its place: one, two or three columns, and two rows of six. */
async function mosaicOf(works: readonly Uint8Array[]): Promise<OverlayOptions[]> {
  const usable = works.length >= SOCIAL_WORKS_MAX ? SOCIAL_WORKS_MAX : Math.min(works.length, 3);
  const rows = usable === SOCIAL_WORKS_MAX ? 2 : 1;
  const columns = usable / rows;
  const width = Math.ceil(SOCIAL_WIDTH / columns);
  const height = Math.ceil(SOCIAL_HEIGHT / rows);
  const tiles = await Promise.all(
    works.slice(0, usable).map(async (bytes, at) => {
      const input = await sharp(bytes).resize({ width, height, fit: 'cover' }).flatten().png().toBuffer();
      return { input, left: (at % columns) * width, top: Math.floor(at / columns) * height };
    }),
  );
  return tiles;
}

/** A colour that darkens towards the right. */
function groundOf([red, green, blue]: Rgb): Uint8Array {
  const data = new Uint8Array(SOCIAL_WIDTH * SOCIAL_HEIGHT * 3);
  for (let at = 0; at < SOCIAL_WIDTH * SOCIAL_HEIGHT; at++) {
    const share = 0.75 - 0.5 * ((at % SOCIAL_WIDTH) / SOCIAL_WIDTH);
    for (const [channel, value] of [red, green, blue].entries()) {
      const dark = DARK[channel] ?? 0;
      data[at * 3 + channel] = Math.round(dark + (value - dark) * share);
    }
  }
  return data;
}

/** Dark towards the lower edge, so that the name is legible on any work. */
function bandOf(): OverlayOptions {
  const data = Buffer.alloc(SOCIAL_WIDTH * BAND * 4);
  for (let y = 0; y < BAND; y++) {
    const alpha = Math.round(235 * Math.min(1, (y / BAND) * 1.6));
    for (let x = 0; x < SOCIAL_WIDTH; x++) data.set([12, 11, 10, alpha], (y * SOCIAL_WIDTH + x) * 4);
  }
  return {
    input: data,
    raw: { width: SOCIAL_WIDTH, height: BAND, channels: 4 },
    left: 0,
    top: SOCIAL_HEIGHT - BAND,
  };
}

const SAMPLES = 4;

/** The mark of the pages: a triangle in a square with round corners, by samples of each pixel. An SVG would be refused. */
function markOf(colour: Rgb): Buffer {
  const data = Buffer.alloc(MARK * MARK * 4);
  const samples = SAMPLES ** 2;
  for (let at = 0; at < MARK * MARK; at++) {
    let square = 0;
    let triangle = 0;
    for (let sample = 0; sample < samples; sample++) {
      // In the 32 units of the mark.
      const x = (((at % MARK) + ((sample % SAMPLES) + 0.5) / SAMPLES) * 32) / MARK;
      const y = ((Math.floor(at / MARK) + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) * 32) / MARK;
      if (!isInSquare(x, y)) continue;
      square += 1;
      if (isInTriangle(x, y)) triangle += 1;
    }
    const white = square === 0 ? 0 : triangle / square;
    const mixed = colour.map((value) => Math.round(value + (255 - value) * white));
    data.set([...mixed, Math.round((255 * square) / samples)], at * 4);
  }
  return data;
}

function isInSquare(x: number, y: number): boolean {
  const [dx, dy] = [Math.max(0, Math.abs(x - 16) - 8), Math.max(0, Math.abs(y - 16) - 8)];
  return dx * dx + dy * dy <= 64;
}

const isInTriangle = (x: number, y: number): boolean =>
  x >= 12 && Math.abs(y - 16) <= 6.5 * (1 - (x - 12) / 11);

/** The name in white; undefined on a machine without fonts, where each character would be the same box. */
async function nameOf(name: string): Promise<{ readonly data: Buffer; readonly height: number } | undefined> {
  const [narrow, wide] = await Promise.all(['iiii', 'WWWW'].map((text) => textOf(text, 400)));
  if (narrow === undefined || wide === undefined || narrow.info.width >= wide.info.width) return undefined;
  const { data, info } = await textOf(name, SOCIAL_WIDTH - 2 * MARGIN - MARK - 28);
  return { data, height: info.height };
}

function textOf(text: string, widthMax: number) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const markup = `<span foreground="white">${escaped}</span>`;
  return sharp({ text: { text: markup, font: `sans bold ${NAME_HEIGHT}`, rgba: true, dpi: 72 } })
    .resize({ width: widthMax, height: 2 * NAME_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
}

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
