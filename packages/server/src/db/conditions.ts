/** A condition with `?` in place of its value, and the value; without a value the statement does not have the condition. */
export type Condition = readonly [sql: string, value: unknown];

/**
 * The conditions of one request, each preceded by `and`; their values are added to those of the statement. A condition that a
 * parameter turns off would use no index, because statements are planned once (decision 50).
 */
export function conditionsOf(values: unknown[], conditions: readonly Condition[]): string {
  const set = conditions.filter(([, value]) => value !== undefined);
  return set
    .map(([sql, value]) => {
      const parameter = `$${values.push(value)}`;
      return ` and ${sql.replaceAll('?', () => parameter)}`;
    })
    .join('');
}
