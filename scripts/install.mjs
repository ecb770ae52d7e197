// Installs the packages of a set with npm, and ends at once when it is asked to. Must work on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { INSTALL_SETS } from './install-sets.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const isWindows = process.platform === 'win32';

const POLL_MS = 200;

/** npm's record of what is installed. */
const record = (root) => path.join(root, 'node_modules', '.package-lock.json');
/** While an installation lasts: the process of npm, and the record as it was before. */
const running = (root) => path.join(root, 'node_modules', '.kinora-installing.json');

/**
 * Returns whether npm has installed the set. A signal ends npm at once, because npm itself would first remove what it has
 * installed, for up to two minutes, in silence; the next start repairs it. Ends this process by the signal then.
 */
export async function install(root, set, parentHasEnded) {
  mkdirSync(path.join(root, 'node_modules'), { recursive: true });
  const { packages } = read(record(root));
  const note = (pid) => writeFileSync(running(root), JSON.stringify({ pid, packages }));
  note(undefined);
  let npm;
  const stop = (signal) => {
    process.stderr.write('\nStopped the installation. The next start completes it.\n');
    endTree(npm?.pid);
    // Where nobody collects ended processes, its number would seem to live.
    note(undefined);
    for (const each of SIGNALS) process.removeListener(each, stop);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  // `npm ci` would first delete what another set has installed. In a group of its own: Ctrl-C does not reach it.
  npm = spawn(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...INSTALL_SETS[set].options],
    { cwd: root, stdio: ['ignore', 2, 2], shell: isWindows, detached: !isWindows },
  );
  note(npm.pid);
  const watch = parentHasEnded(() => stop('SIGTERM'));
  const status = await new Promise((resolve) => {
    npm.on('error', (error) => {
      process.stderr.write(`npm cannot be started: ${error.message}\n`);
      resolve(null);
    });
    npm.on('exit', resolve);
  });
  clearInterval(watch);
  for (const signal of SIGNALS) process.removeListener(signal, stop);
  // What npm reports itself, such as a registry out of reach, it has also undone.
  if (status !== null) rmSync(running(root), { force: true });
  return status === 0;
}

/** Ends npm with everything that it has started. */
function endTree(pid) {
  if (pid === undefined) return;
  try {
    if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Removes what an installation that was ended left half: npm would take a folder with a package.json for a whole package. */
export async function repairInstallation(root) {
  if (!existsSync(running(root))) return;
  if (isAlive(read(running(root)).pid)) {
    process.stderr.write('Waiting for an installation in another terminal ...\n');
    while (isAlive(read(running(root)).pid)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (!existsSync(running(root))) return;
  }
  process.stderr.write('Repairing an installation that was ended before ...\n');
  const { packages: before } = read(running(root));
  for (const [place, { version }] of Object.entries(read(path.join(root, 'package-lock.json')).packages)) {
    const isPackage = place.includes('node_modules/') && version !== undefined;
    if (isPackage && before[place]?.version !== version) {
      rmSync(path.join(root, place), { recursive: true, force: true });
    }
  }
  rmSync(record(root), { force: true });
  rmSync(running(root), { force: true });
}

/** A file that is missing, or was being written, has no packages. */
function read(file) {
  try {
    const { pid, packages = {} } = JSON.parse(readFileSync(file, 'utf8'));
    return { pid, packages };
  } catch {
    return { pid: undefined, packages: {} };
  }
}

function isAlive(pid) {
  if (pid === undefined || pid === process.pid || pid === process.ppid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
