import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { auditLedger } from './audit-ledger.ts';
import { closeHistory } from './close-history.ts';

/** About 20 s. */
const STEPS = 10;

interface AuditTaskDependencies {
  readonly database: Database;
  readonly logger: FastifyBaseLogger;
  /** The steps of one run; 10 by default. A server that stops waits for the tasks that it runs. */
  readonly steps?: number;
  /** Adds the same task again, for the rest of a long history. */
  continueLater(): Promise<void>;
}

/** Audits the ledger each night, and logs what it finds: nobody looks for a violation that is not expected. */
export function auditTask({ database, logger, steps = STEPS, continueLater }: AuditTaskDependencies) {
  return {
    async audit_ledger() {
      if (await closeHistory(database, { steps })) return continueLater();
      for (const { rule, violations } of await auditLedger(database)) {
        if (violations.length > 0) logger.error({ rule, violations }, 'the ledger violates an invariant');
      }
    },
  };
}
