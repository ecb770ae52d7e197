import type { CatalogueDocument, PreviewedPrices } from '@kinora/contract';
import { count, counted } from '../../value/count.ts';
import { usd } from '../../value/usd.ts';
import { pricedSteps } from './priced-steps.ts';

type Change = PreviewedPrices['changes'][number];

/** The changes that make this catalogue as sentences. A field of which none is known is named. */
export function changesInWords(changes: readonly Change[], after: CatalogueDocument): string[] {
  return changes.map(
    (change) =>
      modelInWords(change, after) ??
      newPlanInWords(change, after) ??
      planInWords(change, after) ??
      anyInWords(change),
  );
}

function newPlanInWords({ path, before }: Change, { plans }: CatalogueDocument): string | undefined {
  const plan = before === undefined ? plans.find(({ id }) => path === `plans.${id}`) : undefined;
  if (plan === undefined) return undefined;
  const { id, title, tier, month_cents: month, year_cents: year, included, stored_gib: gib } = plan;
  const price = month === null && year === null ? 'not sold yet' : pricesOf(month, year);
  const amounts = `${counted(included.images, 'image')} and ${count(included.video_seconds)} s of video a month`;
  return `New plan ${title} (${id}), tier ${tier}: ${price}; ${amounts}, ${gib} GiB stored`;
}

function pricesOf(month: number | null, year: number | null): string {
  return [month !== null && `${usd(month)} a month`, year !== null && `${usd(year)} a year`]
    .filter((price) => price !== false)
    .join(' or ');
}

const MODEL_FIELD =
  /^models\.(.+?)\.(?:price\[(\d+)\]\.(?:cents|cents_per_second)|cost_cents|cost_cents_per_second)$/;
const PLAN_FIELD =
  /^plans\.(.+?)\.(title|month_cents|year_cents|included\.images|included\.video_seconds|stored_gib)$/;

function modelInWords({ path, before, after }: Change, { models }: CatalogueDocument): string | undefined {
  const [, id, step] = MODEL_FIELD.exec(path) ?? [];
  const model = models.find((one) => one.id === id);
  if (model === undefined) return undefined;
  const { steps, unit } = pricedSteps(model);
  const cents = (value: unknown): string => (typeof value === 'number' ? `${value} ¢` : 'not known');
  const what = step === undefined ? 'what it costs you' : steps[Number(step)]?.name;
  return `${model.title}, ${what}: ${cents(before)} → ${cents(after)} ${unit}`;
}

function planInWords({ path, before, after }: Change, { plans }: CatalogueDocument): string | undefined {
  const [, id, field = ''] = PLAN_FIELD.exec(path) ?? [];
  const plan = plans.find((one) => one.id === id);
  if (plan === undefined) return undefined;
  const interval = field === 'month_cents' ? 'month' : field === 'year_cents' ? 'year' : undefined;
  if (interval !== undefined) {
    const price = (cents: unknown): string => `${usd(Number(cents))} a ${interval}`;
    if (after === null)
      return `${plan.title}: ${price(before)} → not sold by the ${interval}; who has it keeps it at its price`;
    const former = before === null ? `not sold by the ${interval}` : usd(Number(before));
    return `${plan.title}: ${former} → ${price(after)}`;
  }
  if (field === 'title') return `${before} is called ${after}`;
  const unit = PLAN_UNITS[field];
  return `${plan.title}: ${count(Number(before))} → ${count(Number(after))} ${unit}`;
}

const PLAN_UNITS: Readonly<Record<string, string>> = {
  'included.images': 'images a month',
  'included.video_seconds': 'seconds of video a month',
  stored_gib: 'GiB stored',
};

function anyInWords({ path, before, after }: Change): string {
  const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
  return `${path}: ${shown(before)} → ${shown(after)}`;
}
