import type { Mail } from '../notifications/mail.ts';

export function verificationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address for Kinora',
    text: `Open this link to confirm that this address is yours; it works for a day:\n\n${link}\n\nIf you did not sign up at Kinora, do nothing: no account is used without it.\n`,
  };
}

export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Set your Kinora password',
    text: `Open this link to set a new password; it works once, for an hour:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
  };
}
