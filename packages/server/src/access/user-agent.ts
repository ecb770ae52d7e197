import { type Problem, problem } from '@kinora/contract';

/** The defaults of HTTP libraries. With another product token before or after them the header passes. */
const LIBRARY_DEFAULTS: readonly RegExp[] = [
  /^python-(requests|urllib3?|httpx)\b\S*$/i,
  /^python-urllib\/\S+$/i,
  /^python\/\S+ aiohttp\/\S+$/i,
  /^aiohttp(\/\S+)?$/i,
  /^go-http-client(\/\S+)?$/i,
  /^java(-http-client)?(\/\S+)?$/i,
  /^apache-httpclient\/\S+( \(java\/\S+\))?$/i,
  /^okhttp(\/\S+)?$/i,
  /^axios(\/\S+)?$/i,
  /^(node|undici|node-fetch|deno|bun)(\/\S+)?( \(\+https:\/\/github\.com\/bitinn\/node-fetch\))?$/i,
  /^got( \(https:\/\/github\.com\/sindresorhus\/got\))?$/i,
  /^libwww-perl(\/\S+)?$/i,
  /^(ruby|faraday( v|\/)\S+|guzzlehttp\/\S+|php|restsharp\/\S+|reqwest\/\S+|hyper\/\S+|dart\/\S+ \(dart:io\))$/i,
];

/** `user_agent_refused` when the header is missing or a library's default; curl and browsers pass. */
export function checkUserAgent(userAgent: string | undefined): Problem | undefined {
  const name = userAgent?.trim() ?? '';
  if (name !== '' && !LIBRARY_DEFAULTS.some((pattern) => pattern.test(name))) return undefined;
  const what =
    name === ''
      ? 'The User-Agent header is missing'
      : `The User-Agent "${name.slice(0, 80)}" is the default of a library`;
  return problem(
    'user_agent_refused',
    `${what}; send one that names your application, such as "my-app/1.0".`,
  );
}
