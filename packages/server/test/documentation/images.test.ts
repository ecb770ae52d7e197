import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { parse } from 'yaml';

/** The images of `deploy/Dockerfile`: what is copied into them, as whom they run, and how they are published. */

const ROOT = path.join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Whether Docker leaves a file out of the build context: of the patterns that match it or a folder above, the last decides. */
function isIgnored(file: string): boolean {
  const parts = file.split('/');
  const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return rules.reduce((ignored, { matches, ignores }) => (above.some(matches) ? ignores : ignored), false);
}

const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const pattern = line.replace(/^!/, '').replaceAll('.', '\\.');
    const regex = pattern.replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
    const whole = new RegExp(`^${regex}$`);
    return { matches: (name: string) => whole.test(name), ignores: !line.startsWith('!') };
  });

test('no secret of a checkout gets into an image', () => {
  verifies('DEC-SUPPLY-03');
  const names = [
    '.env',
    '.env.production',
    'settings.env',
    'tls.pem',
    'server.key',
    'id_rsa',
    'id_ed25519.pub',
    'a.p12',
  ];
  const more = [
    'secrets.json',
    'credentials.json',
    '.kinora/secrets.json',
    '.kinora-2/postgres/x',
    '.git/config',
    'kinora.dump',
  ];
  for (const name of [...names, ...more]) {
    for (const folder of [
      '',
      'deploy/',
      'scripts/',
      'docs/guides/',
      'packages/server/',
      'packages/server/src/http/',
    ]) {
      assert.ok(isIgnored(folder + name), folder + name);
    }
  }
  for (const name of [
    'kinora.tar.gz',
    'dump.sql',
    'worker-env',
    'demo-output/image.png',
    'node_modules/pg/index.js',
  ])
    assert.ok(isIgnored(name), name);
});

test('what the programs need gets into the images', () => {
  verifies('DEC-SUPPLY-03');
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const needed = files.filter(
    (file) =>
      /^((package(-lock)?|tsconfig)\.json|\.npmrc|LICENSE|scripts\/|docs\/|deploy\/)/.test(file) ||
      /^packages\/[^/]+\/(package\.json|src|migrations|build|words|workflows)\b/.test(file),
  );
  assert.ok(needed.length > 600);
  assert.deepEqual(needed.filter(isIgnored), []);
  assert.ok(isIgnored('packages/server/test/cli/demo.test.ts'));
});

test('the images run without root, and their files belong to root', () => {
  verifies('DEC-SUPPLY-03');
  const stages = read('deploy/Dockerfile').split(/^FROM /m);
  for (const name of ['server', 'worker']) {
    const stage = stages.find((text) => text.startsWith(`${name}-libraries AS ${name}\n`)) ?? '';
    assert.match(stage, /^USER 1000:1000$/m);
    assert.ok(stage.indexOf('USER 1000') < stage.indexOf('ENTRYPOINT'));
    assert.doesNotMatch(stage, /--chown|chmod|^USER root/m);
    // What npm installs, it installs by the lock file of the package.
    const libraries = stages.find((text) => text.includes(` AS ${name}-libraries\n`)) ?? '';
    assert.match(libraries, /npm-shrinkwrap\.json \.\/\nRUN [^\n]*npm install --no-save --omit=dev/);
  }
  assert.match(read('deploy/Dockerfile'), /^ARG NODE_IMAGE=node:[\w.-]+@sha256:[0-9a-f]{64}$/m);
});

test('the workflow of a release pins its actions, and gives each job what it needs alone', () => {
  verifies('DEC-RELEASE-02');
  const text = read('.github/workflows/release.yml');
  const { permissions, jobs } = parse(text);
  assert.deepEqual(permissions, {});
  const steps: { uses?: string; run?: string }[] = Object.values(jobs as { steps: [] }[]).flatMap(
    (job) => job.steps,
  );
  for (const { uses, run } of steps) {
    if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    assert.doesNotMatch(run ?? '', /\$\{\{/, 'no expression in a script');
  }
  assert.deepEqual(jobs.build.permissions, { contents: 'read' });
  for (const job of [jobs.packages, jobs.images]) assert.equal(job.environment, 'release');
  const scripts = steps.map(({ run = '' }) => run).join('\n');
  for (const part of ['npm publish "$file" --provenance', 'cosign sign --yes', 'sha256sum --check']) {
    assert.ok(scripts.includes(part), part);
  }
  assert.match(text, /platforms: linux\/amd64,linux\/arm64/);
});
