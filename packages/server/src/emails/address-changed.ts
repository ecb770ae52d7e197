import type { EmailKind } from './letter.ts';

/** To the former address. */
export interface AddressChanged {
  readonly newEmail: string;
}

export const addressChanged: EmailKind<AddressChanged> = {
  write: ({ newEmail }, { name, support }) => ({
    subject: `Your ${name} account has a new email address`,
    body: [
      `Your account now has the address ${newEmail}; this one can no longer be used to sign in.`,
      `If you did not change it, contact ${support ?? 'the operator of the service'} at once.`,
    ],
  }),
  sample: { newEmail: 'ann.new@example.com' },
};
