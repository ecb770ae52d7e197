/** A bug that a test must find: it removes one guard. Planted by `npm run mutations`. */
export interface Mutation {
  readonly name: string;
  /** Below `packages/`. */
  readonly file: string;
  /** Occurs exactly once. */
  readonly from: string;
  readonly to: string;
  /** Below `packages/`; at least one of them must fail. */
  readonly tests: readonly string[];
}
