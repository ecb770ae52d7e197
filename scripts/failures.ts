import { stripVTControlCharacters } from 'node:util';
import type { TestOutcome } from './run-test-files.ts';

/** What a reader needs of a group that failed: its report names all tests, and the message of the one that failed is lost in it. */
export interface Failures {
  /** Those with a test that failed; those that were not reported as passed, if the process ended before its report. */
  readonly files: readonly string[];
  /** Each failed test with its place and message, or the end of the output if there is no report of them. */
  readonly details: readonly string[];
}

const DETAIL_LINES_MAX = 40;
const OUTPUT_LINES_MAX = 60;
const SHORT_LINES_MAX = 15;
const REPORT_OF_FAILURES = '\n✖ failing tests:\n';
const LINE_LENGTH_MAX = 1000;
const STACK_OF_NODE = /^ +at (.*\()?(node:|async Promise)/;

export function failuresOf({ group, output }: TestOutcome): Failures {
  const text = stripVTControlCharacters(output);
  const outcomes = [...text.matchAll(/^([✔✖]) (\S+) \([\d.]+ms\)$/gm)];
  const filesThat = (sign: string) =>
    group.filter((file) => outcomes.some(([, is, name]) => is === sign && name === file));
  const [, report] = text.split(REPORT_OF_FAILURES);
  if (report === undefined) {
    const passed = new Set(filesThat('✔'));
    return {
      files: group.filter((file) => !passed.has(file)),
      details: [text.trim().split('\n').slice(-OUTPUT_LINES_MAX).join('\n') || 'it printed nothing'],
    };
  }
  const details = report.trim().split(/\n+(?=test at )/);
  return { files: filesThat('✖'), details: details.map((detail) => firstLines(detail, DETAIL_LINES_MAX)) };
}

/** Where it failed and the first lines of its message, for the end of a long output. */
export function inShort(detail: string): string {
  const lines = detail.split('\n');
  const stack = lines.findIndex((line) => /^ +at /.test(line));
  return firstLines(lines.slice(0, stack === -1 ? undefined : stack).join('\n'), SHORT_LINES_MAX);
}

function firstLines(text: string, max: number): string {
  const all = text.split('\n').filter((line) => !STACK_OF_NODE.test(line));
  const lines = all.map((line) =>
    line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)} ...` : line,
  );
  const rest = lines.length - max;
  return [...lines.slice(0, max), ...(rest > 0 ? [`  ... ${rest} more lines`] : [])].join('\n').trimEnd();
}
