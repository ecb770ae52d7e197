import { type Trouble, troubleSentenceMax } from '@kinora/contract';
import type { LeaseClient } from './lease-client.ts';
import { withoutSecrets } from './remote/without-secrets.ts';

/** The server takes a worker that it has not heard from for a minute as gone. */
const REPORT_MS = 20_000;

/** Reports why a worker takes no jobs: at once, whenever that changes, and every twenty seconds until `end`. */
export function reportTrouble(
  client: Pick<LeaseClient, 'trouble'>,
  worker: string,
): { tell(trouble: Trouble): void; end(): Promise<void> } {
  let last: Trouble | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sent: Promise<unknown> = Promise.resolve();
  const send = ({ kind, sentence }: Trouble) => {
    const said = withoutSecrets(sentence, []).slice(0, troubleSentenceMax);
    const report = { worker, kind, sentence: said || kind };
    // A server that does not know the call, or is away, hears nothing.
    sent = sent.then(() => client.trouble(report)).catch(() => {});
  };
  return {
    tell(trouble) {
      if (trouble.kind === last?.kind && trouble.sentence === last.sentence) return;
      last = trouble;
      send(trouble);
      clearInterval(timer);
      timer = setInterval(send, REPORT_MS, trouble);
    },
    async end() {
      clearInterval(timer);
      // One that arrives after the next lease request would stand although the worker takes jobs.
      await sent;
    },
  };
}
