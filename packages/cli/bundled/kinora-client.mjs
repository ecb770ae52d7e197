// packages/client/src/hide-key.ts
function hideKey(value, key) {
  return key === void 0 || key === "" ? value : hideIn(value, key);
}
function hideIn(value, key) {
  if (typeof value === "string") return value.replaceAll(key, "[hidden]");
  if (Array.isArray(value)) return value.map((item) => hideIn(item, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [hideIn(name, key), hideIn(item, key)])
  );
}

// packages/client/src/generated/problems.ts
var problemCodes = [
  "account_banned",
  "account_review_required",
  "arrears",
  "auto_recharge_declined",
  "balance_insufficient",
  "billing_verification_unavailable",
  "card_required",
  "claims_busy",
  "claims_per_client_limit",
  "content_blocked",
  "idempotency_conflict",
  "internal_error",
  "invalid_mode",
  "invalid_request",
  "key_cap_reached",
  "key_suspended",
  "mode_duration_unsupported",
  "mode_input_unsupported",
  "mode_prompt_unavailable",
  "mode_resolution_unsupported",
  "mode_temporarily_unavailable",
  "mode_unavailable",
  "monthly_cap_reached",
  "new_account_cap_limit",
  "new_account_recharge_limit",
  "new_card_recharge_limit",
  "not_found",
  "overage_temporarily_unavailable",
  "payment_required",
  "price_changed",
  "prompt_language_unsupported",
  "prompt_unsupported",
  "quota_exhausted",
  "rate_limited",
  "scope_required",
  "storage_full",
  "storage_quota_reached",
  "unauthorized",
  "usage_unavailable",
  "user_agent_refused",
  "video_validation_unavailable",
  "workers_unavailable",
  "zero_retention_too_slow"
];

// packages/client/src/kinora-error.ts
var KinoraError = class extends Error {
  status;
  /** A code of the error reference, such as `balance_insufficient`. */
  code;
  /** The whole body, with the additional fields of the code. */
  body;
  requestId;
  retryAfterSeconds;
  constructor(status, headers, body) {
    super(typeof body.error === "string" ? body.error : `the service returned ${status}`);
    this.name = "KinoraError";
    this.status = status;
    this.code = typeof body.code === "string" ? body.code : "unknown";
    this.body = body;
    this.requestId = headers.get("x-request-id") ?? void 0;
    this.retryAfterSeconds = readRetryAfter(headers.get("retry-after"), Date.now());
  }
  /** The body by its `code`: `if (problem.code === 'balance_insufficient') problem.top_up`. */
  get problem() {
    return problemCodes.includes(this.code) ? this.body : { code: "unknown", error: this.message, body: this.body };
  }
  /** With a 400: what is wrong with each field. */
  get issues() {
    const { problem } = this;
    return problem.code === "invalid_request" ? problem.issues : [];
  }
};
var KinoraConnectionError = class extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "KinoraConnectionError";
  }
};
function readRetryAfter(value, nowMs) {
  if (value === null || value.trim() === "") return void 0;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? void 0 : Math.max(0, Math.ceil((atMs - nowMs) / 1e3));
}

