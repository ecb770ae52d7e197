import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { foldText } from '../../src/safety/fold-text.ts';
import { CONCEPTS, type Concept } from '../../src/safety/lexicon/concepts.ts';
import { CONTEXT_CONCEPTS } from '../../src/safety/lexicon/context.ts';
import { matches, parseEntry } from '../../src/safety/lexicon/entry.ts';
import { GORE_CONCEPTS, isGore } from '../../src/safety/lexicon/gore.ts';
import { HATE_CONCEPTS, isHate } from '../../src/safety/lexicon/hate.ts';
import { ANY_LANGUAGE, COVERED_WORDS, LANGUAGES } from '../../src/safety/lexicon/languages.ts';
import { isMassHarm, MASS_HARM_CONCEPTS } from '../../src/safety/lexicon/mass-harm.ts';
import { parseWords } from '../../src/safety/lexicon/parse-words.ts';
import type { Rule } from '../../src/safety/lexicon/rule.ts';
import { isSelfHarm, SELF_HARM_CONCEPTS } from '../../src/safety/lexicon/self-harm.ts';
import { isSexual, SEXUAL_CONCEPTS } from '../../src/safety/lexicon/sexual.ts';
import { isSexualMinors, SEXUAL_MINORS_CONCEPTS } from '../../src/safety/lexicon/sexual-minors.ts';
import { isSexualViolence, SEXUAL_VIOLENCE_CONCEPTS } from '../../src/safety/lexicon/sexual-violence.ts';
import { tokenize } from '../../src/safety/tokenize.ts';
import { findCovered } from './covered-entries.ts';
import { findUnreadable } from './unreadable-entries.ts';

const WORDS = join(import.meta.dirname, '../../words');
const ALL_LISTS = { 'any-language': ANY_LANGUAGE, ...LANGUAGES };

describe('the entries of a concept', () => {
  for (const [language, lexicon] of Object.entries(ALL_LISTS)) {
    test(`do not cover each other in ${language}`, () => {
      const covered = CONCEPTS.flatMap((concept) => {
        const others = lexicon === ANY_LANGUAGE ? [] : ANY_LANGUAGE[concept];
        return findCovered(concept, lexicon[concept], others).map(
          ({ entry, by }) => `${concept}: "${entry}" is covered by "${by}"`,
        );
      });
      assert.deepEqual(covered, []);
    });
  }

  test('cover the words that only obfuscated spelling needs', () => {
    for (const concept of CONCEPTS) {
      const words = COVERED_WORDS[concept];
      const others = Object.values(ALL_LISTS).flatMap((lexicon) => lexicon[concept]);
      const covered = findCovered(concept, words, others).map(({ entry }) => entry);
      assert.deepEqual(words, covered, concept);
    }
  });

  test('are found in a prompt that consists of their words', () => {
    const unreadable = [...Object.entries(ALL_LISTS), ['covered-words', COVERED_WORDS] as const].flatMap(
      ([language, lexicon]) =>
        CONCEPTS.flatMap((concept) =>
          findUnreadable(concept, lexicon[concept]).map((entry) => `${language}: ${concept}: "${entry}"`),
        ),
    );
    assert.deepEqual(unreadable, []);
  });

  test('are spelled as a prompt is read', () => {
    assert.deepEqual(findUnreadable('nudity', ['nackt', 'nacktfoto*', 'make * nude']), []);
    assert.deepEqual(findUnreadable('nudity', ['naked eye', 'naket']), ['naked eye', 'naket']);
    assert.deepEqual(findUnreadable('harmlessPhrase', ['naked eye', 'naked-eye']), ['naked-eye']);
  });
});

/** What a file in another encoding is read as. */
const latin1 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');
const utf16 = (text: string): string => Buffer.from(`\ufeff${text}`, 'utf16le').toString('utf8');

