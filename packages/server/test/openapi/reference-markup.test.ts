import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatJson, jsonBlock, shellBlock } from '../../src/http/code-block.ts';
import { html, prose } from '../../src/http/html.ts';

test('values of a template are text, never markup', () => {
  const hostile = `<script>alert("x")</script>&'`;
  assert.equal(
    html`<p title="${hostile}">${[hostile, 3, false, undefined]}</p>`.markup,
    '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;">' +
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;3</p>',
  );
  assert.equal(html`<ul>${[html`<li>${'<'}</li>`]}</ul>`.markup, '<ul><li>&lt;</li></ul>');
});

test('code between backticks is marked up as code', () => {
  assert.equal(prose('Poll `poll_url` & wait.').markup, 'Poll <code>poll_url</code> &amp; wait.');
});

test('formatted JSON keeps its value', () => {
  const value = { a: [], b: {}, c: ['x'.repeat(60)], d: { e: null, f: [1, 2, { g: 'ü"\\' }] }, h: true };
  assert.deepEqual(JSON.parse(formatJson(value)), value);
  assert.equal(formatJson({ a: 1, b: [2, 3] }), '{"a": 1, "b": [2, 3]}');
});

test('code is highlighted without changing a character', () => {
  const command = `# ask\ncurl -X DELETE "$URL" -d '{"a": "<b>"}'`;
  assert.equal(textOf(shellBlock('Shell', command).markup), `Shell${command}`);
  const value = { key: 'text: "1"', number: 12.5, none: null };
  assert.equal(textOf(jsonBlock('JSON', value).markup), `JSON${formatJson(value)}`);
});

function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
