import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Template } from './manifest.ts';
import { baseName, broughtBy, fileAt, type Way, waysAt } from './model-files.ts';
import { readJson } from './read-json.ts';

const factsSchema = z.strictObject({
  files: z
    .record(
      z.string(),
      z.strictObject({
        gb: z.number().positive(),
        licence: z.string().optional(),
        /** The repository of the model hub that has it. */
        from: z.string().optional(),
        /** The memory of the smallest graphics cards on which it is known to run. */
        vramGb: z.number().positive().optional(),
        note: z.string().optional(),
      }),
    )
    .default({}),
  /** The custom nodes that have a kind of node. */
  nodes: z.record(z.string(), z.string()).default({}),
});

/** What is known of model files, and of nodes that do not come with ComfyUI, for telling an operator what to install. */
export interface ModelFacts {
  readonly files: ReadonlyMap<string, z.infer<typeof factsSchema>['files'][string]>;
  readonly nodes: ReadonlyMap<string, string>;
  /** The memory of the graphics card; undefined if it is not known. */
  readonly cardGb?: number | undefined;
}

/** What a card is too small for, and a smaller file, with what comes with it, that is known to run there. */
export interface TooLarge {
  readonly file: string;
  /** The smallest cards on which it is known to run. */
  readonly vramGb: number;
  readonly instead: string | undefined;
}

export const SHIPPED_WORKFLOWS = fileURLToPath(new URL('../../workflows/comfyui/', import.meta.url));

/** The facts that come with Kinora, and those in a folder with workflows, which may have none. */
export async function loadModelFacts(folder = SHIPPED_WORKFLOWS): Promise<ModelFacts> {
  const files = [SHIPPED_WORKFLOWS, folder].map((each) => path.join(each, 'models.json'));
  const absent = { files: {}, nodes: {} };
  const known = await Promise.all(files.map((file) => readJson(file, factsSchema, { absent })));
  const byName = known.flatMap((each) => Object.entries(each.files));
  return {
    files: new Map(byName.map(([name, file]) => [baseName(name), file])),
    nodes: new Map(known.flatMap((each) => Object.entries(each.nodes))),
  };
}

/** What to do about a node that is not installed. */
export function remedyOf(kind: string, { nodes }: ModelFacts): string {
  const custom = nodes.get(kind);
  return custom === undefined
    ? 'update ComfyUI, or install the custom nodes that have it'
    : `install the custom nodes ${custom}`;
}

/** What to download for a place whose file is not among those that are `listed` there. */
export function missingFile(
  template: Template,
  place: string,
  listed: readonly string[],
  facts: ModelFacts,
): string {
  const file = fileAt(template, place);
  const [, ...others] = waysAt(template, place);
  const tooLarge = tooLargeAt(template, place, file, facts);
  const memory = (name: string) => facts.files.get(baseName(name))?.vramGb ?? Number.MAX_VALUE;
  const size = (name: string) => facts.files.get(baseName(name))?.gb ?? Number.MAX_VALUE;
  const less = others.sort((a, b) => memory(a.file) - memory(b.file) || size(a.file) - size(b.file))[0];
  const isLess = less !== undefined && (size(less.file) < size(file) || size(file) === Number.MAX_VALUE);
  const usual = isLess ? `with the least memory instead: ${listOf(less, template, facts)}` : undefined;
  return [
    `${named({ template, place, file }, facts)} is missing`,
    likeness(file, listed),
    tooLarge === undefined
      ? usual
      : tooLarge.instead && `for a card of ${Math.round(facts.cardGb ?? 0)} GB instead: ${tooLarge.instead}`,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
}

/** A card reports up to a tenth less than it is sold with. */
const REPORTED = 0.9;

/** Whether the card is too small for what a template uses, as far as that is known of its files. `before` names the preferred ones. */
export function tooLargeIn(used: Template, before: Template, facts: ModelFacts): TooLarge | undefined {
  for (const each of Object.keys(used.manifest.models)) {
    const file = fileAt(used, each);
    const isFile = (way: Way) => baseName(way.file) === baseName(file);
    const place = Object.keys(before.manifest.models).find((one) => waysAt(before, one).some(isFile));
    const found = place && tooLargeAt(before, place, file, facts);
    if (found) return found;
  }
  return undefined;
}

function tooLargeAt(
  template: Template,
  place: string,
  file: string,
  facts: ModelFacts,
): TooLarge | undefined {
  const { cardGb, files } = facts;
  const ways = waysAt(template, place);
  const known = (name: string) => files.get(baseName(name));
  const { gb = 0, vramGb } = known(file) ?? {};
  // A file of which it is not known needs what a smaller one does.
  const smaller = ways.flatMap((way) =>
    (known(way.file)?.gb ?? Infinity) <= gb ? (known(way.file)?.vramGb ?? []) : [],
  );
  const needed = vramGb ?? Math.max(0, ...smaller);
  if (cardGb === undefined || cardGb >= REPORTED * needed) return undefined;
  const fits = (way: Way) => cardGb >= REPORTED * (known(way.file)?.vramGb ?? Infinity);
  const less = ways.find(fits);
  return { file, vramGb: needed, instead: less && listOf(less, template, facts) };
}

/** The file of an alternative, the others that it needs, and its custom nodes. */
function listOf(way: Way, before: Template, facts: ModelFacts): string {
  const { template } = way;
  const here = new Set(Object.keys(before.manifest.models).map((each) => baseName(fileAt(before, each))));
  const brought = broughtBy(way, before)
    .map((each) => ({ template, place: each, file: fileAt(template, each) }))
    .filter(({ file }) => !here.has(baseName(file)));
  return [...[way, ...brought].map((each) => named(each, facts)), ...customOf(way, facts)].join(', ');
}

/** The path of a file, and in brackets what is known of it. */
function named({ template, place, file }: Way, { files }: ModelFacts): string {
  const { gb = 0, licence, from, vramGb, note } = files.get(baseName(file)) ?? {};
  const known = [
    gb > 0 && (gb < 1 ? `${Math.round(gb * 1000)} MB` : `${gb.toFixed(1)} GB`),
    licence,
    from && `from ${from}`,
    vramGb && `for cards of ${vramGb} GB`,
    note,
  ].filter((each) => typeof each === 'string');
  return `models/${template.manifest.models[place]}/${file}${known.length > 0 ? ` (${known.join(', ')})` : ''}`;
}

function customOf({ template, patch = {} }: Way, { nodes }: ModelFacts): string[] {
  const custom = Object.keys(patch).map((id) => nodes.get(template.workflow[id]?.class_type ?? ''));
  return [...new Set(custom.filter((name) => name !== undefined))].map((name) => `the custom nodes ${name}`);
}

/** A shorter name would be part of many others. */
const MIN_STEM = 6;

/** What is listed may be the file in parts, of which ComfyUI loads none, or under another name. */
function likeness(file: string, listed: readonly string[]): string | undefined {
  const stem = stemOf(file);
  if (stem.length < MIN_STEM) return undefined;
  const found = listed.find((name) => stemOf(name).includes(stem));
  if (found === undefined) return undefined;
  const shown = found.replaceAll(/\p{C}/gu, '');
  return /_\d{5}_of_\d{5}$/.test(stemOf(found))
    ? `ComfyUI lists it in parts (${shown}), but loads whole files only`
    : `ComfyUI lists ${shown}: if that is the file, rename it, or name it in "alternatives"`;
}

function stemOf(name: string): string {
  return baseName(name).replace(/\.[a-z]+$/, '');
}
