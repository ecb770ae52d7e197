import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { SLOW_MS } from '../support/deadline.ts';
import { runWithSystemd, withoutPrivateSystemd } from '../support/private-systemd.ts';

/** A worker by its unit, which renders an image. */
const ORDER = `
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
api() { curl -sf -A a-test/1.0 -H "X-API-Key: $(field api_key < /run/customer)" -H 'Content-Type: application/json' "$@"; }
install -m 644 deploy/kinora-worker.service /etc/systemd/system/
echo "KINORA_WORKER_TOKEN=$(kinora worker-token create --name here --json | field token)" > /etc/kinora/worker-env
systemctl daemon-reload
systemctl start kinora-worker
until curl -sf http://127.0.0.1:8787/health | grep -q '"image_healthy":"1/1"'; do sleep 0.5; done
api http://127.0.0.1:8787/api/v1/images/generate -d '{"prompt": "a pear", "width": 256, "height": 256}' > /run/order
until api http://127.0.0.1:8787/api/v1/jobs/$(field job_id < /run/order) | grep -q '"status":"completed"'; do sleep 0.5; done
systemctl stop kinora-worker
`;

/** The steps for systemd, as root of a machine that has it: installation, commands, restart and upgrade. */

const ROOT = path.join(import.meta.dirname, '../../../..');
const skip = withoutPrivateSystemd() ?? false;

test('the steps for systemd install, start, operate and upgrade a service and a worker', {
  skip,
  timeout: 6 * SLOW_MS,
}, () => {
  verifies('DEC-DOCS-06', 'DEC-COMMAND-17');
  const [install, start, upgrade] = blocksFor('docs/guides/install.md', 'documentation/systemd');
  assert.ok(install && start && upgrade);
  // The packages are those of this checkout, in place of a download of some minutes.
  const packages = ['node_modules', 'packages/server/node_modules'].filter((place) =>
    existsSync(path.join(ROOT, place)),
  );
  const mounts = packages
    .map((place) => `mkdir -p ${place}\nmount --bind ${ROOT}/${place} ${place}`)
    .join('\n');
  const installed = install.text
    .replace('ADDRESS_OF_THIS_REPOSITORY', 'file:///run/repository')
    .replace('cd /opt/kinora/app\n', `cd /opt/kinora/app\n${mounts}\n`);
  const { status, output } = runWithSystemd(`
git config --system --add safe.directory '*'
# An upgrade pulls a branch, which this checkout may lack.
git clone -q --bare ${ROOT} /run/repository
git -C /run/repository update-ref refs/heads/main "$(git -C ${ROOT} rev-parse HEAD)"
git -C /run/repository symbolic-ref HEAD refs/heads/main
${installed}
install -d -m 700 -o kinora -g kinora /var/lib/kinora /var/cache/kinora /var/cache/kinora-worker
# A shell would read the first of these as two commands.
printf 'KINORA_AD_URL=https://example.com/?a=1&b=2\\nKINORA_AD_TEXT=an advertisement\\nKINORA_PROT=1\\n' > /etc/kinora/env
${start.text}
kinora account limits --email you@example.com --jobs-at-once 5
kinora account create --email customer@example.com --balance-usd 1 --json > /run/customer
${ORDER}
! runuser -u kinora -- cat /etc/kinora/env
systemctl restart kinora
until curl -sf http://127.0.0.1:8787/livez; do sleep 1; done
${upgrade.text}
test -e /var/lib/kinora/secrets.json
test ! -e /opt/kinora/app/.kinora
systemctl stop kinora
`);
  assert.equal(status, 0, output);
  assert.match(output, /^data directory +\/var\/lib\/kinora,/m);
  assert.match(output, /^database +PostgreSQL .* \(embedded\)/m);
  assert.match(output, /WARNING: KINORA_PROT is not a setting of Kinora; did you mean KINORA_PORT\?/);
  assert.match(output, /^API key +kn_/m);
  assert.match(output, /^The limits apply from the next request\.$/m);
  assert.match(output, /^All invariants hold\.$/m);
});
