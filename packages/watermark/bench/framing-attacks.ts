import { createCanvas } from '@napi-rs/canvas';
import type { Sharp } from 'sharp';
import type { Pixels } from '../src/draw-canvas.ts';
import { ALL, type Attack, open, save, through } from './attack.ts';

const AFTER_A_SMALL_CROP = 8;

/** What changes where the mark is in an image: crops, borders, mirroring, turns, rotations. */
export const FRAMING_ATTACKS: readonly Attack[] = [
  cropped('crop to 90 % a side', ALL, 0.9, 0.9),
  cropped('crop to 90 %, JPEG 75', ALL, 0.9, 0.9, (image) => image.jpeg({ quality: 75 })),
  cropped('crop to 75 % a side', ALL, 0.75, 0.75),
  cropped('crop to 60 % a side', AFTER_A_SMALL_CROP, 0.6, 0.6),
  cropped('crop to half the width', ALL, 0.5, 1),
  { name: 'crop to 4:5', required: ALL, run: (marked) => crop(marked, portraitOf(marked)) },
  through('border of 8 %', ALL, (image, { width }) => {
    const side = Math.round(0.08 * width);
    return image.extend({ top: side, bottom: side, left: side, right: side, background: '#ffffff' });
  }),
  { name: 'bar with a caption', required: ALL, run: addCaption },
  { name: "phone's screenshot", required: ALL, run: takeScreenshot },
  {
    name: "phone's screenshot, JPEG 75",
    required: ALL,
    run: async (marked) => save(open(await takeScreenshot(marked)).jpeg({ quality: 75 })),
  },
  through('mirrored', ALL, (image) => image.flop()),
  through('upside down', ALL, (image) => image.flip()),
  ...[90, 180].map((angle) => through(`turned by ${angle} degrees`, ALL, (image) => image.rotate(angle))),
  ...[1, -2, 3].map((angle) => through(`rotated by ${angle} degrees`, ALL, (image) => image.rotate(angle))),
  { name: 'straightened by 3 degrees', required: ALL, run: (marked) => straighten(marked, 3) },
  {
    name: 'straightened, JPEG 75',
    required: ALL,
    run: async (marked) => save(open(await straighten(marked, 1)).jpeg({ quality: 75 })),
  },
];

/** Cuts a third from the left and above, the rest from the other sides. */
function cropped(
  name: string,
  required: number,
  across: number,
  down: number,
  change: (image: Sharp) => Sharp = (image) => image.png(),
): Attack {
  const run = async (marked: Pixels): Promise<Pixels> => {
    const kept = { width: Math.round(across * marked.width), height: Math.round(down * marked.height) };
    return save(change(open(await crop(marked, kept))));
  };
  return { name, required, run };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function crop(marked: Pixels, { width, height }: Size): Promise<Pixels> {
  const left = Math.round((marked.width - width) / 3);
  const top = Math.round((marked.height - height) / 3);
  return save(open(marked).extract({ left, top, width, height }).png({ compressionLevel: 1 }));
}

/** As social networks cut images for a feed. */
function portraitOf({ width, height }: Pixels): Size {
  return {
    width: Math.min(width, Math.round(0.8 * height)),
    height: Math.min(height, Math.round(1.25 * width)),
  };
}

async function addCaption(marked: Pixels): Promise<Pixels> {
  const bar = Math.round(0.14 * marked.height);
  const text = write(marked.width, bar, '#ffffff', '#000000', 0.4 * bar, ['when the render is done']);
  const extended = await save(open(marked).extend({ top: bar, background: '#ffffff' }).png());
  return save(
    open(extended)
      .composite([{ input: text, left: 0, top: 0 }])
      .png(),
  );
}

/** The image across a dark screen of 1080 by 2340, with the clock above and a caption and buttons below. */
async function takeScreenshot(marked: Pixels): Promise<Pixels> {
  const [width, height] = [1080, 2340];
  const shown = await save(open(marked).resize(width).png({ compressionLevel: 1 }));
  const top = Math.round((height - shown.height) / 2);
  const above = write(width, 100, '#101418', '#e8e8e8', 40, ['9:41                                 84 %']);
  const below = write(width, 240, '#101418', '#e8e8e8', 44, [
    'made with a few words',
    'Like   Reply   Share',
  ]);
  const screen = open(shown).extend({ top, bottom: height - top - shown.height, background: '#101418' });
  const empty = await save(screen.png({ compressionLevel: 1 }));
  const drawn = open(empty).composite([
    { input: above, left: 0, top: 20 },
    { input: below, left: 0, top: height - 280 },
  ]);
  return save(drawn.png({ compressionLevel: 1 }));
}

function write(
  width: number,
  height: number,
  paper: string,
  ink: string,
  size: number,
  lines: readonly string[],
): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = ink;
  context.font = `${Math.round(size)}px sans-serif`;
  for (const [at, line] of lines.entries()) context.fillText(line, 40, size * (1.4 + 1.8 * at));
  return canvas.toBuffer('image/png');
}

/** Rotates and cuts off the empty corners, with the shape of the image. */
async function straighten(marked: Pixels, degrees: number): Promise<Pixels> {
  const rotated = await save(open(marked).rotate(degrees).png({ compressionLevel: 1 }));
  const angle = (degrees * Math.PI) / 180;
  const longer = Math.max(marked.width / marked.height, marked.height / marked.width);
  const kept = 1 / (Math.cos(angle) + longer * Math.sin(angle));
  const [width, height] = [Math.floor(kept * marked.width), Math.floor(kept * marked.height)];
  const left = Math.round((rotated.width - width) / 2);
  const top = Math.round((rotated.height - height) / 2);
  return save(open(rotated).extract({ left, top, width, height }).png({ compressionLevel: 1 }));
}
