import type { RenderOperation } from '@kinora/contract';
import type { EngineCapability } from '@kinora/engine/engine';
import { createComfyUiClient } from '../comfyui/comfyui-client.ts';
import { capabilitiesOf, describeLack, inspectInstallation } from '../comfyui/inspect-installation.ts';
import { loadModelFacts, SHIPPED_WORKFLOWS, type TooLarge } from '../comfyui/model-facts.ts';
import { loadTemplates } from '../comfyui/template.ts';
import { createRemote } from '../remote/remote.ts';
import type { RemoteAddress } from '../remote/remote-address.ts';
import { type ServesOf, withServes } from './write-workflows.ts';

export { SHIPPED_WORKFLOWS };

/** What a ComfyUI can render with the workflows of a folder, and what it lacks. */
export interface ComfyUiModels {
  readonly capabilities: readonly EngineCapability[];
  /** The workflows that can run, with what they render. */
  readonly usable: readonly Workflow[];
  readonly lacking: readonly Workflow[];
  /** The names of all workflows of the folder, wanted or not. */
  readonly all: readonly string[];
  /** What to download or to install, for people; empty if nothing lacks that this card has the memory for. */
  readonly lack: string;
}

export interface Workflow {
  readonly name: string;
  readonly operations: readonly RenderOperation[];
  readonly serves: readonly string[];
  /** What its manifest says that it serves. */
  readonly usual: readonly string[];
  /** The files that it uses instead of those that it prefers. */
  readonly instead: readonly string[];
  /** What of it the card is too small for. */
  readonly tooLarge: TooLarge | undefined;
}

/** ComfyUI responds slowly while it loads a model. */
const TIMEOUTS = { requestMs: 15_000, transferMs: 15_000 };

/** `servesOf` says which models each workflow is to serve. Throws `ComfyUiUnusable` for a folder that cannot be used. */
export async function inspectComfyUi(
  address: RemoteAddress,
  folder: string,
  servesOf: ServesOf,
): Promise<ComfyUiModels> {
  const [loaded, facts] = await Promise.all([loadTemplates(folder), loadModelFacts(folder)]);
  const usual = new Map(loaded.map(({ name, manifest }) => [name, manifest.serves]));
  const templates = loaded.flatMap((template) => {
    const { name, manifest } = template;
    const serves = servesOf(name, manifest.serves);
    return serves.length === 0
      ? []
      : [{ ...template, manifest: withServes(manifest, manifest.serves, serves) }];
  });
  const remote = createRemote(address, { setting: 'KINORA_COMFYUI_' });
  try {
    const client = createComfyUiClient(remote, 'kinora-setup', TIMEOUTS);
    const installation = await inspectInstallation(client, templates, facts);
    const { usable, lacking, tooLarge } = installation;
    const isForCard = (name: string) => tooLarge.get(name) === undefined || tooLarge.get(name)?.instead;
    const describe = ({
      name,
      manifest: { operations, serves },
      instead = [],
    }: (typeof usable)[number]): Workflow => ({
      name,
      operations,
      serves,
      usual: usual.get(name) ?? [],
      instead,
      tooLarge: tooLarge.get(name),
    });
    const isUsable = new Set(usable.map(({ name }) => name));
    return {
      capabilities: capabilitiesOf(usable),
      usable: usable.map(describe),
      lacking: templates.filter(({ name }) => !isUsable.has(name)).map(describe),
      all: loaded.map(({ name }) => name),
      lack: describeLack({ lacking: lacking.filter(({ template }) => isForCard(template)) }),
    };
  } finally {
    await remote.close();
  }
}
