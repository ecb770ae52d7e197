import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** A placeholder that a generator or a person left. */
const PLACEHOLDER = /@[A-Z][A-Z_]{2,}@|\bTODO\b|\bFIXME\b|\bXXX\b|<insert /;

test('no placeholder is left in the code or the documents', () => {
  const files = globSync(
    ['*.md', 'docs/**/*.md', 'packages/*/{src,migrations}/**/*.{ts,sql}', 'scripts/**/*.*'],
    {
      cwd: root,
    },
  ).filter((file) => !file.includes('node_modules'));
  assert.deepEqual(linesWith(PLACEHOLDER, files), []);
});

const CODE = /\.(?:ts|tsx|mjs|js)$/;

/** One word for one thing: what another word would be found by, and a line with it. `docs/glossary.md` has the words. */
interface Rule {
  readonly word: string;
  readonly others: RegExp;
  /** Where the rule applies; everywhere without it. */
  readonly files?: RegExp;
  readonly planted: readonly string[];
  /** Everyday words and fields of the contract that look alike. */
  readonly allowed: readonly string[];
}

const RULES: readonly Rule[] = [
  {
    word: 'MAX_ and MIN_ for limits',
    // `longestSide` is the field of the worker's wire, the manifests and the settings; the others are everyday words.
    others:
      /\b(?:MOST|LONGEST|LARGEST|LEAST|SHORTEST|SMALLEST|FEWEST)_[A-Z\d]|\b(?!longest(?:Side|Run|Video)\b|most(?:Severe|ReliableBasis)\b)(?:most|longest|least)[A-Z]|\b(?:most|least|longest): number\b|_is_least\b/,
    files: CODE,
    planted: ['const MOST_ROWS = 3;', 'const mostBytes = 8;', 'LEAST_SHARE', 'readonly most: number;'],
    allowed: [
      'readonly longestSide: number;',
      "'KINORA_OPENAI_IMAGE_LONGEST_SIDE'",
      'mostSevere',
      'at most 3',
    ],
  },
  {
    word: 'operation for what is rendered, medium for image or video, pool for the workers',
    others:
      /\b(?:RenderKind|renderKinds|poolOfKind|JobKind|jobKinds|medium: Pool|kinds?: (?:readonly )?(?:Pool|Medium|RenderOperation)|poolOfOperation\[kind\]|manifest\.kinds|(?<!Schema\.)(?:task|order|shape|required|capability|charges|jobs)\.kind|(?:jobs|works)\.pool)\b|\bjob-kinds\b/,
    files: CODE,
    planted: [
      'readonly kind: RenderOperation;',
      'for (const kind of renderKinds)',
      'readonly medium: Pool;',
      "if (task.kind === 'i2v')",
      'select coalesce(jobs.kind, charges.kind)',
    ],
    allowed: [
      'schema: jobStatusSchema.shape.kind,',
      'readonly operation: RenderOperation;',
      'readonly pool: Pool;',
      'kind: job.medium,',
      'payments.kind',
    ],
  },
  {
    word: 'kind for neither of them where no published interface is spoken',
    others: /\bkinds?\b.*['"](?:image|i2i|upscale|upscale_pro|video|i2v)['"]/,
    files:
      /^packages\/(?:(?:engine|worker|procedural|media|video)\/|server\/src\/(?!http\/)|contract\/src\/worker-(?:protocol|endings))/,
    planted: ["capabilities.push({ kind: 'image', mode: null });", "if (kind !== 'i2v') return;"],
    allowed: ["{ operation: 'image', mode: null }", "where kind = 'credit'"],
  },
  {
    word: 'resolution for what a video is billed by, tier for the level of an account',
    others:
      /\b(?:Video|video)Tier(?:s|Of|Names)?\b|\bVIDEO_TIERS\b|\bResolutionClass\b|\btier: '(?:hd|fhd|2k)'|\bfull_hd\b|\bFULL_HD\b|'2\.5k'/,
    files: CODE,
    planted: ['readonly tier: VideoTier;', "quote: { tier: 'hd' }", "'full_hd' | '2.5k'"],
    allowed: ["price_tier: 'hd',", 'rates.video_tiers.fhd', "tier: 'pro'", 'up to 2560 2.5K'],
  },
  {
    word: 'zero_retention on the wire of workers',
    others: /\bleaves_no_trace\b/,
    planted: ['leaves_no_trace: true,'],
    allowed: ['zero_retention: true,', 'supports_zero_retention boolean'],
  },
  {
    word: 'plain English',
    others:
      /\bfor good\b|\bfor ever\b|\basks? for (?:more )?patience\b|\bmeets? (?:a due|too)\b|\bmet too\b|\bwithout a word\b|\b(?:are|knows) no money\b|\bsuspension is of\b/,
    planted: [
      'The account is closed for good.',
      'Credits are no money.',
      'an order that meets a due recharge',
    ],
    allowed: ['There is no money in it.', 'for goods'],
  },
  {
    word: 'a subject in each comment',
    others: /^\s*(?:\/\*\*|\/\/) (?:Of|By(?! default| now)|At the same time;|Over the) /,
    files: CODE,
    planted: [
      '  /** Of one statement. */',
      '// By name.',
      '/** At the same time; half of the connections. */',
    ],
    allowed: ['/** The maximum of one statement. */', '// By default the router rejects it.'],
  },
];

describe('one word for one thing', () => {
  const files = globSync(
    [
      '*.md',
      'docs/**/*.{md,sql}',
      'packages/*/{src,test,bench,migrations}/**/*.{ts,tsx,js,mjs,sql}',
      'packages/*/*.md',
      '{scripts,test,deploy}/**/*.{ts,mjs,yaml}',
    ],
    { cwd: root },
  ).filter((file) => !/node_modules|generated|docs\/reference|CHANGELOG|^test\/words\.test\.ts$/.test(file));

  for (const { word, others, files: where, planted, allowed } of RULES) {
    test(word, () => {
      for (const line of planted) assert.match(line, others, 'a planted word is found');
      for (const line of allowed) assert.doesNotMatch(line, others, 'what looks alike is not');
      const searched = files.filter((file) => where?.test(file) ?? true);
      assert.deepEqual(linesWith(others, searched), []);
    });
  }
});

function linesWith(pattern: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}
