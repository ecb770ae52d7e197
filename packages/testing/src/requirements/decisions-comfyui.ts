// The decisions: rendering with ComfyUI.
import { now } from './requirement.ts';

export const decisionsComfyUi = [
  ...now('comfyui', {
    'DEC-COMFY-01':
      'Read workflows from files that an operator can replace, and set the inputs that their manifests name.',
    'DEC-COMFY-02': "Render on the workflow's grid and deliver exactly the requested size and length.",
    'DEC-COMFY-03':
      'Report the capabilities that the installed nodes and model files allow, and list what is missing.',
    'DEC-COMFY-04': 'Use the most preferred workflow that can run.',
    'DEC-COMFY-05': 'Deliver files that contain neither workflow nor prompt.',
    'DEC-COMFY-06': 'Delete the records and, where the folders are known, the files of every job.',
    'DEC-COMFY-07': 'Weight progress by sampler steps; it never decreases.',
    'DEC-COMFY-08':
      'Detect the end of a job by its event at once, and without one by polling: a silent or lost socket only delays it.',
    'DEC-COMFY-09': 'Report a job that ComfyUI lost, failed or did not respond to as retryable.',
    'DEC-COMFY-10': 'Cancel exactly its own prompt, never that of another client.',
    'DEC-COMFY-11':
      'Lease no job while ComfyUI is unreachable, and determine the capabilities again when it is back.',
    'DEC-COMFY-12':
      'Give a ComfyUI the next prompt of a worker before the present one ends, and none after that.',
    'DEC-COMFY-13':
      'Use no node that ComfyUI marks as deprecated, and log those that the workflows of an operator use.',
    'DEC-COMFY-14': "Use an alternative model file of the manifest if the workflow's own is not installed.",
    'DEC-COMFY-15':
      'Make small model files with random weights for every workflow that comes with Kinora, to try it in a ComfyUI.',
    'DEC-COMFY-16':
      'Serve the models that a manifest names, and no others; render at the frame rate and on the frame grid of the workflow, which the manifest may name.',
    'DEC-COMFY-18':
      'Use a quantised model file with its own loader, for the models that its manifest says it is good enough for, under another version.',
    'DEC-COMFY-19':
      'Say at the start what to download, with folder, size, licence and source as known, which file needs the least memory, and which custom nodes are missing.',
    'DEC-COMFY-17':
      'Find a model file by its name in whatever folder ComfyUI lists it, with slashes of either system.',
  }),
] as const;
