/**
 * Named places between two side effects. A test arms one and the process dies there as by `kill -9`;
 * the suite then proves that nothing was lost. Never armed in production.
 */

export type CrashPoint =
  | 'accept.before_commit'
  | 'accept.after_commit'
  | 'claim.after_commit'
  | 'artifact.before_rename'
  | 'complete.before_commit'
  | 'complete.after_commit'
  // The provider has taken or given back the money; our side of it is not committed, or nobody heard that it is.
  | 'payment.before_commit'
  | 'payment.after_commit';

let armed: string | undefined;

export function armCrashPoint(name: string | undefined): void {
  armed = name;
}

export function crashPoint(name: CrashPoint): void {
  if (armed === name) process.kill(process.pid, 'SIGKILL');
}
