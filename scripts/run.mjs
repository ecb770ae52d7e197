#!/usr/bin/env node
// Runs a TypeScript file with the Node that npm installs, not the Node that started this script. Installs missing
// packages first. Must work on Node 20.
//   node scripts/run.mjs SET FILE [ARGUMENTS]
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { wrongProxy } from './check-proxies.mjs';
import { install, repairInstallation } from './install.mjs';
import { findNode, isInstalled } from './install-sets.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [set, file, ...args] = process.argv.slice(2);
const parent = process.ppid;
const PARENT_POLL_MS = 200;

await repairInstallation(root);
const isMissing = !isInstalled(root, set) || findNode(root) === undefined;
// npm reads them, and the Node that runs the program only if it is asked to.
const { NODE_USE_ENV_PROXY, NODE_OPTIONS = '' } = process.env;
const usesProxies = isMissing || NODE_USE_ENV_PROXY === '1' || NODE_OPTIONS.includes('--use-env-proxy');
const wrong = usesProxies ? wrongProxy(process.env) : undefined;
if (wrong !== undefined) {
  process.stderr.write(`${wrong}\n`);
  process.exit(2);
}
if (isMissing) {
  process.stderr.write('Installing what Kinora needs from npm (once, about a minute) ...\n');
  if (!(await install(root, set, whenParentEnds))) {
    process.stderr.write('npm could not install the dependencies; its message is above.\n');
    process.exit(1);
  }
}
const node = findNode(root);
if (node === undefined) {
  const platform = `${process.platform}-${process.arch}`;
  process.stderr.write(
    `npm installed no Node for ${platform}; if there is none, start this with Node 24 or newer.\n`,
  );
  process.exit(1);
}

// Node's young generation grows to 128 MB by default; with 32 MB a server takes 60 MB less and is about 2 % slower.
// A worker needs less still, because what it renders is not in the heap.
// By default glibc keeps freed buffers of up to 32 MB in its heaps; a worker that has rendered a video takes 100 MB less.
// Programs start faster, and take 15 MB less, with what an earlier start has compiled.
const env = {
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'kinora'),
  NODE_OPTIONS: `--max-semi-space-size=${set === 'worker' ? 4 : 16}`,
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  ...process.env,
};

// What the server serves. Building takes seconds and is skipped while the sources are those of the last build.
if (set !== 'worker') {
  const build = spawnSync(node, [path.join(root, 'scripts/build.ts')], {
    env,
    stdio: ['ignore', 2, 2],
  });
  if (build.status !== 0) process.exit(1);
}

const child = spawn(node, [path.join(root, file), ...args], { stdio: 'inherit', env });
// The terminal sends SIGINT to the child too; other signals reach this process only, so they are forwarded.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => {});
whenParentEnds(() => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1);
  // A shell that runs this then learns of the signal too.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});

/** npm sends a signal to the shell in which it runs this script, and many shells end without passing it on. */
function whenParentEnds(stop) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, PARENT_POLL_MS);
  return watch;
}
