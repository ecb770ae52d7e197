/**
 * What the manifest of the package says about the adapter. The server reads it too, so this file imports nothing: the
 * server is installed without the libraries of the adapter.
 */

/** The contract names this version; it is not that of the product. */
export const adapterVersion = '2.1.3';

/** The service that the adapter calls by default. A package has the address of its own service in its place. */
export const defaultAddress = 'http://127.0.0.1:8787';

/** Each tool in one sentence. */
export const toolSummaries = {
  service_about: 'What the service offers, what it costs, and whether this computer is signed in.',
  service_generate_image: 'Starts an image from a text prompt and returns a job id.',
  service_generate_video: 'Starts a video with sound from a text prompt and returns a job id.',
  service_animate_image: 'Starts a video with sound from a local image and a motion prompt.',
  service_check_status: 'Waits for a job and returns its progress, and at its end the signed link.',
  service_usage: 'The usage of this month, the balance and the prices.',
  service_delete_output: 'Cancels a job, or permanently deletes its result.',
  service_start_access: 'Returns one link where a person signs in, pays and approves this computer.',
  service_finish_access: 'Waits for the approval and stores the key on this computer.',
} as const;

export type ToolName = keyof typeof toolSummaries;
