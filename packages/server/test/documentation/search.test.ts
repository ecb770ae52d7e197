import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import MiniSearch from 'minisearch';
import { createFind } from '../../src/http/docs/find.js';
import { readPages } from '../../src/http/docs/read-pages.ts';
import { type SearchEntry, searchEntries } from '../../src/http/docs/search-entries.ts';
import { synonyms } from '../../src/http/docs/synonyms.ts';

/** What people type, and what of the documentation they should see among the first three. */

const reference = new URL('../../../../docs/reference/openapi.json', import.meta.url);
const pages = readPages('http://127.0.0.1:8787');
const entries = searchEntries(pages, JSON.parse(readFileSync(reference, 'utf8')));
const find: (typed: string) => SearchEntry[] = createFind(MiniSearch, { entries, synonyms });

/** Each with pages, or parts of addresses, of which one is expected. */
const queries: readonly [string, string][] = [
  ['pricing', 'images|videos|models|paying-and-caps'],
  ['price', 'images|videos|models|paying-and-caps'],
  ['cost', 'images|videos|models|quick-start|paying'],
  ['how much does an image cost', 'images|quote'],
  ['video price', 'videos'],
  ['nsfw', 'moderation'],
  ['adult', 'moderation'],
  ['safety', 'moderation'],
  ['content policy', 'moderation|content_blocked'],
  ['refund', 'paying-and-caps|payments|stripe'],
  ['billing', 'paying-and-caps'],
  ['invoice', 'paying-and-caps|payments'],
  ['subscription', 'paying-and-caps|plan'],
  ['credits', 'paying-and-caps|createJob|quote|openapi|getMe|api/docs'],
  ['balance', 'paying-and-caps|getBalance|balance'],
  ['spending limit', 'paying-and-caps|keys'],
  ['auto recharge', 'paying-and-caps|echarge'],
  ['rate limit', 'errors-and-retries|rate_limited'],
  ['429', 'errors-and-retries|error-|keys'],
  ['402', 'errors-and-retries|error-|paying'],
  ['error codes', 'errors-and-retries|error-|client'],
  ['retry', 'errors-and-retries'],
  ['idempotency', 'errors-and-retries'],
  ['duplicate order', 'errors-and-retries|openai-compatible'],
  ['wait time', 'following-jobs'],
  ['queue position', 'following-jobs'],
  ['eta', 'following-jobs'],
  ['progress', 'following-jobs'],
  ['polling', 'following-jobs'],
  ['sse', 'following-jobs'],
  ['webhook signature', 'webhooks'],
  ['webhook localhost', 'webhooks'],
  ['callback url', 'webhooks|ebhook'],
  ['hmac', 'webhooks'],
  ['curl', 'quick-start|openai-compatible|images'],
  ['python', 'python'],
  ['jupyter notebook', 'python'],
  ['javascript sdk', 'client'],
  ['typescript', 'client'],
  ['npm', 'client'],
  ['langchain', 'openai-compatible'],
  ['openai', 'openai-compatible'],
  ['open webui', 'openai-compatible'],
  ['claude desktop', 'mcp'],
  ['agent', 'mcp'],
  ['cli', 'command-line'],
  ['logo', 'provenance|images'],
  ['watermark', 'provenance'],
  ['c2pa', 'provenance'],
  ['sound', 'videos'],
  ['audio', 'videos'],
  ['upscale', 'videos|images|createJob|generate|api/docs'],
  ['heic', 'videos|api/docs|openai-compatible'],
  ['resolution', 'images|videos'],
  ['aspect ratio', 'images|videos'],
  ['duration', 'videos'],
  ['seed', 'images'],
  ['first frame', 'videos|mcp'],
  ['image to video', 'videos|client'],
  ['prompt_rejected', 'moderation|content_blocked'],
  ['content_blocked', 'error-content_blocked'],
  ['max_price_cents', 'api/docs|images|quick-start'],
  ['balance_insufficient', 'error-balance_insufficient'],
  ['init_image_base64', 'videos|api/docs'],
  ['estimated_wait_seconds', 'following-jobs|api/docs'],
  ['delete a job', 'images|deleteJob|command-line'],
  ['privacy', 'zero-retention'],
  ['gdpr', 'zero-retention'],
  ['how long are results kept', 'zero-retention|quick-start|storage|images'],
  ['api key', 'keys'],
  ['create key', 'keys|quick-start'],
  ['rotate key', 'keys'],
  ['permissions', 'keys'],
  ['authentication', 'keys|quick-start|errors-and-retries'],
  ['login', 'command-line'],
  ['cors', 'browsers'],
  ['user agent', 'errors-and-retries|quick-start|user_agent_refused'],
  ['getting started', 'quick-start'],
  ['webook', 'webhooks'],
  ['subscripton', 'paying-and-caps|plan'],
  ['autentication', 'keys|quick-start|errors-and-retries'],
  ['pirce', 'images|videos|models|paying-and-caps'],
  ['moderaton', 'moderation'],
  ['refnud', 'paying-and-caps|payments|stripe'],
  ['watermrak', 'provenance'],
  ['docker', 'install'],
  ['backup', 'backup-and-upgrade'],
  ['nginx', 'reverse-proxy'],
];

for (const [typed, expected] of queries) {
  test(`"${typed}" is found`, () => {
    verifies('DEC-DOCS-13');
    const first = find(typed).slice(0, 3);
    assert.ok(
      first.some(({ href }) => new RegExp(`/docs/(${expected})\\b|(${expected})`).test(href)),
      first.map(({ href, heading }) => `${href} (${heading})`).join('\n') || 'nothing',
    );
  });
}

test('every operation and every code of the reference is found by its name, and leads to its anchor', () => {
  verifies('DEC-DOCS-13');
  const ofReference = entries.filter(({ href }) => href.startsWith('/api/docs#'));
  assert.ok(ofReference.length > 60);
  for (const { href, heading } of ofReference) {
    assert.ok(
      find(heading).some((found) => found.href === href),
      `${heading} does not find ${href}`,
    );
  }
});

test('every word after a synonym is in the documentation', () => {
  verifies('DEC-DOCS-13');
  for (const [name, words] of Object.entries(synonyms)) {
    for (const word of words) assert.notDeepEqual(find(word), [], `${name}: ${word}`);
  }
});

test('what nobody wrote is not found', () => {
  verifies('DEC-DOCS-13');
  for (const typed of ['xylophone', '', '   ', '***', 'zzzzqqqq']) assert.deepEqual(find(typed), []);
});
