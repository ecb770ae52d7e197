import type { Email } from '../notifications/email.ts';

export function verificationEmail(to: string, link: string): Email {
  return {
    to,
    subject: 'Confirm your email address for Kinora',
    text: `Open this link to confirm that this address is yours; it is valid for a day:\n\n${link}\n\nIf you did not sign up for Kinora, ignore this email: the account cannot be used without the confirmation.\n`,
  };
}

export function passwordResetEmail(to: string, link: string): Email {
  return {
    to,
    subject: 'Set your Kinora password',
    text: `Open this link to set a new password; it works once, within an hour:\n\n${link}\n\nIf you did not request it, ignore this email: your password stays unchanged.\n`,
  };
}
