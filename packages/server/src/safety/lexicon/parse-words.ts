/** Nothing else of a prompt is compared. */
const ENTRY = /^[\p{L}\p{M}\p{N}]+\*?(?: (?:[\p{L}\p{M}\p{N}]+\*?|\*))*$/u;
const NUMBER = /^(?:\d|1[0-7]) [\p{L}\p{M}]+$/u;

/**
 * The entries of each section of a word file; `words/README.md` describes the format. What nobody would notice is an error that
 * names the line: an entry that nothing can match, and, unless the file `mayBeIncomplete`, a section without its heading,
 * because its entries would belong to the section before.
 */
export function parseWords<Section extends string>(
  file: string,
  text: string,
  sections: readonly Section[],
  { mayBeIncomplete }: { readonly mayBeIncomplete: boolean } = { mayBeIncomplete: false },
): Readonly<Record<Section, readonly string[]>> {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const fail = (index: number, message: string): never => {
    throw new Error(`${file}:${index + 1}: ${message}`);
  };
  const found = new Map<Section, string[]>();
  let current: { readonly section: Section; readonly entries: string[] } | undefined;
  for (const [index, written] of lines.entries()) {
    const line = (written.split('#', 1)[0] as string).trim();
    if (line === '') continue;
    const heading = /^\[(.*)\]$/.exec(line)?.[1];
    if (heading !== undefined) {
      const section = sections.find((name) => name === heading) ?? fail(index, `[${heading}] is no section`);
      if (found.has(section)) fail(index, `[${section}] is there twice`);
      current = { section, entries: [] };
      found.set(section, current.entries);
    } else if (current === undefined) {
      fail(index, `"${line}" is in no section`);
    } else {
      const isNumber = current.section === 'numbers';
      if (isNumber && !NUMBER.test(line)) fail(index, `"${line}" is not a number from 0 to 17 and its word`);
      if (!ENTRY.test(line))
        fail(
          index,
          `"${line}" is not an entry: letters and digits, one space between words, "*" only after a word`,
        );
      current.entries.push(line);
    }
  }
  const missing = sections.find((section) => !found.has(section));
  if (missing !== undefined && !mayBeIncomplete)
    fail(lines.length - 1, `the section [${missing}] is missing`);
  return Object.fromEntries(
    sections.map((section) => [section, found.get(section) ?? []]),
  ) as unknown as Record<Section, string[]>;
}
