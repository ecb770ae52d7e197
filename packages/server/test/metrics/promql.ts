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

interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

interface NamedMetric {
  readonly name: string;
  /** What selects its series, such as `state="failed"`. The labels that Prometheus adds are left out. */
  readonly matchers: readonly Matcher[];
}

const ADDED_BY_PROMETHEUS = ['job', 'instance'];

export function metricsIn(expression: string): NamedMetric[] {
  const metric = /\b((?:kinora|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g;
  return [...expression.matchAll(metric)].map(([, name = '', selectors = '']) => ({
    name,
    matchers: [...selectors.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].flatMap(
      ([, label = '', operator = '', value = '']) =>
        ADDED_BY_PROMETHEUS.includes(label) ? [] : [{ label, operator, value }],
    ),
  }));
}

/** Whether a series, written as in the text format, is one that the matchers select. */
export function isSelected(series: string, { name, matchers }: NamedMetric): boolean {
  if (series !== name && !series.startsWith(`${name}{`)) return false;
  return matchers.every(({ label, operator, value }) => {
    const [, actual = ''] = new RegExp(`[{,]${label}="([^"]*)"`).exec(series) ?? [];
    const equals = operator.includes('~') ? new RegExp(`^(?:${value})$`).test(actual) : actual === value;
    return operator.startsWith('!') ? !equals : equals;
  });
}

const withoutStrings = (expression: string): string => expression.replaceAll(/"[^"]*"/g, '""');