describe('a word file', () => {
  const parse = (text: string) => parseWords('words/test.txt', text, ['nudity', 'numbers']);

  test('has sections of entries, and comments', () => {
    const text =
      '\ufeff# About it.\r\n[nudity]\r\nnackt # a comment\r\n\r\n  make * nude\nnacktfoto*\n[numbers]\n7 sieben';
    assert.deepEqual(parse(text), { nudity: ['nackt', 'make * nude', 'nacktfoto*'], numbers: ['7 sieben'] });
  });

  const MISTAKES: readonly (readonly [text: string, message: string])[] = [
    ['nackt\n[nudity]\n[numbers]', '1: "nackt" is in no section'],
    ['[nudity]\n[nakedness]\n[numbers]', '2: [nakedness] is not a section'],
    ['[nudity]\n[numbers]\n\n[nudity]', '4: [nudity] is there twice'],
    ['[nudity]\nnackt\n7 sieben', '3: the section [numbers] is missing; write its heading'],
    ['[nudity]\nnackt\nbloß\nnackt', '4: "nackt" is in line 2 of this section; remove one'],
    ['[nudity]\nเด็ก*', '2: "เด็ก*" is not an entry; write letters'],
    [latin1('[nudity]\nnackt\nbloß'), '3: this line is not UTF-8; save the file'],
    [utf16('[nudity]\nnackt'), '1: this line is not UTF-8; save the file'],
    ['[numbers]\nsieben', '2: "sieben" is not a number'],
    ['[numbers]\n18 achtzehn', '2: "18 achtzehn" is not a number'],
    ...['nackt, bloß', '*nackt', 'na*ckt', '* nackt', "l'enfant", 'halb-nackt', 'ohne  bh', '[nudity'].map(
      (entry) => [`[nudity]\n${entry}`, `2: "${entry}" is not an entry`] as const,
    ),
  ];
  for (const [text, message] of MISTAKES) {
    test(`is refused with ${message}`, () => {
      assert.throws(
        () => parse(text),
        ({ message: found }: Error) => found.startsWith(`words/test.txt:${message}`),
      );
    });
  }

  test('may name an abbreviation of a script without spaces', () => {
    assert.deepEqual(parse('[nudity]\nม.ต้น\n[numbers]').nudity, ['ม.ต้น']);
  });

  test('may leave sections out if it is of no language', () => {
    const found = parseWords('words/test.txt', '[nudity]\nnackt', ['nudity', 'numbers'], {
      mayBeIncomplete: true,
    });
    assert.deepEqual(found, { nudity: ['nackt'], numbers: [] });
  });

  test('of a language has the sections that the README explains', () => {
    const readme = readFileSync(join(WORDS, 'README.md'), 'utf8');
    const explained =
      readme
        .split('## Sections')[1]
        ?.match(/^\| `.*?` \|/gm)
        ?.join() ?? '';
    const text = readFileSync(join(WORDS, 'english.txt'), 'utf8');
    assert.deepEqual(
      explained.match(/\w+/g)?.sort(),
      [...text.matchAll(/^\[(\w+)\]$/gm)].map(([, section]) => section).sort(),
    );
  });

  test('is compared with a prompt as the README says', () => {
    const finds = (entry: string, prompt: string): boolean => {
      const parsed = parseEntry(entry);
      const tokens = tokenize(foldText(prompt));
      if (!('first' in parsed)) return false;
      const patterns = [parsed.first, ...parsed.rest];
      return tokens.some((_, start) =>
        patterns.every((pattern, at) => matches(tokens[start + at]?.spellings ?? [], pattern)),
      );
    };
    for (const [entry, prompt] of [
      ['half nude', 'half-nude'],
      ['halfnude', 'half-nude'],
      ['l enfant', "l'enfant"],
      ['lenfant', "l'enfant"],
      ['defile', 'un défilé'],
      ['gore*', 'a Goretex jacket'],
      ['weisse', 'weiße Wände'],
    ] as const) {
      assert.ok(finds(entry, prompt), `${entry}: ${prompt}`);
    }
    assert.ok(!finds('defile her', 'un défilé'));
    assert.ok(!finds('gore', 'bu habere göre'));
  });

  test('is read', () => {
    const unread = new Set(readdirSync(WORDS).filter((name) => name !== 'README.md'));
    for (const name of [...Object.keys(ALL_LISTS), 'covered-words', 'spelling']) unread.delete(`${name}.txt`);
    assert.deepEqual([...unread], []);
  });
});

