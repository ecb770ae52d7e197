import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findNode } from '../../../../scripts/install-sets.mjs';
import type { Program } from '../support/service-process.ts';

const root = path.join(import.meta.dirname, '../../../..');

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The newest tag of a version before this commit; undefined without git or a tag. */
export function latestTag(): string | undefined {
  try {
    const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');
    const here = git('rev-parse', 'HEAD');
    return tags.find((tag) => tag !== '' && commitOf(tag) !== here);
  } catch {
    return undefined;
  }
}

/** The commit of a tag, or of anything else that git knows. */
export function commitOf(tag: string): string | undefined {
  try {
    return git('rev-parse', '--verify', `${tag}^{commit}`);
  } catch {
    return undefined;
  }
}

/** The program of a commit, checked out and installed by its own lock below .kinora-test/upgrades, unless it is already. */
export async function checkOut(commit: string): Promise<Program> {
  const folder = path.join(root, '.kinora-test/upgrades', commit);
  if (!existsSync(folder)) {
    const draft = `${folder}-draft`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${draft}'`], { cwd: root });
    await rename(draft, folder);
  }
  // Installs and builds what is missing, as every command of that version does.
  const main = 'packages/server/src/main.ts';
  execFileSync('node', ['scripts/run.mjs', 'service', main, '--version'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const node = findNode(folder);
  if (node === undefined) throw new Error('npm installed no Node for this platform');
  return [node, path.join(folder, main)];
}
