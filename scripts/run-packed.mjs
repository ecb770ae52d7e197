// What a packed command runs: its program, with the Node that npm installed beside it. Must work on Node 20.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FILE, NODE_MIN, nodePackage } from './install-sets.mjs';
import { environmentOf, startProgram } from './start-program.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** `file` is relative to the package. */
export function runPacked(file, isWorker) {
  const node = findInstalledNode();
  if (node === undefined) {
    process.stderr.write(
      `npm installed no Node for ${process.platform}-${process.arch}: start this with Node ${NODE_MIN} or newer, or install ` +
        'the package again with its optional dependencies.\n',
    );
    process.exit(1);
  }
  const env = environmentOf(isWorker, path.join(root, 'node_modules', '.cache', 'kinora'));
  startProgram(node, [path.join(root, file), ...process.argv.slice(2)], env);
}

/** npm installs it in this package, or beside it in the folder that depends on both. */
function findInstalledNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${nodePackage}/package.json`);
    return path.join(path.dirname(manifest), NODE_FILE);
  } catch {
    return Number.parseInt(process.versions.node, 10) < NODE_MIN ? undefined : process.execPath;
  }
}
