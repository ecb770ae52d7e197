import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { parse, parseAllDocuments } from 'yaml';

/** The chart of `deploy/helm`, rendered by Helm where it is installed. */

const CHART = path.join(import.meta.dirname, '../../../../deploy/helm/kinora');
const read = (file: string) => readFileSync(path.join(CHART, file), 'utf8');
const hasHelm = spawnSync('helm', ['version']).status === 0;
const skip = !hasHelm && 'helm is not installed';

const PUBLIC_URL = 'server.settings.KINORA_PUBLIC_URL=https://media.example.com';

function render(...values: string[]): { readonly objects: readonly Rendered[]; readonly error: string } {
  const args = ['template', 'shop', CHART, ...values.flatMap((value) => ['--set', value])];
  const { status, stdout, stderr } = spawnSync('helm', args, { encoding: 'utf8' });
  if (status !== 0) return { objects: [], error: stderr };
  const documents = parseAllDocuments(stdout, { strict: true });
  return { objects: documents.map((document) => document.toJS()).filter(Boolean), error: '' };
}

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: what Kubernetes defines.
  readonly spec: any;
}

test('the defaults trust no network, and name no address as that of the service', () => {
  verifies('DEC-CHART-01');
  const { server, networkPolicy } = parse(read('values.yaml'), { merge: true });
  assert.equal(server.settings.KINORA_TRUSTED_PROXIES, '');
  assert.equal(server.settings.KINORA_PUBLIC_URL, '');
  assert.equal(networkPolicy.enabled, true);
});

describe('the chart', { skip }, () => {
  test('is refused without the address of the service, and with an ingress without its proxies', () => {
    verifies('DEC-CHART-01');
    assert.match(render().error, /set server\.settings\.KINORA_PUBLIC_URL/);
    const behindIngress = render(PUBLIC_URL, 'ingress.enabled=true');
    assert.match(behindIngress.error, /set server\.settings\.KINORA_TRUSTED_PROXIES/);
    assert.match(render(PUBLIC_URL, 'server.settings.DATABASE_URL=x').error, /set it in the Secret/);
    const proxies = 'server.settings.KINORA_TRUSTED_PROXIES=10.1.2.0/24';
    assert.equal(render(PUBLIC_URL, 'ingress.enabled=true', 'keda.enabled=true', proxies).error, '');
  });

  test('starts no server without a database and a store', () => {
    verifies('DEC-CHART-01');
    const required = (...values: string[]) => {
      const { objects } = render(PUBLIC_URL, ...values);
      const server = objects.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'shop-server',
      );
      const { env } = server?.spec.template.spec.containers[0] ?? {};
      // biome-ignore lint/suspicious/noExplicitAny: what Kubernetes defines.
      const keys = env.flatMap(({ valueFrom }: any) => valueFrom?.secretKeyRef ?? []);
      // biome-ignore lint/suspicious/noExplicitAny: what Kubernetes defines.
      assert.ok(keys.every(({ optional }: any) => optional !== true));
      return keys.map(({ key }: { key: string }) => key).sort();
    };
    assert.deepEqual(required(), ['DATABASE_URL', 'KINORA_STORAGE_URL']);
    assert.deepEqual(required('server.settings.KINORA_STORAGE_URL=s3://media'), ['DATABASE_URL']);
  });

  test('runs every pod without root, privileges, writable programs and token', () => {
    verifies('DEC-CHART-02');
    const pods = render(PUBLIC_URL).objects.filter(({ kind }) => kind === 'Deployment');
    assert.equal(pods.length, 3);
    for (const { metadata, spec } of pods) {
      const pod = spec.template.spec;
      assert.equal(pod.automountServiceAccountToken, false, metadata.name);
      assert.equal(pod.enableServiceLinks, false, metadata.name);
      assert.equal(pod.securityContext.runAsNonRoot, true);
      assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault');
      for (const { securityContext, resources } of pod.containers) {
        assert.equal(securityContext.readOnlyRootFilesystem, true);
        assert.equal(securityContext.allowPrivilegeEscalation, false);
        assert.deepEqual(securityContext.capabilities, { drop: ['ALL'] });
        assert.ok(resources.limits.memory && resources.requests.cpu, metadata.name);
      }
    }
  });

  test('lets nobody reach a worker, or a server at another port than that of HTTP', () => {
    verifies('DEC-CHART-02');
    const policies = (...values: string[]) =>
      Object.fromEntries(
        render(PUBLIC_URL, ...values)
          .objects.filter(({ kind }) => kind === 'NetworkPolicy')
          .map(({ metadata, spec }) => [metadata.name, spec]),
      );
    const { 'shop-server': server, 'shop-worker': worker } = policies();
    assert.deepEqual(server.policyTypes, ['Ingress', 'Egress']);
    assert.deepEqual(server.ingress, [{ ports: [{ protocol: 'TCP', port: 8787 }] }]);
    assert.deepEqual(worker.ingress, []);
    assert.ok(JSON.stringify(worker.egress).includes('169.254.0.0/16'));

    const from = 'networkPolicy.server.from[0].namespaceSelector.matchLabels.name=ingress';
    const { 'shop-server': narrow } = policies(
      from,
      'server.processes=3',
      'networkPolicy.server.egress=null',
    );
    assert.deepEqual(narrow.ingress[0].ports, [{ protocol: 'TCP', port: 8787, endPort: 8790 }]);
    assert.equal(narrow.ingress[0].from.length, 2, 'the workers, and what the operator names');
    assert.equal(narrow.egress.length, 1, 'DNS');
    assert.deepEqual(policies('networkPolicy.enabled=false'), {});
  });
});
