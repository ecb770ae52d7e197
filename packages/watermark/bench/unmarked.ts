import { number, quantile } from '../../server/bench/spread.ts';
import type { Table } from '../../server/bench/table.ts';
import type { Run, Topic } from '../../server/bench/topic.ts';
import { layCarriers } from '../src/carriers.ts';
import { WATERMARKED_AS_IT_IS, WATERMARKED_FOUND } from '../src/read-pixels.ts';
import { scorePixels } from './score.ts';
import { unmarkedImages } from './unmarked-images.ts';

const FULL = 10_000;
const QUICK = 20;
const SHARES = [0.5, 0.99, 0.999, 1];

async function run({ quick, reportFailure }: Run): Promise<Table> {
  const carriers = layCarriers(new Uint8Array(32).fill(7));
  const asItIs: number[] = [];
  const found: number[] = [];
  for await (const pixels of unmarkedImages(quick ? QUICK : FULL)) {
    const score = scorePixels(pixels, carriers);
    asItIs.push(score.asItIs);
    found.push(score.found);
  }
  const row = (name: string, scores: readonly number[], threshold: number): readonly string[] => {
    const mistaken = scores.filter((score) => score >= threshold).length;
    if (mistaken > 0) reportFailure(`unmarked: ${mistaken} unmarked images count as marked`);
    const shares = SHARES.map((share) => number(quantile(scores, share), 1));
    return [name, ...shares, number(threshold, 1), `${mistaken}`];
  };
  return {
    title: `unmarked: the pilot's signal in ${number(asItIs.length)} unmarked images`,
    header: ['', 'median', '99 %', '99.9 %', 'most', 'threshold', 'false positives'],
    rows: [
      row('as it is, in eight orientations', asItIs, WATERMARKED_AS_IT_IS),
      row('after the search', found, WATERMARKED_FOUND),
    ],
    notes: [
      'In standard deviations; 0 where the search found no candidate. The images are synthetic: pieces of',
      'rendered scenes, dead leaves, clouds, grain, stripes, checks, motifs, text, blocks; a third through JPEG.',
      'The authenticator in the payload, not counted here, accepts one in four billion of the false positives.',
    ],
  };
}

export const unmarked: Topic = {
  name: 'unmarked',
  summary: 'false positives of the watermark (takes an hour)',
  long: true,
  run,
};
