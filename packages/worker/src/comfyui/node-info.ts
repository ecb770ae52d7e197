/** ComfyUI's description of one kind of node; it grows with every version, so only this part is read. */
export interface NodeInfo {
  readonly input?: NodeInputs;
  /** Whether it saves or shows something; only such a node can be the result. */
  readonly output_node?: boolean;
  /** ComfyUI may remove it in a later version. */
  readonly deprecated?: boolean;
}

interface NodeInputs {
  readonly required?: Readonly<Record<string, unknown>>;
  readonly optional?: Readonly<Record<string, unknown>>;
}

/** Node kinds by name; one that is not installed is absent. */
export type NodeCatalogue = Readonly<Record<string, NodeInfo>>;

interface DynamicOption {
  readonly key: string;
  readonly inputs: NodeInputs;
}

/** What a node offers for its inputs, by name, and which of them it requires. */
interface Offers {
  readonly required: readonly string[];
  readonly offers: Readonly<Record<string, unknown>>;
}

/**
 * Includes the inputs that depend on what is chosen in a dynamic combo, whose names have the combo's name, a dot, and
 * their own. A combo within another may be absent: older workflows set it under its own name.
 */
export function offersOf(
  inputs: NodeInputs,
  chosenInputs: Readonly<Record<string, unknown>>,
  prefix = '',
): Offers {
  const offers: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, offer] of Object.entries({ ...inputs.optional, ...inputs.required })) {
    const full = prefix + name;
    offers[full] = offer;
    const options = dynamicOptions(offer);
    if (inputs.required?.[name] !== undefined && (prefix === '' || !options)) required.push(full);
    const chosen = options?.find(({ key }) => key === chosenInputs[full]);
    if (!chosen) continue;
    const nested = offersOf(chosen.inputs, chosenInputs, `${full}.`);
    Object.assign(offers, nested.offers);
    required.push(...nested.required);
  }
  return { required, offers };
}

function dynamicOptions(offer: unknown): readonly DynamicOption[] | undefined {
  const [type, options] = offer as [unknown, { readonly options?: readonly DynamicOption[] }?];
  return type === 'COMFY_DYNAMICCOMBO_V3' ? options?.options : undefined;
}

/**
 * The values an input can be chosen from; undefined if any value is allowed or the format is unknown. Older nodes have
 * the list as the first element, newer ones the string COMBO and the list in the options.
 */
export function choicesOf(offer: unknown): string[] | undefined {
  if (!Array.isArray(offer)) return undefined;
  const [type, options] = offer as [unknown, { readonly options?: unknown }?];
  const list = Array.isArray(type) ? type : type === 'COMBO' ? options?.options : undefined;
  if (Array.isArray(list)) return list.map(String);
  return dynamicOptions(offer)?.map(({ key }) => key);
}
