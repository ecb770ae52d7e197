import { writeFileSync } from 'node:fs';
import { renderImage } from '@kinora/procedural/render-image';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { SAMPLE_PROMPTS } from './sample-prompts.ts';

const COLUMNS = 4;
const THUMBNAIL = 384;
const SIDE = 768;

/**
 * Renders the sample prompts and lays them out on one sheet, for inspection by eye:
 * `node packages/server/bench/contact-sheet.ts <sheet.png> [seed]`. Prints wall and processor time of each.
 */
export async function writeContactSheet(path: string, seed: number): Promise<void> {
  const rows = Math.ceil(SAMPLE_PROMPTS.length / COLUMNS);
  const sheet = createCanvas(COLUMNS * THUMBNAIL, rows * THUMBNAIL);
  const context = sheet.getContext('2d');
  context.imageSmoothingQuality = 'high';
  for (const [index, prompt] of SAMPLE_PROMPTS.entries()) {
    const began = performance.now();
    const before = process.cpuUsage();
    const png = await renderImage({
      operation: 'image',
      model: 'image',
      prompt,
      seed,
      width: SIDE,
      height: SIDE,
    });
    const used = process.cpuUsage(before);
    const wallMs = Math.round(performance.now() - began);
    const processorMs = Math.round((used.user + used.system) / 1000);
    console.log(
      `${String(wallMs).padStart(5)} ms wall ${String(processorMs).padStart(5)} ms processor  ${prompt}`,
    );
    const x = (index % COLUMNS) * THUMBNAIL;
    const y = Math.floor(index / COLUMNS) * THUMBNAIL;
    context.drawImage(await loadImage(png), x, y, THUMBNAIL, THUMBNAIL);
  }
  writeFileSync(path, sheet.toBuffer('image/png'));
}

const [, script, path, seed] = process.argv;
if (script?.endsWith('contact-sheet.ts') && path !== undefined)
  await writeContactSheet(path, Number(seed ?? 1));
