import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { poolOfOperation, renderOperations, videoModeNames } from '@kinora/contract';
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
  frames: places.optional(),
  /** The file name of the uploaded image. */
  image: places.optional(),
  filenamePrefix: places,
});

const manifestSchema = z.strictObject({
  title: z.string().min(1).max(200),
  operations: z.array(z.enum(renderOperations)).min(1),
  /** The modes it serves, which only videos have. */
  modes: z.array(z.enum(videoModeNames)).min(1).optional(),
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

type Manifest = z.infer<typeof manifestSchema>;
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
  return { name, manifest, workflow };
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

/** The fields that the manifest lacks or must not have, given the operations it serves. */
function manifestFaults({ operations, modes, inputs, result }: Manifest): string[] {
  const faults: string[] = [];
  const videos = operations.filter((operation) => poolOfOperation[operation] === 'video');
  if (videos.length > 0 && videos.length < operations.length)
    faults.push('it serves images and videos at once');
  if (videos.length > 0) {
    if (modes === undefined) faults.push('"modes" is missing, which videos need');
    if (inputs.frames === undefined) faults.push('"inputs.frames" is missing, which videos need');
    if (result.sound === undefined) faults.push('"result.sound" is missing, which videos need');
  } else if (modes !== undefined) faults.push('"modes" belongs to videos only');
  const fromImage = operations.filter((operation) => operation !== 'image' && operation !== 'video');
  if (fromImage.length > 0 && inputs.image === undefined)
    faults.push(`"inputs.image" is missing, which ${fromImage.join(' and ')} need`);
  if (fromImage.length < operations.length && inputs.image !== undefined)
    faults.push('"inputs.image" is given, but image and video have no image to start from');
  if (operations.some((operation) => operation !== 'upscale') && (!inputs.prompt || !inputs.seed))
    faults.push('"inputs.prompt" and "inputs.seed" are needed');
  return faults;
}

function danglingPlaces({ inputs, models, alternatives, result }: Manifest, workflow: Workflow): string[] {
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
