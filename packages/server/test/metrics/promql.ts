import assert from 'node:assert/strict';

/** Enough of PromQL to check the names in an expression. */

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export function assertBalanced(expression: string): void {
  const open: string[] = [];
  for (const character of withoutStrings(expression)) {
    if ('([{'.includes(character)) open.push(character);
    else if (character in CLOSING) assert.equal(open.pop(), CLOSING[character], expression);
  }
  assert.deepEqual(open, [], expression);
}

/** What is written before an opening parenthesis. */
export function functionsIn(expression: string): string[] {
  return [...withoutStrings(expression).matchAll(/([a-z_]\w*)\s*\(/g)].map(([, name = '']) => name);
}

interface NamedMetric {
  readonly name: string;
  /** Those that select its series. Those that Prometheus adds are left out. */
  readonly labels: readonly string[];
}

const ADDED_BY_PROMETHEUS = ['job', 'instance'];

export function metricsIn(expression: string): NamedMetric[] {
  const metric = /\b((?:kinora|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g;
  return [...withoutStrings(expression).matchAll(metric)].map(([, name = '', selectors = '']) => ({
    name,
    labels: [...selectors.matchAll(/(\w+)\s*[=!]/g)].flatMap(([, label = '']) =>
      ADDED_BY_PROMETHEUS.includes(label) ? [] : [label],
    ),
  }));
}

const withoutStrings = (expression: string): string => expression.replaceAll(/"[^"]*"/g, '""');
