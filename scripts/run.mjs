#!/usr/bin/env node
// Runs a TypeScript file with the Node that npm installs, not the Node that started this script. Installs missing
// packages first. Must work on Node 20.
//   node scripts/run.mjs SET FILE [ARGUMENTS]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { wrongProxy } from './check-proxies.mjs';
import { install, repairInstallation } from './install.mjs';
import { findNode, isInstalled } from './install-sets.mjs';
import { environmentOf, startProgram, whenParentEnds } from './start-program.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [set, file, ...args] = process.argv.slice(2);

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

const env = environmentOf(set === 'worker', path.join(root, 'node_modules', '.cache', 'kinora'));

// What the server serves. Building takes seconds and is skipped while the sources are those of the last build.
if (set !== 'worker') {
  const build = spawnSync(node, [path.join(root, 'scripts/build.ts')], {
    env,
    stdio: ['ignore', 2, 2],
  });
  if (build.status !== 0) process.exit(1);
}

startProgram(node, [path.join(root, file), ...args], env);
