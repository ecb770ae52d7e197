import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Which test files run when. `npm test` leaves out those that take longest, with one of each kind kept; `npm run test:all` runs
 * every file, and `npm run test:fast` those that start neither a process nor a database.
 */

const root = path.dirname(import.meta.dirname);

const allFiles = (): string[] =>
  globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], { cwd: root }).sort();

interface LeftOut {
  readonly files: readonly string[];
  readonly why: string;
  readonly kept: readonly string[];
}

export const LEFT_OUT: readonly LeftOut[] = [
  {
    files: ['packages/server/test/browser/**'],
    why: 'walk through the pages in a real browser',
    kept: ['packages/server/test/browser/first-order.test.ts'],
  },
  {
    files: ['packages/server/test/faults/**'],
    why: 'kill servers, workers and databases',
    kept: ['packages/server/test/faults/server-killed.test.ts'],
  },
  {
    files: ['packages/server/test/documentation/**'],
    why: 'run what the documents show',
    kept: ['code-blocks', 'asvs', 'figures', 'search', 'stripe'].map(
      (name) => `packages/server/test/documentation/${name}.test.ts`,
    ),
  },
  {
    files: ['packages/server/test/cli/**', 'packages/worker/test/setup/{guide,command,costs,cards}.test.ts'],
    why: 'start each command many times',
    kept: ['packages/server/test/cli/worker-token.test.ts', 'packages/server/test/cli/help.test.ts'],
  },
  {
    files: [
      'packages/procedural/test/{visible-subjects,render-image,restyle-image,render-video}.test.ts',
      'packages/video/test/{witness,renderer-files}.test.ts',
      'packages/server/test/{engines,job-api,openai-compatible}/{comfyui,openai,end-to-end,empty-output}.test.ts',
    ],
    why: 'render with an engine for a long time',
    kept: [],
  },
  {
    files: [
      'packages/server/test/generated-clients/**',
      'packages/ai-sdk/test/ai-sdk.test.ts',
      'packages/n8n/test/n8n.test.ts',
      'packages/server/test/openai-compatible/other-programs.test.ts',
    ],
    why: 'install what other people generate clients with, or call',
    kept: [],
  },
  {
    files: [
      'packages/mcp/test/{conversation,tools,image-files}.test.ts',
      'packages/server/test/client/{packed-client,python-client}.test.ts',
      'packages/server/test/attacks/hostile-service.test.ts',
      'packages/server/test/tracing/**',
    ],
    why: 'start the programs that call the service',
    kept: [],
  },
  {
    files: [
      'packages/server/test/{api/works,api/uploaded-image,tasks/run-tasks,openapi/common-problems}.test.ts',
      'packages/server/test/{db/embedded-postgres,secrets/links-and-sessions}.test.ts',
      'packages/server/test/{catalogue/price-versions,openai-compatible/long-calls}.test.ts',
      'packages/server/test/attacks/{publishing,leaked-keys}.test.ts',
      'packages/server/test/push/push-late.test.ts',
    ],
    why: 'wait for what comes late',
    kept: [],
  },
  {
    files: [
      'packages/worker/test/openai/{failures,shapes-of-files,shapes-of-waiting,dialects-of-jobs,dialects-of-results,profiles,sizes}.test.ts',
      'packages/worker/test/comfyui/{reach,model-files,templates}.test.ts',
      'packages/worker/test/real-programs/**',
    ],
    why: 'answer as many servers and vendors do',
    kept: [],
  },
  {
    files: ['packages/server/test/packages/**'],
    why: 'install the packages by npm',
    kept: [],
  },
  {
    files: ['packages/server/test/largest/**', 'packages/server/test/db/statement-plans.test.ts'],
    why: 'render the largest orders, or fill large tables',
    kept: [],
  },
];

const isAmong = (file: string, { files, kept }: LeftOut): boolean =>
  !kept.includes(file) && files.some((pattern) => path.matchesGlob(file, pattern));

const isLeftOut = (file: string): boolean => LEFT_OUT.some((group) => isAmong(file, group));

/** How many files `npm test` leaves out, and why. */
export function describeLeftOut(): string {
  const files = allFiles();
  return LEFT_OUT.map((group) => {
    const count = files.filter((file) => isAmong(file, group)).length;
    return `  ${count} that ${group.why}`;
  }).join('\n');
}

export const testSets = {
  all: allFiles,
  everyday: () => allFiles().filter((file) => !isLeftOut(file)),
  leftOut: () => allFiles().filter(isLeftOut),
  fast: () => allFiles().filter((file) => !isLeftOut(file) && !starts(path.join(root, file), new Set())),
  drills: () =>
    allFiles().filter((file) => readFileSync(path.join(root, file), 'utf8').includes('/every-drill.ts')),
} satisfies Record<string, () => string[]>;

/** Modules that start a database, a process or a browser, and a server with them. */
const STARTERS =
  /\/(test-database|test-app|own-postgres|service-process|console-browser|browser|embedded-postgres)\.ts$/;
const PROCESSES = /'node:(child_process|worker_threads)'/;
const IMPORTED = /^(?:import|export|}) .*?from '(\.[^']+\.ts)';$|^import '(\.[^']+\.ts)';$/gm;

/** Whether a test file, or what it imports of the tests, starts more than itself. */
function starts(file: string, seen: Set<string>): boolean {
  if (STARTERS.test(file)) return true;
  if (seen.has(file) || !file.includes('/test/')) return false;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  if (PROCESSES.test(source)) return true;
  return [...source.matchAll(IMPORTED)].some(([, to = '']) =>
    starts(path.resolve(path.dirname(file), to), seen),
  );
}
