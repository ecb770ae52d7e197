import { stripVTControlCharacters } from 'node:util';

/**
 * Text on a terminal: lines that end at words, within the width of the terminal. A pipe or a file gets the text as it is
 * written, for programs that read it.
 */

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** JSON is for programs, and is copied. */
const JSON_LINE = /^[[{]/;

export function writeText(text: string, output: Output = process.stdout): void {
  output.write(output.isTTY === true && !JSON_LINE.test(text) ? fitText(text, output.columns) : text);
}

const MIN_WIDTH = 20;
const DEFAULT_WIDTH = 80;
/** A description with less room stands below its name. */
const MIN_ROOM = 24;
const BELOW = 6;
/** The column of the command in a usage line. */
const USAGE = 7;
/** A line that begins so far to the right of the one before is its description. */
const DEEP = 10;
/** A line that is shorter ends where its writer ended it, so the next one is not joined to it. */
const FULL_LINE = 90;

/** A paragraph, an entry of a list, or a command to copy. */
interface Block {
  readonly kind: 'text' | 'usage' | 'command';
  readonly indent: number;
  /** The name before the description, with its indentation; empty for a paragraph. */
  name: string;
  /** The column at which lines after the first begin. */
  hang: number;
  text: string;
  lastLine: number;
}

/** The same text in lines of at most `columns` characters; only a word that is longer exceeds them. */
export function fitText(text: string, columns: number = DEFAULT_WIDTH): string {
  const width = Math.max(MIN_WIDTH, columns);
  const lines = text.split('\n');
  if (lines.every((line) => widthOf(line) <= width)) return text;
  return blocksOf(lines)
    .flatMap((block) => (typeof block === 'string' ? [block] : linesOf(block, width)))
    .join('\n');
}

/** What a terminal shows of it: without colours. */
function widthOf(line: string): number {
  return stripVTControlCharacters(line).length;
}

/** The lines as blocks; an empty line stays itself. */
function blocksOf(lines: readonly string[]): (Block | string)[] {
  const blocks: (Block | string)[] = [];
  for (const line of lines) {
    const before = blocks.at(-1);
    if (line.trim() === '') blocks.push('');
    else if (typeof before !== 'object' || !continueBlock(before, line)) blocks.push(blockOf(line));
  }
  return blocks;
}

/** Adds the line to the block above, if it goes on there. */
function continueBlock(block: Block, line: string): boolean {
  const indent = indentOf(line);
  const isFull = block.lastLine + 1 + firstWord(line).length > FULL_LINE;
  if (block.name === '' && block.kind === 'text' && !isFull && indent > block.indent + DEEP) {
    // A name that is as long as the column of names, with its description on the next line.
    block.name = `${' '.repeat(block.indent)}${block.text}`;
    block.text = '';
  }
  if (!goesOn(block, line, indent, isFull)) return false;
  if (block.kind === 'text') block.hang = indent;
  block.text = `${block.text} ${line.trim()}`.trim();
  block.lastLine = widthOf(line);
  return true;
}

function goesOn(
  { kind, name, text, hang, indent: before }: Block,
  line: string,
  indent: number,
  isFull: boolean,
): boolean {
  if (kind === 'command') return false;
  if (kind === 'usage') return indent > hang;
  if (name !== '') return text === '' ? indent > before : indent === hang;
  const isOwn = isEntry(line) || isCommand(line) || text.endsWith(':');
  return isFull && !isOwn && (indent === before || ((indent === hang || hang === before) && indent > before));
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
const firstWord = (line: string): string => line.trim().split(' ')[0] ?? '';

const ENTRY = /^( *(?:\S| (?! )){1,60}?) {2,}(?=\S)/;
const isEntry = (line: string): boolean => ENTRY.test(line);
const isUsage = (line: string): boolean => /^(Usage:| {7}kinora) /.test(line);
const isCommand = (line: string): boolean => /^ +(kinora|npm|curl|[A-Z]+=\$\()/.test(line) && !isUsage(line);

function blockOf(line: string): Block {
  const indent = indentOf(line);
  const lastLine = widthOf(line);
  if (isUsage(line)) return { kind: 'usage', indent, name: '', hang: USAGE, text: line.trim(), lastLine };
  if (isCommand(line))
    return { kind: 'command', indent, name: '', hang: indent + 2, text: line.trim(), lastLine };
  const [gap = '', name = ''] = ENTRY.exec(line) ?? [];
  // A name alone, with its description on the next line.
  const isName = /^ +-\S+( \S+)?$|^[a-z]+(-[a-z]+)+$/.test(line);
  if (isName) return { kind: 'text', indent, name: line, hang: indent, text: '', lastLine };
  const hang = name === '' ? indent : widthOf(gap);
  return { kind: 'text', indent, name, hang, text: line.slice(gap.length).trim(), lastLine };
}

function linesOf({ kind, indent, name, hang, text }: Block, width: number): string[] {
  if (name !== '' && text === '') return [name];
  const words = kind === 'usage' ? argumentsOf(text, width) : wordsOf(text);
  const isNarrow = width - hang < Math.max(MIN_ROOM, ...words.map(widthOf));
  if (name !== '' && (isNarrow || widthOf(name) >= hang)) {
    const column = isNarrow ? Math.min(hang, indent + BELOW) : hang;
    return [...wrap(wordsOf(name), indent, indent + 2, width), ...wrap(words, column, column, width)];
  }
  if (kind === 'command') return wrap(quotedWords(text), indent, hang, width - 2, ' \\');
  if (kind === 'usage') return wrap(words, indent, hang + 4, width);
  if (name === '') return wrap(words, indent, Math.min(hang, width - MIN_ROOM / 2), width);
  const [first = '', ...rest] = wrap(words, hang, hang, width);
  return [`${name}${' '.repeat(hang - widthOf(name))}${first.trimStart()}`, ...rest];
}

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** An option stays with its value, and what is in brackets together, where it fits. */
function argumentsOf(text: string, width: number): string[] {
  const whole = text.match(/\[[^\]]*\]|--\S+ [A-Z]\S*|\S+/g) ?? [];
  return whole.flatMap((part) => (part.length > width - BELOW * 2 ? wordsOf(part) : [part]));
}

/** A command can be copied: it is not broken inside quotes. */
function quotedWords(text: string): string[] {
  return text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
}

function wrap(words: readonly string[], first: number, others: number, width: number, ending = ''): string[] {
  const lines: string[] = [];
  let line = ' '.repeat(first);
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line + ending);
      line = ' '.repeat(others);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
