import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { checkUserAgent } from '../../src/access/user-agent.ts';

describe('a missing User-Agent', () => {
  for (const userAgent of [undefined, '', ' ', '\t']) {
    test(`${JSON.stringify(userAgent)} is refused`, () => {
      verifies('DEC-ERROR-11', 'DEC-ERROR-06');
      const refusal = checkUserAgent(userAgent);
      assert.equal(refusal?.code, 'user_agent_refused');
      assert.match(
        refusal.message,
        /^The User-Agent header is missing; send one that names your application/,
      );
    });
  }
});

describe("a library's default", () => {
  for (const userAgent of [
    'python-requests/2.31.0',
    'python-requests',
    'Python-urllib/3.12',
    'python-urllib3/2.2.1',
    'python-httpx/0.27.0',
    'Python/3.12 aiohttp/3.9.5',
    'aiohttp/3.9.5',
    'Go-http-client/1.1',
    'Go-http-client/2.0',
    'Java/17.0.2',
    'Java/1.8.0_412',
    'Java-http-client/21.0.3',
    'Apache-HttpClient/4.5.14 (Java/17.0.2)',
    'Apache-HttpClient/5.3',
    'okhttp/4.12.0',
    'axios/1.7.2',
    'axios',
    'node',
    'node-fetch',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'undici',
    'Deno/1.44.0',
    'Bun/1.1.13',
    'got (https://github.com/sindresorhus/got)',
    'libwww-perl/6.77',
    'Ruby',
    'Faraday v2.9.0',
    'GuzzleHttp/7',
    'RestSharp/111.2.0.0',
    'Dart/3.4 (dart:io)',
    ' PYTHON-REQUESTS/2.31.0 ',
  ]) {
    test(`${userAgent} is refused`, () => {
      verifies('DEC-ERROR-12', 'V1-AUTH-04');
      const refusal = checkUserAgent(userAgent);
      assert.equal(refusal?.code, 'user_agent_refused');
      assert.ok(
        refusal.message.startsWith(
          `The User-Agent "${userAgent.trim()}" is the default of a library; send one`,
        ),
      );
    });
  }
});

describe('a User-Agent that names an application', () => {
  for (const userAgent of [
    'curl/8.5.0',
    'curl/7.68.0 (x86_64-pc-linux-gnu)',
    'Wget/1.21.4',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    'my-app/1.0',
    'my-app',
    'my-app/1.0 python-requests/2.31.0',
    'python-requests/2.31.0 my-app/1.0',
    'axios-wrapper/1.0',
    'nodeapp/2',
    'JavaScript-Player/1',
    'Rubyist/1.0',
    'kinora-mcp/2.1.3 node',
    'x'.repeat(2000),
  ]) {
    test(`${userAgent.slice(0, 60)} passes`, () => {
      verifies('DEC-ERROR-13');
      assert.equal(checkUserAgent(userAgent), undefined);
    });
  }
});

test('the problem quotes at most one line of the header', () => {
  verifies('DEC-ERROR-12');
  const message = checkUserAgent(`python-requests/${'9'.repeat(5000)}`)?.message ?? '';
  assert.ok(message.length > 0 && message.length < 250);
});
