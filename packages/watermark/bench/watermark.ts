import sharp from 'sharp';
import { median, number, spread } from '../../server/bench/spread.ts';
import type { Table } from '../../server/bench/table.ts';
import type { Run, Topic } from '../../server/bench/topic.ts';
import { type Carriers, layCarriers } from '../src/carriers.ts';
import { markPixels } from '../src/mark-pixels.ts';
import { readPixels } from '../src/read-pixels.ts';
import type { Attack } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { largestChange, psnrOf, ssimOf } from './likeness.ts';
import { decode, HARD_IMAGES, SAMPLE_IMAGES, type SampleImage } from './sample-images.ts';

const CHIP_KEY = new Uint8Array(32).fill(7);
const PAYLOAD = '1c0ffee5eed5a1ad';
const MIN_PSNR = 42;
const MIN_SSIM = 0.99;
const MARK_GOAL_MS = 250;
const READ_GOAL_MS = 120;
/** The goal of a search without a result. */
const SEARCH_GOAL_MS = 1000;
const TIMED = 1024 * 1024;
/** 12 megapixels, as a phone takes them. */
const PHOTOS = 3;
const PHOTO = { width: 4000, height: 3000 };

/** Measurements of the images, and for each attack the number of payloads read and their signals. */
interface Results {
  readonly psnr: number[];
  readonly ssim: number[];
  readonly change: number[];
  readonly markMs: number[];
  readonly readMs: number[];
  readonly searchMs: number[];
  readonly photoMs: number[];
  readonly byAttack: Map<Attack, { read: number; hardRead: number; signals: number[] }>;
}

async function run({ quick, reportFailure }: Run): Promise<Table> {
  const carriers = layCarriers(CHIP_KEY);
  const results: Results = {
    ...{ psnr: [], ssim: [], change: [], markMs: [], readMs: [], searchMs: [], photoMs: [] },
    byAttack: new Map(ATTACKS.map((attack) => [attack, { read: 0, hardRead: 0, signals: [] }])),
  };
  const images = quick ? SAMPLE_IMAGES.slice(-1) : SAMPLE_IMAGES;
  for (const image of images) await measure(image, false, carriers, results);
  for (const image of quick ? [] : HARD_IMAGES) await measure(image, true, carriers, results);
  for (const image of images.slice(0, PHOTOS)) await measurePhoto(image, carriers, results);
  if (!quick) checkGoals(results, reportFailure);
  return {
    title: `watermark: the payload read from ${images.length} images, and from ${HARD_IMAGES.length} hard ones`,
    header: ['', 'read', 'required', 'hard', 'signal', ''],
    rows: ATTACKS.map((attack) => rowOf(attack, results, quick)),
    notes: notesOf(results),
  };
}

async function measure(
  image: SampleImage,
  hard: boolean,
  carriers: Carriers,
  results: Results,
): Promise<void> {
  const original = await image.paint();
  const timed = original.width * original.height === TIMED;
  const [marked, markMs] = timeOf(() => markPixels(original, carriers, PAYLOAD));
  const [, readMs] = timeOf(() => readPixels(marked, carriers));
  const [found, searchMs] = timeOf(() => readPixels(original, carriers));
  if (found !== undefined) throw new Error(`a watermark was detected in "${image.name}" before it was added`);
  if (timed) {
    results.markMs.push(markMs);
    results.readMs.push(readMs);
    results.searchMs.push(searchMs);
  }
  if (!hard) {
    results.psnr.push(psnrOf(original, marked));
    results.ssim.push(ssimOf(original, marked));
    results.change.push(largestChange(original, marked));
  }
  for (const [attack, result] of results.byAttack) {
    const reading = readPixels(await attack.run(marked), carriers);
    const isRead = reading?.payload === PAYLOAD;
    if (hard) result.hardRead += Number(isRead);
    else result.read += Number(isRead);
    if (!hard) result.signals.push(reading?.pilot ?? 0);
  }
}

/** Nothing is found, so that every search is made; with decoding the file. */
async function measurePhoto(image: SampleImage, carriers: Carriers, { photoMs }: Results): Promise<void> {
  const { data, width, height, channels } = await image.paint();
  const photo = sharp(data, { raw: { width, height, channels } }).resize({ ...PHOTO, fit: 'fill' });
  const file = await photo.jpeg({ quality: 90 }).toBuffer();
  const before = process.cpuUsage();
  readPixels(await decode(file), carriers);
  photoMs.push(msSince(before));
}

/** In milliseconds of processor time, which other load on the machine affects less. */
function timeOf<Value>(work: () => Value): [Value, number] {
  const before = process.cpuUsage();
  const value = work();
  return [value, msSince(before)];
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function rowOf(attack: Attack, { byAttack }: Results, quick: boolean): readonly string[] {
  const { read = 0, hardRead = 0, signals = [] } = byAttack.get(attack) ?? {};
  const { name, required } = attack;
  const rating = required === undefined || quick ? '' : read >= required ? 'ok' : 'under';
  return [
    name,
    `${read}`,
    required === undefined ? '' : `${required}`,
    `${hardRead}`,
    spread(signals, 1),
    rating,
  ];
}

function notesOf({ psnr, ssim, change, markMs, readMs, searchMs, photoMs }: Results): readonly string[] {
  return [
    'Signal: of the pilot, in standard deviations, median (least–most); 0 where no mark was found. Hard: one even grey; black text on white.',
    `PSNR ${number(meanOf(psnr), 1)} dB on average, least ${number(Math.min(...psnr), 1)}; SSIM ${number(meanOf(ssim), 4)}, least ${number(Math.min(...ssim), 4)}; no colour changed by more than ${Math.max(...change)}.`,
    `1024x1024, processor ms, without decoding and encoding files: marking ${spread(markMs)}, reading ${spread(readMs)}, finding nothing ${spread(searchMs)}.`,
    `4000x3000, processor ms, finding nothing in a JPEG file: ${spread(photoMs)}.`,
  ];
}

function checkGoals(
  { psnr, ssim, markMs, readMs, searchMs, photoMs, byAttack }: Results,
  reportFailure: (message: string) => void,
): void {
  if (meanOf(psnr) < MIN_PSNR) reportFailure(`watermark: PSNR ${meanOf(psnr)} is below ${MIN_PSNR}`);
  if (meanOf(ssim) < MIN_SSIM) reportFailure(`watermark: SSIM ${meanOf(ssim)} is below ${MIN_SSIM}`);
  if (median(markMs) > MARK_GOAL_MS) reportFailure(`watermark: marking takes ${median(markMs)} ms`);
  if (median(readMs) > READ_GOAL_MS) reportFailure(`watermark: reading takes ${median(readMs)} ms`);
  for (const ms of [median(searchMs), median(photoMs)]) {
    if (ms > SEARCH_GOAL_MS) reportFailure(`watermark: finding nothing takes ${ms} ms`);
  }
  for (const [{ name, required = 0 }, { read }] of byAttack) {
    if (read < required) reportFailure(`watermark: ${read} of ${required} read after: ${name}`);
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export const watermark: Topic = {
  name: 'watermark',
  summary: 'what the invisible watermark survives, how little it changes, how long it takes',
  run,
};
