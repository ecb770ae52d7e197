import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { auditLedger } from './audit-ledger.ts';

/** Audits the ledger each night, and logs what it finds: nobody looks for a violation that is not expected. */
export function auditTask({ database, logger }: { database: Database; logger: FastifyBaseLogger }) {
  return {
    async audit_ledger() {
      for (const { rule, violations } of await auditLedger(database)) {
        if (violations.length > 0) logger.error({ rule, violations }, 'the ledger violates an invariant');
      }
    },
  };
}
