import type { SessionDependencies } from '../session.ts';

export interface SecurityDependencies extends SessionDependencies {
  /** Whether a changed address is confirmed by a link, because the service sends email. */
  readonly confirmsEmail: boolean;
}
