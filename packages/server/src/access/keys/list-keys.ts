import { assert, type KeyList, type KeyScope, type KeyView, keysPerAccountMax } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { spentCentsIn } from '../../funding/key-caps.ts';
import { isoDate, monthStart } from '../../kernel/clock.ts';
import type { KeyKind } from './key-record.ts';

interface KeyRow {
  readonly id: string;
  readonly kind: KeyKind;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly KeyScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly capCents: number | null;
  readonly spentCents: number;
}

/** The keys of the account, newest first. Their number is bounded, so there is one page. */
export async function listKeys(db: Queryable, accountId: string, at: Date): Promise<KeyList> {
  const rows = await db.query<KeyRow>(
    `select family_id as id, kind, name, prefix, scopes, created_at as "createdAt", expires_at as "expiresAt",
       last_used_at as "lastUsedAt", revoked_at as "revokedAt", cap_cents as "capCents",
       ${spentCentsIn('$3')} as "spentCents"
     from api_keys where account_id = $1 and (revoked_at is null or revoked_at > $2)
     order by created_at desc, api_keys.id desc`,
    [accountId, at, isoDate(monthStart(at))],
  );
  const current = rows.filter(({ revokedAt }) => revokedAt === null);
  return { keys: current.map((key) => view(key, rows)), limit: keysPerAccountMax, live: rows.length };
}

function view(key: KeyRow, rows: readonly KeyRow[]): KeyView {
  const previous = rows.filter(({ id, revokedAt }) => id === key.id && revokedAt !== null);
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    cap_cents: key.capCents,
    spent_cents: key.spentCents,
    previous: previous.map(({ prefix, revokedAt, expiresAt, lastUsedAt }) => {
      assert(revokedAt !== null, 'a previous key has an end');
      const end = expiresAt === null || expiresAt > revokedAt ? revokedAt : expiresAt;
      return {
        prefix,
        works_until: end.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      };
    }),
  };
}
