/** The tensors of a model file: their names, and their shapes as PyTorch gives them. */
export type Layout = Readonly<Record<string, readonly number[]>>;

export function linear(name: string, outputs: number, inputs: number, hasBias = true): Layout {
  return { [`${name}.weight`]: [outputs, inputs], ...(hasBias && { [`${name}.bias`]: [outputs] }) };
}

/** A convolution; `kernel` has a number per dimension. */
export function conv(name: string, outputs: number, inputs: number, kernel: readonly number[]): Layout {
  return { [`${name}.weight`]: [outputs, inputs, ...kernel], [`${name}.bias`]: [outputs] };
}

export function norm(name: string, size: number, hasBias = true): Layout {
  return { [`${name}.weight`]: [size], ...(hasBias && { [`${name}.bias`]: [size] }) };
}

/** Layouts under a common prefix, which ends with a dot. */
export function under(prefix: string, ...layouts: readonly Layout[]): Layout {
  const entries = layouts.flatMap((layout) => Object.entries(layout));
  return Object.fromEntries(entries.map(([name, shape]) => [prefix + name, shape]));
}

/** The same layout for `count` blocks, `<prefix>0.`, `<prefix>1.` and so on. */
export function blocks(prefix: string, count: number, layout: Layout): Layout {
  return under('', ...Array.from({ length: count }, (_, at) => under(`${prefix}${at}.`, layout)));
}
