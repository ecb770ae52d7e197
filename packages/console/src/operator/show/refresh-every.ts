/**
 * An interval at which a page is read again once it is shown. Before, the person asks for it: each try would replace the
 * message of the last one, and the button to try again, by the sign of loading.
 */
export const refreshEvery =
  (ms: number) =>
  ({ state }: { readonly state: { readonly data: unknown } }): number | false =>
    state.data === undefined ? false : ms;
