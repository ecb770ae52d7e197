// The decisions: accounts under attack.
import { now } from './requirement.ts';

export const decisionsAccounts = [
  ...now('sign-in', {
    'DEC-SIGNIN-01':
      'Confirm an address and sign in by a link only in the browser that signed up; elsewhere ask for a new password.',
    'DEC-SIGNIN-02':
      'End the password, sessions, keys and approvals of an unconfirmed account when the owner of the address proves it in another browser.',
    'DEC-SIGNIN-03': 'Limit attempts for an address by network, so that no stranger locks its owner out.',
    'DEC-SIGNIN-04':
      'Exempt a browser that the account knows from the limits of strangers, within a limit of its own.',
    'DEC-SIGNIN-05': 'Limit passwords guessed for one address from many networks to 100 an hour.',
    'DEC-SIGNIN-06':
      'Send a mailbox at most five links that are valid at a time, and answer further requests the same.',
    'DEC-SIGNIN-08': 'Warn with kinora doctor when a service with a public URL cannot confirm addresses.',
    'DEC-SIGNIN-07':
      'Ask for the password before a terminal is approved or a key is created, if the session is older than an hour.',
  }),

  ...now('claim', {
    'DEC-GUESS-01': 'Count a user code that the person has not looked up before as a guess, on every route.',
    'DEC-GUESS-02': 'Keep what made room counted towards its network, and protect five claims of a person.',
  }),

  ...now('payment', {
    'DEC-CHECKOUT-01': 'Refuse an eleventh checkout within an hour while ten are unpaid.',
  }),

  ...now('reports', {
    'DEC-REPORT-01': 'Accept at most 20 reports of an account in a day, then return 429 with retry_after.',
    'DEC-REPORT-02': 'Store at most three reports of one content by one account, and 20 open ones by all.',
    'DEC-REPORT-03': 'Hide nothing again that the operator has kept.',
    'DEC-REPORT-04': 'Let reports hide at most three results a day by one account and ten by one network.',
    'DEC-REPORT-05': 'Let an account hide nothing for 30 days after the operator kept what its report hid.',
    'DEC-REPORT-06': 'Accept a reason of letters, digits, - and _, and a note of at most 500 characters.',
  }),

  ...now('suspension', {
    'DEC-SUSPENSION-01': 'Suspend the account, and refuse its generate calls on both interfaces with 403.',
    'DEC-SUSPENSION-02': 'Count the rejections and the attempts of both interfaces together.',
  }),

  ...now('security-log', {
    'DEC-SECURITY-01':
      'Record sign-ins, wrong passwords, approvals, key changes, refunds and operator commands, without secrets.',
    'DEC-SECURITY-02': 'Refuse updates and deletes of the security log.',
    'DEC-SECURITY-03': 'Write each event of a request as a log line too.',
    'DEC-SECURITY-04': 'Read the security log with kinora security-log.',
  }),
] as const;
