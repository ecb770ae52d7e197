import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ComfyUiClient } from './comfyui-client.ts';

/** ComfyUI's own folders, where the worker shares its disk; ComfyUI has no call that deletes a file. */
export interface ComfyUiFolders {
  readonly output: string | undefined;
  readonly input: string | undefined;
}

/** A node is asked to stop only between steps, and may just be loading a model. */
const STOP_WAIT_MS = 20_000;
const STOP_POLL_MS = 250;

/** Takes away what prompts leave at ComfyUI: their records, with the prompt in them, and their files. */
export interface Cleaner {
  /**
   * Stops the prompt if it `mayRun` and takes away what it left. Rejects when that could not be done; then it is
   * done together with the next.
   */
  takeAway(promptId: string, mayRun: boolean): Promise<void>;
  /** Ends and takes away what a worker that was killed left behind, and returns the ids of the prompts. */
  takeLeftovers(): Promise<string[]>;
}

export function createCleaner(client: ComfyUiClient, folders: ComfyUiFolders): Cleaner {
  const owed = new Set<string>();

  async function forget(promptIds: readonly string[]): Promise<void> {
    await client.deleteHistory(promptIds);
    await removeFiles(client, folders, (name) => promptIds.some((id) => name.startsWith(id)));
    for (const id of promptIds) owed.delete(id);
  }

  return {
    async takeAway(promptId, mayRun) {
      owed.add(promptId);
      if (mayRun) await stopPrompt(client, promptId);
      // The record of a prompt that still runs is written at its end.
      const { own } = await client.queue();
      await forget([...owed].filter((id) => !own.includes(id)));
    },
    async takeLeftovers() {
      const { own: queued } = await client.queue();
      for (const id of queued) {
        owed.add(id);
        await stopPrompt(client, id).catch(() => {});
      }
      const ended = await client.ownHistory();
      if (ended.length > 0) await forget(ended);
      await removeFiles(client, folders, (name) => !queued.some((id) => name.startsWith(id)));
      return [...new Set([...queued, ...ended])];
    },
  };
}

/** Ends a prompt that nobody wants any more and waits until ComfyUI has let go of it, for a while. */
async function stopPrompt(client: ComfyUiClient, promptId: string): Promise<void> {
  await client.cancel(promptId);
  const giveUpAt = performance.now() + STOP_WAIT_MS;
  for (;;) {
    const { running, pending } = await client.queue();
    if (![...running, ...pending].includes(promptId)) return;
    if (performance.now() > giveUpAt) throw new Error(`the prompt ${promptId} did not stop`);
    await setTimeout(STOP_POLL_MS);
  }
}

/** Only ever below the folder of our own that bears the client's id. */
async function removeFiles(
  { clientId }: ComfyUiClient,
  { output, input }: ComfyUiFolders,
  isGone: (name: string) => boolean,
): Promise<void> {
  for (const folder of [output, input]) {
    if (folder === undefined) continue;
    const ours = path.join(folder, clientId);
    const names = await readdir(ours).catch(() => []);
    for (const name of names.filter(isGone)) await rm(path.join(ours, name), { force: true });
  }
}
