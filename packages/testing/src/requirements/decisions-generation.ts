// The decisions: sizes, lengths and prices, and the life of a job.
import { now, planned } from './requirement.ts';

export const decisionsGeneration = [
  ...now('sizes', {
    'DEC-SIZE-01': 'Meter length in whole thirds: floor(duration * 3 + 1e-9), at least 3.',
    'DEC-SIZE-02': 'Render 8 * thirds + 1 frames at 24 fps.',
    'DEC-SIZE-03': 'Price a video at thirds * rate / 3 cents, rounded half up.',
    'DEC-SIZE-04': 'Take a ratio within 1 % of 16:9, 9:16, 1:1, 3:2 or 2:3 as that shape.',
    'DEC-SIZE-05': 'Class an exact size first: 1080x1080 is the Full HD square.',
    'DEC-SIZE-06':
      'Class other sizes by the longer requested side: up to 1280 HD, up to 1920 Full HD, up to 2560 2.5K.',
    'DEC-SIZE-07': 'Deliver HD at 1280x720, 720x1280, 720x720, 1080x720 and 720x1080.',
    'DEC-SIZE-08': 'Deliver Full HD at 1920x1080, 1080x1920, 1080x1080, 1620x1080 and 1080x1620.',
    'DEC-SIZE-09': 'Deliver 2.5K at 2560x1440, 1440x2560, 1440x1440, 2160x1440 and 1440x2160.',
    'DEC-SIZE-10': 'Round other fast sizes to the nearest multiple of 64, never below 256.',
    'DEC-SIZE-11':
      'Refuse quality outside HD and Full HD or outside the five shapes with the list of its sizes.',
    'DEC-SIZE-12': 'Bill cinema as 2k in every shape.',
    'DEC-SIZE-13': "Take the mode's default for width and for height each on its own.",
  }),
  ...planned('pipeline', 'sizes', {}),

  ...now('jobs', {
    'DEC-JOB-01': 'Know the inner states queued, running, completed, failed and blocked.',
    'DEC-JOB-02': 'Cancel a waiting job at DELETE and put the money back.',
    'DEC-JOB-03': 'Cancel a running job at DELETE and put the money back.',
    'DEC-JOB-04': 'Purge the bytes of a finished job at DELETE.',
    'DEC-JOB-05': 'Answer 404 for a deleted job from then on.',
    'DEC-JOB-06': 'Throw a late result of a cancelled job away.',
    'DEC-JOB-07': 'Draw and store a seed when it is omitted.',
    'DEC-JOB-08': 'Reproduce the same bytes from the same seed on the same engine version.',
    'DEC-JOB-09': 'Deliver images as PNG.',
    'DEC-JOB-10': 'Deliver videos as MP4 with H.264 and AAC at 24 fps.',
    'DEC-JOB-11': 'Give every v1 video sound.',
    'DEC-JOB-12': 'Write the MP4 with fast start.',
    'DEC-JOB-13': 'Sign URLs with an HMAC over key id, method, artefact and expiry.',
  }),
  ...now('jobs', {
    'DEC-JOB-14': 'Show running as generating in the job interface.',
  }),
  ...now('jobs', {
    'DEC-JOB-15': 'Remove outputs and prompts after 7 days and answer 404; keep the ledger.',
    'DEC-JOB-16': "Hand out the object store's own presigned URL where the store offers one.",
  }),

  ...now('safety', {
    'DEC-SAFETY-01':
      'Refuse sexual content with minors, sexual violence, sexual content, gore, encouragement of self-harm, hate and instructions for or praise of mass harm, in twelve languages.',
    'DEC-SAFETY-02':
      'Allow what only uses the same words: medicine, art, history, cooking, wildlife and other meanings of a word.',
    'DEC-SAFETY-03':
      'Deobfuscate a prompt: digits for letters, lookalike and invisible characters, spacing and repeated letters.',
    'DEC-SAFETY-04': 'Let the operator allow sexual content between adults and gore, and nothing else.',
    'DEC-SAFETY-05':
      'Refuse any sexual content with somebody who is or may be a minor, whatever the settings and the style.',
    'DEC-SAFETY-06': 'Name the most severe category and say why without repeating the prompt.',
    'DEC-SAFETY-07': 'Send what the lexicon allows to a moderation endpoint, if one is configured.',
    'DEC-SAFETY-08': 'Report the prompt check as unavailable if that endpoint gives no valid answer in time.',
  }),
  ...now('prompt-preparation', {
    'DEC-SHOT-01': 'Pass a prompt on as it is when no chat endpoint is configured.',
    'DEC-SHOT-02':
      'Turn a prompt of quality or cinema into the description of a shot, of 2000 characters at most.',
    'DEC-SHOT-03': 'Treat the prompt as data: nothing in it becomes an instruction to the chat model.',
    'DEC-SHOT-04': 'Find a prompt unsupported only with an uploaded picture, and say why.',
    'DEC-SHOT-05':
      'Find the mode unavailable when no usable description comes in time, after one retry on a 5xx.',
  }),

  ...now('rendering', {
    'DEC-RENDER-01': 'Deliver every picture and clip at exactly the size of its task.',
    'DEC-RENDER-02':
      'Redraw a picture after its prompt (i2i) with its outlines kept: different prompts look plainly different.',
    'DEC-RENDER-03':
      'Enlarge (upscale, upscale_pro) crisper than a plain cubic, without halos and without losing likeness.',
  }),

  ...now('openai-engine', {
    'DEC-OPENAI-01':
      "Render image, i2i, video and i2v, as far as models are named, through OpenAI's interface; enlarge without it.",
    'DEC-OPENAI-02':
      'Make whatever size, frame rate and length a server answers into exactly those of the task.',
    'DEC-OPENAI-03': 'Deliver no metadata that a server wrote into a file, the prompt above all.',
    'DEC-OPENAI-04': 'Leave out, from then on, fields that a server says it does not know.',
    'DEC-OPENAI-05': 'Give a clip without sound a silent track when sound was asked for.',
    'DEC-OPENAI-06':
      'Tell apart refusals by policy, faults that pass, faults of the setup and answers without sense.',
    'DEC-OPENAI-07':
      'Fetch results from the address of the server only, unless allowed; never tell key or prompt.',
    'DEC-OPENAI-08': 'Never hang: every call and every video has a deadline, and a lost video is a fault.',
    'DEC-OPENAI-09': 'Cancel on the server what is cancelled here.',
    'DEC-OPENAI-10': 'Check address, key and models at the start and say what to change.',
  }),

  ...now('output check', {
    'DEC-OUTPUT-01':
      'Look at the first and the last frame of a clip, and at no fewer than one a second between.',
    'DEC-OUTPUT-02': 'Stop at the first frame or picture that is refused, with its category and a sentence.',
    'DEC-OUTPUT-03': 'Never allow what could not be looked at.',
    'DEC-OUTPUT-04': 'Look at uploaded pictures as at generated ones.',
    'DEC-OUTPUT-05': 'Refuse none of the scenes that the procedural engine paints.',
    'DEC-OUTPUT-06':
      'Keep the classifier in a thread that starts when it is needed and ends when it is idle.',
  }),
  ...now('content credentials', {
    'DEC-CREDENTIAL-01': 'Sign a C2PA manifest into a PNG that says which service and engine made it.',
    'DEC-CREDENTIAL-02': 'Say whether a model that learned from samples made it, or rules alone.',
    'DEC-CREDENTIAL-03': 'Sign so that the pixels stay, and the same input gives the same file.',
    'DEC-CREDENTIAL-04': 'Make a certificate at first start and keep it in the data directory, mode 0600.',
    'DEC-CREDENTIAL-05':
      "Sign with an operator's own certificate, and refuse one that verifiers would refuse.",
    'DEC-CREDENTIAL-06': 'Let a worker sign with a key that stays on the server.',
    'DEC-CREDENTIAL-07': 'Say whether a PNG is what was signed, and if not, why.',
    'DEC-CREDENTIAL-08': 'Call a signer trusted only when a given root vouches for it.',
  }),

  ...now('zero-retention', {
    'DEC-STORE-01': 'Hold the connection with X-Service-Store: 0 until the job ends.',
    'DEC-STORE-02': 'Answer 200 with the bytes as image/png or video/mp4.',
    'DEC-STORE-03': 'Carry X-Job-Id, X-Seed, X-Price-Cents and Cache-Control: no-store.',
    'DEC-STORE-04': 'Answer 451 when such a job is blocked.',
    'DEC-STORE-05': 'Answer 500 or 503 and put the money back when such a job fails.',
    'DEC-STORE-06': 'Cancel and put the money back when the client leaves before the bytes are ready.',
    'DEC-STORE-07': 'Let bytes and prompt touch no disk, database, log or temporary file.',
  }),
] as const;
