import type { Metadata } from 'sharp';

/** What decoding an image may take, in bytes. */
export function decodingMemory({ width, height, channels, isProgressive }: Metadata): number {
  // Progressive JPEG and interlaced PNG have to be complete before a row is: two bytes for each sample at most.
  const whole = width * height * channels * 2;
  return isProgressive ? whole : Math.min(whole, ROW_BY_ROW_BYTES);
}

/** Other images are decoded and reduced row by row: 93 MB were measured for 64 megapixels of 16 bits with alpha. */
const ROW_BY_ROW_BYTES = 100e6;

export interface MemoryBudget {
  /** Runs `work` once its bytes are free. Waiting work starts in the order of arrival, so a large one is not overtaken. */
  readonly spend: <Value>(bytes: number, work: () => Promise<Value>) => Promise<Value>;
}

/** Memory shared by work that runs at the same time. Work that needs more than all of it runs alone. */
export function createMemoryBudget(totalBytes: number): MemoryBudget {
  const waiting: { readonly bytes: number; readonly start: () => void }[] = [];
  let free = totalBytes;

  function startNext(): void {
    for (let next = waiting[0]; next !== undefined && next.bytes <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.bytes;
      next.start();
    }
  }

  return {
    async spend(wanted, work) {
      const bytes = Math.min(wanted, totalBytes);
      await new Promise<void>((start) => {
        waiting.push({ bytes, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        free += bytes;
        startNext();
      }
    },
  };
}
