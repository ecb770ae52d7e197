import { type Command, refuseArguments } from '@kinora/program/command';
import { auditLedger } from '../ledger/audit.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora audit

Checks every invariant of the ledger, recalculated from its postings. Changes nothing.
Exit status 0 if all invariants hold, 1 if any is violated; each violating row is named.
`;

async function run(argv: readonly string[]): Promise<number> {
  refuseArguments(argv);
  return withDatabase(async (database) => {
    const findings = await auditLedger(database);
    for (const { rule, checked, violations } of findings) {
      const status = violations.length === 0 ? 'ok  ' : 'FAIL';
      process.stdout.write(`${status}  ${rule} (${checked} checked)\n`);
      for (const violation of violations) process.stdout.write(`        ${violation}\n`);
    }
    const broken = findings.filter(({ violations }) => violations.length > 0).length;
    process.stdout.write(broken === 0 ? 'All invariants hold.\n' : `Violated invariants: ${broken}.\n`);
    return broken === 0 ? 0 : 1;
  });
}

export const audit: Command = { help, run };
