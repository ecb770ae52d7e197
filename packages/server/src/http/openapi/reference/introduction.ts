import { jsonBlock, shellBlock } from './code-block.ts';
import { type Html, html } from './html.ts';

const ASK = `JOB_ID=$(curl -s $KINORA_URL/v1/images/generate \\
  -H "X-API-Key: $KINORA_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"prompt": "a lighthouse in a storm"}' \\
  | jq -r .job_id)`;

const POLL = `RESULT_URL=$(curl -s $KINORA_URL/v1/jobs/$JOB_ID \\
  -H "X-API-Key: $KINORA_KEY" \\
  | jq -r .result_url)`;

/** The title, the version and where everything is. */
export function hero(version: string, baseUrl: string): Html {
  return html`<header class="hero" id="top">
<p class="eyebrow">API reference <span class="version">${version}</span></p>
<h1>Pictures and clips with sound, from a prompt.</h1>
<p class="lead">Ask for one, poll the job, download the file. The base address is <code>${baseUrl}</code>; the same interface as data is <a href="openapi.json">openapi.json</a>.</p>
</header>
`;
}

/** A picture in three commands, to be pasted into a shell as they are. */
export function firstPicture(baseUrl: string): Html {
  return html`<section id="first-picture">
<h2>Your first picture in three commands <a class="anchor" href="#first-picture" aria-label="Link to the first picture">#</a></h2>
<ol class="steps">
<li><div><p>Give the shell the address and your key. The commands use curl and jq.</p></div>
${shellBlock('Once', `export KINORA_URL=${baseUrl}\nexport KINORA_KEY=YOUR_API_KEY`)}</li>
<li><div><h3>Ask</h3><p>The job is accepted and paid for: a picture of this size costs five cents.</p></div>
${shellBlock('Make a picture', ASK)}</li>
<li><div><h3>Poll</h3><p>Send it every two seconds until <code>RESULT_URL</code> is a link; while the job is queued it is <code>null</code>.</p></div>
${shellBlock('Poll the job', POLL)}</li>
<li><div><h3>Download</h3><p>The link needs no key and is valid for 24 hours. The picture is yours.</p></div>
${shellBlock('Download the result', 'curl -o picture.png "$RESULT_URL"')}</li>
</ol>
</section>
`;
}

/** What holds for every request. */
export function conventions(): Html {
  return html`<section class="operation" id="requests">
<div class="text">
<h2>Requests <a class="anchor" href="#requests" aria-label="Link to the requests">#</a></h2>
<dl class="rules">
<div><dt>Key</dt><dd>Send it in <code>X-API-Key</code>. It is shown once, when it is made. On your own server <code>npm run kinora -- account create --email you@example.com --balance-usd 10</code> makes an account with one.</dd></div>
<div><dt>Access token</dt><dd>The <a href="#job-api">job API</a> takes one instead of a key: <code>Authorization: Bearer</code>. Sign in with <code>POST /api/auth/sign-in/email</code> and fetch it with <code>GET /api/auth/token</code> and the session's cookie; it is valid for 15 minutes. Its refusals have a sentence and no code.</dd></div>
<div><dt>User-Agent</dt><dd>Send one that names your application. A missing one, or the bare default of an HTTP library, is refused with 403. curl and browsers pass.</dd></div>
<div><dt>Body</dt><dd>JSON, and strict: nothing is coerced and an unknown field is refused, so that a misspelt <code>heigth</code> costs no money. Leave out what you do not set.</dd></div>
<div><dt>Idempotency</dt><dd>Send an <code>Idempotency-Key</code> with a generate call and you may send the call again after a broken connection: the second answer is the first job, marked <code>Idempotent-Replayed: true</code>.</dd></div>
<div><dt>Request id</dt><dd>Every answer carries <code>X-Request-Id</code>. Quote it when you ask about a request.</dd></div>
<div><dt>Address</dt><dd>Every route below <code>/api</code> is served at the root too, so the origin works as a base address as well.</dd></div>
</dl>
</div>
<div class="examples">
${jsonBlock('400 · A misspelt field', {
  error: 'heigth: is not a field of this request; did you mean height?',
  code: 'invalid_request',
  issues: [{ path: 'heigth', message: 'is not a field of this request; did you mean height?' }],
})}
</div>
</section>
`;
}
