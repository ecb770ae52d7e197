import { readSource } from './read-source.ts';

/** A test's declaration that it verifies a requirement. `id` is undefined when it is not a string literal. */
export type Citation = { readonly id: string | undefined; readonly file: string; readonly line: number };

/** Every id in a `verifies('…', …)` call of a test's source; comments and strings do not count. */
export function citationsOf(file: string, source: string): readonly Citation[] {
  const { calls, lineOf } = readSource(file, source);
  return calls
    .filter(({ name }) => name === 'verifies')
    .flatMap((call) => call.arguments.map(({ text, at }) => ({ id: text, file, line: lineOf(at) })));
}
