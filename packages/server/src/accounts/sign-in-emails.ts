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

export function newAddressEmail(to: string, link: string): Email {
  return {
    to,
    subject: 'Confirm your new email address for Kinora',
    text: `Open this link, where you are signed in, to use this address for your Kinora account; it is valid for an hour:\n\n${link}\n\nIf you did not request it, ignore this email: nothing changes.\n`,
  };
}

export function emailChangedNotice(to: string, newEmail: string): Email {
  return {
    to,
    subject: 'Your Kinora account has a new email address',
    text: `Your account now has the address ${newEmail}; this one can no longer be used to sign in.\n\nIf you did not change it, tell the operator of the service at once.\n`,
  };
}
