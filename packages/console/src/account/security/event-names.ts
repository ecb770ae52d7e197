import { type AccountSetting, accountSettings, type SecurityEventView } from '@kinora/contract';
import { sentenceCase } from '../../value/sentence-case.ts';

/** What the events of the security log are called; others are shown by their kind. */
const NAMES: Readonly<Record<string, string>> = {
  sign_in: 'Signed in',
  sign_in_failed: 'A wrong password was entered',
  second_factor_failed: 'The password was right, but the code was wrong',
  second_factor_added: 'A second factor was set up',
  second_factor_removed: 'A second factor was removed',
  backup_codes_issued: 'New backup codes were created',
  session_confirmed: 'Confirmed again',
  sessions_ended: 'Signed out elsewhere',
  password_set: 'A password was set by a link',
  password_changed: 'The password was changed',
  email_changed: 'The email address was changed',
  data_exported: 'Your data was exported',
  claim_approved: 'A terminal was approved',
  claim_denied: 'A terminal was denied',
  key_issued: 'An API key was created',
  key_changed: 'What an API key may do was changed',
  refund_requested: 'A refund was requested',
  refund_refused: 'A refund was refused by the payment provider',
  account_suspended: 'The account was suspended for a day, because most requests were rejected',
  operator_command: 'The operator changed the account',
};

export function nameEvent({ kind, details }: Pick<SecurityEventView, 'kind' | 'details'>): string {
  if (kind === 'setting_changed') {
    const setting = accountSettings[details.setting as AccountSetting];
    return `${setting}: ${details.value}${details.by === 'api_key' ? `, with the API key ${details.key}…` : ''}`;
  }
  return NAMES[kind] ?? sentenceCase(kind);
}

/** Events that deserve a second look. */
export const isWarning = (kind: string): boolean =>
  kind === 'sign_in_failed' || kind === 'second_factor_failed' || kind === 'account_suspended';
