/** The same value without the key in its texts: a service could return it in an error, which programs log. */
export function hideKey<Value>(value: Value, key: string | undefined): Value {
  return key === undefined || key === '' ? value : (hideIn(value, key) as Value);
}

function hideIn(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value.replaceAll(key, '[hidden]');
  if (Array.isArray(value)) return value.map((item) => hideIn(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [hideIn(name, key), hideIn(item, key)]),
  );
}
