import type { MoneyOverview } from '@kinora/contract';
import { count, counted } from '../../value/count.ts';
import { priceOfMore } from './kept.ts';

type Offer = MoneyOverview['offers'][number];

/** What a plan includes, a line each. */
export function inclusions(
  { included, jobs_at_once: jobs, stored_gib: gib }: Offer,
  weights: MoneyOverview['included_weights'],
  storagePriceCents: number | null,
): string[] {
  const { images, video_seconds: seconds, credits } = included;
  return [
    ...(seconds > 0 ? [`${count(seconds)} seconds of video a month${weightsOf(weights)}`] : []),
    ...(images > 0 ? [`${count(images)} images a month, at any resolution`] : []),
    images > 0 || seconds > 0
      ? 'Pay per use beyond that, if you turn it on'
      : 'Pay per use from the first second, under a monthly cap that you choose',
    ...(credits > 0 ? [`${count(credits)} credits a month in the studio`] : []),
    `${counted(jobs, 'job')} at once in the studio, and ${count(gib)} GiB of results`,
    ...(storagePriceCents === null ? [] : [priceOfMore(storagePriceCents)]),
  ];
}

const TIMES: Readonly<Record<number, string>> = { 0: 'is not included', 2: 'counts double' };

/** `; Cinema counts double` */
function weightsOf(weights: MoneyOverview['included_weights']): string {
  return weights
    .map(({ title, weight }) => `; ${title} ${TIMES[weight] ?? `counts ${weight} times`}`)
    .join('');
}
