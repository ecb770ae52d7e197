import { parseArgs } from 'node:util';
import type { Command } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { auditLedger } from '../ledger/audit/audit-ledger.ts';
import { reopenHistory } from '../ledger/audit/close-history.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora audit [--all]

Checks every invariant of the ledger, recalculated from its postings. What ended more than a day ago cannot change,
so it is read once: its sums and violations are kept, and the next audit begins there.
Exit status 0 if all invariants hold, 1 if any is violated; each violating row is named.

  --all   reads the whole history again, as after a restored backup or a correction in the database
`;

async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { all: { type: 'boolean', default: false } } });
  return withDatabase(async (database) => {
    if (values.all) await reopenHistory(database);
    const findings = await auditLedger(database);
    for (const { rule, checked, violations } of findings) {
      const status = violations.length === 0 ? 'ok  ' : 'FAIL';
      writeText(`${status}  ${rule} (${checked} checked)\n`);
      for (const violation of violations) writeText(`        ${violation}\n`);
    }
    const broken = findings.filter(({ violations }) => violations.length > 0).length;
    writeText(broken === 0 ? 'All invariants hold.\n' : `Violated invariants: ${broken}.\n`);
    return broken === 0 ? 0 : 1;
  });
}

export const audit: Command = { help, run };
