/** The server that keeps an ephemeral job in its memory. */
export interface OwningNode {
  readonly id: string;
  /** Where workers reach it; null when only workers that ask this server may take its ephemeral jobs. */
  readonly relayUrl: string | null;
}
