import type { Database } from '../db/database.ts';
import { coalesce } from '../kernel/coalesce.ts';
import type { TokenSubject } from './access-token.ts';

/** What has become of the account and the session that an access token was issued to. */
export type TokenStanding = 'live' | 'banned' | 'ended';

type Subject = Pick<TokenSubject, 'accountId' | 'sessionId'>;

export type ReadTokenStanding = (subject: Subject) => Promise<TokenStanding>;

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
      // Subqueries find each row by its key, also when the plan was made for small tables. The account of an interrupted
      // sign-up is missing until it is opened. Sessions are dated by the system's clock.
      const rows = await database.query<{ standing: TokenStanding }>(
        `select coalesce(
           (select case when banned_at is not null then 'banned' when deleted_at is not null then 'ended' end
            from accounts where id = token.account_id),
           case when token.session_id is null or
             (select user_id = token.account_id and expires_at > $3 from auth_sessions where id = token.session_id)
           then 'live' else 'ended' end) as standing
         from unnest($1::uuid[], $2::uuid[]) with ordinality as token (account_id, session_id, place)
         order by place`,
        [accounts, sessions, new Date()],
      );
      return rows.map(({ standing }) => standing);
    },
    { maxBatch: MAX_BATCH },
  );
}
