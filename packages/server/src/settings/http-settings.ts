import { ConfigError, type Reader } from '@kinora/program/setting';

export interface HttpConfig {
  /** Open connections of one network at once; those of trusted proxies do not count. */
  readonly connectionsPerNetwork: number;
  /** After a signal to stop, how long requests on open connections are still answered, so that clients move on. */
  readonly stopLingerMs: number;
  /** After a signal to stop, how long calls with zero retention may wait for their jobs. */
  readonly stopGraceMs: number;
}

/** `hasOtherNodes`: whether other servers may use the same database, so that clients have somewhere to go. */
export function readHttp(get: Reader, hasOtherNodes: boolean): HttpConfig {
  return {
    connectionsPerNetwork: readWhole(get, 'KINORA_MAX_CONNECTIONS_PER_ADDRESS', 1000, 1, 10_000),
    stopLingerMs: readWhole(get, 'KINORA_STOP_LINGER_SECONDS', hasOtherNodes ? 5 : 0, 0, 600) * 1000,
    stopGraceMs: readWhole(get, 'KINORA_STOP_GRACE_SECONDS', 25, 0, 3600) * 1000,
  };
}

function readWhole(get: Reader, name: string, byDefault: number, min: number, max: number): number {
  const value = Number(get(name) ?? byDefault);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${get(name)}"`);
}
