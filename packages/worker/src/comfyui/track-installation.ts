import { setTimeout } from 'node:timers/promises';
import type { Engine } from '@kinora/engine/engine';
import type { Cleaner } from './clean-up.ts';
import type { ComfyUiClient } from './comfyui-client.ts';
import { describeLack, type Installation, inspectInstallation } from './inspect-installation.ts';
import { loadModelFacts } from './model-facts.ts';
import { pause } from './pause.ts';
import type { PromptEvents } from './prompt-events.ts';
import { ComfyUiUnusable } from './read-json.ts';
import { loadTemplates } from './template.ts';

/** What a ComfyUI can run, inspected again whenever it was unavailable. */
export interface TrackedInstallation {
  current(): Installation;
  /** Marks the installation as changed: it is not ready until it was inspected again. */
  invalidate(error: unknown): void;
  /** Settles once ComfyUI responds and can run a workflow. */
  untilReady: NonNullable<Engine['untilReady']>;
}

export type InstallationEvent =
  | { readonly event: 'comfyui_awaited'; readonly reason: string }
  | { readonly event: 'comfyui_ready'; readonly url: string; readonly templates: readonly string[] }
  | { readonly event: 'comfyui_lacks'; readonly template: string; readonly missing: readonly string[] }
  | { readonly event: 'comfyui_uses'; readonly template: string; readonly instead: readonly string[] }
  | { readonly event: 'comfyui_deprecated'; readonly template: string; readonly nodes: readonly string[] }
  | { readonly event: 'comfyui_changed'; readonly error: unknown }
  | { readonly event: 'comfyui_leftovers'; readonly prompts: readonly string[] };

interface Parts {
  readonly client: ComfyUiClient;
  readonly events: PromptEvents;
  readonly cleaner: Cleaner;
  /** Where the workflows are. */
  readonly folder: string;
  readonly log: (event: InstallationEvent) => void;
}

const INSPECT_AGAIN_MS = 1_000;

/** Rejects with `ComfyUiUnusable` when ComfyUI does not respond for `waitMs` or can run nothing. */
export async function trackInstallation(parts: Parts, waitMs: number): Promise<TrackedInstallation> {
  const { client, events, folder, log } = parts;
  const [templates, facts] = await Promise.all([loadTemplates(folder), loadModelFacts(folder)]);
  const inspect = () => inspectInstallation(client, templates, facts);
  let installation = await firstInspection(inspect, waitMs, log);
  if (installation.usable.length === 0) {
    throw new ComfyUiUnusable(
      `ComfyUI at ${client.url} can run none of the workflows.\n\n${describeLack(installation)}`,
    );
  }
  await clearAndAnnounce(parts, installation);
  let isInvalid = false;

  function invalidate(error: unknown): void {
    if (!isInvalid) log({ event: 'comfyui_changed', error });
    isInvalid = true;
  }

  return {
    current: () => installation,
    invalidate,
    async untilReady(signal, waits) {
      // ComfyUI may have become unavailable since the last job. While its socket is open, it need not be asked.
      if (!isInvalid && !events.isOpen()) await client.systemStats().catch(invalidate);
      while (isInvalid) {
        let lack = 'it can run none of the workflows';
        const found = await inspect().catch(({ message }: Error) => {
          lack = message;
        });
        if (found && found.usable.length > 0) {
          await clearAndAnnounce(parts, found).catch(() => {});
          installation = found;
          isInvalid = false;
        } else {
          waits?.({ kind: 'unavailable', sentence: `ComfyUI at ${client.url} cannot be used: ${lack}` });
          await pause(INSPECT_AGAIN_MS, signal);
        }
      }
    },
  };
}

/** Cancels what a killed worker left running, and logs the usable workflows. */
async function clearAndAnnounce(
  { client, cleaner, log }: Parts,
  { usable, lacking, deprecated }: Installation,
): Promise<void> {
  const prompts = await cleaner.removeLeftovers();
  if (prompts.length > 0) log({ event: 'comfyui_leftovers', prompts });
  for (const lack of lacking) log({ event: 'comfyui_lacks', ...lack });
  for (const { name: template, instead } of usable)
    if (instead) log({ event: 'comfyui_uses', template, instead });
  for (const old of deprecated) log({ event: 'comfyui_deprecated', ...old });
  log({ event: 'comfyui_ready', url: client.url, templates: usable.map(({ name }) => name) });
}

/** ComfyUI starts slowly, and is often started together with the worker. */
async function firstInspection(
  inspect: () => Promise<Installation>,
  waitMs: number,
  log: Parts['log'],
): Promise<Installation> {
  const deadline = performance.now() + waitMs;
  let isAwaited = false;
  for (;;) {
    try {
      return await inspect();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      if (performance.now() > deadline) {
        throw new ComfyUiUnusable(`ComfyUI does not respond as expected: ${reason}`, { cause });
      }
      if (!isAwaited) log({ event: 'comfyui_awaited', reason });
      isAwaited = true;
    }
    await setTimeout(INSPECT_AGAIN_MS);
  }
}
