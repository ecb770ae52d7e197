/** A token of TypeScript source. Comments and spaces are left out; `text` of a string is without its quotes. */
export type Token = {
  readonly kind: 'word' | 'string' | 'template' | 'regex' | 'punctuation';
  readonly text: string;
  readonly line: number;
};

const SPACE_OR_COMMENT = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const HASHBANG = /#![^\n]*/y;
const WORD = /#?[\p{ID_Start}\p{ID_Continue}$]+/uy;
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const TEMPLATE_PART = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const PUNCTUATION = /\.\.\.|=>|\?\.|\+\+|--|[=!]==?|[\s\S]/y;

const BEFORE_REGEX = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default'.split(' '),
);
const BEFORE_CONDITION = new Set(['if', 'while', 'for', 'with']);

/**
 * Splits TypeScript into tokens, so that a word in a comment, a string or a regular expression is not taken
 * for code. The compiler offers no interface to its own scanner. A string that its line does not close (an
 * apostrophe in JSX text) is read as punctuation.
 */
export function tokens(source: string): readonly Token[] {
  const found: Token[] = [];
  const openTemplates: number[] = [];
  const conditions: boolean[] = [];
  let afterCondition = false;
  let braces = 0;
  let position = 0;
  let line = 1;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) position += text.length;
    return text;
  };
  const keep = (kind: Token['kind'], taken: string, text: string): void => {
    found.push({ kind, text, line });
    line += newlines(taken);
  };
  const takeTemplatePart = (): boolean => {
    const part = take(TEMPLATE_PART);
    if (part === undefined) return false;
    const whole = part.startsWith('`') && part.endsWith('`');
    const text = part.slice(1, part.endsWith('`') ? -1 : -2);
    if (part.startsWith('`') && !whole) openTemplates.push(braces);
    if (part.startsWith('}') && part.endsWith('`')) openTemplates.pop();
    keep(whole ? 'string' : 'template', part, text);
    return true;
  };
  const takePunctuation = (): void => {
    const text = take(PUNCTUATION) ?? '';
    afterCondition = false;
    if (text === '(') conditions.push(BEFORE_CONDITION.has(found.at(-1)?.text ?? ''));
    if (text === ')') afterCondition = conditions.pop() ?? false;
    if (text === '{') braces += 1;
    if (text === '}') braces -= 1;
    keep('punctuation', text, text);
  };

  take(HASHBANG);
  while (position < source.length) {
    line += newlines(take(SPACE_OR_COMMENT) ?? '');
    const character = source[position];
    if (character === undefined) break;
    const resumes = character === '}' && openTemplates.at(-1) === braces;
    if ((character === '`' || resumes) && takeTemplatePart()) continue;
    const string = character === '"' || character === "'" ? take(STRING) : undefined;
    if (string !== undefined) {
      keep('string', string, string.slice(1, -1));
      continue;
    }
    const regexMayFollow = character === '/' && (afterCondition || mayPrecedeRegex(found, source, position));
    const regex = regexMayFollow ? take(REGEX) : undefined;
    if (regex !== undefined) {
      keep('regex', regex, regex);
      continue;
    }
    const word = take(WORD);
    if (word === undefined) takePunctuation();
    else keep('word', word, word);
  }
  return found;
}

/** A slash divides after a value and opens a regular expression anywhere else. */
function mayPrecedeRegex(found: readonly Token[], source: string, position: number): boolean {
  const last = found.at(-1);
  if (last === undefined) return true;
  if (last.kind === 'word') return BEFORE_REGEX.has(last.text) && found.at(-2)?.text !== '.';
  if (last.kind === 'template') return source.slice(0, position).trimEnd().endsWith('${');
  if (last.kind !== 'punctuation') return false;
  if (last.text === '!') return !isPostfixBang(found);
  return ![')', ']', '++', '--'].includes(last.text);
}

/** `value! / 2` against `!/pattern/.test(value)`. */
function isPostfixBang(found: readonly Token[]): boolean {
  const before = found.at(-2);
  if (before?.kind === 'word') return !BEFORE_REGEX.has(before.text);
  return before?.text === ')' || before?.text === ']';
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}
