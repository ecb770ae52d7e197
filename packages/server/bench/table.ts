import { styleText } from 'node:util';

/** The figures of one topic. The first column is text, the others are figures. */
export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Lines below the table that explain its figures. */
  readonly notes: readonly string[];
}

const GAP = '   ';

export function printTable({ title, header, rows, notes }: Table): void {
  const widths = header.map((_, at) => Math.max(...[header, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join(GAP);
  const lines = [
    '',
    styleText('bold', title),
    styleText('dim', `  ${line(header)}`),
    ...rows.map((row) => `  ${line(row)}`),
    ...notes.map((note) => styleText('dim', `  ${note}`)),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** `ok`, or which value exceeds the goal. */
export function verdict(goal: number, typical: number, worst: number, nameOfWorst: string): string {
  if (typical >= goal) return 'over';
  return worst < goal ? 'ok' : `${nameOfWorst} over`;
}
