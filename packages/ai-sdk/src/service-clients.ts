import { createKinoraClient } from '@kinora/client';
import { type KinoraSettings, readConfig } from './config.ts';

export type ServiceClients = ReturnType<typeof openClients>;

/** The clients of one call. Its headers go to the service alone: results may be at another address. */
export function openClients(
  settings: KinoraSettings,
  callHeaders: Readonly<Record<string, string | undefined>> = {},
) {
  const { headers, fetch: send = fetch } = settings;
  const { baseUrl, apiKey } = readConfig(settings);
  const all = Object.entries({ ...headers, ...callHeaders }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), value]],
  );
  const { 'user-agent': sdk = '', ...others } = Object.fromEntries(all) as Record<string, string>;
  const { origin } = new URL(baseUrl);
  const options = {
    baseUrl,
    apiKey,
    userAgent: `kinora-ai-sdk/0.1 ${sdk}`.trim(),
    fetch: (async (url, init) => {
      if (new URL(String(url)).origin !== origin) return send(url, init);
      return send(url, { ...init, headers: { ...others, ...(init?.headers as Record<string, string>) } });
    }) satisfies typeof fetch,
  };
  return {
    baseUrl,
    // What the service refuses for a while has a Retry-After of a second or more. It is reported, and the SDK repeats it: nothing was
    // ordered. What was lost is sent again here, with the same key: for the SDK it would be another order.
    orders: createKinoraClient({ ...options, retries: 3, maxRetryWaitMs: 999 }),
    // For what follows an order. It costs nothing, and the client repeats it.
    reads: createKinoraClient(options),
  };
}
