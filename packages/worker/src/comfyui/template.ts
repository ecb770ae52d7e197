import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { catalogueIdSchema, poolOfOperation, renderOperations, servedByDefault } from '@kinora/contract';
import { z } from 'zod';
import { parsePlace, type Workflow, workflowSchema } from './workflow.ts';

/** A workflow file and its manifest: what it renders, and which inputs receive a task's values. */
export interface Template {
  /** The name of its folder. */
  readonly name: string;
  readonly manifest: Manifest;
  readonly workflow: Workflow;
}

/** The operator's files are invalid, or none of them can run; the message says what to change. */
export class ComfyUiUnusable extends Error {}

const place = z.string().regex(/^[^.]+\..+$/, 'must be like "6.text": a node, a dot, an input');
const places = z.union([place, z.array(place).min(1)]).transform((value) => [value].flat());

const inputsSchema = z.strictObject({
  prompt: places.optional(),
  negativePrompt: places.optional(),
  /** Every node that creates noise; if one is missing, a seed does not reproduce its image. */
  seed: places.optional(),
  /** The size to render: the requested one rounded up to the grid. */
  width: places.optional(),
  height: places.optional(),
  /** Half the size to render, for workflows whose first stage is half as large. */
  halfWidth: places.optional(),
  halfHeight: places.optional(),
  /** The size to deliver, and where it is cut from the middle of what was rendered. */
  deliveredWidth: places.optional(),
  deliveredHeight: places.optional(),
  cropLeft: places.optional(),
  cropTop: places.optional(),
  /** How many to render: those of the task, or more where the manifest has a rate or step of its own. */
  frames: places.optional(),
  /** The rate to render at: that of the task, or the manifest's own. */
  framesPerSecond: places.optional(),
  /** The file name of the uploaded image. */
  image: places.optional(),
  filenamePrefix: places,
});

const manifestSchema = z.strictObject({
  title: z.string().min(1).max(200),
  operations: z.array(z.enum(renderOperations)).min(1),
  /** The ids of the models of the catalogue that it serves; `image` if absent, for a workflow of images. */
  serves: z.array(catalogueIdSchema).min(1).optional(),
  /** What `serves` was called while there were three models for videos and one for images. */
  modes: z.array(catalogueIdSchema).min(1).optional(),
  /** The rate of `inputs.frames`, if it is neither set by `inputs.framesPerSecond` nor the `fps` of a node. */
  frameRate: z.int().min(1).max(120).optional(),
  /** The model renders n times so many frames, and one, if the catalogue allows lengths between them. */
  frameStep: z.int().min(1).max(64).optional(),
  /** The usable template with the highest preference is used. */
  preference: z.int(),
  longestSide: z.int().min(64).max(16_384),
  grid: z.int().min(1).max(256),
  inputs: inputsSchema,
  negativePrompt: z.string().max(2000).optional(),
  /** The node that saves the result, and for videos whether it saves sound. */
  result: z.strictObject({ node: z.string().min(1), sound: z.boolean().optional() }),
  /** Which inputs name model files, and the folder below `models/` where ComfyUI looks for them. */
  models: z.record(place, z.string().min(1)),
  /** Older or smaller model files that also serve, for inputs in `models`, the most preferred first. */
  alternatives: z.record(place, z.array(z.string().min(1)).min(1)).default({}),
});

type ParsedManifest = z.infer<typeof manifestSchema>;
type Manifest = Omit<ParsedManifest, 'modes' | 'serves' | 'frameRate'> & {
  readonly serves: readonly string[];
  /** The rate at which the workflow renders; undefined if it is that of the task. */
  readonly frameRate: number | undefined;
};
export type InputName = keyof z.infer<typeof inputsSchema>;

/** Reads every `<name>/{workflow,manifest}.json` below the folder, the most preferred first. */
export async function loadTemplates(folder: string): Promise<readonly Template[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new ComfyUiUnusable(`the workflow folder ${folder} cannot be read`, { cause });
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (names.length === 0) {
    throw new ComfyUiUnusable(
      `the workflow folder ${folder} has no workflow in it: each is a folder with workflow.json and manifest.json`,
    );
  }
  const templates = await Promise.all(
    names.sort().map((name) => loadTemplate(path.join(folder, name), name)),
  );
  return templates.sort((a, b) => b.manifest.preference - a.manifest.preference);
}

