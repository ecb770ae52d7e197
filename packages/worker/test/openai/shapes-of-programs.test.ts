import { imageTask, videoTask } from '@kinora/testing/fake-openai/openai-scene';
import { at, ORDER, POLL, run } from './vendor-shapes.ts';

/** What LiteLLM's proxy 1.108.7, vLLM-Omni 0.30.0 and others answered to the engine, word for word. */

const LITELLM = 'failed with the error above. No fallback was attempted.';

const refused = (status: number, message: string, type = 'invalid_request_error') => ({
  interfere: at('POST', ORDER, () => ({
    status,
    body: { error: { message, type, param: null, code: String(status) } },
  })),
});

run('LiteLLM, which puts the error of a vendor into its message:', [
  {
    what: 'the filter of Azure',
    behaviour: refused(
      400,
      `litellm.BadRequestError: litellm.ContentPolicyViolationError: {"error":{"code":"content_filter","message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.","innererror":{"code":"ResponsibleAIPolicyViolation","content_filter_result":{"sexual":{"filtered":true,"severity":"high"}}},"type":null,"param":"prompt","status":400}}\nmodel=azure. content_policy_fallback=None. fallbacks=None.\n\nLiteLLM: model group 'azure' ${LITELLM}`,
    ),
    task: imageTask,
    ends: 'blocked',
    bills: 0,
  },
  {
    what: 'a refusal whose words do not say why',
    behaviour: refused(
      400,
      `litellm.BadRequestError: AzureException - {"error":{"code":"moderation_blocked","message":"Your request was rejected. If you believe this is an error, contact us.","type":"image_generation_user_error","param":null}}\n\nLiteLLM: model group 'azure' ${LITELLM}`,
    ),
    task: imageTask,
    ends: 'blocked',
    bills: 0,
  },
  {
    // A Python program that passes on what the client of OpenAI throws.
    what: 'a refusal as Python writes it',
    behaviour: refused(
      400,
      "Error code: 400 - {'error': {'message': 'Your request was rejected.', 'type': 'invalid_request_error', 'param': None, 'code': 'content_policy_violation'}}",
    ),
    task: imageTask,
    ends: 'blocked',
    bills: 0,
  },
  {
    what: 'the moderation of OpenRouter, which is no rejected key',
    behaviour: refused(
      403,
      `litellm.APIError: APIError: OpenrouterException - {"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged","metadata":{"reasons":["sexual"],"flagged_input":"x","provider_name":"G"}}}\n\nLiteLLM: model group 'openrouter' ${LITELLM}`,
      'permission_error',
    ),
    task: imageTask,
    ends: 'blocked',
    bills: 0,
  },
  {
    what: 'a limit of the account',
    behaviour: refused(
      400,
      `litellm.BadRequestError: OpenAIException - {"error":{"message":"Billing hard limit has been reached","type":"billing_limit_user_error","param":null,"code":"billing_hard_limit_reached"}}\n\nLiteLLM: model group 'director' ${LITELLM}`,
    ),
    ends: 'released',
    bills: 0,
    says: /hard limit/,
  },
  {
    what: 'a field that the model does not have',
    behaviour: {
      interfere: at('POST', ORDER, (_, { fields }) =>
        'response_format' in fields
          ? {
              status: 400,
              body: {
                error: {
                  message: `litellm.UnsupportedParamsError: Setting \`response_format\` is not supported by dashscope, qwen-image-2.0. To drop it from the call, set \`litellm.drop_params = True\`.\n\nLiteLLM: model group 'dash' ${LITELLM}`,
                  type: 'invalid_request_error',
                  param: null,
                  code: '400',
                },
              },
            }
          : undefined,
      ),
    },
    task: imageTask,
    ends: 'delivered',
    bills: 1,
  },
  {
    what: 'a video that the vendor does not have, with 400',
    behaviour: {
      interfere: at('GET', POLL, () => ({
        status: 400,
        body: {
          error: {
            message: `litellm.BadRequestError: DashscopeException - Task not found. DashScope task ids expire 24 hours after creation and are only visible in the region that created them.\n\nLiteLLM: model group 'dashv' ${LITELLM}`,
            type: 'invalid_request_error',
            param: null,
            code: '400',
          },
        },
      })),
    },
    ends: 'failed',
    bills: 1,
    says: /Task not found/,
  },
]);

/** A video of vLLM-Omni, whose failure has the status of an error. */
const record = (id: string | undefined, code: number, message: string) => ({
  model: 'wan',
  prompt: videoTask.prompt,
  id,
  object: 'video',
  status: 'failed',
  size: '1280x720',
  progress: 0,
  seconds: '5',
  quality: 'default',
  completed_at: 1795837522,
  created_at: 1795837521,
  remixed_from_video_id: null,
  error: { code, message },
  media_type: 'video/mp4',
  expires_at: null,
  file_name: null,
  inference_time_s: 0.61,
  fps: 24.0,
  num_frames: 121,
  duration_s: 5.0,
  metrics: null,
  stage_durations: {},
  peak_memory_mb: 0.0,
  action: null,
});

const failedVideo = (status: number, message: string) => ({
  interfere: at('GET', POLL, (_, { path }) => ({
    status,
    body: record(path.split('/').at(-1), status, message),
  })),
});

run('vLLM-Omni, which answers for a failed video with the status of its error:', [
  {
    what: 'it has no memory',
    behaviour: failedVideo(500, 'CUDA out of memory. Tried to allocate 2.00 GiB'),
    ends: 'failed',
    bills: 3,
    says: /^What was ordered failed: .*out of memory/,
  },
  {
    what: 'it has no memory, behind LiteLLM, which has an id of its own',
    behaviour: {
      interfere: at('GET', POLL, () => ({
        status: 500,
        body: {
          error: {
            message: `litellm.InternalServerError: InternalServerError: Hosted_vllmException - ${JSON.stringify(record('video_gen_c66beebbda2f', 500, 'CUDA out of memory.'))}\n\nLiteLLM: model group 'wan' ${LITELLM}`,
            type: 'internal_server_error',
            param: null,
            code: '500',
          },
        },
      })),
    },
    ends: 'failed',
    bills: 3,
    says: /^What was ordered failed: .*out of memory/,
  },
  {
    what: 'it does not support what was asked for',
    behaviour: failedVideo(400, 'This diffusion model requires 81 frames; got 121.'),
    ends: 'failed',
    bills: 1,
    says: /requires 81 frames/,
  },
  {
    what: 'its guardrail refuses the prompt',
    behaviour: failedVideo(400, 'Input was blocked by Cosmos3 guardrails.'),
    ends: 'blocked',
    bills: 1,
  },
  {
    what: 'an error that names another order says nothing of this one',
    behaviour: {
      interfere: at('GET', POLL, (count) =>
        count < 3
          ? { status: 500, body: { id: 'req_1', status: 'failed', error: { message: 'upstream' } } }
          : undefined,
      ),
    },
    ends: 'delivered',
    bills: 1,
  },
]);
