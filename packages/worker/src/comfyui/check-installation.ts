import type { Template } from './template.ts';
import { linkedNode, parsePlace, type Workflow } from './workflow.ts';

/** ComfyUI's description of one kind of node; it grows with every version, so only this part is read. */
export interface NodeInfo {
  readonly input?: {
    readonly required?: Readonly<Record<string, unknown>>;
    readonly optional?: Readonly<Record<string, unknown>>;
  };
  readonly output_node?: boolean;
}

/** Node kinds by name; one that is not installed is absent. */
export type NodeCatalogue = Readonly<Record<string, NodeInfo>>;

export function nodeKinds(workflow: Workflow): string[] {
  return [...new Set(Object.values(workflow).map((node) => node.class_type))];
}

/** What this ComfyUI lacks for a template, one sentence each; empty if the template can run. */
export function missingParts(template: Template, catalogue: NodeCatalogue): string[] {
  const absent = nodeKinds(template.workflow).filter((kind) => catalogue[kind] === undefined);
  const nodes = absent.map((kind) => `the node ${kind} is not installed; update ComfyUI`);
  const inputs = Object.entries(template.workflow).flatMap(([id, node]) => {
    const info = catalogue[node.class_type];
    return info === undefined ? [] : unmetInputs(template, id, info);
  });
  return [...new Set([...nodes, ...inputs])];
}

function unmetInputs({ workflow, manifest }: Template, id: string, info: NodeInfo): string[] {
  const node = workflow[id];
  if (node === undefined) return [];
  const filled = new Set(Object.values(manifest.inputs).flatMap((places) => places ?? []));
  const left = Object.keys(info.input?.required ?? {}).filter((name) => !(name in node.inputs));
  const faults = left.map((name) => `node ${id} (${node.class_type}) needs the input "${name}"`);
  const offers = { ...info.input?.optional, ...info.input?.required };
  for (const [name, value] of Object.entries(node.inputs)) {
    const choices = choicesOf(offers[name]);
    if (choices === undefined || linkedNode(value) || filled.has(`${id}.${name}`)) continue;
    if (choices.includes(String(value))) continue;
    const folder = manifest.models[`${id}.${name}`];
    faults.push(
      folder === undefined
        ? `node ${id} (${node.class_type}) does not offer ${name} "${value}"`
        : `the model file models/${folder}/${value} is missing`,
    );
  }
  return faults;
}

/**
 * The values an input can be chosen from; undefined if any value is allowed or the format is
 * unknown. Older nodes have the list as the first element, newer ones the string COMBO and the list in the options.
 */
function choicesOf(offer: unknown): string[] | undefined {
  if (!Array.isArray(offer)) return undefined;
  const [type, options] = offer as [unknown, { readonly options?: unknown }?];
  const list = Array.isArray(type) ? type : type === 'COMBO' ? options?.options : undefined;
  return Array.isArray(list) ? list.map(String) : undefined;
}

/** The model files of a template with their folders, for telling an operator what to fetch. */
export function modelFiles({ workflow, manifest }: Template): string[] {
  const files = Object.entries(manifest.models).map(([place, folder]) => {
    const { node, input } = parsePlace(place);
    return `models/${folder}/${workflow[node]?.inputs[input]}`;
  });
  return [...new Set(files)];
}
