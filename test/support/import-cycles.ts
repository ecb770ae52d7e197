/** `from` imports `to` at `file` and `line`. */
export type Edge = {
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly line: number;
};

export type Cycle = { readonly first: Edge; readonly path: readonly string[] };

/** One cycle for each import that closes a way back to where it starts, found depth first. */
export function findCycles(edges: readonly Edge[]): readonly Cycle[] {
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const finished = new Set<string>();
  const trail: string[] = [];
  const cycles: Cycle[] = [];

  const visit = (node: string): void => {
    trail.push(node);
    for (const edge of outgoing.get(node) ?? []) {
      const start = trail.indexOf(edge.to);
      if (start >= 0) cycles.push({ first: edge, path: [...trail.slice(start), edge.to] });
      else if (!finished.has(edge.to)) visit(edge.to);
    }
    trail.pop();
    finished.add(node);
  };
  for (const node of outgoing.keys()) if (!finished.has(node)) visit(node);
  return cycles;
}
