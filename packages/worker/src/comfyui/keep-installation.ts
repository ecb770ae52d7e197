import { setTimeout } from 'node:timers/promises';
import type { Cleaner } from './clean-up.ts';
import type { ComfyUiClient } from './comfyui-client.ts';
import { describeLack, type Installation, inspectInstallation } from './inspect-installation.ts';
import { pause } from './run-prompt.ts';
import { ComfyUiUnusable, type Template } from './template.ts';

/** What is known of a ComfyUI, looked at anew whenever it went away and came back. */
export interface KnownInstallation {
  current(): Installation;
  /** Something was not as known: nothing counts until ComfyUI was looked at again. */
  doubt(error: unknown): void;
  /** Settles once ComfyUI answers and can run something. */
  untilReady(signal: AbortSignal): Promise<void>;
}

export type InstallationEvent =
  | { readonly event: 'comfyui_ready'; readonly url: string; readonly templates: readonly string[] }
  | { readonly event: 'comfyui_lacks'; readonly template: string; readonly missing: readonly string[] }
  | { readonly event: 'comfyui_changed'; readonly error: unknown }
  | { readonly event: 'comfyui_leftovers'; readonly prompts: readonly string[] };

interface Parts {
  readonly client: ComfyUiClient;
  readonly cleaner: Cleaner;
  readonly templates: readonly Template[];
  readonly log: (event: InstallationEvent) => void;
}

const LOOK_AGAIN_MS = 1_000;

/** Rejects with `ComfyUiUnusable` when ComfyUI does not answer for `waitMs` or can run nothing. */
export async function keepInstallation(parts: Parts, waitMs: number): Promise<KnownInstallation> {
  const { client, templates, log } = parts;
  let installation = await firstInspection(parts, waitMs);
  if (installation.usable.length === 0) {
    throw new ComfyUiUnusable(
      `ComfyUI at ${client.url} can run none of the workflows:\n${describeLack(templates, installation)}`,
    );
  }
  await clearAndAnnounce(parts, installation);
  let isDoubted = false;

  function doubt(error: unknown): void {
    if (!isDoubted) log({ event: 'comfyui_changed', error });
    isDoubted = true;
  }

  return {
    current: () => installation,
    doubt,
    async untilReady(signal) {
      // It may have died while there was nothing to do.
      if (!isDoubted) await client.systemStats().catch(doubt);
      while (isDoubted) {
        const found = await inspectInstallation(client, templates).catch(() => undefined);
        if (found && found.usable.length > 0) {
          await clearAndAnnounce(parts, found).catch(() => {});
          installation = found;
          isDoubted = false;
        } else await pause(LOOK_AGAIN_MS, signal);
      }
    },
  };
}

/** Ends what a killed worker left running, and says what can be made now. */
async function clearAndAnnounce(
  { client, cleaner, log }: Parts,
  { usable, lacking }: Installation,
): Promise<void> {
  const prompts = await cleaner.takeLeftovers();
  if (prompts.length > 0) log({ event: 'comfyui_leftovers', prompts });
  for (const lack of lacking) log({ event: 'comfyui_lacks', ...lack });
  log({ event: 'comfyui_ready', url: client.url, templates: usable.map(({ name }) => name) });
}

/** ComfyUI takes its time to start, and is often started together with us. */
async function firstInspection({ client, templates }: Parts, waitMs: number): Promise<Installation> {
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    try {
      return await inspectInstallation(client, templates);
    } catch (cause) {
      if (performance.now() > giveUpAt) {
        throw new ComfyUiUnusable(`ComfyUI at ${client.url} does not answer as expected`, { cause });
      }
    }
    await setTimeout(LOOK_AGAIN_MS);
  }
}
