// The decisions: the settings, secrets and commands of the operator.
import { now } from './requirement.ts';

export const decisionsOperating = [
  ...now('settings', {
    'DEC-SETTING-01': 'Read settings from environment variables in one place.',
    'DEC-SETTING-02': 'Default KINORA_HOST to 127.0.0.1 and KINORA_PORT to 8787.',
    'DEC-SETTING-03': 'Build links from KINORA_PUBLIC_URL.',
    'DEC-SETTING-04': 'Default KINORA_DATA_DIR to ./.kinora.',
    'DEC-SETTING-05': 'Run an embedded PostgreSQL in the data directory without DATABASE_URL.',
    'DEC-SETTING-06': 'Use the database of DATABASE_URL when it is set.',
    'DEC-SETTING-07': 'Store files in the data directory without KINORA_STORAGE_URL.',
    'DEC-SETTING-08': 'Authenticate workers by KINORA_WORKER_TOKEN.',
    'DEC-SETTING-09': 'Select the procedural engine by KINORA_ENGINE.',
    'DEC-SETTING-10':
      'Generate secrets that are not given at first start and store them in the data directory, mode 0600.',
    'DEC-SETTING-14': 'Write emails to files and the log without SMTP_URL.',
    'DEC-SETTING-15':
      'Serve PUT /operator/test-clock with {now} under KINORA_TEST_CLOCK=1, which is refused with live Stripe keys.',
    'DEC-SETTING-30': 'Serve the contact in KINORA_SECURITY_CONTACT as /.well-known/security.txt (RFC 9116).',
    'DEC-SETTING-19':
      'Accept the test clock from this machine only, and refuse to start with one and a public KINORA_PUBLIC_URL.',
    'DEC-SETTING-11': 'Select the payment provider sandbox or stripe by KINORA_PAYMENTS.',
    'DEC-SETTING-12':
      'Serve the sandbox to this machine only, and to nobody if KINORA_PUBLIC_URL is not a loopback address.',
    'DEC-SETTING-13': 'Read STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    'DEC-SETTING-16':
      'Store in an S3 bucket if KINORA_STORAGE_URL is s3://bucket/prefix?endpoint=...&region=....',
    'DEC-SETTING-31':
      'Refuse the key or the model of a server whose address is not set, without repeating it.',
    'DEC-SETTING-32':
      'Warn once of a variable that looks like a setting of any Kinora program and is none, with the nearest one.',
    'DEC-SETTING-33':
      'Say in one sentence with the remedy why the embedded PostgreSQL cannot be created or started, as on a full disk, and leave no process.',
    'DEC-SETTING-34': 'Read every switch as on or off; 1 and 0 mean the same.',
    'DEC-SETTING-17': 'Select the engine comfyui or openai, each with its address, by KINORA_ENGINE.',
    'DEC-SETTING-18': 'Call the moderation endpoint of KINORA_MODERATION_URL.',
  }),

  ...now('installing', {
    'DEC-INSTALL-01':
      'End the installation of packages at once by a signal, say so, and repair it at the next start; wait for one that still runs.',
    'DEC-INSTALL-02': 'Name the variable of a proxy that is not an address before npm or Node reads it.',
    'DEC-INSTALL-03':
      'Build the console and the served programs before the first start, and again when their sources changed; where that fails or was left out, name the remedy.',
  }),

  ...now('exposure', {
    'DEC-EXPOSURE-01':
      'Warn at start and in kinora doctor of a closed sandbox, a proxy that is not trusted, a URL without https, a test clock and a missing contact for vulnerabilities.',
  }),

  ...now('tasks', {
    'DEC-TASK-01':
      'Record the end of a task before the runner stops, and survive when it cannot be recorded.',
    'DEC-TASK-02': 'Go on running tasks whenever and for however long the database has failed.',
    'DEC-TASK-03':
      'Say in the log, the metrics and GET /health when background tasks cannot run for ten seconds.',
  }),

  ...now('standard', {
    'DEC-ASVS-01':
      'Hold a table of ASVS 5.0 level 2 with a state and evidence for each requirement, and for sign-in, sessions, access and tokens a test that fails without the control.',
  }),

  ...now('documentation', {
    'DEC-DOCS-01':
      'Serve the documentation at /docs, every link of it leading to a page and heading that exist.',
    'DEC-DOCS-02':
      'Show commands with the address of the server that shows them, and run those that are marked in a test.',
    'DEC-DOCS-13':
      'Find what people call a thing, with its endings and typing errors, in the guides and in the operations, fields and codes of the reference, among the first three results.',
    'DEC-DOCS-14':
      'Let a customer follow every page for customers with a browser, an address and a key, without a clone.',
    'DEC-DOCS-03': 'Search every part of every page in the browser, without a further service.',
    'DEC-DOCS-04':
      'Run, type-check or parse every code block of the documents, or say why not; name only settings and commands that exist.',
    'DEC-DOCS-05':
      'Run the commands of the README in a shell, in their order, against what npm start starts.',
    'DEC-DOCS-06':
      'Keep the files for proxies and systemd in the repository, show them in the pages, and check them with the real programs.',
    'DEC-DOCS-08':
      'Send the documentation and the reference compressed, by Brotli or gzip, to clients that accept it.',
    'DEC-DOCS-07':
      'Describe PostgreSQL of one’s own so that following the page works: role, database, TLS, dump and restore.',
    'DEC-DOCS-10': 'Confine the services of systemd to what they need: an exposure of at most 1.5 of 10.',
    'DEC-DOCS-09': 'State what a machine carries from the measured figures.',
    'DEC-DOCS-15':
      'Draw the states of a job, a lease and a charge with every transition, and compare the diagrams with what the code does in each state.',
  }),

  ...now('proxies', {
    'DEC-PROXY-01':
      'Ship files for nginx and Caddy that pass large bodies and events on at once, write no byte of them to a disk, report a customer who leaves and the true address, and log no secret.',
    'DEC-PROXY-02': 'Redirect browsers from http to https with these files, and refuse programs there.',
  }),

  ...now('stopping', {
    'DEC-STOP-01':
      'Ask clients to close their connections, and answer on open ones for KINORA_STOP_LINGER_SECONDS.',
    'DEC-STOP-02': 'Let calls with zero retention wait for their jobs for KINORA_STOP_GRACE_SECONDS.',
    'DEC-STOP-03': 'Tell load balancers at /readyz that the server stops.',
    'DEC-STOP-04': 'Fail no request while another node is up.',
    'DEC-STOP-05': 'Leave no process behind when the service is stopped while it starts.',
  }),
  ...now('upgrading', {
    'DEC-UPGRADE-01':
      'Only add to the schema after the first release, so that servers of the version before go on beside those that have migrated it.',
    'DEC-UPGRADE-03':
      'Let nginx get the script of a page that a server of another version lacks from one that has it.',
    'DEC-UPGRADE-02': 'Let no request wait behind a migration that waits for a table.',
  }),
  ...now('processes', {
    'DEC-PROCESS-01':
      'Serve one port by KINORA_PROCESSES processes, and deliver a job that is in the memory of one of them.',
    'DEC-PROCESS-02': 'Start a server process that ends again, while the others serve.',
    'DEC-PROCESS-03': 'End every server process after the work in progress when the group is stopped.',
    'DEC-PROCESS-04': 'Share the port of several server processes with no other program.',
    'DEC-PROCESS-05':
      'Refuse several server processes at a port that has not a port of its own after it for each.',
    'DEC-STATEMENT-01': 'Read no large table row by row in a statement of a call, a worker or a task.',
    'DEC-STATEMENT-02': 'Run no statement of a transaction after its end.',
    'DEC-STATEMENT-03':
      'Commit nothing of a transaction in which a statement has failed, and report the failure.',
  }),

  ...now('storage', {
    'DEC-STORAGE-01':
      'Test the store at startup and in kinora doctor, and state the remedy if it cannot be used.',
    'DEC-STORAGE-02': 'Let a worker upload its result directly to the store by the link in its lease.',
    'DEC-STORAGE-03':
      'Complete no job without readable bytes while the store is unreachable: its result waits for minutes, then it fails and its price is released.',
    'DEC-STORAGE-04': 'Delete an uploaded image as soon as its job has ended.',
    'DEC-STORAGE-05': 'Delete the blobs that no job needs, and nothing else.',
    'DEC-STORAGE-07':
      'Delete what an attempt has uploaded when it loses its lease, at the latest within the hour, with empty folders.',
    'DEC-STORAGE-08':
      'Promise GET with ranges for the link of a result, and HEAD only where the server itself sends it.',
    'DEC-STORAGE-09':
      'Send each download its own bytes, however late and however many at once they are read, with one buffer for each.',
    'DEC-STORAGE-10':
      'Work with every S3-compatible store that has what the service needs, by another request where its maker does not implement one.',
    'DEC-STORAGE-11':
      'While the store cannot be used, whatever the reason, return 503 with Retry-After from every route that stores or reads there, charge nothing twice, and log the reason.',
    'DEC-STORAGE-06':
      'Delete stored responses of an Idempotency-Key after 24 hours, and workers after 30 days.',
  }),

  ...now('faults', {
    'DEC-FAULT-07':
      'End every session with a database server that takes no writes, and go on with the one that does.',
    'DEC-FAULT-01':
      'Serve all other accounts while a row of one account is locked by a node that has vanished.',
    'DEC-FAULT-02': 'Serve an account whose row a vanished node has locked within 15 seconds.',
    'DEC-FAULT-03':
      'Limit every session in PostgreSQL but those of migrations: statements, waits for locks, pauses in a transaction.',
    'DEC-FAULT-04':
      'Find out what became of a COMMIT whose response was lost, and go on as if it had arrived.',
    'DEC-FAULT-05': 'Lease a job again at once when the response that leased it to a worker was lost.',
    'DEC-CLOCK-01':
      'Take every time of a job, its links and its webhooks from the clock of the database, however the clocks of the servers differ.',
    'DEC-FAULT-08':
      'While the database is away, return 503 with Retry-After from every route that needs it: a page where a person opens one, and never a refusal of a good credential.',
    'DEC-FAULT-06':
      'Recognise a database that cannot be reached, and log it as a warning, because errors in the log are bugs.',
  }),

  ...now('commands', {
    'DEC-UNWRITTEN-01':
      'Say in one line that the output of a command cannot be written, and end with a status that is not 0.',
    'DEC-UNWRITTEN-02': 'Go on serving while the output or the log cannot be written.',
    'DEC-SUPPLY-01':
      'Install only packages that the lock file names by their hash, for every platform, and run only listed scripts.',
    'DEC-SUPPLY-02': 'Run everything with a Node that npm verifies by the lock file.',
    'DEC-SUPPLY-03': 'Copy no secret of a checkout into an image, and run its programs without root.',
    'DEC-SUPPLY-04':
      'Print a bill of materials (CycloneDX) of what a server and a worker are installed with.',
    'DEC-PACK-01':
      'Pack the service, its worker and every command as one npm package of JavaScript with its libraries, which installs in an empty folder and works there without a clone.',
    'DEC-PACK-02':
      'Pack the worker, the command line, the MCP adapter, the client and the provider of the AI SDK as npm packages that install in an empty folder and start.',
    'DEC-PACK-03':
      'Lock a packed program to the versions and hashes of the repository: what it imports, and nothing that only tests or builds need.',
    'DEC-PACK-04':
      'Let npm add what is for one platform, and on a platform without codecs say so at the start, and render images alone.',
    'DEC-RELEASE-01':
      'Make a release by one command: its version everywhere, its section of the changelog, the packages, the bill of materials, and hashes of all.',
    'DEC-RELEASE-02':
      'Publish by a workflow that a person starts and agrees to, with pinned actions, provenance of the packages and signed images for two architectures.',
    'DEC-COMPOSE-01':
      'Describe a whole installation on one machine in a file for Compose: valid by its schema, reachable through the proxy alone, with pinned images and secrets of its own.',
    'DEC-COMPOSE-02': 'Run what that file runs, with its settings, from an order to its image.',
    'DEC-CHART-01':
      'Refuse to install the chart without a public address, trusted proxies of its ingress, a database and a store.',
    'DEC-CHART-02':
      'Run the pods of the chart without root, privileges and token, and let nobody reach another port than that of HTTP.',
    'DEC-COMMAND-01': 'Serve the API with kinora serve.',
    'DEC-COMMAND-02': 'Run a worker with kinora worker.',
    'DEC-COMMAND-03': 'Generate an image, a video and an image-to-video with kinora demo and exit 0.',
    'DEC-COMMAND-04': 'Migrate the schema with kinora migrate.',
    'DEC-COMMAND-05': 'Report missing dependencies with kinora doctor.',
    'DEC-COMMAND-06': 'Check every money invariant with kinora audit.',
    'DEC-COMMAND-07': 'Exit kinora audit with a non-zero status on drift.',
    'DEC-COMMAND-15': 'Audit what has ended once, and all of it again with kinora audit --all.',
    'DEC-COMMAND-16': 'Audit the ledger every night, and report what is violated.',
    'DEC-COMMAND-17':
      'Create no data directory, secrets or database by another command than serve and demo, without --create.',
    'DEC-COMMAND-18':
      'Carry over a database of the last build before the first release, and refuse one of an earlier build with the remedy.',
    'DEC-COMMAND-08':
      'Create an account with kinora account create --email E and print account_id and api_key with --json.',
    'DEC-COMMAND-09': 'Give it a paid balance with --balance-usd N.',
    'DEC-COMMAND-11': 'Make it an operator with --operator.',
    'DEC-COMMAND-12': 'Print its access_token with --json.',
    'DEC-COMMAND-14': 'Print a link that sets its password once, within an hour.',
    'DEC-COMMAND-10': 'Give it a plan with --plan pro|max.',
    'DEC-COMMAND-13': 'Read the watermark of a file with kinora watermark verify FILE.',
  }),
  ...now('watermark', {
    'DEC-WATERMARK-01': 'Prove a mark with an authenticator that only the server can compute.',
    'DEC-WATERMARK-02': 'Let a worker mark with a payload and a chip key, without the secret.',
    'DEC-WATERMARK-03':
      'Read the mark after JPEG, WebP, resizing, a change of aspect ratio, recolouring, a crop to 60 % of each side, bars, a border, mirroring, a turn by 90 or 180 degrees and a rotation by 3.',
    'DEC-WATERMARK-04': 'Change no flat area by more than one step of 255.',
    'DEC-WATERMARK-05': 'Find no mark in images without one.',
    'DEC-WATERMARK-06': 'Mark images from 256x256 to 4096x4096 of any shape.',
    'DEC-WATERMARK-07':
      'Look for the mark between bars, with or without text on them, and leave no marked area out.',
  }),
] as const;
