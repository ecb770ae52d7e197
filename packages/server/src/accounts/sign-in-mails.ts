import type { Mail } from '../notifications/mail.ts';

export function verificationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address for Kinora',
    text: `Open this link to confirm your e-mail address; it is valid for 24 hours:\n\n${link}\n\nIf you did not sign up at Kinora, ignore this e-mail: the account cannot be used without it.\n`,
  };
}

export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Set your Kinora password',
    text: `Open this link to set a new password; it works once and is valid for an hour:\n\n${link}\n\nIf you did not request it, ignore this e-mail: your password does not change.\n`,
  };
}
