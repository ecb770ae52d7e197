import type { Auth } from '../../accounts/auth.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';

/** What the routes of the sign-in pages need. */
export interface SignInRoutes {
  readonly auth: () => Promise<Auth>;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}
