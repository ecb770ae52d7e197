import { readKeys, storeKey } from '../credentials-file.ts';
import { type CustomerCommand, serverOption } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';
import { note } from '../output.ts';
import { openSession } from '../session.ts';

export const logout: CustomerCommand = {
  name: 'logout',
  parameters: '',
  about: 'Deletes the key from this computer. It stays valid: rotate or revoke it in the account settings.',
  options: serverOption,
  async run(line) {
    const { origin, credentialsFile } = await openSession(line.text('server'));
    if (!(await readKeys(credentialsFile)).has(origin)) {
      note(`You are not signed in to ${origin}.`);
      return exitStatus.done;
    }
    await storeKey(credentialsFile, origin, undefined);
    note(`Signed out of ${origin}.`);
    return exitStatus.done;
  },
};