// packages/client/src/read-body.ts
var JSON_BYTES_MAX = 8 * 1024 * 1024;
var RESULT_BYTES_MAX = 1024 * 1024 * 1024;
var PREVIEW_BYTES_MAX = 4 * 1024 * 1024;
var PACKAGE_BYTES_MAX = 64 * 1024 * 1024;
async function readBytes(response, most, readPart = (reader) => reader.read()) {
  const { bytes, isWhole } = await readUpTo(response, most, readPart);
  if (!isWhole) throw tooLarge(response, most);
  return bytes;
}
async function readStart(response, most) {
  const { bytes } = await readUpTo(response, most, (reader) => reader.read());
  return new TextDecoder().decode(bytes);
}
function tooLarge({ status, headers }, most) {
  const error = `The response is larger than ${most / 1024 / 1024} MiB, which no response of a Kinora service is.`;
  return new KinoraError(status, headers, { error, code: "response_too_large" });
}
async function readUpTo({ body }, most, readPart) {
  const parts = [];
  let length = 0;
  let isWhole = body === null;
  const reader = body?.getReader();
  while (reader !== void 0 && length <= most) {
    const { done, value } = await readPart(reader);
    isWhole = done;
    if (done) break;
    parts.push(value);
    length += value.byteLength;
  }
  isWhole &&= length <= most;
  if (!isWhole) reader?.cancel().catch(() => {
  });
  const bytes = new Uint8Array(Math.min(length, most));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, most - at), at);
    at += part.byteLength;
  }
  return { bytes, isWhole };
}
var PROGRESS_BYTES = 16 * 1024;
function createPacedRead(silenceMs) {
  let waitedMs = 0;
  let received = 0;
  return async (reader) => {
    const startedAt = performance.now();
    const part = await readWithin(silenceMs, reader);
    waitedMs += performance.now() - startedAt;
    received += part.value?.byteLength ?? 0;
    const isTooSlow = !part.done && received < PROGRESS_BYTES && waitedMs > silenceMs;
    if (isTooSlow || received >= PROGRESS_BYTES) {
      waitedMs = 0;
      received = 0;
    }
    if (!isTooSlow) return part;
    reader.cancel().catch(() => {
    });
    throw new Error(`almost nothing arrived within ${Math.round(silenceMs) / 1e3} seconds`);
  };
}
function readWithin(ms, reader) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`nothing arrived within ${Math.round(ms) / 1e3} seconds`));
      reader.cancel().catch(() => {
      });
    }, ms);
    reader.read().then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// packages/client/src/error-of.ts
async function errorOf(response, key) {
  const body = readBody(await readStart(response, ERROR_BYTES_MAX), response.status);
  return new KinoraError(response.status, response.headers, hideKey(body, key));
}
var ERROR_BYTES_MAX = 256 * 1024;
var TEXT_SHOWN = 500;
function readBody(text, status) {
  try {
    const body = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    const shown = text.trim();
    if (shown.startsWith("<")) return { error: describePage(shown, status) };
    return shown === "" ? {} : { error: shown.slice(0, TEXT_SHOWN) };
  }
}
function describePage(html, status) {
  const [, title = ""] = /<(?:title|h1)[^>]*>([^<]+)</i.exec(html) ?? [];
  const words = title.trim().replace(/\s+/g, " ").slice(0, TEXT_SHOWN);
  const page = words === "" ? `a page with status ${status}, not JSON.` : `a page, not JSON: ${words}.`;
  return `The service returned ${page} Check its address, and the proxy before it.`;
}

// packages/client/src/decide-retry.ts
var FIRST_WAIT_MS = 250;
var LONGEST_BACKOFF_MS = 8e3;
var UNAVAILABLE = [502, 503, 504];
function decideRetry(failure, failedAttempts, { retries, longestWaitMs }, repeatable, random) {
  if (failedAttempts > retries || !isTemporary(failure, repeatable)) return void 0;
  const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (failedAttempts - 1));
  const waitMs = Math.max((failure.retryAfterSeconds ?? 0) * 1e3, backoffMs * (0.5 + random / 2));
  return waitMs > longestWaitMs ? void 0 : waitMs;
}
function isTemporary({ status, code }, repeatable) {
  if (status === void 0) return repeatable;
  if (status === 429) return code === "rate_limited";
  return UNAVAILABLE.includes(status) && (repeatable || status === 503 && code !== "unknown");
}

// packages/client/src/pause.ts
function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

// packages/client/src/with-retries.ts
async function withRetries({ rules, onRetry }, { isRepeatable, signal }, work) {
  for (let failed = 1; ; failed += 1) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof KinoraError || error instanceof KinoraConnectionError)) throw error;
      const failure = error instanceof KinoraError ? error : {};
      const waitMs = decideRetry(failure, failed, rules, isRepeatable(), Math.random());
      if (waitMs === void 0) throw error;
      onRetry?.({ error, waitMs });
      await pause(waitMs, signal);
    }
  }
}

