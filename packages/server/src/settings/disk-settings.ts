import { ConfigError, type Reader } from '@kinora/program/setting';

/** How much disk the service leaves free. */
export interface DiskConfig {
  /** Orders are refused while fewer bytes are free; 0 refuses none. */
  readonly minFreeBytes: number;
}

const GIB = 1024 ** 3;
const MAX_GIB = 1_000_000;

/** Bytes as GiB with at most three decimals. */
export function formatGib(bytes: number): string {
  return String(Math.round((bytes / GIB) * 1000) / 1000);
}

export function readDisk(get: Reader): DiskConfig {
  return {
    minFreeBytes: readGib('KINORA_MIN_FREE_GIB', get('KINORA_MIN_FREE_GIB') ?? '1'),
  };
}

function readGib(name: string, text: string): number {
  const gib = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || gib > MAX_GIB) {
    throw new ConfigError(`${name} must have GiB from 0 to ${MAX_GIB}, such as 2 or 0.5, not "${text}"`);
  }
  return Math.floor(gib * GIB);
}
