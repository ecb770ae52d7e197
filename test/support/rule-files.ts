/** The files that several rules of the import map are about. */

export const CONTRACT = ['contract/src/**'];
export const KERNEL = ['server/src/kernel/**'];
export const SERVER = ['server/src/**'];
export const EVERYTHING = ['*/src/**'];
export const WIRING = ['server/src/app.ts', 'server/src/main.ts', ...modules('wiring')];

/** The way of a job. Its tables are written where each step is, so for the rule of tables these folders are one module. */
export const STEPS_OF_A_JOB = /^server\/src\/(?:admit|queue|workers|attempt|settle|jobs)(?=\/)/;

/** Every file that decides, in any module. */
export const DECISIONS = ['server/src/**/decide-*.ts'];

/** Decisions and values: what they return depends on their arguments and on nothing else. */
export const PURE = [
  ...DECISIONS,
  ...[
    'catalogue',
    'model',
    'sizes',
    'rates',
    'tiers',
    'order-terms',
    'job-type-rules',
    'diff-catalogues',
    'price-lists',
    'plans',
    'rendering-cost',
    'below-cost',
  ].map((name) => `server/src/catalogue/${name}.ts`),
  'server/src/quote/**',
  'server/src/funding/decide-funding.ts',
  'server/src/funding/decide-credits.ts',
  'server/src/funding/spending-limits.ts',
  'server/src/ledger/posting.ts',
  'server/src/admit/accept/decide-batch.ts',
  'server/src/admit/accept/decide-limits.ts',
  'server/src/admit/accept/decide-request.ts',
  'server/src/admit/accept/job-request.ts',
  'server/src/admit/accept/batch-state.ts',
  'server/src/admit/accept/stored-response.ts',
  'server/src/workers/decide-capacity.ts',
  'server/src/queue/interface.ts',
  'server/src/queue/owning-node.ts',
  'server/src/queue/job-state.ts',
  'server/src/access/decide-suspension.ts',
  'watermark/src/**',
  'media/src/classifier/image-classifier.ts',
  'media/src/classifier/decide-output.ts',
  'video/src/sample-times.ts',
];

/** The lexicon and the prompt check: a decision can be repeated and explained at any time. */
export const PURE_SAFETY = [
  'server/src/safety/{ages,category,check-prompt,decode-escapes,deobfuscate,find-concepts,fold-text,lexicon,markup,readings,tokenize,unlisted-script,word-tree}.ts',
  'server/src/safety/lexicon/**',
];
/** Reads the word files, which do not change while the server runs. */
export const READS_WORDS = 'server/src/safety/lexicon/read-words.ts';

/** The queue's order: sort keys and waits are pure functions. */
export const PURE_QUEUE = [
  'server/src/queue/{job-shape,overtaking,remaining-time,simulate-queue,virtual-time}.ts',
];

/** Pure files that are named one by one: each must exist once its folder does. */
export const pureFiles = PURE.filter((pattern) => !pattern.includes('*'));

/**
 * Packages that a server alone is installed without. They are loaded when a command needs them, and no
 * `package.json` of the server names them; `packageBreaches` allows them here only.
 */
export const OPTIONAL_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'server/src/{cli/commands,cli/doctor-command,cli/demo/*,wiring/{embedded-worker,wire-decoding,wire-previews}}.ts':
    ['@kinora/video', '@kinora/worker'],
  // Bundled where the console is built, which is where a worker is installed too.
  'console/src/value/demonstration.tsx': ['@kinora/procedural'],
};

export function modules(...names: readonly string[]): readonly string[] {
  return names.map((name) => `server/src/${name}/**`);
}
