/** A word that the code no longer uses, and the standard term that replaced it. */
export interface RetiredWord {
  /** In lower case, with spaces: `hold` finds `Hold`, `isHold` and `HOLD`; `put back` finds `putBack` and "put back". */
  readonly words: string;
  readonly instead: string;
  /** Files, as globs below `packages/`, where the word means something else; with the reason. */
  readonly except?: readonly (readonly [glob: string, reason: string])[];
}

const CANVAS = 'the canvas has a method of this name';
const CSS = 'CSS has a property of this name';
const PROMPTS = 'a word that customers write in prompts';
const SEED = 'part of a random seed or a hash: changing it changes the output';
const WIRE = 'a field of the worker protocol';

const WORKER_PROTOCOL = [
  ['contract/src/worker-protocol.ts', WIRE],
  ['worker/{src/describe-worker,test/run-worker.test}.ts', WIRE],
  ['server/src/{queue/claim-job,workers/record-worker}.ts', WIRE],
  ['server/{test,bench}/**', WIRE],
] as const;

export const retiredWords: readonly RetiredWord[] = [
  {
    words: 'picture',
    instead: 'image',
    except: [
      ['server/src/safety/lexicon/languages/english*.ts', PROMPTS],
      ['media/src/provenance/credentials/sign-png.ts', SEED],
    ],
  },
  { words: 'pictures', instead: 'images', except: [['server/bench/watermark/sample-images.ts', SEED]] },
  {
    words: 'clip',
    instead: 'video',
    except: [
      ['procedural/src/{sky/sun-and-moon,subjects/catalogue,subjects/planet}.ts', CANVAS],
      ['server/src/http/openapi/reference/styles/tables.css', CSS],
    ],
  },
  { words: 'clips', instead: 'videos' },
  { words: 'ability', instead: 'capability' },
  { words: 'abilities', instead: 'capabilities', except: WORKER_PROTOCOL },
  { words: 'leaves no trace', instead: 'supports zero retention', except: WORKER_PROTOCOL },
  { words: 'held job', instead: 'ephemeral job' },
  { words: 'held jobs', instead: 'ephemeral jobs' },
  { words: 'holder', instead: 'owning node, or token subject' },
  { words: 'in vain', instead: 'exhausted' },
  { words: 'turn end', instead: 'virtual finish time' },
  { words: 'turn ends', instead: 'virtual finish times' },
  { words: 'tier order', instead: 'job API order' },
  { words: 'tier job', instead: 'job API job' },
  { words: 'unserved', instead: 'capacity problem' },
  { words: 'surroundings', instead: 'dependencies' },
  { words: 'till', instead: 'provider harness, or until' },
  { words: 'tell refund', instead: 'to payment event' },
  { words: 'told', instead: 'received, or event metadata' },
  { words: 'may be forgotten', instead: 'may have expired' },
  { words: 'while reachable', instead: 'map connection errors' },
  { words: 'rejected of late', instead: 'recently rejected' },
  { words: 'of late', instead: 'recently' },
  { words: 'squeeze', instead: 'resize' },
  { words: 'unmask', instead: 'deobfuscate' },
  { words: 'disguise', instead: 'obfuscation' },
  { words: 'disguises', instead: 'obfuscation' },
  { words: 'disguised', instead: 'obfuscated' },
  { words: 'sum up', instead: 'combine evidence' },
  { words: 'give up', instead: 'report failure, or stop' },
  { words: 'gives up', instead: 'fails, or stops' },
  { words: 'sign of life', instead: 'heartbeat' },
  { words: 'heard of', instead: 'last seen' },
  { words: 'put back', instead: 'release, reverse or refund' },
  { words: 'puts back', instead: 'releases, reverses or refunds' },
  { words: 'whoever', instead: 'the caller, or who is meant' },
  { words: 'wait in a circle', instead: 'deadlock' },
];

/** A line that contains a retired word. */
export interface RetiredUse {
  readonly line: number;
  readonly words: string;
}

/** Every use of `words` in `text`, whether in prose, in `camelCase`, in `kebab-case` or in `UPPER_CASE`. */
export function findUses(text: string, words: string): readonly RetiredUse[] {
  const pattern = new RegExp(`(?<![a-z])${words}(?![a-z])`);
  return text
    .split('\n')
    .flatMap((line, index) => (pattern.test(spelledOut(line)) ? [{ line: index + 1, words }] : []));
}

/** The line in lower case, with the words of identifiers separated by spaces. */
function spelledOut(line: string): string {
  return line
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
}
