import type { Database } from '../../src/db/database.ts';

/** A node of a plan of PostgreSQL, with what it did. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The node and all below it. */
export function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

export function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

/** Runs a statement and returns the nodes of its plan. */
export async function explain(
  database: Database,
  sql: string,
  values?: readonly unknown[],
): Promise<readonly PlanNode[]> {
  const explained = `explain (analyze, format json) ${sql}`;
  const rows = await database.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(explained, values);
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => [...nodesOf(Plan)]));
}
