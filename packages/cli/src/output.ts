import { styleText } from 'node:util';
import { printable } from './customer-command.ts';

/** Results go to standard output, everything that happens on the way to standard error. */

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function note(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold';

/** Styled if standard output is a terminal with colours; `NO_COLOR` turns them off. */
export function styled(colour: Colour, text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}

/** For a terminal columns under a heading, for a program values between tabs. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  if (!process.stdout.isTTY) {
    for (const row of rows) print(row.map(printable).join('\t'));
    return;
  }
  const widths = heading.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => printable(cell).padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  print(styled('bold', line(heading)));
  for (const row of rows) print(line(row));
}

export function formatUsd(cents: number): string {
  return `${(cents / 100).toFixed(2)} USD`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
