import type { PricedModel, Pricing } from '@kinora/contract';
import { usd } from '../value/usd.ts';

/** `An image from 0.05 USD, a second of video from 0.10 USD.`, of the media that are sold. */
export function pricesInALine(models: readonly PricedModel[]): string {
  const parts = [
    priceFrom(models, 'image', 'an image'),
    priceFrom(models, 'video', 'a second of video'),
  ].filter((part) => part !== undefined);
  const line = parts.join(', ');
  return line === '' ? '' : `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

/** That some orders of the studio cost nothing, without a plan; empty if none do. */
export function whatIsFree({ offers, examples }: Pick<Pricing, 'offers' | 'examples'>): string {
  const free = offers.find(({ by }) => by === 'nothing');
  const hasFree = examples.some((_, at) => free?.prices[at] != null);
  return hasFree ? 'The smaller sizes are free in the studio.' : '';
}

function priceFrom(
  models: readonly PricedModel[],
  kind: PricedModel['kind'],
  unit: string,
): string | undefined {
  const cents = models
    .filter((model) => model.kind === kind)
    .flatMap(({ steps }) => steps.map((step) => step.cents));
  return cents.length === 0 ? undefined : `${unit} from ${usd(Math.min(...cents))}`;
}
