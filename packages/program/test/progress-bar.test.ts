import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { verifies } from '@kinora/testing/requirements';
import { startProgressBar } from '../src/progress-bar.ts';

/** A terminal with so many columns, and what was drawn on it. */
function terminal(columns: number) {
  const drawn: string[] = [];
  const output = new Writable({
    write(text, _encoding, done) {
      drawn.push(String(text));
      done();
    },
  });
  const properties = { isTTY: true, columns, getColorDepth: () => 4, hasColors: () => true };
  return { drawn, output: Object.assign(output, properties) as unknown as NodeJS.WriteStream };
}

for (const columns of [20, 38, 40, 72, 200]) {
  test(`a bar redraws one line and stays within ${columns} columns, however long the stage is`, () => {
    verifies('DEC-CLI-05');
    const { drawn, output } = terminal(columns);
    const bar = startProgressBar('Image', output, 'x'.repeat(300));
    bar.clear();
    const [first = '', last] = drawn;
    const line = stripVTControlCharacters(first).replace('\r', '');
    assert.ok(first.startsWith(columns < 39 ? '\r\x1b[2K  0 %' : '\r\x1b[2K  Image '), first);
    assert.ok(line.length < columns, `${line.length} of ${columns}: ${line}`);
    assert.equal(last, '\r\x1b[2K');
  });
}

test('a bar shows the progress that it has reached, and never less', (context) => {
  verifies('DEC-CLI-05');
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { drawn, output } = terminal(72);
  const bar = startProgressBar('Image', output);
  const percent = () => /\d+ %/.exec(drawn.at(-1) ?? '')?.[0];
  bar.update(0.5, 'rendering');
  assert.equal(percent(), '0 %');
  context.mock.timers.tick(100);
  assert.equal(percent(), '50 %');
  bar.update(0.25, 'waiting');
  context.mock.timers.tick(100);
  assert.equal(percent(), '50 %');
  bar.clear();
  context.mock.timers.tick(1000);
  assert.equal(drawn.length, 4);
});

test('nothing is drawn where there is no terminal', () => {
  verifies('DEC-CLI-05');
  const { drawn, output } = terminal(72);
  const bar = startProgressBar('Image', Object.assign(output, { isTTY: false }));
  bar.update(0.5, 'rendering');
  bar.clear();
  assert.deepEqual(drawn, []);
});