describe('an entry is covered', () => {
  const PLANTED: readonly (readonly [concept: Concept, entries: readonly string[], covered: string])[] = [
    ['explicit', ['porn*', 'pornographic'], 'pornographic'],
    ['explicit', ['porn*', 'pornograph*'], 'pornograph*'],
    ['explicit', ['cum on', 'cum'], 'cum on'],
    ['suggestive', ['lingerie', 'lingerie*'], 'lingerie'],
    ['undressRequest', ['make * nude', 'make her nude'], 'make her nude'],
    ['mutilation', ['geköpft*', 'gekopft*'], 'gekopft*'],
    ['nudity', ['голый', 'голыи'], 'голыи'],
    ['nudity', ['裸', '裸体'], '裸体'],
    ['mutilation', ['토막 난', '토막난'], '토막난'],
    ['harmlessPhrase', ['nude lip*', 'nude lipstick'], 'nude lipstick'],
  ];
  for (const [concept, entries, covered] of PLANTED) {
    test(`in ${concept}: ${entries.join(', ')}`, () => {
      assert.deepEqual(
        findCovered(concept, entries).map(({ entry }) => entry),
        [covered],
      );
    });
  }

  test('by the entries of any language', () => {
    assert.deepEqual(findCovered('explicit', ['hentai', 'ecchi'], ['hentai*']), [
      { entry: 'hentai', by: 'hentai*' },
    ]);
  });

  const KEPT: readonly (readonly [concept: Concept, entries: readonly string[]])[] = [
    ['nudity', ['nude', 'nudes', 'nudist*']],
    ['nudity', ['全裸', '裸']],
    ['explicit', ['penetrat* her', 'penetration']],
    ['harmlessPhrase', ['naked mole', 'naked mole rat*']],
    ['harmlessPhrase', ['裸足', '裸足の女神']],
  ];
  for (const [concept, entries] of KEPT) {
    test(`not in ${concept}: ${entries.join(', ')}`, () => {
      assert.deepEqual(findCovered(concept, entries), []);
    });
  }
});

const MAX_QUESTIONS = 12;

describe('a concept is in the file of a category that is refused by it', () => {
  const CATEGORIES: readonly (readonly [string, readonly Concept[], Rule<Concept>])[] = [
    ['sexual-minors.ts', SEXUAL_MINORS_CONCEPTS, isSexualMinors],
    ['sexual-violence.ts', SEXUAL_VIOLENCE_CONCEPTS, isSexualViolence],
    ['mass-harm.ts', MASS_HARM_CONCEPTS, isMassHarm],
    ['hate.ts', HATE_CONCEPTS, isHate],
    ['self-harm.ts', SELF_HARM_CONCEPTS, isSelfHarm],
    ['gore.ts', GORE_CONCEPTS, isGore],
    ['sexual.ts', SEXUAL_CONCEPTS, isSexual],
  ];
  const usedBy = new Map(CATEGORIES.map(([file, , rule]) => [file, conceptsOf(rule)]));

  for (const [file, concepts] of CATEGORIES) {
    test(file, () => {
      assert.deepEqual(
        concepts.filter((concept) => !usedBy.get(file)?.has(concept)),
        [],
      );
    });
  }

  test('or, if several categories use it, in context.ts', () => {
    const shared = CONTEXT_CONCEPTS.filter(
      (concept) => concept !== 'harmlessPhrase' && concept !== 'negatedWish',
    );
    for (const concept of shared) {
      const uses = [...usedBy.values()].filter((used) => used.has(concept)).length;
      assert.ok(uses >= 2, `${concept} is used by ${uses}`);
    }
  });
});

/** Every concept that a rule may check: every sequence of matches and misses is tried. */
function conceptsOf(rule: Rule<Concept>): ReadonlySet<Concept> {
  const used = new Set<Concept>();
  for (let answers = 0; answers < 2 ** MAX_QUESTIONS; answers++) {
    let question = 0;
    const answer = (...concepts: readonly Concept[]): boolean => {
      assert.ok(question < MAX_QUESTIONS);
      for (const concept of concepts) used.add(concept);
      return ((answers >> question++) & 1) === 1;
    };
    rule({ has: answer, near: (first, others) => answer(first, ...others), namesPerson: true });
  }
  return used;
}
