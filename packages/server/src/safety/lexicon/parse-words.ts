import { isEastAsian } from '../fold-text.ts';

/** Nothing else of a prompt is compared. */
const ENTRY = /^[\p{L}\p{M}\p{N}]+\*?(?: (?:[\p{L}\p{M}\p{N}]+\*?|\*))*$/u;
/** These are found anywhere in a text, so they have no stems, and a point in them is compared: `ม.ต้น`. */
const EAST_ASIAN_ENTRY = /^[\p{L}\p{M}\p{N}]+(?:[. ][\p{L}\p{M}\p{N}]+)*$/u;
const NUMBER = /^(?:\d|1[0-7]) [\p{L}\p{M}]+$/u;
/** What another encoding leaves of a text that is read as UTF-8. */
const OTHER_ENCODING = /[\ufffd\0]/;

/**
 * The entries of each section of a word file; `words/README.md` describes the format. A mistake that nobody would notice is an
 * error that names the line and what to do: an entry that nothing can match, or that is there twice; and, unless the file
 * `mayBeIncomplete`, a section without its heading, because its entries would belong to the section before.
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
  const found = new Map<Section, Map<string, number>>();
  let entries: Map<string, number> | undefined;
  let isNumber = false;
  for (const [index, written] of lines.entries()) {
    if (OTHER_ENCODING.test(written)) fail(index, 'this line is not UTF-8; save the file in that encoding');
    const line = (written.split('#', 1)[0] as string).trim();
    if (line === '') continue;
    const heading = /^\[(.*)\]$/.exec(line)?.[1];
    if (heading === undefined) {
      const mistake = entries === undefined ? IN_NO_SECTION : mistakeOf(line, isNumber);
      if (mistake !== undefined) fail(index, `"${line}" ${mistake}`);
      const first = entries?.get(line);
      if (first !== undefined)
        fail(index, `"${line}" is in line ${first} of this section; remove one of them`);
      entries?.set(line, index + 1);
      continue;
    }
    const section = sections.find((name) => name === heading);
    if (section === undefined)
      return fail(index, `[${heading}] is not a section; words/README.md lists them`);
    if (found.has(section)) fail(index, `[${section}] is there twice; move its entries to the first`);
    entries = new Map();
    isNumber = section === 'numbers';
    found.set(section, entries);
  }
  const missing = sections.find((section) => !found.has(section));
  if (missing !== undefined && !mayBeIncomplete)
    fail(lines.length - 1, `the section [${missing}] is missing; write its heading, also without entries`);
  return Object.fromEntries(
    sections.map((section) => [section, [...(found.get(section)?.keys() ?? [])]]),
  ) as unknown as Record<Section, string[]>;
}

const IN_NO_SECTION = 'is in no section; write it below a heading such as [nudity]';

/** Why a line is not an entry, and what one looks like. */
function mistakeOf(line: string, isNumber: boolean): string | undefined {
  if (isNumber)
    return NUMBER.test(line)
      ? undefined
      : 'is not a number from 0 to 17 and its word; write it like "7 sieben"';
  if (isEastAsian(line))
    return EAST_ASIAN_ENTRY.test(line)
      ? undefined
      : 'is not an entry; write letters and digits with single spaces or points between them, without "*"';
  return ENTRY.test(line)
    ? undefined
    : 'is not an entry; write letters and digits, one space between words, and "*" only after a word or alone after the first';
}
