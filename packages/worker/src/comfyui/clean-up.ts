import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ComfyUiClient } from './comfyui-client.ts';

/** ComfyUI's own folders, for a worker on the same disk; ComfyUI has no call that deletes a file. */
export interface ComfyUiFolders {
  readonly output: string | undefined;
  readonly input: string | undefined;
}

/** A node can stop only between steps, and may be loading a model. */
const STOP_WAIT_MS = 20_000;
const STOP_POLL_MS = 250;

/** Removes what prompts leave at ComfyUI: their records, with the prompt in them, and their files. */
export interface Cleaner {
  /** This prompt is about to be sent: until `removeTraces`, it is not a leftover. */
  expect(promptId: string): void;
  /**
   * Cancels the prompt if it `mayRun` and removes what it left. Rejects when that failed; it is then retried together
   * with the next prompt's.
   */
  removeTraces(promptId: string, mayRun: boolean): Promise<void>;
  /** Cancels and removes what a killed worker left behind, and returns the ids of the prompts. */
  removeLeftovers(): Promise<string[]>;
}

export function createCleaner(client: ComfyUiClient, folders: ComfyUiFolders): Cleaner {
  const unremoved = new Set<string>();
  const expected = new Set<string>();

  async function remove(promptIds: readonly string[]): Promise<void> {
    await client.deleteHistory(promptIds);
    await removeFiles(client, folders, (name) => promptIds.some((id) => name.startsWith(id)));
    for (const id of promptIds) unremoved.delete(id);
  }

  return {
    expect: (promptId) => void expected.add(promptId),
    async removeTraces(promptId, mayRun) {
      expected.delete(promptId);
      unremoved.add(promptId);
      if (mayRun) await stopPrompt(client, promptId);
      // The record of a prompt that still runs is written at its end.
      const isAlone = !mayRun && unremoved.size === 1;
      const ours = isAlone ? [] : (await client.queue()).ours;
      await remove([...unremoved].filter((id) => !ours.includes(id)));
    },
    async removeLeftovers() {
      const isLeftover = (id: string) => !expected.has(id);
      const queued = (await client.queue()).ours.filter(isLeftover);
      // Those that wait first: the end of the running one would begin the next.
      for (const id of queued.toReversed()) {
        unremoved.add(id);
        await stopPrompt(client, id).catch(() => {});
      }
      const ended = (await client.ownHistory()).filter(isLeftover);
      if (ended.length > 0) await remove(ended);
      await removeFiles(
        client,
        folders,
        (name) => ![...queued, ...expected].some((id) => name.startsWith(id)),
      );
      return [...new Set([...queued, ...ended])];
    },
  };
}

/** Cancels a prompt and waits, for a limited time, until ComfyUI no longer runs it. */
async function stopPrompt(client: ComfyUiClient, promptId: string): Promise<void> {
  await client.cancel(promptId);
  const deadline = performance.now() + STOP_WAIT_MS;
  for (;;) {
    const { running, pending } = await client.queue();
    if (![...running, ...pending].includes(promptId)) return;
    if (performance.now() > deadline) throw new Error(`the prompt ${promptId} did not stop`);
    await setTimeout(STOP_POLL_MS);
  }
}

/** Only in the worker's own folder, which is named after the client id. */
async function removeFiles(
  { clientId }: ComfyUiClient,
  { output, input }: ComfyUiFolders,
  isGone: (name: string) => boolean,
): Promise<void> {
  for (const folder of [output, input]) {
    if (folder === undefined) continue;
    const clientFolder = path.join(folder, clientId);
    const names = await readdir(clientFolder).catch(() => []);
    for (const name of names.filter(isGone)) await rm(path.join(clientFolder, name), { force: true });
  }
}
