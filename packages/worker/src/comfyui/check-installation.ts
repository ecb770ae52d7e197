import type { Template } from './template.ts';
import { linkedNode, parsePlace, type Workflow } from './workflow.ts';

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

export function nodeKinds(workflow: Workflow): string[] {
  return [...new Set(Object.values(workflow).map((node) => node.class_type))];
}

/**
 * The template with the name that ComfyUI has for each of its model files, or for the first of the alternatives that is
 * installed: a file may be in a folder below that of its kind, with slashes of either system.
 */
export function withInstalledFiles(template: Template, catalogue: NodeCatalogue): Template {
  const workflow = structuredClone(template.workflow);
  const { models, alternatives } = template.manifest;
  for (const place of Object.keys(models)) {
    const { node: id, input } = parsePlace(place);
    const node = workflow[id];
    const info = node && catalogue[node.class_type]?.input;
    const installed = choicesOf(info?.required?.[input] ?? info?.optional?.[input]) ?? [];
    if (!node) continue;
    const wanted = [String(node.inputs[input]), ...(alternatives[place] ?? [])];
    const found = wanted.map((file) => nameOf(file, installed)).find((name) => name !== undefined);
    node.inputs[input] = found ?? node.inputs[input];
  }
  return { ...template, workflow };
}

/** As it is listed: with this name, or else in some folder. */
function nameOf(file: string, installed: readonly string[]): string | undefined {
  if (installed.includes(file)) return file;
  const base = baseOf(file);
  return installed.find((name) => baseOf(name) === base);
}

const baseOf = (name: string): string => (name.split(/[/\\]/).at(-1) ?? name).toLowerCase();

/** What this ComfyUI lacks for a template, one sentence each; empty if the template can run. */
export function missingParts(template: Template, catalogue: NodeCatalogue): string[] {
  const absent = nodeKinds(template.workflow).filter((kind) => catalogue[kind] === undefined);
  const nodes = absent.map((kind) => `the node ${kind} is not installed; update ComfyUI`);
  const inputs = Object.entries(template.workflow).flatMap(([id, node]) => {
    const info = catalogue[node.class_type];
    return info === undefined ? [] : unmetInputs(template, id, info);
  });
  return [...new Set([...nodes, ...inputs, ...unsavedResult(template, catalogue)])];
}

/** Every job would be rendered and end without a file. */
function unsavedResult({ workflow, manifest }: Template, catalogue: NodeCatalogue): string[] {
  const { node } = manifest.result;
  const kind = workflow[node]?.class_type ?? '';
  if (catalogue[kind]?.output_node !== false) return [];
  return [`"result" names node ${node} (${kind}), which saves no file; name the node that saves it`];
}

/** The nodes of a template that ComfyUI marks as deprecated. */
export function deprecatedNodes({ workflow }: Template, catalogue: NodeCatalogue): string[] {
  return nodeKinds(workflow).filter((kind) => catalogue[kind]?.deprecated);
}

function unmetInputs({ workflow, manifest }: Template, id: string, info: NodeInfo): string[] {
  const node = workflow[id];
  if (node === undefined) return [];
  const filled = new Set(Object.values(manifest.inputs).flatMap((places) => places ?? []));
  const { required, offers } = offersOf(info.input ?? {}, node.inputs);
  const left = required.filter((name) => !(name in node.inputs));
  const faults = left.map((name) => `node ${id} (${node.class_type}) needs the input "${name}"`);
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
function offersOf(inputs: NodeInputs, chosenInputs: Readonly<Record<string, unknown>>, prefix = ''): Offers {
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
function choicesOf(offer: unknown): string[] | undefined {
  if (!Array.isArray(offer)) return undefined;
  const [type, options] = offer as [unknown, { readonly options?: unknown }?];
  const list = Array.isArray(type) ? type : type === 'COMBO' ? options?.options : undefined;
  if (Array.isArray(list)) return list.map(String);
  return dynamicOptions(offer)?.map(({ key }) => key);
}

/** The model files of a template with their folders, for telling an operator what to fetch. */
export function modelFiles({ workflow, manifest }: Template): string[] {
  const files = Object.entries(manifest.models).map(([place, folder]) => {
    const { node, input } = parsePlace(place);
    return `models/${folder}/${workflow[node]?.inputs[input]}`;
  });
  return [...new Set(files)];
}
