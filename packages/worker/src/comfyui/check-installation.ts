import type { Template } from './manifest.ts';
import { type ModelFacts, missingFile, remedyOf } from './model-facts.ts';
import { choicesOf, type NodeCatalogue, type NodeInfo, offersOf } from './node-info.ts';
import { linkedNode } from './workflow.ts';

/** What this ComfyUI lacks for a template, one sentence each; empty if the template can run. */
export function missingParts(template: Template, catalogue: NodeCatalogue, facts: ModelFacts): string[] {
  const absent = new Set(Object.values(template.workflow).map(({ class_type: kind }) => kind));
  const nodes = [...absent]
    .filter((kind) => catalogue[kind] === undefined)
    .map((kind) => `the node ${kind} is not installed; ${remedyOf(kind, facts)}`);
  const inputs = Object.entries(template.workflow).flatMap(([id, node]) => {
    const info = catalogue[node.class_type];
    return info === undefined ? [] : unmetInputs(template, id, info, facts);
  });
  const missing = [...nodes, ...inputs, ...unsavedResult(template, catalogue)];
  const subjects = missing.map((part) => /^models\/\S+/.exec(part)?.[0] ?? part);
  // A file that several nodes load is missing once.
  return missing.filter((_, at) => subjects.indexOf(subjects[at] ?? '') === at);
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
  const kinds = new Set(Object.values(workflow).map(({ class_type: kind }) => kind));
  return [...kinds].filter((kind) => catalogue[kind]?.deprecated);
}

function unmetInputs(template: Template, id: string, info: NodeInfo, facts: ModelFacts): string[] {
  const { workflow, manifest } = template;
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
    const place = `${id}.${name}`;
    faults.push(
      place in manifest.models
        ? missingFile(template, place, choices, facts)
        : `node ${id} (${node.class_type}) does not offer ${name} "${value}"`,
    );
  }
  return faults;
}
