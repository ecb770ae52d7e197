import type { EngineCapability } from '@kinora/engine/engine';
import type { ComfyUiModels, Workflow } from './comfyui-models.ts';
import type { Card } from './find-renderers.ts';
import { maxSideOf, type SoldModel } from './sold-models.ts';

/** What a renderer serves of the catalogue, a line for each model, and what it does not. */
export function describeServed(
  sold: readonly SoldModel[],
  capabilities: readonly EngineCapability[],
): string {
  const lines: string[] = [];
  const absent: string[] = [];
  for (const model of sold) {
    const able = capabilities.filter(
      (each) => each.model === model.id && model.operations.includes(each.operation),
    );
    if (able.length === 0) {
      absent.push(model.id);
      continue;
    }
    const maxSide = maxSideOf(model);
    const sizes = able.map(({ operation, longestSide }) => {
      return longestSide >= maxSide ? operation : `${operation} (to ${longestSide} px)`;
    });
    lines.push(`  ${model.id.padEnd(10)}  ${sizes.join(', ')}; sold to ${maxSide} px`);
  }
  const ids = new Set(sold.map(({ id }) => id));
  const unsold = [...new Set(capabilities.map(({ model }) => model))].filter((id) => !ids.has(id));
  return [
    lines.length === 0
      ? 'It can serve no model of the catalogue now.'
      : `It can serve now:\n${lines.join('\n')}`,
    ...(absent.length === 0 ? [] : [`Not: ${absent.join(', ')}.`]),
    ...(unsold.length === 0 ? [] : [`It renders ${unsold.join(', ')}, which the catalogue does not sell.`]),
  ].join('\n');
}

/** What to download for a ComfyUI to serve more; undefined if nothing lacks that this card has the memory for. */
export function describeDownloads(
  { lacking, lack, usable }: ComfyUiModels,
  card: Card | undefined,
): string | undefined {
  if (lack === '') return undefined;
  const served = new Set(usable.flatMap(pairsOf));
  const fitting = lacking.filter(({ tooLarge }) => tooLarge === undefined || tooLarge.instead !== undefined);
  const more = modelsOf(fitting.filter((each) => pairsOf(each).some((pair) => !served.has(pair))));
  const what = more.length === 0 ? 'run the other workflows' : `serve ${more.join(', ')}`;
  const memory = card?.gib === undefined ? '' : `, which has ${Math.round(card.gib)} GB`;
  return `To ${what} with this card${memory}, install what ComfyUI lacks. Each model has its own licence.\n\n${inLines(lack)}`;
}

const pairsOf = ({ operations, serves }: Workflow): string[] =>
  operations.flatMap((operation) => serves.map((id) => `${operation}/${id}`));

const modelsOf = (workflows: readonly Workflow[]): string[] => [
  ...new Set(workflows.flatMap(({ serves }) => serves)),
];

/** What the card is too small for: a sentence for each file, with what would fit. */
export function describeTooLarge(workflows: readonly Workflow[]): string[] {
  const byFile = Map.groupBy(
    workflows.filter(({ tooLarge }) => tooLarge !== undefined),
    ({ tooLarge }) => `${tooLarge?.file} ${tooLarge?.instead}`,
  );
  return [...byFile.values()].map((group) => {
    const { file = '', vramGb, instead } = group[0]?.tooLarge ?? {};
    const what = `${modelsOf(group).join(', ')}: ${file} is for cards of ${vramGb} GB`;
    return instead === undefined
      ? `${what}, and no smaller file is known to run on this one`
      : `${what}; on this one use instead\n    ${inLines(instead)}`;
  });
}

/** The report of what lacks, of which each sentence has several files, with a file on each line. */
function inLines(lack: string): string {
  return lack
    .replaceAll('; with the least memory instead: ', '\n  or, with the least memory:\n    ')
    .replaceAll(/; for a card of (\d+) GB instead: /g, '\n  which is too large for $1 GB; instead:\n    ')
    .replaceAll(/, (?=models\/\S+ \(|the custom nodes )/g, '\n    ')
    .replaceAll(/\.? ?Needed by (.+)\.$/gm, '\n  for $1');
}
