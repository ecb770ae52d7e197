import type { Mail } from '../notifications/mail.ts';

export function verificationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address for Kinora',
    text: `Open this link to confirm that this address is yours; it is valid for a day:\n\n${link}\n\nIf you did not sign up for Kinora, ignore this mail: the account cannot be used without the confirmation.\n`,
  };
}

export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Set your Kinora password',
    text: `Open this link to set a new password; it works once, within an hour:\n\n${link}\n\nIf you did not request it, ignore this mail: your password stays unchanged.\n`,
  };
}
