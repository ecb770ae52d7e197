import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createKeyRequestSchema,
  newPasskeySchema,
  payStartRequestSchema,
  readFields,
} from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { emails } from '../../src/emails/emails.ts';
import { renderLetter } from '../../src/emails/render-letter.ts';
import { senderAt } from '../support/emails.ts';

const SENDER = senderAt('https://media.example.com');

/** Names that people give: of keys, of terminals, of passkeys. */

const takenAs = (name: string): readonly boolean[] => [
  readFields(createKeyRequestSchema, { name }).ok,
  readFields(payStartRequestSchema, { client_name: name }).ok,
  readFields(newPasskeySchema, { name, response: {} }).ok,
];

const JOINED: Readonly<Record<string, string>> = {
  'a family, which is one emoji': '👩‍👩‍👧‍👦',
  'an emoji with a colour of the skin': 'Ann 👩🏽‍💻',
  'a heart on fire, with and without its selector': '❤️‍🔥❤‍🔥',
  'a flag of two emoji': '🏳️‍🌈',
  'Persian with a zero-width non-joiner': 'خانه‌ها',
  'Persian with one after a mark': 'کتابِ‌ها',
  'an abbreviation in Persian': 'سال ۱۴۰۰ ه‍.ش',
  'Hindi with a joiner after a virama': 'क्‍ष',
  'Marathi with an eyelash ra': 'दर्‍या',
  'Hindi with a non-joiner': 'क्‌ष',
  'Bengali with a joiner before a virama': 'র‍্যাব',
  Sinhala: 'ශ්‍රී ලංකා',
  'Malayalam with a chillu at the end': 'അവന്‍',
  'no joiner at all': 'Zoë’s größter Schlüssel № 5 🦊',
};

const HIDDEN: Readonly<Record<string, string>> = {
  'a control character': 'a\u0007b',
  'a line break': 'a\nb',
  'a line separator': 'a\u2028b',
  'a change of direction': 'app\u202eppa',
  'an isolate': 'a\u2066b\u2069',
  'a mark of direction in Persian': 'خانه\u200fها',
  'a zero-width space': 'a\u200bb',
  'a word joiner': 'a\u2060b',
  'a byte order mark within': 'a\ufeffb',
  'a soft hyphen': 'a\u00adb',
  'a joiner between Latin letters': 'a\u200db',
  'a non-joiner between Latin letters': 'a\u200cb',
  'a joiner at the beginning': '\u200dक',
  'a joiner alone': '\u200d',
  'a non-joiner at the end': 'خانه\u200c',
  'two non-joiners': 'خانه\u200c\u200cها',
  'two joiners': 'क्\u200d\u200dष',
  'an emoji with a joiner after it': '👩\u200d',
  'an emoji and a letter': '👩\u200da',
  'a letter and an emoji': 'a\u200d👩',
  'hidden text in tags': 'a\u{e0061}\u{e0062}',
};

describe('a name may have a joiner where it joins', () => {
  for (const [what, name] of Object.entries(JOINED)) {
    test(what, () => {
      verifies('DEC-NAME-01');
      assert.deepEqual(takenAs(name), [true, true, true]);
    });
  }
});

describe('a name has no character that hides or turns text', () => {
  for (const [what, name] of Object.entries(HIDDEN)) {
    test(what, () => {
      verifies('DEC-NAME-01');
      assert.deepEqual(takenAs(name), [false, false, false]);
    });
  }
});

test('an email shows a name as it was given, joiners and all', () => {
  verifies('DEC-NAME-01', 'DEC-EMAIL-02');
  const { sample, write } = emails.terminal_approved;
  for (const client of Object.values(JOINED)) {
    const { text } = renderLetter(write({ ...sample, client }, SENDER), SENDER);
    assert.ok(text.includes(`Name of the program: ${client}`), client);
  }
  for (const client of Object.values(HIDDEN)) {
    const { text } = renderLetter(write({ ...sample, client }, SENDER), SENDER);
    assert.ok(!text.includes(client), JSON.stringify(client));
  }
});
