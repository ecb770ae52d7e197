import { KinoraConnectionError, KinoraError } from '@kinora/client';
import { describeSeconds } from './describe-seconds.ts';
import { Interrupted } from './interrupt.ts';

/** The exit statuses of the customer commands, for scripts. */
export const exitStatus = {
  done: 0,
  failed: 1,
  usage: 2,
  paymentNeeded: 3,
  signInNeeded: 4,
  blocked: 5,
  unavailable: 6,
  interrupted: 130,
} as const;

export const describedStatuses = `Exit status: 0 done, 1 failed, 2 wrong usage, 3 payment needed, 4 sign-in needed, 5 blocked,
6 unavailable or limited: try again, 130 interrupted.
`;

/** No key for this service. */
export class SignInRequired extends Error {
  constructor(address: string) {
    super(`not signed in to ${address}; run "kinora login --server ${address}"`);
  }
}

/** What should be a key cannot be one. `source` is where it is, such as a variable. */
export class KeyNotValid extends Error {
  constructor(source: string, remedy: string) {
    super(`what is in ${source} is not a key: a key is one word, without spaces and line breaks; ${remedy}`);
  }
}

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  quota_exhausted: exitStatus.paymentNeeded,
  monthly_cap_reached: exitStatus.paymentNeeded,
  key_cap_reached: exitStatus.paymentNeeded,
  content_blocked: exitStatus.blocked,
};

const STATUS_OF_RESPONSE: Readonly<Record<number, number>> = {
  400: exitStatus.usage,
  401: exitStatus.signInNeeded,
  402: exitStatus.paymentNeeded,
  429: exitStatus.unavailable,
  502: exitStatus.unavailable,
  503: exitStatus.unavailable,
  504: exitStatus.unavailable,
};

export function statusOfError(error: unknown): number {
  if (error instanceof SignInRequired || error instanceof KeyNotValid) return exitStatus.signInNeeded;
  if (error instanceof Interrupted) return exitStatus.interrupted;
  if (error instanceof KinoraConnectionError) return exitStatus.unavailable;
  if (!(error instanceof KinoraError)) return exitStatus.failed;
  return STATUS_OF_CODE[error.code] ?? STATUS_OF_RESPONSE[error.status] ?? exitStatus.failed;
}

/** What a person does next, beyond what the service says. */
export function hintFor(error: unknown): string | undefined {
  if (!(error instanceof KinoraError)) return undefined;
  const { problem } = error;
  if (problem.code === 'unauthorized')
    return 'Run "kinora login" to get a key, or "kinora logout" to forget this one.';
  if (problem.code === 'payment_required') return 'Run "kinora login" to pay and get a key.';
  if ('top_up' in problem) return `Top up at ${problem.top_up}`;
  if (error.retryAfterSeconds !== undefined)
    return `Try again in ${describeSeconds(error.retryAfterSeconds)}.`;
  return undefined;
}
