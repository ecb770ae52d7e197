import { merged } from '../remote/merge-patch.ts';
import type { Alternative, Template } from './manifest.ts';
import { parsePlace, workflowSchema } from './workflow.ts';

/** The template that uses a file of an alternative; undefined if the change does not leave a workflow. */
export function withAlternative(
  template: Template,
  place: string,
  { patch, place: newPlace = place, models, serves, longestSide }: Alternative,
  file: string,
): Template | undefined {
  const { manifest } = template;
  const { [place]: folder = '', ...others } = manifest.models;
  const patched = workflowSchema.safeParse(merged(template.workflow, patch ?? {}));
  if (!patched.success) return undefined;
  const changed = {
    ...template,
    manifest: {
      ...manifest,
      models: merged({ [newPlace]: folder, ...others }, models ?? {}) as Record<string, string>,
      serves: manifest.serves.filter((id) => serves?.includes(id) ?? true),
      longestSide: Math.min(manifest.longestSide, longestSide ?? manifest.longestSide),
    },
    workflow: patched.data,
    instead: [...(template.instead ?? []), file],
  };
  return withFile(changed, newPlace, file);
}

/** The template with this file at an input. */
export function withFile(template: Template, place: string, file: string): Template {
  const { node, input } = parsePlace(place);
  const known = template.workflow[node];
  if (known === undefined) return template;
  const workflow = { ...template.workflow, [node]: { ...known, inputs: { ...known.inputs, [input]: file } } };
  return { ...template, workflow };
}
