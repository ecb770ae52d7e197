import type { Token } from './source-tokens.ts';

/** One thing a file imports. `specifier` is undefined when it is computed, so that it cannot be checked. */
export type Import = { readonly specifier: string | undefined; readonly line: number };

/**
 * Every module that the code names: static and type imports, re-exports, `import()` of values and of types,
 * `require`, `require.resolve` and `import.meta.resolve`.
 */
export function importsOf(code: readonly Token[]): readonly Import[] {
  return code.flatMap((token, at): readonly Import[] => {
    if (token.kind !== 'word' || isCode(code[at - 1], '.') || isCode(code[at - 1], '?.')) return [];
    const named = code[specifierOf(code, at) ?? -1];
    if (named === undefined) return [];
    if (named.kind === 'string') return [{ specifier: named.text, line: named.line }];
    return token.text === 'import' ? [{ specifier: undefined, line: named.line }] : [];
  });
}

/** The index of the specifier, or of the expression in its place, if the token at `at` starts an import. */
function specifierOf(code: readonly Token[], at: number): number | undefined {
  const follows = (...texts: string[]): boolean =>
    texts.every((text, offset) => isCode(code[at + 1 + offset], text));
  switch (code[at]?.text) {
    case 'require':
      if (follows('(')) return at + 2;
      return follows('.', 'resolve', '(') ? at + 4 : undefined;
    case 'import':
      if (follows('(')) return wholeArgument(code, at + 2);
      if (follows('.', 'meta', '.', 'resolve', '(')) return wholeArgument(code, at + 6);
      if (follows('.') || follows(':')) return undefined;
      return code[at + 1]?.kind === 'string' ? at + 1 : afterFrom(code, at + 1);
    case 'export': {
      const clause = follows('type') ? at + 2 : at + 1;
      if (isCode(code[clause], '*')) return afterFrom(code, clause);
      if (!isCode(code[clause], '{')) return undefined;
      const end = code.findIndex((token, index) => index > clause && isCode(token, '}'));
      return isCode(code[end + 1], 'from') ? end + 2 : undefined;
    }
    default:
      return undefined;
  }
}

/** The argument's index; that of what follows a string when the string is only the start of an expression. */
function wholeArgument(code: readonly Token[], at: number): number {
  const whole = isCode(code[at + 1], ')') || isCode(code[at + 1], ',');
  return code[at]?.kind === 'string' && !whole ? at + 1 : at;
}

/** `import from from './x.ts'` is legal: the keyword is the `from` that a string follows. */
function afterFrom(code: readonly Token[], start: number): number | undefined {
  const from = code.findIndex(
    (token, index) => index >= start && isCode(token, 'from') && code[index + 1]?.kind === 'string',
  );
  return from < 0 ? undefined : from + 1;
}

function isCode(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.kind !== 'string' && token.text === text;
}
