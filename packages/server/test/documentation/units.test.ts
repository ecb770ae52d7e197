import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';

/** The units of `deploy/` for systemd. */

const ROOT = path.join(import.meta.dirname, '../../../..');
/** The scale goes to 10; a service without confinement has 9.6. */
const EXPOSURE_MAX = 1.5;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

for (const [name, script] of [
  ['kinora.service', 'start'],
  ['kinora-worker.service', 'worker'],
] as const) {
  const unit = readFileSync(path.join(ROOT, 'deploy', name), 'utf8');

  test(`${name} starts what npm starts`, () => {
    verifies('DEC-DOCS-06');
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const [, command] = /^ExecStart=\/usr\/bin\/env (.*?)(?: --no-worker)?$/m.exec(unit) ?? [];
    assert.equal(command, scripts[script]);
    // Otherwise the processes that the server stops last would get the signal first.
    assert.match(unit, /^KillMode=mixed$/m);
  });

  test(`${name} is confined`, { skip: !hasSystemd && 'systemd-analyze is not installed' }, () => {
    verifies('DEC-DOCS-10');
    const file = path.join(ROOT, 'deploy', name);
    const args = ['security', '--offline=true', '--no-pager', `--threshold=${EXPOSURE_MAX * 10}`, file];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });

  test(`systemd accepts ${name}`, { skip: !hasSystemd && 'systemd-analyze is not installed' }, () => {
    verifies('DEC-DOCS-06');
    const folder = mkdtempSync(path.join(tmpdir(), 'kinora-unit-'));
    try {
      const file = path.join(folder, name);
      writeFileSync(file, unit);
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
        encoding: 'utf8',
      });
      const named = stderr.split('\n').filter((line) => line.includes(name));
      assert.deepEqual([status, named], [0, []]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