// packages/client/src/within-time.ts
async function withinTime(ms, signal, work) {
  const limited = new AbortController();
  const stop = () => limited.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(
    () => limited.abort(new Error(`no response within ${Math.round(ms) / 1e3} seconds`)),
    ms
  );
  try {
    return await work(limited.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

// packages/client/src/api-call.ts
var UPLOAD_BYTES_PER_MS = 32;
function createApiCall(endpoint) {
  return async (call, read) => {
    const { signal, repeatable, isLasting = false } = call;
    const request = { ...call, text: call.body === void 0 ? void 0 : JSON.stringify(call.body) };
    const timeoutMs = endpoint.timeoutMs + (request.text?.length ?? 0) / UPLOAD_BYTES_PER_MS;
    const retrying = {
      ...endpoint,
      rules: { ...endpoint.rules, retries: call.retries ?? endpoint.rules.retries }
    };
    return withRetries(retrying, { signal, isRepeatable: () => repeatable }, () => {
      if (isLasting) return send(endpoint, request, signal, read);
      return withinTime(timeoutMs, signal, (limited) => send(endpoint, request, limited, read));
    });
  };
}
async function send({ base, headers, fetch }, request, signal, read) {
  const { method, path, text } = request;
  const init = {
    method,
    headers: {
      ...headers,
      ...text !== void 0 && { "content-type": "application/json" },
      ...request.headers
    },
    // A redirect would carry the key to another address, and turn a POST into a GET.
    redirect: "manual",
    ...text !== void 0 && { body: text },
    ...signal && { signal }
  };
  const response = await connected(base, () => fetch(`${base}/v1${path}`, init));
  const key = headers["x-api-key"];
  if (isRedirect(response)) throw redirected(base, response, key);
  if (!response.ok) throw await connected(base, () => errorOf(response, key));
  return connected(base, () => read(response));
}
async function connected(address, work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    throw new KinoraConnectionError(`${new URL(address).host} could not be reached: ${reasonOf(error)}`, {
      cause: error
    });
  }
}
function reasonOf(error) {
  const { cause } = error;
  if (cause instanceof Error && cause.message !== "") return cause.message;
  const { code } = cause ?? {};
  if (typeof code === "string") return code;
  return error instanceof Error ? error.message : String(error);
}
function isRedirect({ type, status }) {
  return type === "opaqueredirect" || status >= 300 && status < 400;
}
function redirected(base, { status, headers }, key) {
  const target = headers.get("location");
  const to = target !== null && URL.canParse(target, base) ? new URL(target, base).href : "another address";
  const error = `${base} redirects to ${to}, and a key is not sent there. Use the address it redirects to.`;
  return new KinoraError(status, headers, hideKey({ error, code: "redirected" }, key));
}
async function readJson(response) {
  const text = new TextDecoder().decode(await readBytes(response, JSON_BYTES_MAX));
  try {
    return JSON.parse(text);
  } catch {
    const { origin } = new URL(response.url);
    const error = `The response is not JSON. Check that ${origin} is the address of a Kinora service.`;
    throw new KinoraError(response.status, response.headers, { error, code: "not_json" });
  }
}

// packages/client/src/download.ts
var FRUITLESS_MAX = 20;
async function openDownload(source, { onProgress, signal } = {}) {
  let canResume = true;
  const retry = (work) => withRetries(source, { signal, isRepeatable: () => canResume }, work);
  const first = await retry(() => get(source, {}, signal));
  if (first.body === null) throw new KinoraConnectionError("the download has no body");
  const readPart = createPacedRead(source.silenceMs);
  const etag = first.headers.get("etag");
  canResume = etag !== null;
  const total = Number(first.headers.get("content-length") ?? Number.NaN);
  const bytes = Number.isNaN(total) ? void 0 : total;
  let received = 0;
  let reader = first.body.getReader();
  let broken;
  let resumedAt = 0;
  let fruitless = 0;
  async function resume() {
    fruitless = received - resumedAt < PROGRESS_BYTES ? fruitless + 1 : 0;
    resumedAt = received;
    if (fruitless > FRUITLESS_MAX) {
      canResume = false;
      throw broken;
    }
    const rest = await get(source, { range: `bytes=${received}-`, "if-range": etag ?? "" }, signal);
    if (rest.status !== 206 || rest.body === null) {
      canResume = false;
      await rest.body?.cancel();
      throw broken;
    }
    reader = rest.body.getReader();
    broken = void 0;
  }
  async function read() {
    if (broken !== void 0) await resume();
    try {
      const { done, value } = await readPart(reader);
      if (!done) return value;
      if (bytes === void 0 || received >= bytes) return void 0;
      throw new KinoraConnectionError("the download ended early");
    } catch (error) {
      broken = error;
      throw error;
    }
  }
  const body = new ReadableStream({
    async pull(controller) {
      const chunk = await retry(() => connected(source.url, read));
      if (chunk === void 0) return controller.close();
      received += chunk.byteLength;
      if (received > RESULT_BYTES_MAX) {
        reader.cancel().catch(() => {
        });
        throw tooLarge(first, RESULT_BYTES_MAX);
      }
      onProgress?.({ received, total: bytes });
      controller.enqueue(chunk);
    },
    cancel: (reason) => reader.cancel(reason)
  });
  return { body, bytes, mime: first.headers.get("content-type") ?? "application/octet-stream" };
}
async function get({ url, headers, fetch }, more, signal) {
  try {
    const init = { headers: { ...headers, ...more }, ...signal && { signal } };
    const response = await connected(url, () => fetch(url, init));
    if (!response.ok) throw await connected(url, () => errorOf(response));
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
async function readDownload({ body }) {
  return new Uint8Array(await new Response(body).arrayBuffer());
}

// packages/client/src/wait-for-claim.ts
var LONGEST_CLAIM_SECONDS = 3600;
var LONGEST_INTERVAL_SECONDS = 60;
var GRACE_SECONDS = 60;
function within(seconds, least, most) {
  return Math.min(most, Math.max(least, Number(seconds) || 0));
}
async function waitForClaim(poll, {
  code,
  interval,
  expires_in: expiresIn = LONGEST_CLAIM_SECONDS
}, { onPending, signal } = {}) {
  let seconds = interval;
  let leftSeconds = within(expiresIn, 0, LONGEST_CLAIM_SECONDS) + GRACE_SECONDS;
  while (leftSeconds > 0) {
    const waitSeconds = within(seconds, 1, LONGEST_INTERVAL_SECONDS);
    leftSeconds -= waitSeconds;
    await pause(waitSeconds * 1e3, signal);
    const status = await poll(code, signal);
    if (status.status !== "pending") return status;
    seconds = status.interval;
    onPending?.(status);
  }
  return { status: "expired" };
}

// packages/client/src/read-event-stream.ts
var EVENT_CHARACTERS_MAX = 1e6;
async function* readEventStream(body, onBytes) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let lines = [];
  let unread = 0;
  let id;
  try {
    for (; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      text += decoder.decode(value, { stream: true });
      const complete = text.endsWith("\r") ? text.length - 1 : text.length;
      const parts = text.slice(0, complete).split(/\r\n|\n|\r/);
      text = (parts.pop() ?? "") + text.slice(complete);
      for (const line of parts) {
        if (line !== "") {
          lines.push(line);
          unread += line.length + 1;
          continue;
        }
        const event = readEvent(lines);
        lines = [];
        unread = 0;
        id = event.id ?? id;
        if (event.data !== void 0) yield { id, event: event.event, data: event.data };
      }
      if (unread + text.length > EVENT_CHARACTERS_MAX) throw new Error("an event of the stream is too large");
    }
  } finally {
    await reader.cancel().catch(() => {
    });
  }
}
function readEvent(lines) {
  const found = { event: "message" };
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") found.data = found.data === void 0 ? value : `${found.data}
${value}`;
    if (name === "event") found.event = value;
    if (name === "id" && !value.includes("\0")) found.id = value;
  }
  return found;
}

// packages/client/src/watch-job.ts
var POLL_MS = 2e3;
var FIRST_EVENT_MS = 5e3;
var SILENCE_MS = 45e3;
var STREAM_MS = 10 * 6e4;
var POLL_RETRIES = 15;
var FRUITLESS_STREAMS = 3;
async function* watchJob(call, jobId, { pollMs = POLL_MS, signal } = {}) {
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  const stream = { jobId, lastEventId: void 0, fruitless: 0 };
  for (; ; ) {
    if (stream.fruitless < FRUITLESS_STREAMS && (yield* readEvents(call, stream, signal))) return;
    const status = await call(
      { method: "GET", path, signal, repeatable: true, retries: POLL_RETRIES },
      readJson
    );
    yield status;
    if (isFinal(status)) return;
    await pause(pollMs, signal);
  }
}
var isFinal = ({ status }) => status !== "queued";
async function* readEvents(call, stream, signal) {
  const silence = new AbortController();
  const stop = () => silence.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  let timer = setTimeout(stop, FIRST_EVENT_MS);
  const end = setTimeout(stop, STREAM_MS);
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, SILENCE_MS);
  };
  let received = 0;
  try {
    signal?.throwIfAborted();
    const body = await openStream(call, stream, silence.signal);
    if (body === void 0) return false;
    for await (const { id, event, data } of readEventStream(body, listen)) {
      if (event !== "status") continue;
      stream.lastEventId = id;
      received += 1;
      const status = JSON.parse(data);
      yield status;
      if (isFinal(status)) return true;
    }
    return false;
  } catch {
    signal?.throwIfAborted();
    return false;
  } finally {
    stream.fruitless = received > 0 ? 0 : stream.fruitless + 1;
    clearTimeout(timer);
    clearTimeout(end);
    signal?.removeEventListener("abort", stop);
    silence.abort();
  }
}
async function openStream(call, { jobId, lastEventId }, signal) {
  const path = `/jobs/${encodeURIComponent(jobId)}/events`;
  const headers = {
    accept: "text/event-stream",
    ...lastEventId !== void 0 && { "last-event-id": lastEventId }
  };
  const request = {
    method: "GET",
    path,
    headers,
    signal,
    repeatable: true,
    retries: 0,
    isLasting: true
  };
  return call(request, async (response) => {
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (isStream) return response.body ?? void 0;
    await response.body?.cancel();
    return void 0;
  });
}

// packages/client/src/create-kinora-client.ts
var DEFAULT_USER_AGENT = "kinora-client/0.1";
var RETRIES = 4;
var LONGEST_RETRY_WAIT_MS = 6e4;
var TIMEOUT_MS = 6e4;
function createKinoraClient(options) {
  const { baseUrl, apiKey, userAgent = DEFAULT_USER_AGENT, fetch: ownFetch } = options;
  const { timeoutMs = TIMEOUT_MS } = options;
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl must be an address such as https://kinora.example, not ${baseUrl}.`);
  }
  if (apiKey !== void 0 && !/^[\x20-\x7e]*$/.test(apiKey.trim())) {
    throw new TypeError("apiKey has characters that no key has, such as a line break.");
  }
  const named = isBrowser() ? {} : { "user-agent": userAgent };
  const send2 = ownFetch ?? ((input, init) => globalThis.fetch(input, init));
  const retrying = {
    onRetry: options.onRetry,
    rules: {
      retries: options.retries ?? RETRIES,
      longestWaitMs: options.longestRetryWaitMs ?? LONGEST_RETRY_WAIT_MS
    }
  };
  const call = createApiCall({
    base: new URL(baseUrl).href.replace(/\/+$/, ""),
    headers: apiKey === void 0 ? named : { ...named, "x-api-key": apiKey },
    fetch: send2,
    timeoutMs,
    ...retrying
  });
  const open = (url, opened) => openDownload({ url, headers: named, fetch: send2, silenceMs: timeoutMs, ...retrying }, opened);
  return {
    ...generateCalls(call, timeoutMs),
    ...jobCalls(call),
    ...accountCalls(call, apiKey),
    ...claimCalls(call),
    ...webhookCalls(call),
    openDownload: open,
    download: async (url, opened) => readDownload(await open(url, opened))
  };
}
function isBrowser() {
  return globalThis.navigator?.userAgent?.startsWith("Mozilla/") === true;
}
function get2(call, path, { signal } = {}) {
  return call({ method: "GET", path, signal, repeatable: true }, readJson);
}
function post(call, path, body, { signal } = {}) {
  return call({ method: "POST", path, body, signal, repeatable: true }, readJson);
}
function generateCalls(call, silenceMs) {
  const generate = (path, body, options = {}) => {
    const { idempotencyKey = newIdempotencyKey(), signal } = options;
    const headers = { "idempotency-key": idempotencyKey };
    return call({ method: "POST", path, body, headers, signal, repeatable: true }, readJson);
  };
  const inline = (path, body, { signal } = {}) => {
    const headers = { "x-service-store": "0" };
    const request = {
      method: "POST",
      path,
      body,
      headers,
      signal,
      repeatable: false,
      isLasting: true
    };
    return call(request, (response) => readInline(response, silenceMs));
  };
  return {
    generateImage: (body, options) => generate("/images/generate", body, options),
    generateVideo: (body, options) => generate("/videos/generate", body, options),
    generateImageInline: (body, options) => inline("/images/generate", body, options),
    generateVideoInline: (body, options) => inline("/videos/generate", body, options),
    quoteImage: (body, options) => post(call, "/images/quote", body, options),
    quoteVideo: (body, options) => post(call, "/videos/quote", body, options)
  };
}
function newIdempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
async function readInline(response, silenceMs) {
  const { headers } = response;
  return {
    jobId: headers.get("x-job-id") ?? "",
    seed: Number(headers.get("x-seed")),
    priceCents: Number(headers.get("x-price-cents")),
    mime: headers.get("content-type") ?? "",
    bytes: await readBytes(response, RESULT_BYTES_MAX, createPacedRead(silenceMs))
  };
}
function jobCalls(call) {
  const idOf = (job) => typeof job === "string" ? job : job.job_id;
  return {
    job: (jobId, options) => get2(call, `/jobs/${encodeURIComponent(jobId)}`, options),
    jobs: (query, options) => get2(call, `/jobs${queryOf({ ...query })}`, options),
    async deleteJob(jobId, { signal } = {}) {
      const path = `/jobs/${encodeURIComponent(jobId)}`;
      await call({ method: "DELETE", path, signal, repeatable: true }, async (response) => {
        await response.body?.cancel();
      });
    },
    preview: (jobId, { signal } = {}) => {
      const path = `/jobs/${encodeURIComponent(jobId)}/preview`;
      return call({ method: "GET", path, signal, repeatable: true }, async (response) => ({
        mime: response.headers.get("content-type") ?? "",
        bytes: await readBytes(response, PREVIEW_BYTES_MAX)
      }));
    },
    watch: (job, options) => watchJob(call, idOf(job), options),
    async waitFor(job, { onStatus, ...options } = {}) {
      for await (const status of watchJob(call, idOf(job), options)) {
        onStatus?.(status);
        if (status.status !== "queued") return status;
      }
      throw new Error("assertion failed: the last status is final");
    }
  };
}
function queryOf(query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== void 0) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}
function accountCalls(call, apiKey) {
  return {
    usage: (options) => get2(call, "/usage", options),
    balance: (options) => get2(call, "/me/balance", options),
    setAutoRecharge: (request, options) => post(call, "/me/balance/auto-recharge", request, options),
    overage: (options) => get2(call, "/me/overage", options),
    setOverage: (enabled, options) => post(call, "/me/overage/toggle", { enabled }, options),
    setOverageCap: (capCents, options) => post(call, "/me/overage/cap", { cap_cents: capCents }, options),
    mcpPackage: ({ signal } = {}) => call({ method: "GET", path: "/me/mcp-package", signal, repeatable: true }, async (response) => ({
      filename: filenameOf(response.headers, apiKey),
      bytes: await readBytes(response, PACKAGE_BYTES_MAX)
    }))
  };
}
function filenameOf(headers, apiKey) {
  const suggested = /filename="?([^";]+)/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "";
  const name = suggested.split(/[/\\]/).at(-1) ?? "";
  const isPlain = /^\w[\w.-]{0,99}$/.test(name) && hideKey(name, apiKey) === name;
  return isPlain ? name : "service-mcp.mcpb";
}
function claimCalls(call) {
  const claim = (code, options) => get2(call, `/pay/claim/${encodeURIComponent(code)}`, options);
  return {
    startClaim: (body = {}, { signal } = {}) => (
      // A repetition would open a second claim.
      call({ method: "POST", path: "/pay/start", body, signal, repeatable: false }, readJson)
    ),
    claim,
    waitForClaim: (started, options) => waitForClaim((code, signal) => claim(code, { signal }), started, options)
  };
}
function webhookCalls(call) {
  const path = "/me/webhooks";
  return {
    webhooks: (options) => get2(call, path, options),
    setWebhookUrl: (url, options) => post(call, path, { url }, options),
    rotateWebhookSecret: ({ signal } = {}) => (
      // A repetition would make another secret.
      call(
        { method: "POST", path: `${path}/rotate-secret`, body: {}, signal, repeatable: false },
        readJson
      )
    ),
    webhookDeliveries: (query, options) => get2(call, `${path}/deliveries${queryOf({ ...query })}`, options),
    replayWebhook: (deliveryId, options) => post(call, `${path}/deliveries/${encodeURIComponent(deliveryId)}/replay`, {}, options)
  };
}

