import { AsyncLocalStorage } from 'node:async_hooks';
import { type Database, isDatabaseUnavailable } from '../db/database.ts';

/** A call of the sign-in library, and why the database could not serve it, if so. */
interface Call {
  outage?: unknown;
}

const calls = new AsyncLocalStorage<Call>();

interface Library {
  // biome-ignore lint/suspicious/noExplicitAny: the calls of the library have various forms.
  readonly api: Readonly<Record<string, any>>;
  readonly handler: (request: Request) => Promise<Response>;
}

/**
 * The database for the library and its hooks, which remembers a failure to reach it for the call in progress. The library
 * catches most errors: it would report a session that it could not read as none, or as an internal error.
 */
export function rememberOutages(database: Database): Database {
  return {
    ...database,
    query: (sql, values) => remembering(database.query(sql, values)),
    transaction: (work, options) => remembering(database.transaction(work, options)),
    pool: new Proxy(database.pool, {
      get(pool, name) {
        if (name === 'connect') return async () => rememberingClient(await remembering(pool.connect()));
        const value = Reflect.get(pool, name);
        return typeof value === 'function' ? value.bind(pool) : value;
      },
    }),
  };
}

function rememberingClient<Client extends object>(connected: Client): Client {
  return new Proxy(connected, {
    get(client, name) {
      const value = Reflect.get(client, name);
      if (typeof value !== 'function') return value;
      const call = value.bind(client);
      return name === 'query' ? (...args: unknown[]) => remembering(call(...args)) : call;
    },
  });
}

async function remembering<Value>(work: Promise<Value>): Promise<Value> {
  const call = calls.getStore();
  try {
    return await work;
  } catch (error) {
    if (call !== undefined && isDatabaseUnavailable(error)) call.outage ??= error;
    throw error;
  }
}

/** Has every call of the library throw that the database was away, whatever the library makes of it. */
export function throwOutages<Auth extends Library>(auth: Auth): Auth {
  const api = new Proxy(auth.api, {
    get(all, name: string) {
      const call = all[name];
      return typeof call === 'function' ? (input: unknown) => reaching(() => call(input)) : call;
    },
  });
  return { ...auth, api, handler: (request: Request) => reaching(() => auth.handler(request)) };
}

async function reaching<Value>(work: () => Promise<Value>): Promise<Value> {
  const call: Call = {};
  const [end] = await calls.run(call, () => Promise.allSettled([work()]));
  if (call.outage !== undefined) throw call.outage;
  if (end.status === 'rejected') throw end.reason;
  return end.value;
}
