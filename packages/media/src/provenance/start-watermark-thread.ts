import { Worker } from 'node:worker_threads';
import type { MarkOrder, markPng } from './mark-png.ts';
import type { readMark } from './read-mark.ts';
import type { Answer, Request } from './watermark-thread.ts';

/** Marks and reads beside the event loop, which a picture of 4096x4096 would hold up for a third of a second. */
export interface WatermarkThread {
  readonly markPng: typeof markPng;
  readonly readMark: typeof readMark;
  /** What is still under way is rejected. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts one thread. It does not keep the process alive, and pictures wait for each other. */
export function startWatermarkThread(): WatermarkThread {
  const thread = new Worker(new URL('./watermark-thread.ts', import.meta.url));
  const waiting = new Map<number, Waiting>();
  let requests = 0;
  let ended: Error | undefined;
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  thread.on('error', end);
  thread.on('exit', () => end(new Error('the watermark thread has ended')));
  thread.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) thread.unref();
    if ('error' in answer) asked?.reject(answer.error);
    else asked?.resolve(answer.value as never);
  });
  thread.unref();

  function ask<Value>(request: (id: number) => Request): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      const id = requests++;
      waiting.set(id, { resolve, reject });
      // While an answer is awaited the thread does keep the process alive.
      thread.ref();
      thread.postMessage(request(id));
    });
  }

  return {
    markPng: (bytes: Uint8Array, order: MarkOrder) => ask((id) => ({ id, kind: 'mark', bytes, order })),
    readMark: (bytes: Uint8Array, chipKey: Uint8Array) => ask((id) => ({ id, kind: 'read', bytes, chipKey })),
    async close() {
      await thread.terminate();
    },
  };
}
