/** A word that the code used once, and what the field says instead. */
export interface RetiredWord {
  /** In lower case, words apart: `hold` finds `Hold`, `isHold` and `HOLD`; `put back` finds `putBack` and "put back". */
  readonly words: string;
  readonly instead: string;
  /** Files, as globs below `packages/`, where the word means something else; with the reason. */
  readonly except?: readonly (readonly [glob: string, reason: string])[];
}

const CANVAS = ['procedural/src/**', 'the canvas has a method of this name'] as const;

export const retiredWords: readonly RetiredWord[] = [
  { words: 'picture', instead: 'image' },
  { words: 'pictures', instead: 'images' },
  { words: 'clip', instead: 'video', except: [CANVAS] },
  { words: 'clips', instead: 'videos' },
  { words: 'ability', instead: 'capability' },
  { words: 'abilities', instead: 'capabilities' },
  { words: 'leaves no trace', instead: 'supports zero retention' },
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

/** A place where a retired word stands, for a person to act on. */
export interface RetiredUse {
  readonly line: number;
  readonly words: string;
}

/** Every use of `words` in `text`, whether in prose, in `camelCase`, in `kebab-case` or in `UPPER_CASE`. */
export function findUses(text: string, words: string): readonly RetiredUse[] {
  const wanted = words.split(' ');
  return text.split('\n').flatMap((content, index) => {
    const found = wordsOf(content);
    const isUsed = found.some((_, at) => wanted.every((word, offset) => found[at + offset] === word));
    return isUsed ? [{ line: index + 1, words }] : [];
  });
}

/** The words of a line in lower case, those inside identifiers too. */
function wordsOf(line: string): readonly string[] {
  return (line.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}
