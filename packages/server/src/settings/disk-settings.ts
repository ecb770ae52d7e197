import { ConfigError, type Reader, readList } from '@kinora/program/setting';
import { DEFAULT_STORAGE_QUOTAS, type StorageQuotas, storageTiers } from '../admit/accept/decide-storage.ts';

/** How much disk the service and its accounts may use. */
export interface DiskConfig {
  /** Orders are refused while fewer bytes are free; 0 refuses none. */
  readonly minFreeBytes: number;
  readonly quotas: StorageQuotas;
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
    quotas: readQuotas('KINORA_STORAGE_QUOTA_GIB', get('KINORA_STORAGE_QUOTA_GIB') ?? ''),
  };
}

/** `free:2,pro:50`; a tier that is not named keeps its default. */
function readQuotas(name: string, value: string): StorageQuotas {
  const quotas: Record<string, number> = { ...DEFAULT_STORAGE_QUOTAS };
  for (const item of readList(value)) {
    const [tier = '', gib = '', ...rest] = item.split(':');
    if (!storageTiers.some((known) => known === tier) || rest.length > 0) {
      throw new ConfigError(
        `${name} must list tiers (${storageTiers.join(', ')}) with their GiB, such as free:2,prepaid:20, not "${item}"`,
      );
    }
    quotas[tier] = readGib(name, gib);
  }
  return quotas as StorageQuotas;
}

function readGib(name: string, text: string): number {
  const gib = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || gib > MAX_GIB) {
    throw new ConfigError(`${name} must have GiB from 0 to ${MAX_GIB}, such as 2 or 0.5, not "${text}"`);
  }
  return Math.floor(gib * GIB);
}
