import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SLOW_MS } from './deadline.ts';

/**
 * A machine with systemd for one script of commands: its own mounts, processes and network, and the systemd of this
 * machine as the manager of root. So the commands and the confinement of a unit are the real ones, and nothing outside
 * changes.
 */

const NEEDED = [
  '/lib/systemd/systemd',
  '/usr/lib/systemd/user/dbus.socket',
  '/usr/bin/dbus-daemon',
  '/usr/bin/unshare',
  '/usr/sbin/runuser',
];
const NAMESPACES = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** Then all that it started is killed with it. */
const LIMIT_MS = 5 * SLOW_MS;
/** Folders that the commands change. */
const PRIVATE = ['/opt', '/run', '/var/lib', '/var/cache', '/usr/local/sbin'];

/** Why it cannot be had here; undefined if it can. */
export function withoutPrivateSystemd(): string | undefined {
  const missing = NEEDED.find((file) => !existsSync(file));
  if (missing !== undefined) return `${missing} is missing`;
  if (process.getuid?.() !== 0) return 'only root may mount';
  return spawnSync('unshare', [...NAMESPACES, 'true']).status === 0 ? undefined : 'no namespaces';
}

/** What cannot hold for a manager of a user: its folders are elsewhere, and it has no inaccessible nodes to mount. */
const DROP_IN = `[Service]
StateDirectory=
CacheDirectory=
ReadWritePaths=-/var/lib/kinora -/var/cache/kinora -/var/cache/kinora-worker
ProtectHome=no
ProtectKernelLogs=no
ProtectKernelTunables=no
`;

/** Runs a script of bash; returns its status and what it printed. */
export function runWithSystemd(script: string): { readonly status: number | null; readonly output: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-systemd-'));
  const programs = path.join(folder, 'bin');
  mkdirSync(programs);
  writeProgram(
    path.join(programs, 'systemctl'),
    '[ "$1" != enable ] || set -- start "$3"\nexec /usr/bin/systemctl --user "$@"',
  );
  writeProgram(path.join(programs, 'systemd-run'), 'exec /usr/bin/systemd-run --user "$@"');
  const main = path.join(folder, 'main.sh');
  writeFileSync(path.join(folder, 'drop-in.conf'), DROP_IN);
  writeFileSync(main, `${prepare(folder)}\n${script}\n`);
  try {
    const { status, stdout, stderr } = spawnSync('unshare', [...NAMESPACES, 'bash', '-eux', main], {
      encoding: 'utf8',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      env: {
        PATH: `${programs}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
        HOME: '/run/home',
      },
    });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function prepare(folder: string): string {
  return `
mount --make-rprivate /
cp -a /etc ${folder}/etc
mount --bind ${folder}/etc /etc
for private in ${PRIVATE.join(' ')}; do mount -t tmpfs -o mode=755 tmpfs $private; done
mkdir -p /run/systemd/system /run/home
for unit in kinora kinora-worker; do
  install -D ${folder}/drop-in.conf /etc/systemd/system/$unit.service.d/test.conf
done
ip link set lo up
export XDG_RUNTIME_DIR=/run/manager DBUS_SESSION_BUS_ADDRESS=unix:path=/run/manager/bus
mkdir -m 700 $XDG_RUNTIME_DIR
SYSTEMD_UNIT_PATH=/etc/systemd/system:/usr/lib/systemd/user /lib/systemd/systemd --user --unit=basic.target &
until [ -S $XDG_RUNTIME_DIR/systemd/private ]; do sleep 0.1; done
until systemctl start dbus.socket dbus.service; do sleep 0.1; done
until systemd-run --quiet --wait true; do sleep 0.1; done
`;
}

function writeProgram(file: string, text: string): void {
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}
