import { LineCounter, parseDocument } from 'yaml';
import { type CheckedCatalogue, checkCatalogue } from './check-catalogue.ts';
import type { CatalogueFault } from './check-contract.ts';

/** A fault of a catalogue file: `line` counts from 1. */
export interface FileFault extends CatalogueFault {
  readonly line: number;
}

export type ReadCatalogue =
  | Extract<CheckedCatalogue, { ok: true }>
  | { readonly ok: false; readonly faults: readonly FileFault[] };

/** Reads a catalogue from YAML, of which JSON is a part. */
export function readCatalogue(text: string): ReadCatalogue {
  const counter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  if (parsed.errors.length > 0) {
    return {
      ok: false,
      faults: parsed.errors.map(({ message, pos: [start] }) => ({
        path: [],
        line: counter.linePos(start).line,
        message: `is not YAML: ${message}`,
      })),
    };
  }
  const checked = checkCatalogue(parsed.toJS());
  if (checked.ok) return checked;
  const lineOf = (path: readonly (string | number)[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node = parsed.getIn(path.slice(0, length), true);
      const range = node !== null && typeof node === 'object' && 'range' in node ? node.range : undefined;
      if (Array.isArray(range)) return counter.linePos(range[0] as number).line;
    }
    return 1;
  };
  return { ok: false, faults: checked.faults.map((fault) => ({ ...fault, line: lineOf(fault.path) })) };
}

/** `12: models[2].price[0].cents: must be a whole number`, for the name of a file before it. */
export function describeFault({ line, path, message }: FileFault): string {
  return `${line}: ${path.length === 0 ? '' : `${formatPath(path)}: `}${message}`;
}

/** `models[2].price[0].cents` */
export function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('');
}
