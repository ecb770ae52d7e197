import { styleText } from 'node:util';
import { cleanText, redact, visibleJson } from '@kinora/program/outside-text';
import { writeText } from '@kinora/program/terminal-text';

/**
 * Results go to standard output, everything that happens on the way to standard error. All of it is written here, and may
 * come from a service: it is cleaned, so that it can neither control the terminal nor show the key.
 */

type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold';

/** A text, or one with a colour. `isOwn`: it is of this command line and printed as it is, such as the name of a file. */
type Piece = string | { readonly text: string; readonly colour?: Colour; readonly isOwn?: boolean };

const secrets = new Set<string>();

/** Keeps a secret out of everything that is printed from now on. */
export function keepSecret(secret: string | undefined): void {
  if (secret !== undefined) secrets.add(secret);
}

export function print(...pieces: readonly Piece[]): void {
  writeText(`${pieces.map(shown).join('')}\n`);
}

export function note(line: string): void {
  writeText(`${shown(line)}\n`, process.stderr);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(redact(value, secrets), 2)}\n`);
}

/** Prints a value as one line of JSON. */
export function noteJson(value: unknown): void {
  process.stderr.write(`${visibleJson(redact(value, secrets))}\n`);
}

/** Erases the progress bar of a terminal, which is drawn again below what follows. */
export function eraseLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
}

/** Styled if standard output is a terminal with colours; `NO_COLOR` turns them off. */
export function styled(colour: Colour, text: string): Piece {
  return { text, colour };
}

function shown(piece: Piece): string {
  if (typeof piece === 'string') return cleanText(piece, secrets);
  const text = piece.isOwn === true ? piece.text : cleanText(piece.text, secrets);
  return piece.colour === undefined ? text : styleText(piece.colour, text, { stream: process.stdout });
}

/**
 * A terminal gets columns under a heading, a program values between tabs. `isLastProse`: the last value of a row is a sentence,
 * which stands below the others in a terminal.
 */
export function printTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  isLastProse = false,
): void {
  const cells = rows.map((row) => row.map(shown));
  if (!process.stdout.isTTY) {
    for (const row of cells) print({ text: row.join('\t'), isOwn: true });
    return;
  }
  const columns = isLastProse ? heading.slice(0, -1) : heading;
  const widths = columns.map((title, at) =>
    Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const isNarrow = widths.reduce((sum, width) => sum + width + 2, -2) > process.stdout.columns;
  const line = (row: readonly string[]) =>
    widths
      .map((width, at) => (row[at] ?? '').padEnd(width))
      .join('  ')
      .trimEnd();
  if (!isNarrow) print(styled('bold', line(heading)));
  // Rows that do not fit stand below each other, the first value alone.
  for (const row of cells) {
    if (isNarrow) print(styled('bold', row[0] ?? ''));
    const values = row.slice(1, columns.length).filter((value) => value !== '');
    print(isNarrow ? `  ${values.join(' · ')}` : line(row));
    if (isLastProse) print(`  ${row.at(-1)}`);
  }
}

export function formatUsd(cents: number): string {
  return `${(cents / 100).toFixed(2)} USD`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
