const MIB = 1024 * 1024;

/** The bytes of request bodies that are in memory: those still arriving, and those whose request is in progress. */
export interface BodyBudget {
  /** Counts bytes of a body from `network`. False if there is no room for them. */
  take(network: string, bytes: number): boolean;
  release(network: string, bytes: number): void;
}

const TOTAL_BYTES = 256 * MIB;
/** A quarter, so that one network cannot use up the budget of all others. */
const NETWORK_BYTES = TOTAL_BYTES / 4;

/** Bodies take at most `totalBytes` in all, and at most `networkBytes` from one network. */
export function createBodyBudget(totalBytes = TOTAL_BYTES, networkBytes = NETWORK_BYTES): BodyBudget {
  const byNetwork = new Map<string, number>();
  let total = 0;
  return {
    take(network, bytes) {
      const held = (byNetwork.get(network) ?? 0) + bytes;
      if (total + bytes > totalBytes || held > networkBytes) return false;
      total += bytes;
      byNetwork.set(network, held);
      return true;
    },
    release(network, bytes) {
      const held = (byNetwork.get(network) ?? 0) - bytes;
      total -= bytes;
      if (held > 0) byNetwork.set(network, held);
      else byNetwork.delete(network);
    },
  };
}
