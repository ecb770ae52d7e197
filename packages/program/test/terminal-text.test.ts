import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { fitText, writeText } from '../src/terminal-text.ts';

const words = (text: string): string => text.replaceAll(' \\\n', ' ').split(/\s+/).join(' ');

const HELP = `Usage: kinora thing create --name NAME [--amount N] [--plan pro|max]
       kinora thing list [--json]

Creates what is to be created, and says in a sentence that is longer than a narrow terminal what it is
good for.

create      Creates one.
with-a-long-name
            Has its description on the next line.

  --name NAME     The name of the thing, and more words about it than fit into one line of a terminal that is
                  narrow.
  --json          Print JSON.

Example:
  curl -H "X-API-Key: a key" http://127.0.0.1:8787/api/v1/me/balance --silent --show-error --fail
`;

for (const columns of [40, 60, 80, 200]) {
  test(`a help text has the same words in lines of at most ${columns} characters`, () => {
    verifies('DEC-CLI-13');
    const fitted = fitText(HELP, columns);
    for (const line of fitted.split('\n')) {
      assert.ok(
        line.length <= columns || !line.replace(/ \\$/, '').trim().includes(' '),
        `${line.length}: ${line}`,
      );
    }
    assert.equal(words(fitted), words(HELP));
  });
}

test('descriptions stay in their column, and a command can still be copied', () => {
  verifies('DEC-CLI-13');
  const fitted = fitText(HELP, 60);
  assert.match(fitted, /^ {2}--name NAME {5}The name of the thing, and more words\n {18}about it/m);
  assert.match(fitted, /^create {6}Creates one\.\nwith-a-long-name\n {12}Has its description/m);
  assert.match(
    fitted,
    /^ {2}curl -H "X-API-Key: a key" \\\n {4}http:\S+ --silent \\\n {4}--show-error --fail$/m,
  );
  assert.match(fitText(HELP, 40), /^ {2}--name NAME\n {8}The name of the thing/m);
});

test('what fits, what is JSON and what goes to a pipe stays as it is', () => {
  verifies('DEC-CLI-13');
  assert.equal(fitText(HELP, 200), HELP);
  const written = (text: string, isTTY: boolean): string => {
    const parts: string[] = [];
    writeText(text, { isTTY, columns: 40, write: (part) => parts.push(part) });
    return parts.join('');
  };
  assert.equal(written(HELP, false), HELP);
  const json = `${JSON.stringify({ error: 'a sentence of many words '.repeat(4) })}\n`;
  assert.equal(written(json, true), json);
  assert.notEqual(written(HELP, true), HELP);
});

test('colours have no width', () => {
  verifies('DEC-CLI-13');
  const line = `\x1b[32mready\x1b[39m ${'word '.repeat(6)}`.trim();
  assert.equal(fitText(line, 40), line);
});