async function loadTemplate(folder: string, name: string): Promise<Template> {
  const hint = ' (save it with "Export (API)" in ComfyUI)';
  const workflow = await readJson(path.join(folder, 'workflow.json'), workflowSchema, hint);
  const manifest = await readJson(path.join(folder, 'manifest.json'), manifestSchema);
  const faults = [...manifestFaults(manifest), ...danglingPlaces(manifest, workflow)];
  if (faults.length > 0) {
    throw new ComfyUiUnusable(`the workflow ${name} cannot be used: ${faults.join('; ')}`);
  }
  const { modes, serves = modes ?? servedByDefault.image, frameRate, ...more } = manifest;
  return {
    name,
    manifest: { ...more, serves, frameRate: frameRate ?? fixedRate(manifest, workflow) },
    workflow,
  };
}

async function readJson<T>(file: string, schema: z.ZodType<T>, hint = ''): Promise<T> {
  let json: unknown;
  try {
    // Some editors on Windows begin a file with this mark.
    json = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (cause) {
    const why = isMissing(cause) ? 'there is no such file' : (cause as Error).message;
    throw new ComfyUiUnusable(`${file} cannot be read as JSON: ${why}`, { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`,
  );
  throw new ComfyUiUnusable(`${file} is not as expected${hint}: ${issues.join('; ')}`);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** The rate that nodes of the workflow have, and that no task changes; undefined if they have none, or several. */
function fixedRate({ inputs }: ParsedManifest, workflow: Workflow): number | undefined {
  if (inputs.framesPerSecond !== undefined) return undefined;
  const values = Object.values(workflow).flatMap((node) => [node.inputs.fps, node.inputs.frame_rate]);
  const rates = [...new Set(values.filter((value) => typeof value === 'number' && value > 0))];
  return rates.length === 1 ? (rates[0] as number) : undefined;
}

/** The fields that the manifest lacks or must not have, given the operations it serves. */
function manifestFaults(manifest: ParsedManifest): string[] {
  const { operations, serves, modes, frameRate, frameStep, inputs, result } = manifest;
  const faults: string[] = [];
  if (serves !== undefined && modes !== undefined) {
    faults.push('"modes" is the earlier name of "serves"; delete it');
  }
  const videos = operations.filter((operation) => poolOfOperation[operation] === 'video');
  if (videos.length > 0 && videos.length < operations.length)
    faults.push('it serves images and videos at once');
  if (videos.length > 0) {
    if ((serves ?? modes) === undefined) faults.push('"serves" is missing, which videos need');
    if (inputs.frames === undefined) faults.push('"inputs.frames" is missing, which videos need');
    if (result.sound === undefined) faults.push('"result.sound" is missing, which videos need');
  } else if ([modes, frameRate, frameStep, inputs.framesPerSecond].some((value) => value !== undefined)) {
    faults.push('"modes", "frameRate", "frameStep" and "inputs.framesPerSecond" belong to videos only');
  }
  const fromImage = operations.filter((operation) => operation !== 'image' && operation !== 'video');
  if (fromImage.length > 0 && inputs.image === undefined)
    faults.push(`"inputs.image" is missing, which ${fromImage.join(' and ')} need`);
  if (fromImage.length < operations.length && inputs.image !== undefined)
    faults.push('"inputs.image" is given, but image and video have no image to start from');
  if (operations.some((operation) => operation !== 'upscale') && (!inputs.prompt || !inputs.seed))
    faults.push('"inputs.prompt" and "inputs.seed" are needed');
  return faults;
}

function danglingPlaces(
  { inputs, models, alternatives, result }: ParsedManifest,
  workflow: Workflow,
): string[] {
  const named = [...Object.values(inputs).flatMap((value) => value ?? []), ...Object.keys(models)];
  const faults = named.flatMap((text) => {
    const { node, input } = parsePlace(text);
    if (workflow[node] === undefined) return [`"${text}" names node ${node}, which is not in the workflow`];
    return input in workflow[node].inputs ? [] : [`node ${node} has no input "${input}"`];
  });
  if (workflow[result.node] === undefined)
    faults.push(`the result node ${result.node} is not in the workflow`);
  for (const text of Object.keys(alternatives)) {
    if (!(text in models)) faults.push(`"alternatives" names "${text}", which is not in "models"`);
  }
  return faults;
}
