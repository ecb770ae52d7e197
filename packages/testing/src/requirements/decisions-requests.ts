// The decisions: URLs, request bodies, idempotency and error bodies.
import { now } from './requirement.ts';

export const decisionsRequests = [
  ...now('addresses', {
    'DEC-ADDRESS-01': 'Mount the API at /api on one origin.',
    'DEC-ADDRESS-02': 'Let poll_url of v1 resolve as an absolute path on the origin.',
    'DEC-ADDRESS-03': 'Serve the v1 routes at the root too.',
    'DEC-ADDRESS-04': 'Serve the OpenAPI document at GET /api/openapi.json.',
    'DEC-ADDRESS-05': 'Serve a readable reference at /api/docs.',
    'DEC-OPENAPI-01': 'Serve the OpenAPI document as version 3.0 too, at GET /api/openapi-3.0.json.',
    'DEC-OPENAPI-02':
      'Describe what other people generate clients from: JSON alone where a response has it, named alternatives, no default in a request, no forbidden field in a response.',
    'DEC-OPENAPI-03':
      'Have clients of openapi-typescript, openapi-python-client and oapi-codegen that compile, order, wait, download, read the usage and delete, with typed errors.',
    'DEC-ADDRESS-06': 'Serve /generate, /job/<id>, /health and /report below /api and at the root.',
  }),
  ...now('addresses', {
    'DEC-ADDRESS-07':
      'Serve the console at /, /studio, /explore, /account, /activate, /operator and /signin without hiding an API path.',
  }),

  ...now('request-bodies', {
    'DEC-REQUEST-01': 'Coerce no types: a string for a number is a 400.',
    'DEC-REQUEST-02': 'Refuse an unknown field with a 400 that names it.',
    'DEC-REQUEST-03': 'Suggest the nearest known field for an unknown one, height for heigth.',
    'DEC-REQUEST-04': 'Refuse duplicate keys in a body.',
    'DEC-REQUEST-05': 'Refuse NaN in a body.',
    'DEC-REQUEST-06': 'Refuse lone surrogates and NUL in a string.',
    'DEC-REQUEST-07': 'Count prompt length in Unicode code points after trimming.',
    'DEC-REQUEST-08': 'Refuse an empty prompt, and one that is empty after trimming, with 400.',
    'DEC-REQUEST-09': 'Refuse a v1 body over 24 MiB with 400.',
    'DEC-REQUEST-10': 'Send X-Request-Id with every response.',
    'DEC-REQUEST-11': 'Send RateLimit and RateLimit-Policy headers on limited routes.',
    'DEC-WORDS-01':
      'Say amounts, times and waits in sentences as people do: in dollars, with a date, in minutes or hours.',
    'DEC-REQUEST-12': 'Refuse a query parameter that is given twice with a 400 that names it.',
    'DEC-REQUEST-13':
      'Serve a request whose target is a whole address like one with its path, unless Host names another host.',
    'DEC-REQUEST-14':
      'Refuse what cannot be read, and a method that a path does not have, in the format of the interface of the path; without one, by a sentence alone.',
  }),

  ...now('uploads', {
    'DEC-UPLOAD-01':
      'Accept an upload of up to 64 megapixels, and name the size of a larger one in its refusal.',
    'DEC-UPLOAD-02': 'Decode uploads outside the event loop and within one budget of memory for all of them.',
    'DEC-UPLOAD-03': 'Lay the transparent parts of an upload on white.',
    'DEC-UPLOAD-04': 'Apply the EXIF orientation of an upload and drop all of its metadata.',
    'DEC-UPLOAD-05':
      'State every limit of an upload in the reference: bytes, pixels, shortest side, ratio and scans.',
    'DEC-UPLOAD-06': 'Refuse a JPEG of more than 64 scans, each of which decodes the whole image again.',
    'DEC-UPLOAD-07': 'Give no upload to the decoder that does not begin as PNG, JPEG or WebP, in no call.',
    'DEC-UPLOAD-08': 'Let no upload block the event loop for 50 ms, whatever its size.',
    'DEC-UPLOAD-09':
      'Accept an upload that has all of its pixels though its end is missing or more follows it, and refuse one that lacks pixels.',
    'DEC-UPLOAD-10':
      'Name the format of a file that is none of PNG, JPEG and WebP in its refusal, with the remedy, in the same words everywhere.',
  }),

  ...now('bodies', {
    'DEC-BODY-01':
      'Read at most 64 KiB of a body before authentication, and of every body that takes no image.',
    'DEC-BODY-02':
      'Hold at most 256 MiB of bodies in memory, and refuse more with 503 and Retry-After before they are read.',
    'DEC-BODY-03': 'Hold at most a quarter of that from one network, so that others can upload.',
    'DEC-BODY-04': 'Refuse a body with more than 65,536 characters around its image before it is parsed.',
    'DEC-BODY-05':
      'Let a client that still sends its body see the refusal: end the connection first, then discard the rest.',
    'DEC-BODY-06': 'Free the room of a body when its response has ended, or its call waits for the result.',
    'DEC-BODY-07':
      'Wait for a body for a minute, and in addition for as long as the largest one of its route takes at 256 kbit/s.',
  }),

  ...now('connections', {
    'DEC-CONNECTION-01':
      'Refuse connections of a network that has 1,000, or as many as KINORA_MAX_CONNECTIONS_PER_ADDRESS.',
    'DEC-CONNECTION-02': 'Count no connections of the proxies in KINORA_TRUSTED_PROXIES.',
    'DEC-CONNECTION-03': 'Log once that a peer forwards requests without being a trusted proxy.',
    'DEC-CONNECTION-04':
      'Send Strict-Transport-Security if KINORA_PUBLIC_URL is https, for this host and its subdomains.',
    'DEC-CONNECTION-05': 'Send frame-ancestors and X-Frame-Options with every response, whatever writes it.',
  }),

  ...now('methods', {
    'DEC-METHOD-01':
      'Answer another method on a known address with 405 and Allow, in the format of its interface.',
    'DEC-METHOD-02': 'Answer HEAD like GET without a body, and refuse it where a GET has an effect.',
    'DEC-METHOD-03': 'Read If-None-Match as a list of weak or strong entity tags, or *.',
    'DEC-METHOD-04': 'Send the whole file if If-Range does not name its entity tag.',
    'DEC-METHOD-05':
      'Answer an address that has no route, or cannot be decoded, in the format of its interface: the job API with 404.',
  }),

  ...now('idempotency', {
    'DEC-IDEMPOTENCY-01':
      'Accept an Idempotency-Key of 1 to 255 printable characters on both v1 generate calls and reject any other.',
    'DEC-IDEMPOTENCY-02':
      'Return the first response with Idempotent-Replayed: true for the same key and body within 24 h.',
    'DEC-IDEMPOTENCY-03': 'Return 409 idempotency_conflict for the same key with another body.',
    'DEC-IDEMPOTENCY-04': 'Write the key in the transaction that accepts the job.',
    'DEC-IDEMPOTENCY-05': 'Accept each POST without the header as a new job.',
    'DEC-IDEMPOTENCY-06': 'Honour Idempotency-Key on /generate.',
  }),

  ...now('error-bodies', {
    'DEC-ERROR-01': 'Return v1 errors as {error: sentence, code, ...the fields the contract names}.',
    'DEC-ERROR-02': 'Give a generic 400 the code invalid_request and issues of {path, message}.',
    'DEC-ERROR-03': 'Give 401 the code unauthorized.',
    'DEC-ERROR-04':
      'Give the payment object start and claim, each {method, path}, amounts_usd [10,25,50,100], plans and rates.',
    'DEC-ERROR-05': 'Link top_up of balance_insufficient to the top-up page.',
    'DEC-ERROR-06': 'Give 403 for a refused User-Agent the code user_agent_refused.',
    'DEC-ERROR-07': 'Give 404 the code not_found.',
    'DEC-ERROR-08': 'Give 500 the code internal_error.',
    'DEC-ERROR-09': 'Map a code to its status, retry rule and extra fields in one table only.',
    'DEC-ERROR-10': 'Generate the error reference from that table, and fail a test if the page differs.',
    'DEC-ERROR-11': 'Refuse a missing User-Agent with 403.',
    'DEC-ERROR-12':
      'Refuse the bare defaults of python-requests, Python-urllib, aiohttp, Go-http-client, Java, okhttp, axios, node, undici and libwww-perl.',
    'DEC-ERROR-13': 'Exempt curl and browsers from the User-Agent rule.',
    'DEC-ERROR-14': 'Let the operator turn the User-Agent rule off.',
    'DEC-ERROR-15': 'Give 403 for a suspended key the code key_suspended with until.',
    'DEC-ERROR-16': 'Give 451 the code content_blocked with category.',
    'DEC-ERROR-18':
      'Give a failed or blocked job an error from a fixed list of sentences, not the words of a worker.',
    'DEC-ERROR-19': 'Document every problem that an operation returns, and no other.',
    'DEC-ERROR-20': 'Document a body as required exactly where a request without one is refused.',
    'DEC-ERROR-17': 'Return errors of the job API as {error, retry_after?, blocked?} exactly.',
  }),
] as const;
