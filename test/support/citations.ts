import { tokens } from './source-tokens.ts';

/** A test's declaration that it verifies a requirement. `id` is undefined when it is not a string literal. */
export type Citation = { readonly id: string | undefined; readonly file: string; readonly line: number };

/** Every id in a `verifies('…', …)` call of a test's source; comments and strings do not count. */
export function citationsOf(file: string, source: string): readonly Citation[] {
  const code = tokens(source);
  return code.flatMap((token, at): readonly Citation[] => {
    const isCall = token.kind === 'word' && token.text === 'verifies' && code[at + 1]?.text === '(';
    if (!isCall || code[at - 1]?.text === 'function') return [];
    const end = code.findIndex(({ kind, text }, index) => index > at && kind !== 'string' && text === ')');
    return code
      .slice(at + 2, end)
      .filter(({ kind, text }) => kind === 'string' || text !== ',')
      .map(({ kind, text, line }) => ({ id: kind === 'string' ? text : undefined, file, line }));
  });
}
