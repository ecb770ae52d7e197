import type { NodeInfo } from '@kinora/worker/comfyui/check-installation';
import type { Template } from '@kinora/worker/comfyui/template';

/** The node descriptions of a ComfyUI that has every node and model file of these templates. */
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
          // Both forms that ComfyUI uses: the plain list, and the newer COMBO with the list in its options.
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

/** The description without a model file: the file is removed from every list of choices. */
export function withoutFile(info: NodeInfo, file: string): NodeInfo {
  const required = structuredClone(info.input?.required ?? {}) as Record<string, unknown>;
  for (const choice of Object.values(required)) {
    if (!Array.isArray(choice)) continue;
    if (Array.isArray(choice[0])) choice[0] = choice[0].filter((each) => each !== file);
    else if (choice[0] === 'COMBO')
      choice[1].options = choice[1].options.filter((each: string) => each !== file);
  }
  return { ...info, input: { required } };
}
