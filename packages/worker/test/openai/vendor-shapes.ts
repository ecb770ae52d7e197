import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { type RemoteOrders, RenderFault, RenderRefused, type RenderTask } from '@kinora/engine/engine';
import { encoded } from '@kinora/testing/encoded';
import type { Behaviour, Interference, LoggedRequest } from '@kinora/testing/fake-openai/fake-openai';
import { setUp, videoTask } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import type { OpenAiSettings } from '../../src/openai/settings.ts';

/**
 * What vendors answer, as their documents, public reports of bugs and the programs that translate them say, three and more
 * shapes of each kind. Each job has three attempts, as at the server, and what matters is how often the vendor bills.
 */

interface Shape {
  /** What happens, and in a comment who does so. */
  readonly what: string;
  readonly behaviour: Behaviour;
  readonly settings?: Partial<OpenAiSettings>;
  readonly task?: RenderTask;
  readonly ends: 'delivered' | 'failed' | 'released' | 'blocked';
  readonly bills: number;
  /** What the operator reads of a failure. */
  readonly says?: RegExp;
}

const ATTEMPTS = 3;

/** The orders of a job, as the server keeps them between its attempts. */
export function keepOrders() {
  let id: string | undefined;
  let unsettled = 0;
  let number = 1;
  const orders: RemoteOrders = {
    async open() {
      if (id === undefined && unsettled === 2) throw new RenderFault('ordered twice', { isRetryable: false });
      return { key: 'job-1', id, number };
    },
    keep: async (kept) => {
      id = kept;
    },
    isUnwanted: () => false,
  };
  const noteFault = ({ isUnsettled }: RenderFault) => {
    if (!isUnsettled) {
      id = undefined;
      number += 1;
    } else if (id === undefined) unsettled += 1;
  };
  return { orders, noteFault };
}

/** How a job ends after as many attempts as the server gives it. */
export async function attempt(
  engine: Awaited<ReturnType<typeof setUp>>['engine'],
  task: RenderTask,
  { orders, noteFault } = keepOrders(),
) {
  let failure: unknown;
  for (let left = ATTEMPTS; left > 0; left--) {
    try {
      const observer = { onProgress: () => {}, orders, signal: new AbortController().signal };
      const media = await encoded(await engine.render(task, observer));
      await media.discard?.();
      return { ends: 'delivered' as const, says: '' };
    } catch (error) {
      if (left > 1 || failure === undefined) failure = error;
      if (error instanceof RenderRefused) return { ends: 'blocked' as const, says: error.message };
      if (!(error instanceof RenderFault)) return { ends: 'released' as const, says: messageOf(error) };
      noteFault(error);
      if (!error.isRetryable) break;
    }
  }
  return { ends: 'failed' as const, says: messageOf(failure) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function run(kind: string, shapes: readonly Shape[]): void {
  describe(kind, { concurrency: true }, () => {
    for (const { what, behaviour, settings = {}, task = videoTask, ends, bills, says } of shapes) {
      test(what, async (t) => {
        verifies('DEC-REMOTE-04', 'DEC-REMOTE-21', 'DEC-OPENAI-16');
        const short = { patience: 200, claim: 1_500, recheck: 20, ...settings.timeouts };
        const { engine, server } = await setUp(t, behaviour, {
          ...settings,
          key: 'sk-hidden-1',
          timeouts: short,
        });
        const end = await attempt(engine, task);
        assert.deepEqual([end.ends, server.bills()], [ends, bills], end.says);
        if (says) assert.match(end.says, says);
        assert.doesNotMatch(end.says, /sk-hidden|lighthouse/);
      });
    }
  });
}

/** Interferes with the calls of this method and path. */
export const at =
  (method: string, path: RegExp, by: (count: number, request: LoggedRequest) => Interference | undefined) =>
  (request: LoggedRequest, count: number) =>
    request.method === method && path.test(request.path) ? by(count, request) : undefined;

export const ORDER = /^\/v1\/(videos|images\/generations)$/;
export const POLL = /^\/v1\/videos\/[^/]+$/;
export const CONTENT = /\/content$/;

/** The usual response, sent in a way of its own. */
export const sent = (send: (response: ServerResponse, whole: Buffer) => Promise<void>): Interference => ({
  status: 200,
  send,
});

interface Made {
  readonly b64: string;
  readonly url: string;
  /** What was made, as OpenAI's interface says it. */
  readonly usual: Record<string, unknown>;
}

/** The order is made and billed, and answered in another way; a text is sent as it is. */
export const answered = (
  say: (made: Made) => unknown,
  more: Behaviour = {},
): Behaviour & { interfere: NonNullable<Behaviour['interfere']> } => ({
  ...more,
  interfere: (request, count) =>
    request.method === 'POST' && ORDER.test(request.path)
      ? sent(async (response, whole) => {
          const usual = JSON.parse(whole.toString()) as Record<string, unknown>;
          const [{ b64_json: b64 = '', url = '' } = {}] = (usual.data ?? []) as Record<string, string>[];
          const body = say({ b64, url, usual });
          response.end(typeof body === 'string' ? body : JSON.stringify(body));
        })
      : more.interfere?.(request, count),
});

/** The same, and what the server answers at this path afterwards, one after the other; the last remains. */
export const polled = (
  path: RegExp,
  say: (made: Made) => unknown,
  answers: readonly ((made: Made) => unknown)[],
  more: Behaviour = {},
): Behaviour => {
  let made: Made | undefined;
  const interfere = at('GET', path, (count) => {
    const answer = answers[Math.min(count, answers.length) - 1];
    return { status: 200, body: made && answer?.(made) };
  });
  return answered(
    (one) => {
      made = one;
      return say(one);
    },
    { ...more, interfere },
  );
};
