import { jsonBlock } from '../../code-block.ts';
import { breakable, type Html, html, prose } from '../../html.ts';
import { errorRows } from '../error-reference.ts';

/** Every code of the problem table. */
export function errorsSection(): Html {
  return html`<section id="errors">
<div class="operation">
<div class="text">
<h2>Errors <a class="anchor" href="#errors" aria-label="Link to the errors">#</a></h2>
<p>Every error is JSON: <code>error</code> is a sentence that says what to do, <code>code</code> is one of the codes below, and the body has the additional fields of that code. Programs must use <code>code</code>, never the sentence.</p>
<p>Every 429 and 503 has <code>Retry-After</code> in seconds; the table lists its default values. Use the value of the header.</p>
</div>
<div class="examples">
${jsonBlock('402', {
  error:
    'This costs 0.50 USD and the balance is 0.30 USD. Nothing was generated or charged; top up and send the request again.',
  code: 'balance_insufficient',
  balance_cents: 30,
  cost_cents: 50,
  top_up: 'https://kinora.example/account/top-up',
})}
</div>
</div>
<table class="errors">
<caption>Codes</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th><th scope="col">Retry</th><th scope="col">Additional fields</th></tr></thead>
<tbody>${errorRows.map(
    ({ status, code, meaning, retry, fields, optionalFields }) => html`<tr id="error-${code}">
<td><span class="status">${status}</span></td>
<th scope="row"><code>${breakable(code)}</code></th>
<td>${prose(meaning)}</td>
<td data-label="Retry">${retry}</td>
<td data-label="Additional fields">${[...fields, ...optionalFields].map((name, at) => html`${at > 0 && ', '}<code>${breakable(name)}</code>`)}</td>
</tr>
`,
  )}</tbody>
</table>
</section>
`;
}
