/** What a page shows, and the field that the page has if there is another one. */
export interface CursorPage<Item> {
  readonly shown: readonly Item[];
  /** The next page begins after the last item of this one. */
  readonly next: { readonly next_cursor?: string };
}

/** Reads one item more than a page of `limit` shows, which tells whether there is another page. */
export async function readPage<Item extends { readonly id: string | number }>(
  limit: number,
  read: (limit: number) => Promise<readonly Item[]>,
): Promise<CursorPage<Item>> {
  const found = await read(limit + 1);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { shown, next: last === undefined ? {} : { next_cursor: String(last.id) } };
}
