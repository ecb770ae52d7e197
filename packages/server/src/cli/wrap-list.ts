/** The width of a help text, less the character that ends a sentence. */
const WIDTH = 119;

/** The names separated by commas, on lines that fit a help text; each line but the first is indented. */
export function wrapList(names: readonly string[], indent: number): string {
  const line = new RegExp(`(.{1,${WIDTH - indent}})(?: |$)`, 'g');
  return names
    .join(', ')
    .replaceAll(line, `$1\n${' '.repeat(indent)}`)
    .trimEnd();
}
