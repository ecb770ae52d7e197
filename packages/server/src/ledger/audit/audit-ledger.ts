import type { Database, Queryable } from '../../db/database.ts';
import { READ_WHOLE_TABLES } from '../../db/plan-settings.ts';
import type { AuditRule } from './audit-rule.ts';
import { spanOf } from './audit-rule.ts';
import { checkRule, type Finding, SHOWN } from './check-rule.ts';
import { closeHistory, readClosing } from './close-history.ts';
import { grantRules } from './grant-rules.ts';
import { jobRules } from './job-rules.ts';
import { keyRules } from './key-rules.ts';
import { ledgerRules } from './ledger-rules.ts';
import { paymentRules } from './payment-rules.ts';
import { planRules } from './plan-rules.ts';
import { storageRules } from './storage-rules.ts';
import { sumsWith } from './sums.ts';
import { takebackRules } from './takeback-rules.ts';

const auditRules: readonly AuditRule[] = [
  ...ledgerRules,
  ...paymentRules,
  ...takebackRules,
  ...grantRules,
  ...planRules,
  ...keyRules,
  ...storageRules,
];

/**
 * Closes the history that it finds ended, then checks every rule in one snapshot of the database, and records how many are
 * violated.
 */
export async function auditLedger(database: Database): Promise<Finding[]> {
  await closeHistory(database);
  const findings = await database.transaction(checkRules, { isolation: 'repeatable read, read only' });
  const violated = findings.filter(({ violations }) => violations.length > 0).length;
  await database.query('update ledger_closing set audited_at = now(), violated_rules = $1', [violated]);
  return findings;
}

/** Every rule, within a transaction: on the closed history as it was found, and on all that follows it. */
export async function checkRules(tx: Queryable): Promise<Finding[]> {
  await tx.query(READ_WHOLE_TABLES);
  const open = spanOf(await readClosing(tx));
  const findings: Finding[] = [];
  for (const { rule, count, sql } of jobRules) {
    const [closed] = await tx.query<{ checked: number; violations: string[] }>(
      'select checked, violations from closed_rules where rule = $1',
      [rule],
    );
    const found = await checkRule(tx, rule, count(open), sql(open));
    const violations = [...(closed?.violations ?? []), ...found.violations].slice(0, SHOWN);
    findings.push({ rule, checked: found.checked + (closed?.checked ?? 0), violations });
  }
  const sums = sumsWith(open);
  for (const { rule, count, sql } of auditRules) {
    findings.push(await checkRule(tx, rule, count, typeof sql === 'string' ? sql : sql(sums)));
  }
  return findings;
}
