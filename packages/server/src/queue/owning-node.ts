/** The server that keeps an ephemeral job in its memory. */
export interface OwningNode {
  readonly id: string;
  /** The address at which workers reach it; null when only workers that call this server may claim its ephemeral jobs. */
  readonly relayUrl: string | null;
}

/** How long a node is considered alive after it said so. */
export const NODE_ALIVE_SECONDS = 20;
