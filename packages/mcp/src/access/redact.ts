/** The same value with every secret in its strings replaced: the last line of defence for what leaves the process. */
export function redact<Value>(value: Value, secrets: ReadonlySet<string>): Value {
  if (secrets.size === 0) return value;
  return replaceIn(value, secrets) as Value;
}

function replaceIn(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === 'string') {
    let text = value;
    for (const secret of secrets) text = text.replaceAll(secret, '[hidden]');
    return text;
  }
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [replaceIn(name, secrets), replaceIn(item, secrets)]),
  );
}
