import type { NodeInfo } from '@kinora/worker/comfyui/check-installation';
import type { Template } from '@kinora/worker/comfyui/template';

/** What a ComfyUI answers of its nodes that has all that these templates use. */
export function catalogueFor(templates: readonly Template[]): Map<string, NodeInfo> {
  const catalogue = new Map<string, NodeInfo>();
  const choices = new Map<string, Set<string>>();
  for (const { workflow, manifest } of templates) {
    for (const [id, { class_type: kind, inputs }] of Object.entries(workflow)) {
      const required: Record<string, unknown> = { ...catalogue.get(kind)?.input?.required };
      for (const [name, value] of Object.entries(inputs)) {
        if (`${id}.${name}` in manifest.models) {
          const files = choices.get(`${kind}.${name}`) ?? new Set();
          choices.set(`${kind}.${name}`, files.add(String(value)));
          // Both forms there are: the list itself, and the newer one with the list in its options.
          required[name] = kind.startsWith('U')
            ? ['COMBO', { multiselect: false, options: [...files] }]
            : [[...files], { tooltip: 'a file' }];
        } else required[name] = kind === 'LoadImage' ? [['example.png'], { image_upload: true }] : ['*', {}];
      }
      catalogue.set(kind, { input: { required }, output_node: kind.startsWith('Save') });
    }
  }
  return catalogue;
}

/** Takes a model file out of every list it can be chosen from. */
export function withoutFile(info: NodeInfo, file: string): NodeInfo {
  const required = structuredClone(info.input?.required ?? {}) as Record<string, unknown>;
  for (const offer of Object.values(required)) {
    if (!Array.isArray(offer)) continue;
    if (Array.isArray(offer[0])) offer[0] = offer[0].filter((each) => each !== file);
    else if (offer[0] === 'COMBO')
      offer[1].options = offer[1].options.filter((each: string) => each !== file);
  }
  return { ...info, input: { required } };
}