// packages/client/src/verify-webhook.ts
var WebhookError = class extends Error {
  constructor(message) {
    super(message);
    this.name = "WebhookError";
  }
};
var TOLERANCE_SECONDS = 300;
var VERSION = "v1,";
var PREFIX = "whsec_";
async function verifyWebhook({ body, headers }, { secrets, toleranceSeconds = TOLERANCE_SECONDS, now = /* @__PURE__ */ new Date() }) {
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const ageSeconds = now.getTime() / 1e3 - seconds;
  if (Number.isNaN(ageSeconds)) throw new WebhookError("webhook-timestamp is not a number of seconds");
  if (Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookError(`webhook-timestamp is ${Math.round(ageSeconds)} s from now`);
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const signatures = readSignatures(readHeader(headers, "webhook-signature"));
  const keys = await Promise.all([secrets].flat().map((secret) => importSecret(secret)));
  for (const key of keys) {
    for (const signature of signatures) {
      if (!await crypto.subtle.verify("HMAC", key, signature, signed)) continue;
      return { id, sentAt: new Date(seconds * 1e3), event: readEvent2(bytes) };
    }
  }
  throw new WebhookError("no signature is by a known secret");
}
function readEvent2(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new WebhookError("the body is not JSON");
  }
}
function readHeader(headers, name) {
  const found = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof found !== "string" || found === "") throw new WebhookError(`${name} is missing`);
  return found;
}
function readSignatures(header) {
  return header.split(" ").filter((part) => part.startsWith(VERSION)).flatMap((part) => decodeBase64(part.slice(VERSION.length)) ?? []);
}
function importSecret(secret) {
  const bytes = decodeBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === void 0 || bytes.length === 0) {
    throw new TypeError(`a webhook secret is ${PREFIX} and base64`);
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}
function decodeBase64(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return void 0;
  }
}
function concatenate(first, second) {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
export {
  KinoraConnectionError,
  KinoraError,
  WebhookError,
  createKinoraClient,
  verifyWebhook
};
