import { layCarriers } from '@kinora/media/provenance/watermark/carriers';
import { MARKED_FOUND, MARKED_WHOLE } from '@kinora/media/provenance/watermark/read-pixels';
import { number, quantile } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';
import { scorePixels } from '../watermark/score.ts';
import { unmarkedPictures } from '../watermark/unmarked-pictures.ts';

const FULL = 10_000;
const QUICK = 20;
const SHARES = [0.5, 0.99, 0.999, 1];

async function run({ quick, complain }: Run): Promise<Table> {
  const carriers = layCarriers(new Uint8Array(32).fill(7));
  const whole: number[] = [];
  const found: number[] = [];
  for await (const pixels of unmarkedPictures(quick ? QUICK : FULL)) {
    const score = scorePixels(pixels, carriers);
    whole.push(score.whole);
    found.push(score.found);
  }
  const row = (name: string, scores: readonly number[], threshold: number): readonly string[] => {
    const mistaken = scores.filter((score) => score >= threshold).length;
    if (mistaken > 0) complain(`unmarked: ${mistaken} pictures without a mark count as marked`);
    const shares = SHARES.map((share) => number(quantile(scores, share), 1));
    return [name, ...shares, number(threshold, 1), `${mistaken}`];
  };
  return {
    title: `unmarked: how loud the pilot seems in ${number(whole.length)} pictures without a mark`,
    header: ['', 'median', '99 %', '99.9 %', 'most', 'counts from', 'mistaken'],
    rows: [row('taken as a whole', whole, MARKED_WHOLE), row('after the search', found, MARKED_FOUND)],
    notes: [
      'In standard deviations; 0 where the search found nothing worth a look. The pictures are synthetic: pieces of',
      'rendered scenes, dead leaves, clouds, grain, stripes, checks, motifs, text, blocks; a third through JPEG.',
      'The authenticator in the payload, not counted here, lets one in four billion of the mistaken pass.',
    ],
  };
}

export const unmarked: Topic = {
  name: 'unmarked',
  summary: 'whether a watermark is seen where there is none (takes half an hour)',
  long: true,
  run,
};
