// The decisions: sizes, lengths, prices and the lifecycle of a job.
import { now } from './requirement.ts';

export const decisionsGeneration = [
  ...now('sizes', {
    'DEC-SIZE-01': 'Meter length in whole thirds of a second: floor(duration * 3 + 1e-9), at least 3.',
    'DEC-SIZE-02': 'Render 8 * thirds + 1 frames at 24 fps.',
    'DEC-SIZE-03': 'Price a video at thirds * rate / 3 cents, rounded half up.',
    'DEC-SIZE-04': 'Treat a ratio within 1 % of 16:9, 9:16, 1:1, 3:2 or 2:3 as that shape.',
    'DEC-SIZE-05': 'Classify an exact size first: 1080x1080 is the Full HD square.',
    'DEC-SIZE-06':
      'Classify other sizes by the longer requested side: up to 1280 HD, up to 1920 Full HD, up to 2560 2.5K.',
    'DEC-SIZE-07': 'Deliver HD at 1280x720, 720x1280, 720x720, 1080x720 and 720x1080.',
    'DEC-SIZE-08': 'Deliver Full HD at 1920x1080, 1080x1920, 1080x1080, 1620x1080 and 1080x1620.',
    'DEC-SIZE-09': 'Deliver 2.5K at 2560x1440, 1440x2560, 1440x1440, 2160x1440 and 1440x2160.',
    'DEC-SIZE-10': 'Round other fast sizes to the nearest multiple of 64, never below 256.',
    'DEC-SIZE-11': 'Refuse quality outside HD and Full HD or outside the five shapes, and list its sizes.',
    'DEC-SIZE-12': 'Bill cinema as 2k in every shape.',
    'DEC-SIZE-13': "Apply the mode's defaults for width and height independently of each other.",
  }),

  ...now('jobs', {
    'DEC-JOB-01': 'Have the internal states queued, running, completed, failed and blocked.',
    'DEC-JOB-02': 'Cancel a waiting job at DELETE and release its price.',
    'DEC-JOB-03': 'Cancel a running job at DELETE and release its price.',
    'DEC-JOB-04': 'Purge the bytes of a finished job at DELETE.',
    'DEC-JOB-05': 'Return 404 for a deleted job from then on.',
    'DEC-JOB-06': 'Discard a late result of a cancelled job.',
    'DEC-JOB-07': 'Draw a random seed if it is omitted, and store it.',
    'DEC-JOB-08': 'Reproduce the same bytes from the same seed on the same engine version.',
    'DEC-JOB-09': 'Deliver images as PNG.',
    'DEC-JOB-10': 'Deliver videos as MP4 with H.264 and AAC at 24 fps.',
    'DEC-JOB-11': 'Give every v1 video sound.',
    'DEC-JOB-12': 'Write the MP4 with fast start.',
    'DEC-JOB-13': 'Sign URLs with an HMAC over key id, method, artefact and expiry.',
    'DEC-JOB-14': 'Report running as generating in the job API.',
    'DEC-JOB-15': 'Delete outputs and prompts after 7 days and return 404; keep the ledger.',
    'DEC-JOB-16': "Return the object store's own presigned URL where the store supports one.",
    'DEC-JOB-17': 'Accept a job id in any letter case.',
  }),

  ...now('negative prompts', {
    'DEC-NEGATIVE-01':
      'Take a negative prompt for the models whose catalogue entry says so, on every interface, and list which these are.',
    'DEC-NEGATIVE-02':
      'Refuse one for any other model with 400, naming the field and the models of the medium that take one.',
    'DEC-NEGATIVE-03':
      'Lease an order with one only to workers that say they render with it, and refuse it while none is live.',
    'DEC-NEGATIVE-04': 'Compare it with the rest of the request under an Idempotency-Key.',
    'DEC-NEGATIVE-05':
      'Allow its words whatever they name, but read clothes as nudity and adults as a child in the prompt.',
    'DEC-NEGATIVE-06':
      'Keep it as a prompt is kept: for 7 days, until it is deleted, in memory with zero retention, and never in a log.',
    'DEC-NEGATIVE-08':
      'Offer it in the studio for models that take it, folded until it is used, and take it back with the settings of a job.',
    'DEC-NEGATIVE-07': 'Give it to the renderer, with what the workflow of ComfyUI avoids anyway.',
  }),

  ...now('safety', {
    'DEC-SAFETY-01':
      'Block sexual content with minors, sexual violence, sexual content, gore, encouragement of self-harm, hate and instructions for or praise of mass harm, in seventeen languages.',
    'DEC-SAFETY-02':
      'Allow innocent uses of the same words: medicine, art, history, cooking, wildlife and other meanings of a word.',
    'DEC-SAFETY-03':
      'Normalise a prompt against obfuscation: digits for letters, look-alike and invisible characters, escapes, spacing, repeated letters and words written together.',
    'DEC-SAFETY-04': 'Let the operator allow sexual content between adults and gore, and nothing else.',
    'DEC-SAFETY-05':
      'Block any sexual content with a person who is or may be a minor, whatever the settings and the style.',
    'DEC-SAFETY-06': 'Return the most severe category and a reason that does not repeat the prompt.',
    'DEC-SAFETY-07': 'Check what the lists allow with the moderation endpoint, if one is configured.',
    'DEC-SAFETY-08': 'Treat a prompt as unavailable for checking if that endpoint does not respond in time.',
    'DEC-SAFETY-09':
      'Refuse a prompt in a script without lists with 400 prompt_language_unsupported, unless a moderation endpoint is set or the operator allows it.',
    'DEC-SAFETY-10':
      'Accept languages without a list in a listed script, unless the operator requires a listed language.',
    'DEC-SAFETY-11': 'Read the languages that prompts may have from KINORA_PROMPT_LANGUAGES.',
    'DEC-SAFETY-12':
      'Allow a prompt to name what it does not want ("no nudity"), but no request in the form of a negation ("no clothes").',
  }),
  ...now('prompt-preparation', {
    'DEC-SHOT-01': 'Use the prompt unchanged if no chat endpoint is configured.',
    'DEC-SHOT-02': 'Rewrite a prompt of quality or cinema as a shot description of at most 2000 characters.',
    'DEC-SHOT-03': 'Treat the prompt as data: nothing in it becomes an instruction to the chat model.',
    'DEC-SHOT-04': 'Report a prompt as unsupported only with an uploaded image, and give the reason.',
    'DEC-SHOT-05':
      'Report the mode as unavailable if no usable description arrives in time, after one retry on a 5xx.',
  }),

  ...now('rendering', {
    'DEC-RENDER-01': 'Deliver every image and video at exactly the size of its task.',
    'DEC-RENDER-02':
      'Redraw an image after its prompt (i2i) and keep its outlines: different prompts look clearly different.',
    'DEC-RENDER-03':
      'Enlarge (upscale, upscale_pro) sharper than bicubic, without halos and without losing likeness.',
    'DEC-RENDER-04':
      'Deliver all that can be ordered, up to the largest and longest of each type on each tier.',
  }),

  ...now('artifacts', {
    'DEC-ARTIFACT-01':
      'Read what a worker uploaded before it is paid: a whole PNG, or an MP4 with the codec, size, frames, rate and sound that were ordered.',
    'DEC-ARTIFACT-02': 'Limit the bytes of an artifact by what its job can need, however it is uploaded.',
    'DEC-ARTIFACT-03':
      'Require the size and SHA-256 of an artifact at its completion, and compare all stored bytes with them before it is paid.',
    'DEC-ARTIFACT-05':
      'Pay no video whose media does not decode: read the units of all frames, and decode the first, the last and some between, and some of the sound, in a process of their own and only at the size that was ordered.',
    'DEC-PREVIEW-01':
      'Make the preview of a result once, however many ask for it, and remember that it cannot be made; of a video read the index and the first frame, and decode that only at the size of the index.',
    'DEC-PREVIEW-02':
      'Make previews, and decode the videos of workers, a few at once, and one at a time for each account and each token.',
    'DEC-ARTIFACT-04':
      'Deliver a copy that no worker can write: an upload by an old link changes no result and is deleted within the hour.',
  }),

  ...now('openai-engine', {
    'DEC-OPENAI-01':
      "Render image, i2i, video and i2v through OpenAI's interface for the models that are set; enlarge without it.",
    'DEC-OPENAI-02':
      "Convert the size, frame rate and length of a server's result to exactly those of the task.",
    'DEC-OPENAI-03': 'Remove metadata that a server wrote into a file, above all the prompt.',
    'DEC-OPENAI-04': 'Stop sending fields that a server reports as unknown.',
    'DEC-OPENAI-05': 'Add a silent track to a video without sound if sound was requested.',
    'DEC-OPENAI-06':
      'Distinguish policy refusals, transient failures, configuration errors and malformed responses.',
    'DEC-OPENAI-07':
      'Fetch results from the origin of the server only, unless allowed otherwise; never reveal key or prompt.',
    'DEC-OPENAI-08': 'Never hang: every call and every video has a deadline, and a lost video is a failure.',
    'DEC-OPENAI-09': 'Cancel a video on the server when its job is cancelled.',
    'DEC-OPENAI-10': 'Check address, key and models at startup and state the remedy.',
    'DEC-OPENAI-11':
      'Learn the sizes that a model supports from its refusals: render the job in one of them, and request them from then on.',
    'DEC-OPENAI-12': 'Know the sizes and lengths of well-known models by their names.',
    'DEC-OPENAI-13': 'Tell the operator when a vendor cannot delete results.',
    'DEC-OPENAI-15':
      'Read the status of a job by the meaning of its word; show the operator one that is not known, with the answer, and order nothing again for it.',
    'DEC-OPENAI-16':
      'Read results, jobs and addresses wherever vendors put them, as JSON, lines or events; keep with an order the address where it is asked for.',
    'DEC-OPENAI-18': 'Order, ask, cancel and delete as a validated profile says, shipped or of the operator.',
    'DEC-OPENAI-19': 'Take over what a server says that it bills, where the unit of that is documented.',
    'DEC-OPENAI-20': 'Order once more at most what ran out of time at a vendor while it rendered.',
    'DEC-OPENAI-17': 'Call the address of an API as it is given, and below /v1 if it has no path.',
    'DEC-OPENAI-14': 'Take no job while the server cannot be reached, rejects the key or sends Retry-After.',
  }),

  ...now('output-check', {
    'DEC-OUTPUT-01':
      'Classify the first and the last frame of a video, and at least one frame per second between.',
    'DEC-OUTPUT-02': 'Stop at the first frame or image that is refused, with its category and a reason.',
    'DEC-OUTPUT-03': 'Never allow what could not be classified.',
    'DEC-OUTPUT-04': 'Classify uploaded images like generated ones.',
    'DEC-OUTPUT-05': 'Block none of the scenes that the procedural engine renders.',
    'DEC-OUTPUT-06': 'Run the classifier in a thread that starts on demand and ends when idle.',
    'DEC-SANITY-01':
      'Fail an attempt, free, whose output is one colour throughout, frozen, or silent where sound was sold; deliver night, fog, snow, fades, slow pans and quiet rain.',
    'DEC-SANITY-02':
      'Deliver an output of one colour, a still one or a silent one to a prompt that asks for it, in every language of the prompt check.',
    'DEC-SANITY-03':
      'Fail an attempt whose renderer returned far fewer pixels than it was asked for, or another shape.',
  }),
  ...now('content-credentials', {
    'DEC-CREDENTIAL-01': 'Sign a C2PA manifest into a PNG that names the service and the engine.',
    'DEC-CREDENTIAL-02': 'State whether a trained model or rules alone created the image.',
    'DEC-CREDENTIAL-03':
      'Leave the pixels unchanged by signing, and produce the same file for the same input.',
    'DEC-CREDENTIAL-04': 'Create a certificate at first start and store it in the data directory, mode 0600.',
    'DEC-CREDENTIAL-05':
      "Sign with an operator's own certificate, and reject one that verifiers would reject.",
    'DEC-CREDENTIAL-06': 'Let a worker sign with a key that stays on the server.',
    'DEC-CREDENTIAL-07': 'Report whether a PNG is unchanged since it was signed, and if not, why.',
    'DEC-CREDENTIAL-08': 'Report a signer as trusted only if a given root vouches for it.',
  }),

  ...now('zero-retention', {
    'DEC-STORE-01': 'Keep the connection open with X-Service-Store: 0 until the job ends.',
    'DEC-STORE-02': 'Return 200 with the bytes as image/png or video/mp4.',
    'DEC-STORE-03': 'Send X-Job-Id, X-Seed, X-Price-Cents and Cache-Control: no-store.',
    'DEC-STORE-04': 'Return 451 when such a job is blocked.',
    'DEC-STORE-05': 'Return 500 or 503 and release the price when such a job fails.',
    'DEC-STORE-06':
      'Cancel the job and release the price when the client disconnects before the bytes are ready.',
    'DEC-STORE-07': 'Write bytes and prompt to no disk, database, log or temporary file.',
    'DEC-STORE-08':
      'Refuse, before money is held, a call with zero retention that is expected to outlast the proxy it came through, with 503 zero_retention_too_slow.',
    'DEC-STORE-09':
      'End such a call with the same problem before its proxy ends it, cancel the job and release its price.',
    'DEC-STORE-10': 'Refuse X-Service-Store: 0 on /generate with 400, because its results are stored.',
    'DEC-STORE-11':
      'Keep event streams and polls within the time that the proxy waits, whatever it is set to.',
  }),
] as const;
