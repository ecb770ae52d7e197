import { setTimeout as pause } from 'node:timers/promises';
import { TEST_USER_AGENT } from '../support/test-app.ts';

/** Customers of a service: they order by both interfaces, repeat orders, poll, follow events, download, and call with zero retention. */

export interface Service {
  readonly url: string;
  /** The API key of an account that has a balance and no limits. */
  readonly key: string;
  /** The session of a person who is signed in. */
  readonly cookie: string;
  /** Where the events of orders go. */
  readonly webhookUrl: string;
}

interface Calls {
  count: number;
  maxMs: number;
}

export interface Customers {
  /** How often each kind of request was sent, and the longest wait. */
  readonly calls: ReadonlyMap<string, Calls>;
  readonly failures: readonly string[];
  /** The jobs of the v1 interface that were delivered and downloaded. */
  readonly delivered: readonly string[];
  /** The jobs of the job API that were. */
  readonly studio: readonly string[];
  /** How many pages met scripts of the other version. */
  readonly mixedPages: () => number;
  /** Lets each end what it has begun. */
  leave(): Promise<void>;
}

const IMAGE = { prompt: 'a pear on a table', width: 256, height: 256 };
const POLL_MS = 250;
/** The free tier of the job API has ten calls a minute. */
const STUDIO_PAUSE_MS = 6_000;
const POLLERS = 6;
const FORMATS = [Buffer.from('\x89PNG', 'latin1'), Buffer.from('ftyp')];

export function startCustomers({ url, key, cookie, webhookUrl }: Service): Customers {
  const calls = new Map<string, Calls>();
  const failures: string[] = [];
  const delivered: string[] = [];
  const studio: string[] = [];
  let isOver = false;
  let mixedPages = 0;

  const call = async (what: string, address: string, init: RequestInit = {}): Promise<Buffer | undefined> => {
    const startedAt = performance.now();
    const counted = calls.get(what) ?? { count: 0, maxMs: 0 };
    calls.set(what, counted);
    counted.count += 1;
    try {
      const response = await fetch(address, init);
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status === 200) return body;
      const isMixed = what === 'script' && response.status === 404;
      if (isMixed) mixedPages += 1;
      else failures.push(`${what}: ${response.status} ${body.toString().slice(0, 300)}`);
    } catch (error) {
      failures.push(`${what}: ${(error as Error).message}: ${(error as Error).cause}`);
    } finally {
      counted.maxMs = Math.max(counted.maxMs, performance.now() - startedAt);
    }
    return undefined;
  };
  const json = async (what: string, address: string, init?: RequestInit) => {
    const body = await call(what, address, init);
    return body && JSON.parse(body.toString());
  };
  const keyed = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT };
  const post = (headers: Record<string, string>, body: object): RequestInit => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const download = async (address: string) => {
    const file = await call('download', address);
    if (file !== undefined && !FORMATS.some((bytes) => file.subarray(0, 8).includes(bytes)))
      failures.push(`download: no image: ${file.subarray(0, 80)}`);
  };
  const untilEnded = async (what: string, address: string, headers: Record<string, string>) => {
    for (;;) {
      const job = await json(what, address, { headers });
      if (job !== undefined && !['queued', 'generating'].includes(job.status)) {
        if (job.status !== 'completed') failures.push(`${what}: ${JSON.stringify(job)}`);
        return job.status === 'completed' ? job : undefined;
      }
      await pause(POLL_MS);
    }
  };
  /** Connects again after a stream that ended before the job, as every client of event streams does. */
  const follow = async (address: string) => {
    for (let events: Buffer | undefined = Buffer.of(); events !== undefined; ) {
      if (/"status":"(completed|failed|blocked)"/.test(events.toString())) return;
      events = await call('events', `${address}/events`, { headers: keyed });
    }
  };

  const order = async (waits: 'polls' | 'follows') => {
    const headers = { ...keyed, 'idempotency-key': crypto.randomUUID() };
    const send = (what: string) =>
      json(what, `${url}/v1/images/generate`, post(headers, { ...IMAGE, webhook_url: webhookUrl }));
    const accepted = await send('order');
    const again = await send('the same order again');
    if (accepted === undefined || again === undefined) return;
    if (accepted.job_id !== again.job_id)
      failures.push(`${accepted.job_id} was ordered again as ${again.job_id}`);
    const address = `${url}/v1/jobs/${accepted.job_id}`;
    if (waits === 'follows') await follow(address);
    const job = await untilEnded('poll', address, keyed);
    if (job === undefined) return;
    await download(job.result_url);
    delivered.push(accepted.job_id);
  };
  const orderInStudio = async () => {
    const token = await json('access token', `${url}/api/auth/token`, { headers: { cookie } });
    const headers = { authorization: `Bearer ${token?.token}` };
    const ask = { type: 'image', prompt: IMAGE.prompt, age_verified: true };
    const accepted = await json('order by the job API', `${url}/api/generate`, post(headers, ask));
    if (accepted === undefined) return;
    const job = await untilEnded('poll of the job API', `${url}/api/job/${accepted.job_id}`, headers);
    if (job === undefined) return;
    await download(job.results[0].url);
    studio.push(accepted.job_id);
    await pause(STUDIO_PAUSE_MS);
  };
  const orderWithZeroRetention = () =>
    call('zero retention', `${url}/v1/images/generate`, post({ ...keyed, 'x-service-store': '0' }, IMAGE));
  const openConsole = async () => {
    await call('session of the console', `${url}/api/console/session`, { headers: { cookie } });
    const page = await call('page', `${url}/account`, { headers: { cookie } });
    const script = /src="(\/assets\/[^"]+)"/.exec(page?.toString() ?? '')?.[1];
    if (script !== undefined) await call('script', url + script);
    await pause(500);
  };
  // From one that asks without a pause to one that asks every second.
  const pollUsage = async (at: number) => {
    await call('usage', `${url}/v1/usage`, { headers: keyed });
    await pause((1000 * at) / POLLERS);
  };

  const repeat = async (step: () => Promise<unknown>) => {
    while (!isOver) await step();
  };
  const customers = [
    ...[() => order('polls'), () => order('polls'), () => order('follows')],
    ...[orderInStudio, orderWithZeroRetention, openConsole],
    ...Array.from({ length: POLLERS }, (_, at) => () => pollUsage(at)),
  ].map(repeat);
  return {
    calls,
    failures,
    delivered,
    studio,
    mixedPages: () => mixedPages,
    async leave() {
      isOver = true;
      await Promise.all(customers);
    },
  };
}
