#!/usr/bin/env node
// Runs a TypeScript file with the Node that npm installs, whatever Node started this script: installs first
// when something is missing, then hands over. Everything here must work on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const node = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** npm notes what it installed; a lock file that says otherwise means an install is due. */
function isInstalled() {
  const installed = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(node) || !existsSync(installed)) return false;
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const want = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(
    ([name, { version, optional }]) => name === '' || optional || have[name]?.version === version,
  );
}

if (!isInstalled()) {
  process.stderr.write('Installing what Kinora needs from npm (once, about a minute) ...\n');
  // Not `npm ci`: that one refuses a lock file without the optional packages of every other platform.
  const install = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (install.status !== 0 || !existsSync(node)) {
    process.stderr.write('npm could not install the dependencies; its message is above.\n');
    process.exit(1);
  }
}

const [file, ...args] = process.argv.slice(2);
const child = spawn(node, [path.join(root, file), ...args], { stdio: 'inherit' });
// The child stops by itself on a signal and says how; we only pass on what it does not get from the terminal.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => {});
child.on('exit', (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
