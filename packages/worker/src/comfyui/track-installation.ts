import { setTimeout } from 'node:timers/promises';
import type { Engine } from '@kinora/engine/engine';
import type { Cleaner } from './clean-up.ts';
import type { ComfyUiClient } from './comfyui-client.ts';
import { describeLack, type Installation, inspectInstallation } from './inspect-installation.ts';
import { pause } from './pause.ts';
import type { PromptEvents } from './prompt-events.ts';
import { ComfyUiUnusable, type Template } from './template.ts';

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
  | { readonly event: 'comfyui_deprecated'; readonly template: string; readonly nodes: readonly string[] }
  | { readonly event: 'comfyui_changed'; readonly error: unknown }
  | { readonly event: 'comfyui_leftovers'; readonly prompts: readonly string[] };

interface Parts {
  readonly client: ComfyUiClient;
  readonly events: PromptEvents;
  readonly cleaner: Cleaner;
  readonly templates: readonly Template[];
  readonly log: (event: InstallationEvent) => void;
}

const INSPECT_AGAIN_MS = 1_000;

/** Rejects with `ComfyUiUnusable` when ComfyUI does not respond for `waitMs` or can run nothing. */
export async function trackInstallation(parts: Parts, waitMs: number): Promise<TrackedInstallation> {
  const { client, events, templates, log } = parts;
  let installation = await firstInspection(parts, waitMs);
  if (installation.usable.length === 0) {
    throw new ComfyUiUnusable(
      `ComfyUI at ${client.url} can run none of the workflows:\n${describeLack(templates, installation)}`,
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
        const found = await inspectInstallation(client, templates).catch(({ message }: Error) => {
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
  for (const old of deprecated) log({ event: 'comfyui_deprecated', ...old });
  log({ event: 'comfyui_ready', url: client.url, templates: usable.map(({ name }) => name) });
}

/** ComfyUI starts slowly, and is often started together with the worker. */
async function firstInspection({ client, templates, log }: Parts, waitMs: number): Promise<Installation> {
  const deadline = performance.now() + waitMs;
  let isAwaited = false;
  for (;;) {
    try {
      return await inspectInstallation(client, templates);
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
