import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readText } from './settings-file.ts';

/** The files of a folder of workflows, by their path in it. */
export type WorkflowFiles = ReadonlyMap<string, string>;

/** What a manifest says of the models that it serves, as it is written and as it is read. */
interface Serving {
  readonly serves?: readonly string[] | undefined;
  readonly modes?: readonly string[] | undefined;
  readonly alternatives?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

/** The models that a workflow is to serve; none if it is not wanted. `usual` are those of its manifest. */
export type ServesOf = (workflow: string, usual: readonly string[]) => readonly string[];

/** The workflows of a folder that are wanted, with manifests that say what they serve. */
export function selectWorkflows(
  folder: string,
  workflows: readonly { readonly name: string; readonly usual: readonly string[] }[],
  servesOf: ServesOf,
): WorkflowFiles {
  const files = new Map<string, string>();
  for (const { name, usual } of workflows) {
    const serves = servesOf(name, usual);
    if (serves.length === 0) continue;
    const read = (file: string) => readFileSync(path.join(folder, name, file), 'utf8');
    files.set(path.join(name, 'workflow.json'), read('workflow.json'));
    const manifest = JSON.parse(read('manifest.json').replace(/^\uFEFF/, '')) as Serving;
    const text = JSON.stringify(withServes(manifest, usual, serves), null, 2);
    files.set(path.join(name, 'manifest.json'), `${text}\n`);
  }
  const facts = readText(path.join(folder, 'models.json'));
  if (facts !== undefined) files.set('models.json', facts);
  return files;
}

/**
 * The manifest for other models. An alternative that is good enough for some of the usual ones only stays so; for a new one it is
 * as good as any.
 */
export function withServes<Manifest extends Serving>(
  manifest: Manifest,
  usual: readonly string[],
  serves: readonly string[],
): Manifest {
  const isNew = !serves.some((id) => usual.includes(id));
  const fitted = (alternative: unknown): unknown[] => {
    if (typeof alternative !== 'object' || alternative === null) return [alternative];
    const { serves: some, ...more } = alternative as { serves?: readonly string[] };
    if (some === undefined || isNew) return [more];
    const kept = some.filter((id) => serves.includes(id));
    return kept.length === 0 ? [] : [{ ...more, serves: kept }];
  };
  const places = Object.entries(manifest.alternatives ?? {}).map(
    ([place, list]) => [place, list.flatMap(fitted)] as const,
  );
  const alternatives = Object.fromEntries(places.filter(([, list]) => list.length > 0));
  const { modes: _, ...others } = manifest;
  return { ...others, serves, ...(manifest.alternatives && { alternatives }) } as unknown as Manifest;
}

/** The files that are there with another content. */
export function differingFiles(folder: string, files: WorkflowFiles): string[] {
  return [...files].flatMap(([file, text]) => {
    const before = readText(path.join(folder, file));
    return before === undefined || before === text ? [] : [file];
  });
}

/** Writes what differs, each file at once. Returns how many. */
export function writeWorkflows(folder: string, files: WorkflowFiles): number {
  let written = 0;
  for (const [file, text] of files) {
    const place = path.join(folder, file);
    if (readText(place) === text) continue;
    mkdirSync(path.dirname(place), { recursive: true });
    const draft = `${place}.${process.pid}`;
    try {
      writeFileSync(draft, text, { flag: 'wx' });
      renameSync(draft, place);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    written += 1;
  }
  return written;
}
