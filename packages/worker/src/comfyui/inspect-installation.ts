import { createHash } from 'node:crypto';
import type { EngineCapability, RenderTask } from '@kinora/engine/engine';
import { deprecatedNodes, missingParts } from './check-installation.ts';
import type { ComfyUiClient } from './comfyui-client.ts';
import type { Template } from './manifest.ts';
import { type ModelFacts, type TooLarge, tooLargeIn } from './model-facts.ts';
import { nodeKinds, withInstalledFiles } from './model-files.ts';
import type { NodeCatalogue } from './node-info.ts';

/** What a ComfyUI can run, and why it cannot run the rest. */
export interface Installation {
  /** Templates whose nodes and model files are all installed, the most preferred first. */
  readonly usable: readonly Template[];
  readonly lacking: readonly { readonly template: string; readonly missing: readonly string[] }[];
  /** The templates with nodes that a later ComfyUI may lack. */
  readonly deprecated: readonly { readonly template: string; readonly nodes: readonly string[] }[];
  /** For what of them the card is too small, by the template, as far as that is known. */
  readonly tooLarge: ReadonlyMap<string, TooLarge>;
  /** Changes with everything that may change the bytes of a seed. */
  readonly version: string;
}

export async function inspectInstallation(
  client: ComfyUiClient,
  templates: readonly Template[],
  known: ModelFacts,
): Promise<Installation> {
  const stats = await client.systemStats();
  const memory = stats.devices[0]?.vram_total;
  const facts = { ...known, cardGb: memory === undefined ? undefined : memory / 2 ** 30 };
  const kinds = [...new Set(templates.flatMap(nodeKinds))];
  const catalogue: Record<string, NodeCatalogue[string]> = {};
  for (const kind of kinds) {
    const info = await client.nodeInfo(kind);
    if (info) catalogue[kind] = info;
  }
  const checked = templates
    .map((before) => ({ before, template: withInstalledFiles(before, catalogue) }))
    .map(({ before, template }) => {
      const tooLarge = tooLargeIn(template, before, facts);
      return { template, tooLarge, missing: missingParts(template, catalogue, facts) };
    });
  const usable = checked.filter(({ missing }) => missing.length === 0).map(({ template }) => template);
  const { comfyui_version, pytorch_version } = stats.system;
  const devices = stats.devices.map(({ name }) => name);
  const identity = JSON.stringify([comfyui_version, pytorch_version, devices, usable]);
  return {
    usable,
    lacking: checked
      .filter(({ missing }) => missing.length > 0)
      .map(({ template, missing }) => ({ template: template.name, missing })),
    deprecated: usable
      .map((template) => ({ template: template.name, nodes: deprecatedNodes(template, catalogue) }))
      .filter(({ nodes }) => nodes.length > 0),
    tooLarge: new Map(
      checked.flatMap(({ template, tooLarge }) => (tooLarge ? [[template.name, tooLarge]] : [])),
    ),
    version: `1/${createHash('sha256').update(identity).digest('hex').slice(0, 12)}`,
  };
}

/** An operation with a model, up to the longest side any usable template delivers. */
export function capabilitiesOf(usable: readonly Template[]): EngineCapability[] {
  const longest = new Map<string, EngineCapability>();
  for (const { manifest } of usable) {
    for (const operation of manifest.operations) {
      for (const model of manifest.serves) {
        const known = longest.get(`${operation}/${model}`);
        const longestSide = Math.max(known?.longestSide ?? 0, manifest.longestSide);
        // A template for smaller sizes alone would fail the larger jobs.
        const reaches = manifest.inputs.negativePrompt !== undefined && manifest.longestSide === longestSide;
        const stillReaches = known?.negativePrompt === true && known.longestSide === longestSide;
        const negativePrompt = reaches || stillReaches;
        longest.set(`${operation}/${model}`, {
          operation,
          model,
          longestSide,
          ...(negativePrompt && { negativePrompt }),
        });
      }
    }
  }
  return [...longest.values()];
}

/** The most preferred template that delivers this task. */
export function chooseTemplate(usable: readonly Template[], task: RenderTask): Template | undefined {
  return usable.find(
    ({ manifest }) =>
      manifest.operations.includes(task.operation) &&
      manifest.serves.includes(task.model) &&
      Math.max(task.width, task.height) <= manifest.longestSide &&
      (task.negativePrompt === undefined || manifest.inputs.negativePrompt !== undefined),
  );
}

/** What is missing, with the workflows that need it; an operator whose ComfyUI can run nothing reads it. */
export function describeLack({ lacking }: Pick<Installation, 'lacking'>): string {
  const needed = new Map<string, string[]>();
  for (const { template, missing } of lacking) {
    for (const part of missing) needed.set(part, [...(needed.get(part) ?? []), template]);
  }
  return [...needed].map(([part, names]) => `${part}. Needed by ${names.join(', ')}.`).join('\n\n');
}
