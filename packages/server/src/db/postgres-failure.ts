import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Why the embedded PostgreSQL could not be created or started, as one sentence with the remedy. */

/** What the system says, and its code. The caller names the data directory and the remedy of a code. */
const SYSTEM_ERRORS: readonly [RegExp, string][] = [
  [/No space left on device|disk full|wrote only \d+ of \d+ bytes/i, 'ENOSPC'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
  [/Permission denied|wrong ownership|has invalid permissions|has group or world access/i, 'EACCES'],
  [/Operation not permitted/i, 'EPERM'],
  [/Input\/output error/i, 'EIO'],
];

const INSTEAD = 'or set DATABASE_URL to a PostgreSQL of your own';

/** Before the codes of the system: the kernel says of its own limits too that no space is left. */
const CAUSES: readonly [RegExp, string][] = [
  [
    /cannot be run as root|must be started under an unprivileged user|execution of the PostgreSQL server by a user with admin/i,
    `PostgreSQL refuses to run as an administrator; start Kinora as another user, ${INSTEAD}`,
  ],
  [
    /could not look up (?:effective|local) user ID (\d+)/i,
    `the user with the number $1, as whom Kinora runs, has no name on this machine; add it to /etc/passwd, ${INSTEAD}`,
  ],
  [
    /could not create semaphores/i,
    `the kernel has no semaphores left; end other programs, or raise kernel.sem, ${INSTEAD}`,
  ],
  [
    /could not (?:create|open|resize) shared memory segment|Bus error|signal 7\b/i,
    `there is too little shared memory; make /dev/shm larger (of a container: --shm-size=256m), ${INSTEAD}`,
  ],
  [
    /could not map anonymous shared memory|Cannot allocate memory|out of memory|terminated by signal 9\b/i,
    `there is too little memory; give this machine or container more, ${INSTEAD}`,
  ],
  [
    /error while loading shared libraries: ([^\s:]+)/i,
    `its library $1 is missing on this machine; install it, ${INSTEAD}`,
  ],
  [
    /Bad system call|signal 31\b/i,
    `the sandbox of this process forbids what PostgreSQL needs; allow it, ${INSTEAD}`,
  ],
  [
    /invalid locale|locale name/i,
    'the locale of this machine is not valid; unset LANG and the variables that begin with LC_, or install their locale',
  ],
  [
    /database files are incompatible with server|was initialized by PostgreSQL version/i,
    'the database is of another version of PostgreSQL; start the version of Kinora that created it, and move the data by a dump (docs/guides/backup-and-upgrade.md)',
  ],
  [
    /lock file "[^"]*postmaster\.pid" already exists|pre-existing shared memory block/i,
    'another PostgreSQL uses this folder; stop it, or name another folder in KINORA_DATA_DIR',
  ],
  [
    /could not (?:bind|create|listen on) (?:any )?Unix|Unix-domain socket path/i,
    'no socket can be created there; name a folder of a local file system in KINORA_DATA_DIR',
  ],
  [
    /checkpoint record|pg_control|invalid page|is not a database cluster directory|PANIC/i,
    'the database is damaged; restore a backup (docs/guides/backup-and-upgrade.md)',
  ],
];

/** What comes from here on may be what an error of the disk led to. */
const OF_THE_DATABASE = CAUSES.findIndex(([pattern]) => pattern.source.startsWith('lock file'));

/** The error for what a program of PostgreSQL has printed before it failed. */
export function postgresFailure(doing: string, folder: string, output: string): Error {
  const cause = CAUSES.find(([pattern]) => pattern.test(output));
  const code = SYSTEM_ERRORS.find(([pattern]) => pattern.test(output))?.[1];
  // A server that cannot write also ends with PANIC, and leaves a broken lock file.
  const isOfKernel = cause !== undefined && CAUSES.indexOf(cause) < OF_THE_DATABASE;
  if (code !== undefined && !isOfKernel) return systemError(doing, folder, code);
  const [, named = ''] = cause?.[0].exec(output) ?? [];
  return new Error(
    `PostgreSQL could not ${doing} in ${folder}: ${cause?.[1].replace('$1', named) ?? reasonOf(output)}`,
  );
}

/** Its code names the remedy where the data directory is known. */
function systemError(doing: string, folder: string, code: string): Error {
  const error = new Error(`PostgreSQL could not ${doing} in ${folder} (${code})`);
  return Object.assign(error, { code, syscall: 'write' });
}

export function diskFull(): Error {
  return systemError('grow', 'its folder', 'ENOSPC');
}

/** The line that says most: the first error, without the time and the process before it. */
function reasonOf(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => /\b(error|FATAL|PANIC):/.test(one)) ?? lines.at(0) ?? 'it said nothing';
  return line.replace(/^.*?\b(error|FATAL|PANIC): +/, '').trim();
}

const PROBE_BYTES = 1024 * 1024;

/** Throws the system's error if nothing can be written in the folder. What a full disk prevents is not in a log on it. */
export async function requireWritableFolder(folder: string): Promise<void> {
  const probe = await mkdtemp(path.join(folder, 'probe-'));
  try {
    await writeFile(path.join(probe, 'probe'), Buffer.alloc(PROBE_BYTES));
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}
