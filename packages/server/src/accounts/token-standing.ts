import type { Database } from '../db/database.ts';
import { coalesce } from '../kernel/coalesce.ts';
import type { TokenSubject } from './access-token.ts';

/** What has become of the account and the session that an access token was issued to. */
export type TokenStanding = 'live' | 'banned' | 'ended';

type Subject = Pick<TokenSubject, 'accountId' | 'sessionId'>;

export type ReadTokenStanding = (subject: Subject) => Promise<TokenStanding>;

interface StandingRow {
  readonly isBanned: boolean;
  readonly isLive: boolean;
}

const MAX_BATCH = 512;

/**
 * Reads whether tokens are honoured now; requests at the same time share one query. There is no cache, so every node
 * refuses the token of a session that has ended, of a banned and of a deleted account, from the next request on. A token
 * without a session is one of the command line.
 */
export function createReadTokenStanding(database: Database): ReadTokenStanding {
  return coalesce(
    async (subjects: readonly Subject[]) => {
      const accounts = subjects.map(({ accountId }) => accountId);
      const sessions = subjects.map(({ sessionId }) => sessionId ?? null);
      // The account of an interrupted sign-up is missing until it is opened. Sessions are dated by the system's clock.
      const rows = await database.query<StandingRow>(
        `select accounts.banned_at is not null as "isBanned",
           accounts.deleted_at is null and (token.session_id is null or auth_sessions.id is not null) as "isLive"
         from unnest($1::uuid[], $2::uuid[]) with ordinality as token (account_id, session_id, place)
           left join accounts on accounts.id = token.account_id
           left join auth_sessions on auth_sessions.id = token.session_id
             and auth_sessions.user_id = token.account_id and auth_sessions.expires_at > $3
         order by place`,
        [accounts, sessions, new Date()],
      );
      return rows.map(({ isBanned, isLive }) => (isBanned ? 'banned' : isLive ? 'live' : 'ended'));
    },
    { maxBatch: MAX_BATCH },
  );
}
