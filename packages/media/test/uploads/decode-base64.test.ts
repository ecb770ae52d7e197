import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '@kinora/testing/count-turns';
import { verifies } from '@kinora/testing/requirements';
import { decodeBase64 } from '../../src/uploads/decode-base64.ts';

const MIB = 2 ** 20;
/** The characters of one piece of the decoder. */
const PIECE = MIB;

const bytesOf = (length: number): Buffer =>
  Buffer.alloc(
    length,
    Uint8Array.from({ length: 253 }, (_, at) => at),
  );
const isRefused = async (text: string): Promise<boolean> => (await decodeBase64(text)) === undefined;

test('base64 of any length is decoded', async () => {
  verifies('V1-VIDEO-13');
  for (const length of [
    0,
    1,
    2,
    3,
    (PIECE / 4) * 3,
    (PIECE / 4) * 3 + 1,
    3 * MIB,
    3 * MIB + 1,
    3 * MIB + 2,
  ]) {
    const bytes = bytesOf(length);
    assert.ok((await decodeBase64(bytes.toString('base64')))?.equals(bytes), `${length} bytes`);
  }
});

test('a defect anywhere in the text makes it none', async () => {
  verifies('V1-VIDEO-13');
  const text = bytesOf(3 * MIB + 1).toString('base64');
  const defects: Readonly<Record<string, string>> = {
    ' ': ' ',
    '-': '-',
    'a padding': '=',
    'a character of more than one byte': 'é',
    'a line break': '\n',
  };
  for (const at of [0, PIECE - 1, PIECE, text.length / 2, text.length - 5]) {
    for (const [name, defect] of Object.entries(defects)) {
      const altered = text.slice(0, at) + defect + text.slice(at + 1);
      assert.ok(await isRefused(altered), `${name} at ${at}`);
    }
  }
  for (const altered of [
    `${text}=`,
    text.slice(0, -1),
    `${text}====`,
    `${text.slice(0, -3)}B==`,
    '====',
    '=',
  ]) {
    assert.ok(await isRefused(altered), altered.slice(-8));
  }
  const padded = bytesOf((PIECE / 4) * 3 - 1).toString('base64');
  assert.ok(await isRefused(padded + padded), 'padding at the end of a piece');
});

test('others have their turn while the largest image is decoded', async () => {
  verifies('DEC-UPLOAD-08');
  const text = bytesOf(12 * MIB).toString('base64');
  const { turns } = await countTurns(() => decodeBase64(text));
  assert.ok(turns >= 12, `${turns} turns`);
});
