// The decisions: rendering with ComfyUI.
import { now } from './requirement.ts';

export const decisionsComfyUi = [
  ...now('comfyui', {
    'DEC-COMFY-01':
      'Take workflows from files that an operator can replace, filled where their manifests say.',
    'DEC-COMFY-02': "Render on the workflow's grid and deliver exactly the size and length asked for.",
    'DEC-COMFY-03': 'Offer what the installed nodes and model files can make, and say what is missing.',
    'DEC-COMFY-04': 'Use the most preferred workflow that can run.',
    'DEC-COMFY-05': 'Deliver files that do not tell workflow or prompt.',
    'DEC-COMFY-06': 'Delete the records and, where the folders are known, the files of every job.',
    'DEC-COMFY-07': 'Weigh progress by sampler steps; it never goes back.',
    'DEC-COMFY-08': 'Read the end of a job by polling; a silent progress socket changes nothing.',
    'DEC-COMFY-09':
      'Give a job that ComfyUI lost, failed or left unanswered back as one that may be tried again.',
    'DEC-COMFY-10': 'Cancel exactly the own prompt, never that of somebody else.',
    'DEC-COMFY-11': 'Take no job while ComfyUI is gone, and look anew at what it can make when it is back.',
    'DEC-COMFY-12': 'Keep at most one prompt of a worker in a ComfyUI.',
  }),
] as const;
