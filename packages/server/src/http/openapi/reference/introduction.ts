import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { imagePriceCents } from '../../../catalogue/model.ts';
import { formatUsd } from '../../../kernel/money.ts';
import { jsonBlock, shellBlock } from '../../code-block.ts';
import { type Html, html } from '../../html.ts';

const REQUEST = `JOB_ID=$(curl -s $KINORA_URL/v1/images/generate \\
  -H "X-API-Key: $KINORA_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"prompt": "a lighthouse in a storm"}' \\
  | jq -r .job_id)`;

const POLL = `RESULT_URL=$(curl -s $KINORA_URL/v1/jobs/$JOB_ID \\
  -H "X-API-Key: $KINORA_KEY" \\
  | jq -r .result_url)`;

/** The title, the version and the base address. */
export function hero(version: string, baseUrl: string): Html {
  return html`<header class="hero" id="top">
<p class="eyebrow">API reference <span class="version">${version}</span></p>
<h1>Images and videos with sound, from a prompt.</h1>
<p class="lead">Send a prompt, poll the job, download the file. The base address is <code>${baseUrl}</code>; the OpenAPI document is <a href="openapi.json">openapi.json</a>, or <a href="openapi-3.0.json">openapi-3.0.json</a> for generators that do not read OpenAPI 3.1.</p>
</header>
`;
}

/** An image in three commands that can be pasted into a shell. */
export function firstImage(baseUrl: string, { imageModel }: Catalogue): Html {
  const price = formatUsd(imagePriceCents(imageModel, imageModel.defaultSize));
  return html`<section id="first-image">
<h2>Your first image in three commands <a class="anchor" href="#first-image" aria-label="Link to the first image">#</a></h2>
<ol class="steps">
<li><div><p>Set the address and your key. The commands use curl and jq.</p></div>
${shellBlock('Once', `export KINORA_URL=${baseUrl}\nexport KINORA_KEY=YOUR_API_KEY`)}</li>
<li><div><h3>Generate</h3><p>The response means that the job is accepted and paid for: an image of this size costs ${price} USD.</p></div>
${shellBlock('Generate an image', REQUEST)}</li>
<li><div><h3>Poll</h3><p>Repeat this every two seconds until <code>RESULT_URL</code> is a link; while the job is queued it is <code>null</code>.</p></div>
${shellBlock('Poll the job', POLL)}</li>
<li><div><h3>Download</h3><p>The link needs no key and is valid for 24 hours. The image is yours.</p></div>
${shellBlock('Download the result', 'curl -o image.png "$RESULT_URL"')}</li>
</ol>
</section>
`;
}

/** The rules for every request. */
export function conventions(): Html {
  return html`<section class="operation" id="requests">
<div class="text">
<h2>Requests <a class="anchor" href="#requests" aria-label="Link to the requests">#</a></h2>
<dl class="rules">
<div><dt>Key</dt><dd>Send it in <code>X-API-Key</code>. It is shown once, when it is created. On your own server <code>npm run kinora -- account create --email you@example.com --balance-usd 10</code> creates an account with a key.</dd></div>
<div><dt>Access token</dt><dd>The <a href="#job-api">job API</a> needs a token instead of a key: <code>Authorization: Bearer</code>. Sign in with <code>POST /api/auth/sign-in/email</code> and get the token with <code>GET /api/auth/token</code> and the session cookie; it is valid for 15 minutes. Errors of the job API have a sentence and no code; those of the sign-in routes have both.</dd></div>
<div><dt>User-Agent</dt><dd>Send one that names your application. A missing one, or the default of an HTTP library, is rejected with 403. curl and browsers are accepted.</dd></div>
<div><dt>Body</dt><dd>Strict JSON: types are not coerced and an unknown field is rejected, so that a misspelt <code>heigth</code> costs no money. Omit the fields you do not set.</dd></div>
<div><dt>Idempotency</dt><dd>Send an <code>Idempotency-Key</code> with a generate call, and you may repeat the call after a connection error: it then returns the first job, with <code>Idempotent-Replayed: true</code>.</dd></div>
<div><dt>Browsers</dt><dd>Pages of the origins that the operator lists in <code>KINORA_ALLOWED_ORIGINS</code> may call every route here, and pages of any origin may show and read results. The sign-in routes take cookies: send <code>credentials: 'include'</code>.</dd></div>
<div><dt>Request id</dt><dd>Every response has <code>X-Request-Id</code>. Quote it in support requests.</dd></div>
<div><dt>Base address</dt><dd>Every route below <code>/api</code> is also served at the root, so the origin works as a base address too.</dd></div>
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
