import { withAlternative, withFile } from './alternative.ts';
import type { Template } from './manifest.ts';
import { choicesOf, type NodeCatalogue } from './node-info.ts';
import { parsePlace } from './workflow.ts';

/** The kinds of node of a template, with those of its alternatives. */
export function nodeKinds({ workflow, manifest }: Template): string[] {
  const patches = Object.values(manifest.alternatives).flatMap((each) => each.map(({ patch = {} }) => patch));
  const nodes = [workflow, ...patches].flatMap((each) => Object.values(each) as { class_type?: unknown }[]);
  return [
    ...new Set(nodes.flatMap((node) => (typeof node?.class_type === 'string' ? [node.class_type] : []))),
  ];
}

/**
 * The template with the name that ComfyUI has for each of its model files, or for those of the first alternative of which
 * it has files and nodes. A file may be in a folder below that of its kind, with slashes of either system.
 */
export function withInstalledFiles(template: Template, catalogue: NodeCatalogue): Template {
  let fitted = template;
  for (const done = new Set<string>(); ; ) {
    const next = Object.keys(fitted.manifest.models).find((place) => !done.has(place));
    if (next === undefined) return fitted;
    const ways = waysAt(fitted, next);
    const base = fitted;
    // What lacks for a file that is there says more than that its preferred one is not there.
    const chosen =
      ways.find((way) => isWhole(way, base, catalogue)) ??
      ways.find((way) => hasFile(way, base, catalogue)) ??
      ways[0];
    if (chosen === undefined) return fitted;
    const name = listedName(chosen, catalogue);
    fitted = name === undefined ? chosen.template : withFile(chosen.template, chosen.place, name);
    done.add(chosen.place);
  }
}

/** A file for a place of a template, and the template with it. */
export interface Way {
  readonly template: Template;
  readonly place: string;
  readonly file: string;
  readonly patch?: Readonly<Record<string, unknown>> | undefined;
}

/** The file that the workflow names, and those of the alternatives, the most preferred first. */
export function waysAt(template: Template, place: string): Way[] {
  const others = (template.manifest.alternatives[place] ?? []).flatMap((each) =>
    each.files.flatMap((file): Way[] => {
      const changed = withAlternative(template, place, each, file);
      return changed ? [{ template: changed, place: each.place ?? place, file, patch: each.patch }] : [];
    }),
  );
  return [{ template, place, file: fileAt(template, place) }, ...others];
}

/** Whether the file is there, the nodes that the alternative brings, and a file for each place that it brings. */
function isWhole(way: Way, before: Template, catalogue: NodeCatalogue): boolean {
  if (listedName(way, catalogue) === undefined) return false;
  const { workflow } = way.template;
  const isKnown = (id: string) => catalogue[workflow[id]?.class_type ?? ''] !== undefined;
  const changed = Object.keys(way.patch ?? {}).filter((id) => workflow[id] !== undefined);
  const isThere = (place: string) =>
    waysAt(way.template, place).some((each) => listedName(each, catalogue) !== undefined);
  return changed.every(isKnown) && broughtBy(way, before).every(isThere);
}

/** The other places whose files come with that of an alternative. */
export function broughtBy({ template, place }: Way, before: Template): string[] {
  return Object.keys(template.manifest.models).filter(
    (each) =>
      each !== place && !(each in before.manifest.models && fileAt(template, each) === fileAt(before, each)),
  );
}

/** Whether the file is there, if only for the loader that the workflow has. */
function hasFile(way: Way, before: Template, catalogue: NodeCatalogue): boolean {
  const names = Object.keys(before.manifest.models).flatMap((place) => offeredAt(before, place, catalogue));
  return listedName(way, catalogue) !== undefined || nameOf(way.file, names) !== undefined;
}

function listedName({ template, place, file }: Way, catalogue: NodeCatalogue): string | undefined {
  return nameOf(file, offeredAt(template, place, catalogue));
}

/** The file that a template names at a place. */
export function fileAt({ workflow }: Template, place: string): string {
  const { node, input } = parsePlace(place);
  return String(workflow[node]?.inputs[input]);
}

/** The files that ComfyUI offers there. */
function offeredAt({ workflow }: Template, place: string, catalogue: NodeCatalogue): readonly string[] {
  const { node, input } = parsePlace(place);
  const info = catalogue[workflow[node]?.class_type ?? '']?.input;
  return choicesOf(info?.required?.[input] ?? info?.optional?.[input]) ?? [];
}

/** As it is listed: with this name, or else in some folder. */
function nameOf(file: string, installed: readonly string[]): string | undefined {
  if (installed.includes(file)) return file;
  const base = baseName(file);
  return installed.find((name) => baseName(name) === base);
}

/** What is the same for the copies of a file that people share: its publishers use - and _ for each other. */
export function baseName(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? name).toLowerCase().replaceAll('-', '_');
}

/** The model files of a template with their folders, for telling an operator what to fetch. */
export function modelFiles(template: Template): string[] {
  const places = Object.entries(template.manifest.models);
  return [...new Set(places.map(([place, folder]) => `models/${folder}/${fileAt(template, place)}`))];
}
