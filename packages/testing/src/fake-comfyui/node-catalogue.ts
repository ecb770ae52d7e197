import type { Template } from '@kinora/worker/comfyui/manifest';
import type { NodeInfo } from '@kinora/worker/comfyui/node-info';

/** Those of ComfyUI 0.33 that were ever part of a workflow of ours. */
const DEPRECATED = new Set(['ImageCrop', 'ResizeImagesByLongerEdge']);

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
        } else if (name.includes('.')) continue;
        else if (kind === 'LoadImage') required[name] = [['example.png'], { image_upload: true }];
        else required[name] = isDynamic(name, inputs) ? offerOption(required[name], name, inputs) : ['*', {}];
      }
      const deprecated = DEPRECATED.has(kind);
      catalogue.set(kind, { input: { required }, output_node: kind.startsWith('Save'), deprecated });
    }
  }
  return catalogue;
}

/** An input whose value decides which others the node has, as `resize_type` does for `resize_type.width`. */
function isDynamic(name: string, inputs: Inputs): boolean {
  return Object.keys(inputs).some((other) => other.startsWith(`${name}.`));
}

type Inputs = Readonly<Record<string, unknown>>;
interface Option {
  readonly key: unknown;
  readonly inputs: { readonly required: Record<string, unknown> };
}

/** The dynamic combo with one more option, which has the inputs that this node sets. */
function offerOption(known: unknown, name: string, inputs: Inputs): unknown {
  const [, { options }] = (known as [string, { options: Option[] }] | undefined) ?? ['', { options: [] }];
  const nested = Object.keys(inputs).filter((other) => other.startsWith(`${name}.`));
  const required = Object.fromEntries(nested.map((each) => [each.slice(name.length + 1), ['*', {}]]));
  const others = options.filter(({ key }) => key !== inputs[name]);
  return ['COMFY_DYNAMICCOMBO_V3', { options: [...others, { key: inputs[name], inputs: { required } }] }];
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
