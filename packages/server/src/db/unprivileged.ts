import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** How to run a program that refuses to run as root. */
interface Unprivileged {
  command(program: string, args: readonly string[]): [string, readonly string[]];
  readonly options: { readonly uid?: number; readonly gid?: number; readonly cwd: string };
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Preferably it runs in a user namespace, where the process has another
 * user id while its files keep their owner, so that it works inside folders that no other user can enter
 * (`/root`). Where namespaces are forbidden, as in many containers, it runs as `nobody`, who becomes the
 * owner of `owned`.
 */
export function unprivileged(folder: string, owned: readonly string[]): Unprivileged {
  if (process.getuid?.() !== 0)
    return { command: (program, args) => [program, args], options: { cwd: folder } };

  const user = unprivilegedUser();
  const mapping = ['--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`];
  if (spawnSync('unshare', [...mapping, 'true'], { stdio: 'ignore' }).status === 0) {
    return {
      command: (program, args) => ['unshare', [...mapping, program, ...args]],
      options: { cwd: folder },
    };
  }
  // Other users may traverse the data directory and this folder, but not list them.
  for (const folderPath of [path.dirname(folder), folder]) chmodSync(folderPath, 0o711);
  assertReachable(folder);
  for (const folderPath of owned) chownSync(folderPath, user.uid, user.gid);
  return { command: (program, args) => [program, args], options: { ...user, cwd: folder } };
}

/** PostgreSQL looks up the name of its user id, so the user must exist. */
function unprivilegedUser(): User {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const user = users.find(({ name }) => name === 'nobody') ?? users.find(({ uid }) => uid > 0);
  if (user === undefined)
    throw new Error('PostgreSQL refuses to run as root and /etc/passwd has no other user');
  return user;
}

function assertReachable(folder: string): void {
  for (
    let folderPath = path.resolve(folder);
    folderPath !== path.dirname(folderPath);
    folderPath = path.dirname(folderPath)
  ) {
    if ((statSync(folderPath).mode & 0o001) === 0) {
      throw new Error(
        `PostgreSQL refuses to run as root, and no other user can enter ${folderPath}. ` +
          'Run Kinora as a normal user, set KINORA_DATA_DIR to a folder that others can enter, or set DATABASE_URL.',
      );
    }
  }
}
