// The decisions: the typed client and the command line of customers.
import { now } from './requirement.ts';

export const decisionsClients = [
  ...now('client', {
    'DEC-CLIENT-01': 'Have a method for every call of v1, with the types of the contract.',
    'DEC-CLIENT-02':
      'Send a request again after a network error, rate_limited, 502, 503 and 504: with the same Idempotency-Key, and not before Retry-After.',
    'DEC-CLIENT-03': 'Report refused content, money, quotas and caps at once.',
    'DEC-CLIENT-04': 'Wait for a job by events, and by polls where events do not arrive.',
    'DEC-CLIENT-05': 'Download as a stream with progress, resume it, and never return a part of a file.',
    'DEC-CLIENT-06': 'Type the problems of v1 as a union that code discriminates.',
    'DEC-CLIENT-07': 'End every call with the reason of its AbortSignal.',
    'DEC-CLIENT-08':
      'Verify webhooks in the Standard Webhooks format with any of several secrets, in constant time, within a tolerance.',
    'DEC-CLIENT-09': 'Pack as ESM with its own types and no dependency, for Node from 20.',
    'DEC-CLIENT-10': 'Send the key to the service alone: not along a redirect, not with a download.',
    'DEC-CLIENT-11': 'Run in a browser, from an origin that the operator has listed.',
    'DEC-CLIENT-12':
      'Count an attempt as lost that has no whole response in time, except of a call that lasts as long as a job.',
    'DEC-CLIENT-13': 'Quote the key in no error, even if the service returns it.',
    'DEC-CLIENT-14':
      'Read no response without a bound: its bytes, its silence, its drip, the breaks of a download, an event, the life of a stream, the wait for a claim.',
  }),
  ...now('AI SDK', {
    'DEC-AISDK-01':
      'Give the AI SDK, versions 6 and 7, images and videos with sound, their seeds and prices, and a warning of what is not supported.',
    'DEC-AISDK-02':
      'Order exactly the shape that is asked for, in a size that costs no more than the default one of a grid.',
    'DEC-AISDK-03':
      'Pay nothing twice: repeat in one place, with one key per order, and order nothing again after an acceptance.',
    'DEC-AISDK-04':
      'Throw an APICallError, retryable where a wait helps and nothing was ordered; return what was delivered of several.',
    'DEC-AISDK-05': 'Cancel what has not ended when the call is aborted.',
    'DEC-AISDK-06': 'Send headers and the key to the service alone.',
  }),
  ...now('n8n', {
    'DEC-NODE-01':
      'In n8n, generate images and videos with sound as binary data with the facts of their jobs, get and delete jobs, and read the account.',
    'DEC-NODE-02':
      'Pay an order of n8n once: one key for all retries of an execution, another for each execution, run and item, and after a job without a result.',
    'DEC-NODE-03':
      'Fail with the sentence of the service and the fields of the problem, and cancel what runs when the execution is stopped.',
    'DEC-NODE-04':
      'Pack the node as CommonJS without dependencies, which n8n loads and whose types are those of n8n.',
  }),
  ...now('Python client', {
    'DEC-PYTHON-01':
      'Install the Python client from the service with pip, and make an image with three lines, as the manual shows.',
    'DEC-PYTHON-02':
      'Have a call for every call of v1, synchronous and asynchronous, with the retries, idempotency keys and errors of the typed client.',
    'DEC-PYTHON-03':
      'Follow a job by events and by polls, with a bar in a terminal or a notebook, and raise what is no result.',
    'DEC-PYTHON-04':
      'Save a result whole or not at all: resume what breaks off, and replace a link that has expired.',
    'DEC-PYTHON-05':
      'Accept fields and values of a newer service, and show secrets in no error and no representation.',
    'DEC-PYTHON-06': 'Need httpx and pydantic alone, and build the same wheel with and without Python.',
    'DEC-PYTHON-07': 'Pass mypy in strict mode and ruff, the examples of the manual too.',
    'DEC-PYTHON-08':
      'Write the synchronous half and the shapes from one source each, compared with what is committed.',
  }),
  ...now('command line', {
    'DEC-CLI-01': 'Sign in by a claim, or with a key from standard input; print a key never.',
    'DEC-CLI-02':
      'Keep keys by service in $XDG_CONFIG_HOME/kinora/credentials.json, mode 0600, replaced atomically; log out of one service alone.',
    'DEC-CLI-03': 'Use the service of --server, of KINORA_SERVER, or the only one with a key.',
    'DEC-CLI-04': 'Order images and videos, with zero retention too, and wait for them or not.',
    'DEC-CLI-05':
      'Save a result whole or not at all, order nothing that could not be saved, and show progress on standard error: a bar on a terminal, otherwise lines.',
    'DEC-CLI-11':
      'Print what comes from a service without control characters, direction overrides, invisible characters and the key; in JSON escape them.',
    'DEC-CLI-12': 'Let a service choose neither the folder nor the name of a file, nor the length of a list.',
    'DEC-CLI-06': 'List, show and delete jobs, and show quotes, usage and balance, as JSON too.',
    'DEC-CLI-13':
      'Break help, messages and tables at words within the width of a terminal; leave JSON and pipes alone.',
    'DEC-CLI-14':
      'Print with --json what the help of the command names: the response of the API, or the listed fields.',
    'DEC-CLI-15': 'Name the variable, option or file of a value that is not valid, and exit with its status.',
    'DEC-CLI-07':
      'Exit with 0 done, 1 failed, 2 usage, 3 payment needed, 4 sign-in needed, 5 blocked, 6 unavailable.',
    'DEC-CLI-08': 'Exit with 130 after Ctrl-C: a stored job goes on, one with zero retention is cancelled.',
    'DEC-CLI-09': 'Have the commands in a package of their own and in the command of the server.',
    'DEC-CLI-10': 'Complete commands, options, choices and files in bash, zsh and fish.',
  }),
] as const;
