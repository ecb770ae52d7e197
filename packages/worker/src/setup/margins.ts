import type { ProbeResult } from './run-probe.ts';
import { priceOf, type SoldModel } from './sold-models.ts';

/** What rendering costs, in US dollars, as the operator says. */
export interface SaidCosts {
  readonly perHour: number | undefined;
  readonly perImage: number | undefined;
  readonly perSecond: number | undefined;
}

export interface Costs extends SaidCosts {
  /** US cents of an image or of a second, by model, as the settings say. */
  readonly byModel: ReadonlyMap<string, number>;
}

type Measured = Extract<ProbeResult, { seconds: number }>;

/** A measured probe in money: of one image, or of one second of a video. */
export interface Margin {
  readonly unitsPerHour: number;
  readonly priceCents: number;
  /** Undefined if nobody said what rendering costs. */
  readonly costCents: number | undefined;
}

export function marginOf({ probe, seconds, units }: Measured, costs: Costs): Margin {
  const { model, size } = probe;
  const unitsPerHour = (units * 3600) / Math.max(seconds, 0.001);
  return {
    unitsPerHour,
    priceCents: priceOf(model, size),
    costCents: costOf(model, unitsPerHour, costs),
  };
}

/** What is said of a price goes before what is said of a card, and both before the settings and the catalogue. */
function costOf(model: SoldModel, unitsPerHour: number, costs: Costs): number | undefined {
  const said = model.medium === 'image' ? costs.perImage : costs.perSecond;
  if (said !== undefined) return said * 100;
  if (costs.perHour !== undefined) return (costs.perHour * 100) / unitsPerHour;
  return costs.byModel.get(model.id) ?? model.costCents;
}

const HEAD = ['MODEL', 'OPERATION', 'SIZE', 'SECONDS', 'PER HOUR', 'EARNS/H', 'COSTS/H', 'MARGIN'];
/** The columns of names are on the left. */
const NAMES = 3;

/** One line for each probe, with what is wrong below. Fits 80 columns as long as the names of models are short. */
export function describeMargins(results: readonly ProbeResult[], costs: Costs): string {
  const rows = [HEAD, ...results.map((result) => cellsOf(result, costs))];
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (at < NAMES ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function cellsOf(result: ProbeResult, costs: Costs): string[] {
  const { model, operation, size } = result.probe;
  const names = [model.id, operation, `${size.width}x${size.height}`];
  if ('fault' in result) return [...names, 'failed'];
  const { unitsPerHour, priceCents, costCents } = marginOf(result, costs);
  return [
    ...names,
    result.seconds.toFixed(result.seconds < 1 ? 2 : 1),
    `${Math.round(unitsPerHour)}${model.medium === 'image' ? '  ' : ' s'}`,
    usd(priceCents * unitsPerHour),
    costCents === undefined ? '-' : usd(costCents * unitsPerHour),
    costCents === undefined || priceCents === 0 ? '-' : `${Math.floor(100 * (1 - costCents / priceCents))} %`,
  ];
}

const usd = (cents: number): string => (cents / 100).toFixed(2);

/** What failed, what is sold below its cost, and what the catalogue may say of the cost; a sentence each. */
export function remarksOn(results: readonly ProbeResult[], costs: Costs): string[] {
  const remarks: string[] = [];
  for (const result of results) {
    const { model, operation } = result.probe;
    const what = `${model.id}, ${operation}`;
    if ('fault' in result) {
      remarks.push(`FAILED: ${what}: ${result.fault}`);
      continue;
    }
    const { priceCents, costCents } = marginOf(result, costs);
    if (costCents === undefined || costCents <= priceCents) continue;
    const unit = model.medium === 'image' ? 'an image' : 'a second';
    remarks.push(
      `WARNING: ${what}: ${unit} costs ${shown(costCents)} cents and is sold for ${shown(priceCents)}: raise its price, or serve it elsewhere`,
    );
  }
  return remarks;
}

/**
 * US cents of an image or of a second by model, as measured with what an hour costs: those of its dearest operation. Images are
 * enlarged for less than they are made, so that is no cost of the model.
 */
export function measuredCosts(results: readonly ProbeResult[], costs: Costs): Map<string, number> {
  const dearest = new Map<string, number>();
  for (const result of results) {
    const { model, operation } = result.probe;
    if ('fault' in result || operation.startsWith('upscale')) continue;
    const { costCents = 0 } = marginOf(result, costs);
    dearest.set(model.id, Math.max(costCents, dearest.get(model.id) ?? 0));
  }
  return dearest;
}

const shown = (cents: number): string => String(Number(cents.toPrecision(2)));
