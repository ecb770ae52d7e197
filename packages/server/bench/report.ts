import { readFile, writeFile } from 'node:fs/promises';
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
  const head = `${INTRODUCTION}\n${measuredOn(machine, now)}\n`;
  await writeFile(FILE, [head, ...tables.map(sectionOf)].join('\n'));
}

/** Replaces the section of this table, or adds it, with the machine, which may be another than that of the page. */
export async function replaceSection(machine: string, table: Table, now: Date): Promise<void> {
  const section = sectionOf({ ...table, notes: [...table.notes, measuredOn(machine, now)] });
  const [heading = ''] = section.split('\n');
  const sections = (await readFile(FILE, 'utf8')).split(/^(?=## )/m);
  const at = sections.findIndex((one) => one.startsWith(`${heading}\n`));
  sections.splice(at < 0 ? sections.length : at, 1, section);
  await writeFile(FILE, `${sections.map((one) => one.trimEnd()).join('\n\n')}\n`);
}

function measuredOn(machine: string, now: Date): string {
  return `${now.toISOString().slice(0, 10)}: ${machine}.`;
}

function sectionOf({ title, header, rows, notes }: Table): string {
  const [name = '', ...rest] = title.split(': ');
  const line = (cells: readonly string[]) =>
    `| ${header.map((_, at) => (cells[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${header.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`;
  const lines = [line(header), rule, ...rows.map(line), '', ...notes];
  return `## ${name[0]?.toUpperCase()}${name.slice(1)}\n\n${rest.join(': ')}\n\n${lines.join('\n')}\n`;
}
