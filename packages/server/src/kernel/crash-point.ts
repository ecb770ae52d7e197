/**
 * Named points between two side effects. A test arms one and the process kills itself there with SIGKILL; the
 * suite then checks that nothing was lost. Never armed in production.
 */

export type CrashPoint =
  | 'accept.before_commit'
  | 'accept.after_commit'
  | 'claim.after_commit'
  | 'artifact.before_rename'
  | 'complete.before_commit'
  | 'complete.after_commit'
  // The provider has charged or refunded; the service has not committed it, or has not responded yet.
  | 'payment.before_commit'
  | 'payment.after_commit'
  // The code is counted and its grant credited; or that is committed, and not sent.
  | 'redeem.before_commit'
  | 'redeem.after_commit'
  // A day of storage is charged and not committed; or it is, and the other accounts and the day are not done.
  | 'storage.before_commit'
  | 'storage.after_commit'
  // The account is closed, and not erased; or one of its jobs is.
  | 'deletion.after_commit'
  | 'deletion.after_job'
  // The bytes of a kept copy are stored, and its row is not written.
  | 'keep.before_commit'
  // The event is committed and not sent; or sent, and the outcome not recorded.
  | 'webhook.before_attempt'
  | 'webhook.after_attempt';

let armed: string | undefined;

export function armCrashPoint(name: string | undefined): void {
  armed = name;
}

export function crashPoint(name: CrashPoint): void {
  if (armed === name) process.kill(process.pid, 'SIGKILL');
}
