import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { checkWebhookUrl } from '../../src/webhooks/check-url.ts';
import { isPublicAddress } from '../../src/webhooks/public-address.ts';

const PUBLIC = [
  '1.1.1.1',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '64:ff9b::101:101',
];

const NOT_PUBLIC = [
  ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:10.0.0.1', 'fe80::1'],
  // NAT64 of a private address, the local NAT64 prefix, 6to4, Teredo.
  ...['64:ff9b::a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:7f00:1::'],
  ...[
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    'fe80::1%eth0',
    '',
    'a.example',
  ],
];

test('only addresses of the public Internet are public', () => {
  verifies('DEC-WEBHOOK-08');
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address);
  for (const address of NOT_PUBLIC) assert.equal(isPublicAddress(address), false, address);
});

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['example.com/hook', /complete URL/],
  ['ftp://example.com/', /complete URL/],
  ['javascript:alert(1)', /complete URL/],
  ['', /complete URL/],
  ['http://example.com/', /https/],
  ['https://user@example.com/', /user name/],
  ['https://user:secret@example.com/', /user name/],
  ['https://example.com/#top', /fragment/],
  ['https://127.0.0.1/', /public Internet/],
  ['https://127.1/', /public Internet/],
  ['https://0x7f000001/', /public Internet/],
  ['https://2130706433/', /public Internet/],
  ['https://0177.0.0.1/', /public Internet/],
  ['https://169.254.169.254/latest/meta-data', /public Internet/],
  ['https://[::1]:8443/', /public Internet/],
  ['https://[::ffff:169.254.169.254]/', /public Internet/],
  ['https://localhost/', /public Internet/],
  ['https://LOCALHOST./', /public Internet/],
  ['https://a.localhost/', /public Internet/],
  ['https://metadata.google.internal/', /public Internet/],
  [`https://example.com/${'ä'.repeat(700)}`, /2048/],
];

test('an address that cannot be called is refused with the reason', () => {
  verifies('DEC-WEBHOOK-07');
  for (const [url, message] of REFUSED) {
    const checked = checkWebhookUrl(url, false);
    assert.ok(!checked.ok, url);
    assert.match(checked.message, message);
  }
  const accepted = checkWebhookUrl('HTTPS://Example.com:8443/Hooks?a=b', false);
  assert.deepEqual(accepted, { ok: true, url: 'https://example.com:8443/Hooks?a=b' });
  assert.deepEqual(checkWebhookUrl('http://127.1:8080', true), { ok: true, url: 'http://127.0.0.1:8080/' });
  assert.equal(checkWebhookUrl('http://user@127.0.0.1/', true).ok, false);
});
