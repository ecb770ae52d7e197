import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { poolOfOperation, servedByDefault } from '@kinora/contract';
import { withAlternative } from './alternative.ts';
import { type Alternative, manifestSchema, type ParsedManifest, type Template } from './manifest.ts';
import { ComfyUiUnusable, readJson } from './read-json.ts';
import { linkedNode, parsePlace, type Workflow, workflowSchema } from './workflow.ts';

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
  const hint = { hint: ' (save it with "Export (API)" in ComfyUI)' };
  const workflow = await readJson(path.join(folder, 'workflow.json'), workflowSchema, hint);
  const manifest = await readJson(path.join(folder, 'manifest.json'), manifestSchema);
  const { modes, serves = modes ?? servedByDefault.image, frameRate, ...more } = manifest;
  const template = {
    name,
    manifest: { ...more, serves, frameRate: frameRate ?? fixedRate(manifest, workflow) },
    workflow,
  };
  const faults = [...manifestFaults(manifest), ...danglingPlaces(template)];
  // What an alternative leaves is only looked at where the workflow itself is whole.
  if (faults.length === 0) faults.push(...alternativeFaults(template));
  if (faults.length > 0) {
    throw new ComfyUiUnusable(`the workflow ${name} cannot be used: ${faults.join('; ')}`);
  }
  return template;
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

function danglingPlaces({ manifest: { inputs, models, result }, workflow }: Template): string[] {
  const named = [...Object.values(inputs).flatMap((value) => value ?? []), ...Object.keys(models)];
  const faults = named.flatMap((text) => {
    const { node, input } = parsePlace(text);
    if (workflow[node] === undefined) return [`"${text}" names node ${node}, which is not in the workflow`];
    return input in workflow[node].inputs ? [] : [`node ${node} has no input "${input}"`];
  });
  if (workflow[result.node] === undefined)
    faults.push(`the result node ${result.node} is not in the workflow`);
  for (const [id, node] of Object.entries(workflow)) {
    for (const [input, value] of Object.entries(node.inputs)) {
      const from = linkedNode(value);
      if (from === undefined || workflow[from] !== undefined) continue;
      faults.push(`node ${id} takes "${input}" from node ${from}, which is not in the workflow`);
    }
  }
  return faults;
}

/** What is wrong with the alternatives for the model files of a template, and with those that they bring. */
function alternativeFaults(template: Template): string[] {
  const { alternatives } = template.manifest;
  const known = new Set(Object.keys(template.manifest.models));
  const faults: string[] = [];
  const check = (place: string, each: Alternative) => {
    const more = each.serves?.filter((id) => !template.manifest.serves.includes(id)) ?? [];
    const changed = withAlternative(template, place, each, each.files[0] ?? '');
    const found = [
      ...more.map((id) => `it serves ${id}, which the workflow does not`),
      ...(changed ? danglingPlaces(changed) : ['its "patch" leaves no workflow']),
    ];
    for (const added of Object.keys(changed?.manifest.models ?? {})) known.add(added);
    faults.push(...found.map((fault) => `"alternatives", "${place}", ${each.files[0]}: ${fault}`));
  };
  for (const place of Object.keys(template.manifest.models)) {
    for (const each of alternatives[place] ?? []) check(place, each);
  }
  for (const place of Object.keys(alternatives)) {
    if (!known.has(place)) faults.push(`"alternatives" names "${place}", which is not in "models"`);
  }
  return faults;
}
