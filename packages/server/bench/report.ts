import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Table } from './table.ts';

/** The tables of a run as a page of the documentation. */

const FILE = path.join(import.meta.dirname, '../../../docs/performance.md');

const INTRODUCTION = `# Performance

Measured by \`npm run bench report\`, which wrote this page. Kinora, PostgreSQL, the load and what Kinora is compared with
share one machine, and alternate in one run: compare the ratios, not the figures of two machines.
[Capacity and scaling](scale.md) is derived from it.
`;

export async function writeReport(machine: string, tables: readonly Table[], now: Date): Promise<void> {
  const date = now.toISOString().slice(0, 10);
  const head = `${INTRODUCTION}\n${date}: ${machine}.\n`;
  await writeFile(FILE, [head, ...tables.map(sectionOf)].join('\n'));
}

function sectionOf({ title, header, rows, notes }: Table): string {
  const [name = '', ...rest] = title.split(': ');
  const line = (cells: readonly string[]) =>
    `| ${header.map((_, at) => (cells[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${header.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`;
  const lines = [line(header), rule, ...rows.map(line), '', ...notes];
  return `## ${name[0]?.toUpperCase()}${name.slice(1)}\n\n${rest.join(': ')}\n\n${lines.join('\n')}\n`;
}
