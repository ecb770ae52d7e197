import { type Reader, readWhole } from '@kinora/program/setting';

export interface HttpConfig {
  /** Processes that serve the same port, for a machine with several cores. */
  readonly processes: number;
  /** Open connections of one network at once; those of trusted proxies do not count. */
  readonly connectionsPerNetwork: number;
  /** After a signal to stop, how long requests are still served, so that clients move on. */
  readonly stopLingerMs: number;
  /** After a signal to stop, how long calls with zero retention may wait for their jobs. */
  readonly stopGraceMs: number;
  /** How long the proxy in front of the service waits for a response. */
  readonly proxyTimeoutSeconds: number;
  /** How long the same request to the OpenAI API, without an Idempotency-Key, is the same order. */
  readonly repeatWindowMs: number;
}

/** The default of most proxies. */
export const USUAL_PROXY_TIMEOUT_SECONDS = 60;

const PROXY_TIMEOUT = 'KINORA_PROXY_TIMEOUT_SECONDS';

/** `hasOtherNodes`: whether other servers may use the same database, so that clients have somewhere to go. */
export function readHttp(get: Reader, hasOtherNodes: boolean): HttpConfig {
  return {
    processes: readWhole(get, 'KINORA_PROCESSES', 1, 1, 64),
    connectionsPerNetwork: readWhole(get, 'KINORA_MAX_CONNECTIONS_PER_ADDRESS', 1000, 1, 10_000),
    stopLingerMs: readWhole(get, 'KINORA_STOP_LINGER_SECONDS', hasOtherNodes ? 5 : 0, 0, 600) * 1000,
    stopGraceMs: readWhole(get, 'KINORA_STOP_GRACE_SECONDS', 25, 0, 3600) * 1000,
    proxyTimeoutSeconds: readWhole(get, PROXY_TIMEOUT, USUAL_PROXY_TIMEOUT_SECONDS, 2, 86_400),
    repeatWindowMs: readWhole(get, 'KINORA_REPEATED_CALL_SECONDS', 0, 0, 1800) * 1000,
  };
}
