#!/usr/bin/env node
var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// packages/program/src/terminal-text.ts
import { stripVTControlCharacters } from "node:util";
function writeText(text2, output = process.stdout) {
  output.write(output.isTTY === true && !JSON_LINE.test(text2) ? fitText(text2, output.columns) : text2);
}
function fitText(text2, columns = DEFAULT_WIDTH) {
  const width = Math.max(MIN_WIDTH, columns);
  const lines = text2.split("\n");
  if (lines.every((line) => widthOf(line) <= width)) return text2;
  return blocksOf(lines).flatMap((block) => typeof block === "string" ? [block] : linesOf(block, width)).join("\n");
}
function widthOf(line) {
  return stripVTControlCharacters(line).length;
}
function blocksOf(lines) {
  const blocks = [];
  for (const line of lines) {
    const before = blocks.at(-1);
    if (line.trim() === "") blocks.push("");
    else if (typeof before !== "object" || !continueBlock(before, line)) blocks.push(blockOf(line));
  }
  return blocks;
}
function continueBlock(block, line) {
  const indent = indentOf(line);
  const isFull = block.lastLine + 1 + firstWord(line).length > FULL_LINE;
  if (block.name === "" && block.kind === "text" && !isFull && indent > block.indent + DEEP) {
    block.name = `${" ".repeat(block.indent)}${block.text}`;
    block.text = "";
  }
  if (!goesOn(block, line, indent, isFull)) return false;
  if (block.kind === "text") block.hang = indent;
  block.text = `${block.text} ${line.trim()}`.trim();
  block.lastLine = widthOf(line);
  return true;
}
function goesOn({ kind, name, text: text2, hang, indent: before }, line, indent, isFull) {
  if (kind === "command") return false;
  if (kind === "usage") return indent > hang;
  if (name !== "") return text2 === "" ? indent > before : indent === hang;
  const isOwn = isEntry(line) || isCommand(line) || text2.endsWith(":");
  return isFull && !isOwn && (indent === before || (indent === hang || hang === before) && indent > before);
}
function blockOf(line) {
  const indent = indentOf(line);
  const lastLine = widthOf(line);
  if (isUsage(line)) return { kind: "usage", indent, name: "", hang: USAGE, text: line.trim(), lastLine };
  if (isCommand(line))
    return { kind: "command", indent, name: "", hang: indent + 2, text: line.trim(), lastLine };
  const [gap = "", name = ""] = ENTRY.exec(line) ?? [];
  const isName = /^ +-\S+( \S+)?$|^[a-z]+(-[a-z]+)+$/.test(line);
  if (isName) return { kind: "text", indent, name: line, hang: indent, text: "", lastLine };
  const hang = name === "" ? indent : widthOf(gap);
  return { kind: "text", indent, name, hang, text: line.slice(gap.length).trim(), lastLine };
}
function linesOf({ kind, indent, name, hang, text: text2 }, width) {
  if (name !== "" && text2 === "") return [name];
  const words = kind === "usage" ? argumentsOf(text2, width) : wordsOf(text2);
  const isNarrow = width - hang < Math.max(MIN_ROOM, ...words.map(widthOf));
  if (name !== "" && (isNarrow || widthOf(name) >= hang)) {
    const column = isNarrow ? Math.min(hang, indent + BELOW) : hang;
    return [...wrap(wordsOf(name), indent, indent + 2, width), ...wrap(words, column, column, width)];
  }
  if (kind === "command") return wrap(quotedWords(text2), indent, hang, width - 2, " \\");
  if (kind === "usage") return wrap(words, indent, hang + 4, width);
  if (name === "") return wrap(words, indent, Math.min(hang, width - MIN_ROOM / 2), width);
  const [first = "", ...rest] = wrap(words, hang, hang, width);
  return [`${name}${" ".repeat(hang - widthOf(name))}${first.trimStart()}`, ...rest];
}
function argumentsOf(text2, width) {
  const whole = text2.match(/\[[^\]]*\]|--\S+ [A-Z]\S*|\S+/g) ?? [];
  return whole.flatMap((part) => part.length > width - BELOW * 2 ? wordsOf(part) : [part]);
}
function quotedWords(text2) {
  return text2.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
}
function wrap(words, first, others, width, ending = "") {
  const lines = [];
  let line = " ".repeat(first);
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line + ending);
      line = " ".repeat(others);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
var JSON_LINE, MIN_WIDTH, DEFAULT_WIDTH, MIN_ROOM, BELOW, USAGE, DEEP, FULL_LINE, indentOf, firstWord, ENTRY, isEntry, isUsage, isCommand, wordsOf;
var init_terminal_text = __esm({
  "packages/program/src/terminal-text.ts"() {
    "use strict";
    JSON_LINE = /^[[{]/;
    MIN_WIDTH = 20;
    DEFAULT_WIDTH = 80;
    MIN_ROOM = 24;
    BELOW = 6;
    USAGE = 7;
    DEEP = 10;
    FULL_LINE = 90;
    indentOf = (line) => line.length - line.trimStart().length;
    firstWord = (line) => line.trim().split(" ")[0] ?? "";
    ENTRY = /^( *(?:\S| (?! )){1,60}?) {2,}(?=\S)/;
    isEntry = (line) => ENTRY.test(line);
    isUsage = (line) => /^(Usage:| {7}kinora) /.test(line);
    isCommand = (line) => /^ +(kinora|npm|curl|[A-Z]+=\$\()/.test(line) && !isUsage(line);
    wordsOf = (text2) => text2.split(" ").filter((word) => word !== "");
  }
});

// packages/program/src/command.ts
var UsageError;
var init_command = __esm({
  "packages/program/src/command.ts"() {
    "use strict";
    UsageError = class extends Error {
    };
  }
});

// packages/program/src/setting.ts
function readerOf(environment) {
  return (name) => environment[name]?.trim() || void 0;
}
function readUrl(name, value) {
  if (value === void 0) return void 0;
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    throw new ConfigError(`${name} must be an http or https address, not "${value}"`);
  }
  return value.replace(/\/+$/, "");
}
var ConfigError;
var init_setting = __esm({
  "packages/program/src/setting.ts"() {
    "use strict";
    ConfigError = class extends Error {
    };
  }
});

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
var init_hide_key = __esm({
  "packages/client/src/hide-key.ts"() {
    "use strict";
  }
});

// packages/client/src/generated/problems.ts
var problemCodes;
var init_problems = __esm({
  "packages/client/src/generated/problems.ts"() {
    "use strict";
    problemCodes = [
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
  }
});

// packages/client/src/kinora-error.ts
function readRetryAfter(value, nowMs) {
  if (value === null || value.trim() === "") return void 0;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? void 0 : Math.max(0, Math.ceil((atMs - nowMs) / 1e3));
}
var KinoraError, KinoraConnectionError;
var init_kinora_error = __esm({
  "packages/client/src/kinora-error.ts"() {
    "use strict";
    init_problems();
    KinoraError = class extends Error {
      status;
      /** A code of the error reference, such as `balance_insufficient`. */
      code;
      /** The whole body, with the additional fields of the code. */
      body;
      requestId;
      retryAfterSeconds;
      constructor(status2, headers, body) {
        super(typeof body.error === "string" ? body.error : `the service returned ${status2}`);
        this.name = "KinoraError";
        this.status = status2;
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
    KinoraConnectionError = class extends Error {
      constructor(message, options) {
        super(message, options);
        this.name = "KinoraConnectionError";
      }
    };
  }
});

// packages/client/src/read-body.ts
async function readBytes(response, most, readPart = (reader) => reader.read()) {
  const { bytes, isWhole } = await readUpTo(response, most, readPart);
  if (!isWhole) throw tooLarge(response, most);
  return bytes;
}
async function readStart(response, most) {
  const { bytes } = await readUpTo(response, most, (reader) => reader.read());
  return new TextDecoder().decode(bytes);
}
function tooLarge({ status: status2, headers }, most) {
  const error = `The response is larger than ${most / 1024 / 1024} MiB, which no response of a Kinora service is.`;
  return new KinoraError(status2, headers, { error, code: "response_too_large" });
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
var JSON_BYTES_MAX, RESULT_BYTES_MAX, PREVIEW_BYTES_MAX, PACKAGE_BYTES_MAX, PROGRESS_BYTES;
var init_read_body = __esm({
  "packages/client/src/read-body.ts"() {
    "use strict";
    init_kinora_error();
    JSON_BYTES_MAX = 8 * 1024 * 1024;
    RESULT_BYTES_MAX = 1024 * 1024 * 1024;
    PREVIEW_BYTES_MAX = 4 * 1024 * 1024;
    PACKAGE_BYTES_MAX = 64 * 1024 * 1024;
    PROGRESS_BYTES = 16 * 1024;
  }
});

// packages/client/src/error-of.ts
async function errorOf(response, key) {
  const body = readBody(await readStart(response, ERROR_BYTES_MAX), response.status);
  return new KinoraError(response.status, response.headers, hideKey(body, key));
}
function readBody(text2, status2) {
  try {
    const body = JSON.parse(text2);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    const shown2 = text2.trim();
    if (shown2.startsWith("<")) return { error: describePage(shown2, status2) };
    return shown2 === "" ? {} : { error: shown2.slice(0, TEXT_SHOWN) };
  }
}
function describePage(html, status2) {
  const [, title = ""] = /<(?:title|h1)[^>]*>([^<]+)</i.exec(html) ?? [];
  const words = title.trim().replace(/\s+/g, " ").slice(0, TEXT_SHOWN);
  const page = words === "" ? `a page with status ${status2}, not JSON.` : `a page, not JSON: ${words}.`;
  return `The service returned ${page} Check its address, and the proxy before it.`;
}
var ERROR_BYTES_MAX, TEXT_SHOWN;
var init_error_of = __esm({
  "packages/client/src/error-of.ts"() {
    "use strict";
    init_hide_key();
    init_kinora_error();
    init_read_body();
    ERROR_BYTES_MAX = 256 * 1024;
    TEXT_SHOWN = 500;
  }
});

// packages/client/src/decide-retry.ts
function decideRetry(failure, failedAttempts, { retries, longestWaitMs }, repeatable, random) {
  if (failedAttempts > retries || !isTemporary(failure, repeatable)) return void 0;
  const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (failedAttempts - 1));
  const waitMs = Math.max((failure.retryAfterSeconds ?? 0) * 1e3, backoffMs * (0.5 + random / 2));
  return waitMs > longestWaitMs ? void 0 : waitMs;
}
function isTemporary({ status: status2, code }, repeatable) {
  if (status2 === void 0) return repeatable;
  if (status2 === 429) return code === "rate_limited";
  return UNAVAILABLE.includes(status2) && (repeatable || status2 === 503 && code !== "unknown");
}
var FIRST_WAIT_MS, LONGEST_BACKOFF_MS, UNAVAILABLE;
var init_decide_retry = __esm({
  "packages/client/src/decide-retry.ts"() {
    "use strict";
    FIRST_WAIT_MS = 250;
    LONGEST_BACKOFF_MS = 8e3;
    UNAVAILABLE = [502, 503, 504];
  }
});

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
var init_pause = __esm({
  "packages/client/src/pause.ts"() {
    "use strict";
  }
});

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
var init_with_retries = __esm({
  "packages/client/src/with-retries.ts"() {
    "use strict";
    init_decide_retry();
    init_kinora_error();
    init_pause();
  }
});

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
var init_within_time = __esm({
  "packages/client/src/within-time.ts"() {
    "use strict";
  }
});

// packages/client/src/api-call.ts
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
  const { method, path: path4, text: text2 } = request;
  const init = {
    method,
    headers: {
      ...headers,
      ...text2 !== void 0 && { "content-type": "application/json" },
      ...request.headers
    },
    // A redirect would carry the key to another address, and turn a POST into a GET.
    redirect: "manual",
    ...text2 !== void 0 && { body: text2 },
    ...signal && { signal }
  };
  const response = await connected(base, () => fetch(`${base}/v1${path4}`, init));
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
function isRedirect({ type, status: status2 }) {
  return type === "opaqueredirect" || status2 >= 300 && status2 < 400;
}
function redirected(base, { status: status2, headers }, key) {
  const target = headers.get("location");
  const to = target !== null && URL.canParse(target, base) ? new URL(target, base).href : "another address";
  const error = `${base} redirects to ${to}, and a key is not sent there. Use the address it redirects to.`;
  return new KinoraError(status2, headers, hideKey({ error, code: "redirected" }, key));
}
async function readJson(response) {
  const text2 = new TextDecoder().decode(await readBytes(response, JSON_BYTES_MAX));
  try {
    return JSON.parse(text2);
  } catch {
    const { origin } = new URL(response.url);
    const error = `The response is not JSON. Check that ${origin} is the address of a Kinora service.`;
    throw new KinoraError(response.status, response.headers, { error, code: "not_json" });
  }
}
var UPLOAD_BYTES_PER_MS;
var init_api_call = __esm({
  "packages/client/src/api-call.ts"() {
    "use strict";
    init_error_of();
    init_hide_key();
    init_kinora_error();
    init_read_body();
    init_with_retries();
    init_within_time();
    UPLOAD_BYTES_PER_MS = 32;
  }
});

// packages/client/src/download.ts
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
var FRUITLESS_MAX;
var init_download = __esm({
  "packages/client/src/download.ts"() {
    "use strict";
    init_api_call();
    init_error_of();
    init_kinora_error();
    init_read_body();
    init_with_retries();
    FRUITLESS_MAX = 20;
  }
});

// packages/client/src/wait-for-claim.ts
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
    const status2 = await poll(code, signal);
    if (status2.status !== "pending") return status2;
    seconds = status2.interval;
    onPending?.(status2);
  }
  return { status: "expired" };
}
var LONGEST_CLAIM_SECONDS, LONGEST_INTERVAL_SECONDS, GRACE_SECONDS;
var init_wait_for_claim = __esm({
  "packages/client/src/wait-for-claim.ts"() {
    "use strict";
    init_pause();
    LONGEST_CLAIM_SECONDS = 3600;
    LONGEST_INTERVAL_SECONDS = 60;
    GRACE_SECONDS = 60;
  }
});

// packages/client/src/read-event-stream.ts
async function* readEventStream(body, onBytes) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text2 = "";
  let lines = [];
  let unread = 0;
  let id;
  try {
    for (; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      text2 += decoder.decode(value, { stream: true });
      const complete = text2.endsWith("\r") ? text2.length - 1 : text2.length;
      const parts = text2.slice(0, complete).split(/\r\n|\n|\r/);
      text2 = (parts.pop() ?? "") + text2.slice(complete);
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
      if (unread + text2.length > EVENT_CHARACTERS_MAX) throw new Error("an event of the stream is too large");
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
var EVENT_CHARACTERS_MAX;
var init_read_event_stream = __esm({
  "packages/client/src/read-event-stream.ts"() {
    "use strict";
    EVENT_CHARACTERS_MAX = 1e6;
  }
});

// packages/client/src/watch-job.ts
async function* watchJob(call, jobId, { pollMs = POLL_MS, signal } = {}) {
  const path4 = `/jobs/${encodeURIComponent(jobId)}`;
  const stream = { jobId, lastEventId: void 0, fruitless: 0 };
  for (; ; ) {
    if (stream.fruitless < FRUITLESS_STREAMS && (yield* readEvents(call, stream, signal))) return;
    const status2 = await call(
      { method: "GET", path: path4, signal, repeatable: true, retries: POLL_RETRIES },
      readJson
    );
    yield status2;
    if (isFinal(status2)) return;
    await pause(pollMs, signal);
  }
}
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
      const status2 = JSON.parse(data);
      yield status2;
      if (isFinal(status2)) return true;
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
  const path4 = `/jobs/${encodeURIComponent(jobId)}/events`;
  const headers = {
    accept: "text/event-stream",
    ...lastEventId !== void 0 && { "last-event-id": lastEventId }
  };
  const request = {
    method: "GET",
    path: path4,
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
var POLL_MS, FIRST_EVENT_MS, SILENCE_MS, STREAM_MS, POLL_RETRIES, FRUITLESS_STREAMS, isFinal;
var init_watch_job = __esm({
  "packages/client/src/watch-job.ts"() {
    "use strict";
    init_api_call();
    init_pause();
    init_read_event_stream();
    POLL_MS = 2e3;
    FIRST_EVENT_MS = 5e3;
    SILENCE_MS = 45e3;
    STREAM_MS = 10 * 6e4;
    POLL_RETRIES = 15;
    FRUITLESS_STREAMS = 3;
    isFinal = ({ status: status2 }) => status2 !== "queued";
  }
});

// packages/client/src/create-kinora-client.ts
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
  const open2 = (url, opened) => openDownload({ url, headers: named, fetch: send2, silenceMs: timeoutMs, ...retrying }, opened);
  return {
    ...generateCalls(call, timeoutMs),
    ...jobCalls(call),
    ...accountCalls(call, apiKey),
    ...claimCalls(call),
    ...webhookCalls(call),
    openDownload: open2,
    download: async (url, opened) => readDownload(await open2(url, opened))
  };
}
function isBrowser() {
  return globalThis.navigator?.userAgent?.startsWith("Mozilla/") === true;
}
function get2(call, path4, { signal } = {}) {
  return call({ method: "GET", path: path4, signal, repeatable: true }, readJson);
}
function post(call, path4, body, { signal } = {}) {
  return call({ method: "POST", path: path4, body, signal, repeatable: true }, readJson);
}
function generateCalls(call, silenceMs) {
  const generate2 = (path4, body, options = {}) => {
    const { idempotencyKey = newIdempotencyKey(), signal } = options;
    const headers = { "idempotency-key": idempotencyKey };
    return call({ method: "POST", path: path4, body, headers, signal, repeatable: true }, readJson);
  };
  const inline = (path4, body, { signal } = {}) => {
    const headers = { "x-service-store": "0" };
    const request = {
      method: "POST",
      path: path4,
      body,
      headers,
      signal,
      repeatable: false,
      isLasting: true
    };
    return call(request, (response) => readInline(response, silenceMs));
  };
  return {
    generateImage: (body, options) => generate2("/images/generate", body, options),
    generateVideo: (body, options) => generate2("/videos/generate", body, options),
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
      const path4 = `/jobs/${encodeURIComponent(jobId)}`;
      await call({ method: "DELETE", path: path4, signal, repeatable: true }, async (response) => {
        await response.body?.cancel();
      });
    },
    preview: (jobId, { signal } = {}) => {
      const path4 = `/jobs/${encodeURIComponent(jobId)}/preview`;
      return call({ method: "GET", path: path4, signal, repeatable: true }, async (response) => ({
        mime: response.headers.get("content-type") ?? "",
        bytes: await readBytes(response, PREVIEW_BYTES_MAX)
      }));
    },
    watch: (job, options) => watchJob(call, idOf(job), options),
    async waitFor(job, { onStatus, ...options } = {}) {
      for await (const status2 of watchJob(call, idOf(job), options)) {
        onStatus?.(status2);
        if (status2.status !== "queued") return status2;
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
  const path4 = "/me/webhooks";
  return {
    webhooks: (options) => get2(call, path4, options),
    setWebhookUrl: (url, options) => post(call, path4, { url }, options),
    rotateWebhookSecret: ({ signal } = {}) => (
      // A repetition would make another secret.
      call(
        { method: "POST", path: `${path4}/rotate-secret`, body: {}, signal, repeatable: false },
        readJson
      )
    ),
    webhookDeliveries: (query, options) => get2(call, `${path4}/deliveries${queryOf({ ...query })}`, options),
    replayWebhook: (deliveryId, options) => post(call, `${path4}/deliveries/${encodeURIComponent(deliveryId)}/replay`, {}, options)
  };
}
var DEFAULT_USER_AGENT, RETRIES, LONGEST_RETRY_WAIT_MS, TIMEOUT_MS;
var init_create_kinora_client = __esm({
  "packages/client/src/create-kinora-client.ts"() {
    "use strict";
    init_api_call();
    init_download();
    init_hide_key();
    init_read_body();
    init_wait_for_claim();
    init_watch_job();
    DEFAULT_USER_AGENT = "kinora-client/0.1";
    RETRIES = 4;
    LONGEST_RETRY_WAIT_MS = 6e4;
    TIMEOUT_MS = 6e4;
  }
});

// packages/client/src/verify-webhook.ts
var init_verify_webhook = __esm({
  "packages/client/src/verify-webhook.ts"() {
    "use strict";
  }
});

// packages/client/src/index.ts
var init_src = __esm({
  "packages/client/src/index.ts"() {
    "use strict";
    init_create_kinora_client();
    init_kinora_error();
    init_verify_webhook();
  }
});

// packages/cli/src/describe-seconds.ts
function describeSeconds(seconds) {
  if (seconds < 2 * MINUTE) return `${Math.ceil(seconds)} s`;
  if (seconds < 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} min`;
  return seconds < 2 * DAY ? `${Math.ceil(seconds / HOUR)} h` : `${Math.ceil(seconds / DAY)} days`;
}
var MINUTE, HOUR, DAY;
var init_describe_seconds = __esm({
  "packages/cli/src/describe-seconds.ts"() {
    "use strict";
    MINUTE = 60;
    HOUR = 60 * MINUTE;
    DAY = 24 * HOUR;
  }
});

// packages/cli/src/interrupt.ts
async function interruptible(consequence, work) {
  const abort = new AbortController();
  const stop = () => abort.abort(new Interrupted(consequence()));
  process.once("SIGINT", stop);
  try {
    return await work(abort.signal);
  } finally {
    process.removeListener("SIGINT", stop);
  }
}
var Interrupted;
var init_interrupt = __esm({
  "packages/cli/src/interrupt.ts"() {
    "use strict";
    Interrupted = class extends Error {
    };
  }
});

// packages/cli/src/exit-status.ts
function statusOfError(error) {
  if (error instanceof SignInRequired || error instanceof KeyNotValid) return exitStatus.signInNeeded;
  if (error instanceof Interrupted) return exitStatus.interrupted;
  if (error instanceof KinoraConnectionError) return exitStatus.unavailable;
  if (!(error instanceof KinoraError)) return exitStatus.failed;
  return STATUS_OF_CODE[error.code] ?? STATUS_OF_RESPONSE[error.status] ?? exitStatus.failed;
}
function hintFor(error) {
  if (!(error instanceof KinoraError)) return void 0;
  const { problem } = error;
  if (problem.code === "unauthorized")
    return 'Run "kinora login" to get a key, or "kinora logout" to forget this one.';
  if (problem.code === "payment_required") return 'Run "kinora login" to pay and get a key.';
  if ("top_up" in problem) return `Top up at ${problem.top_up}`;
  if (error.retryAfterSeconds !== void 0)
    return `Try again in ${describeSeconds(error.retryAfterSeconds)}.`;
  return void 0;
}
var exitStatus, describedStatuses, SignInRequired, KeyNotValid, STATUS_OF_CODE, STATUS_OF_RESPONSE;
var init_exit_status = __esm({
  "packages/cli/src/exit-status.ts"() {
    "use strict";
    init_src();
    init_describe_seconds();
    init_interrupt();
    exitStatus = {
      done: 0,
      failed: 1,
      usage: 2,
      paymentNeeded: 3,
      signInNeeded: 4,
      blocked: 5,
      unavailable: 6,
      interrupted: 130
    };
    describedStatuses = `Exit status: 0 done, 1 failed, 2 wrong usage, 3 payment needed, 4 sign-in needed, 5 blocked,
6 unavailable or limited: try again, 130 interrupted.
`;
    SignInRequired = class extends Error {
      constructor(address) {
        super(`not signed in to ${address}; run "kinora login --server ${address}"`);
      }
    };
    KeyNotValid = class extends Error {
      constructor(source, remedy) {
        super(`what is in ${source} is no key: a key is one word, without spaces and line breaks; ${remedy}`);
      }
    };
    STATUS_OF_CODE = {
      quota_exhausted: exitStatus.paymentNeeded,
      monthly_cap_reached: exitStatus.paymentNeeded,
      key_cap_reached: exitStatus.paymentNeeded,
      content_blocked: exitStatus.blocked
    };
    STATUS_OF_RESPONSE = {
      400: exitStatus.usage,
      401: exitStatus.signInNeeded,
      402: exitStatus.paymentNeeded,
      429: exitStatus.unavailable,
      502: exitStatus.unavailable,
      503: exitStatus.unavailable,
      504: exitStatus.unavailable
    };
  }
});

// packages/program/src/outside-text.ts
import { stripVTControlCharacters as stripVTControlCharacters2 } from "node:util";
function cleanText(text2, secrets2 = []) {
  const whole = text2.length <= LONGEST_TEXT ? text2 : `${text2.slice(0, LONGEST_TEXT)}\u2026`;
  const seen = stripVTControlCharacters2(whole).replaceAll(INVISIBLE, "").replaceAll(CONTROLS, " ");
  return hideSecrets(seen, secrets2);
}
function redact(value, secrets2) {
  return changeTexts(value, (text2) => hideSecrets(text2, secrets2));
}
function visibleJson(value, indent) {
  const json = JSON.stringify(value, null, indent);
  return json.replaceAll(
    /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]|[\u{E0100}-\u{E01EF}]/gu,
    (character) => Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join("")
  );
}
function escapeUnit(unit) {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
function hideSecrets(text2, secrets2) {
  let shown2 = text2;
  for (const secret of secrets2) {
    if (secret.length < SHORTEST_SECRET) continue;
    shown2 = shown2.replaceAll(secret, HIDDEN);
    if (shown2.length >= secret.length && shown2.replaceAll(/[^\x21-\x7e]+/g, "").includes(secret))
      shown2 = HIDDEN;
  }
  return shown2;
}
function changeTexts(value, change) {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), changeTexts(item, change)])
  );
}
var INVISIBLE, CONTROLS, LONGEST_TEXT, SHORTEST_SECRET, HIDDEN;
var init_outside_text = __esm({
  "packages/program/src/outside-text.ts"() {
    "use strict";
    INVISIBLE = new RegExp("\\p{Cf}|[\\u{E0100}-\\u{E01EF}]", "gu");
    CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
    LONGEST_TEXT = 2e4;
    SHORTEST_SECRET = 6;
    HIDDEN = "[hidden]";
  }
});

// packages/cli/src/output.ts
import { styleText } from "node:util";
function keepSecret(secret) {
  if (secret !== void 0) secrets.add(secret);
}
function print(...pieces) {
  writeText(`${pieces.map(shown).join("")}
`);
}
function note(line) {
  writeText(`${shown(line)}
`, process.stderr);
}
function printJson(value) {
  process.stdout.write(`${visibleJson(redact(value, secrets), 2)}
`);
}
function noteJson(value) {
  process.stderr.write(`${visibleJson(redact(value, secrets))}
`);
}
function eraseLine() {
  if (process.stderr.isTTY) process.stderr.write("\r\x1B[2K");
}
function styled(colour, text2) {
  return { text: text2, colour };
}
function shown(piece) {
  if (typeof piece === "string") return cleanText(piece, secrets);
  const text2 = piece.isOwn === true ? piece.text : cleanText(piece.text, secrets);
  return piece.colour === void 0 ? text2 : styleText(piece.colour, text2, { stream: process.stdout });
}
function printTable(heading, rows) {
  const cells = rows.map((row) => row.map(shown));
  if (!process.stdout.isTTY) {
    for (const row of cells) print({ text: row.join("	"), isOwn: true });
    return;
  }
  const widths = heading.map(
    (title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0))
  );
  const isNarrow = widths.reduce((sum, width) => sum + width + 2, -2) > process.stdout.columns;
  const line = (row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ").trimEnd();
  print(styled("bold", isNarrow ? heading.join("  ") : line(heading)));
  for (const row of cells) {
    print(isNarrow ? row[0] ?? "" : line(row));
    if (isNarrow) print(`  ${row.slice(1).join("  ")}`);
  }
}
function formatUsd(cents) {
  return `${(cents / 100).toFixed(2)} USD`;
}
function formatBytes(bytes) {
  if (bytes < 1e3) return `${bytes} B`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
var secrets;
var init_output = __esm({
  "packages/cli/src/output.ts"() {
    "use strict";
    init_outside_text();
    init_terminal_text();
    secrets = /* @__PURE__ */ new Set();
  }
});

// packages/cli/src/customer-command.ts
import { parseArgs } from "node:util";
function toCommand(command) {
  return { help: helpOf(command), run: (argv) => runCommand2(command, argv) };
}
async function runCommand2(command, argv) {
  try {
    return await command.run(parse(command, argv));
  } catch (error) {
    const asJson = argv.includes("--json");
    if (isWrongUsage(error) && !asJson) throw error;
    report(command.name, error, asJson);
    return isWrongUsage(error) ? exitStatus.usage : statusOfError(error);
  }
}
function isWrongUsage(error) {
  if (error instanceof UsageError || error instanceof ConfigError) return true;
  return error instanceof TypeError && String(error.code).startsWith("ERR_PARSE_ARGS");
}
function parse({ options, parameters }, argv) {
  const config = Object.fromEntries(
    Object.entries(options).map(([key, { value, short }]) => [
      key,
      { type: value === void 0 ? "boolean" : "string", ...short !== void 0 && { short } }
    ])
  );
  const { values, positionals } = parseArgs({ args: [...argv], options: config, allowPositionals: true });
  const most = parameters === "" ? 0 : parameters.split(" ").length;
  if (positionals.length > most) {
    const remedy = most === 0 ? "" : "; put a text of several words in quotes";
    throw new UsageError(`unexpected argument "${positionals[most]}"${remedy}`);
  }
  return {
    arguments: positionals,
    text(key) {
      const value = values[key];
      const choices = options[key]?.choices;
      if (typeof value !== "string") return void 0;
      if (choices !== void 0 && !choices.includes(value)) {
        throw new UsageError(`--${key} must be one of ${choices.join(", ")}, not "${value}"`);
      }
      return value;
    },
    has: (key) => values[key] === true
  };
}
function requireArgument(line, at, what) {
  const value = line.arguments[at]?.trim();
  if (value === void 0 || value === "") throw new UsageError(`${what} is missing`);
  return value;
}
function report(name, error, asJson) {
  if (asJson) {
    const status2 = isWrongUsage(error) ? exitStatus.usage : statusOfError(error);
    const body = error instanceof KinoraError ? error.body : { code: CODES[status2] };
    noteJson({ error: messageOf(error), ...body });
    return;
  }
  const issues = error instanceof KinoraError ? error.issues : [];
  const reasons = issues.length > 1 ? issues.map(({ path: path4, message }) => `${path4}: ${message}`) : [messageOf(error)];
  const lines = [...reasons.map((reason) => `kinora ${name}: ${reason}`), hintFor(error) ?? ""];
  for (const line of lines) if (line !== "") note(line);
}
function helpOf({ name, parameters, about, options }) {
  const lines = Object.entries(options).map(([key, { value, short, about: text2, choices }]) => {
    const names = `${short === void 0 ? "" : `-${short}, `}--${key}${value === void 0 ? "" : ` ${value}`}`;
    const described2 = choices === void 0 ? text2 : `${text2} One of ${choices.join(", ")}.`;
    const gap = names.length + 4 > INDENT ? `
${" ".repeat(INDENT)}` : " ".repeat(INDENT - 2 - names.length);
    return `  ${names}${gap}${described2}`;
  });
  const usage2 = ["Usage: kinora", name, parameters, Object.keys(options).length > 0 ? "[options]" : ""];
  const described = lines.length > 0 ? [...lines, ""] : [];
  const help = [usage2.filter(Boolean).join(" "), "", about, "", ...described, describedStatuses].join("\n");
  return fitText(help, HELP_WIDTH);
}
var serverOption, jsonOption, CODES, messageOf, INDENT, HELP_WIDTH;
var init_customer_command = __esm({
  "packages/cli/src/customer-command.ts"() {
    "use strict";
    init_src();
    init_command();
    init_setting();
    init_terminal_text();
    init_exit_status();
    init_output();
    serverOption = {
      server: { value: "URL", about: "The service; default KINORA_SERVER, or the one you signed in to." }
    };
    jsonOption = (printed) => ({ json: { about: `Print ${printed}` } });
    CODES = {
      [exitStatus.failed]: "failed",
      [exitStatus.usage]: "usage",
      [exitStatus.signInNeeded]: "sign_in_needed",
      [exitStatus.unavailable]: "unreachable",
      [exitStatus.interrupted]: "interrupted"
    };
    messageOf = (error) => error instanceof Error ? error.message : String(error);
    INDENT = 24;
    HELP_WIDTH = 110;
  }
});

// packages/program/src/create-folder.ts
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
async function createFolder(folder, mode) {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const { code } = error;
    const above = path.dirname(folder);
    if (code === "EEXIST") {
      if (!(await stat(folder)).isDirectory()) throw error;
    } else if (code === "ENOENT" && above !== folder) {
      await createFolder(above, mode);
      await mkdir(folder, { mode }).catch((again) => {
        if (again.code !== "EEXIST") throw again;
      });
    } else {
      throw error;
    }
  }
}
var init_create_folder = __esm({
  "packages/program/src/create-folder.ts"() {
    "use strict";
  }
});

// packages/program/src/credentials-file.ts
import { open, readFile, rename, rm, stat as stat2 } from "node:fs/promises";
import { homedir } from "node:os";
import path2 from "node:path";
function credentialsPath(environment) {
  return path2.join(configFolder(environment), "kinora", "credentials.json");
}
function configFolder({
  XDG_CONFIG_HOME: xdg = "",
  APPDATA: appData = ""
}) {
  if (path2.isAbsolute(xdg)) return xdg;
  if (process.platform === "win32" && appData !== "") return appData;
  if (process.platform === "darwin") return path2.join(homedir(), "Library", "Application Support");
  return path2.join(homedir(), ".config");
}
async function readCredentials(file) {
  const text2 = await readText(file);
  if (text2 === void 0) return { services: {} };
  const remedy = "Correct it, or delete it and sign in again.";
  let credentials;
  try {
    credentials = JSON.parse(text2.replace(/^\uFEFF/, ""));
  } catch {
    throw new Error(`${file} is not valid JSON. ${remedy}`);
  }
  if (isCredentials(credentials)) return { ...credentials, services: { ...credentials.services } };
  throw new Error(`${file} must be like {"services": {"https://\u2026": {"api_key": "kn_\u2026"}}}. ${remedy}`);
}
async function readText(file) {
  try {
    if (!(await stat2(file)).isFile())
      throw new Error(`${file} is not a file. Move it away and sign in again.`);
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error;
    if (code === "ENOENT" || code === "ENOTDIR") return void 0;
    if (code === void 0) throw error;
    throw new Error(`The keys in ${file} cannot be read (${code}). Make the file readable, or delete it.`);
  }
}
function isCredentials(value) {
  if (!isObject(value)) return false;
  const { services = {} } = value;
  return isObject(services) && Object.entries(services).every(
    ([origin, service]) => URL.canParse(origin) && isObject(service) && isKey(service.api_key)
  );
}
async function writeCredentials(file, credentials) {
  const folder = path2.dirname(file);
  const draft = path2.join(folder, `.credentials-${crypto.randomUUID()}`);
  try {
    await createFolder(folder, 448);
    const handle = await open(draft, "wx", 384);
    try {
      await handle.writeFile(`${JSON.stringify(credentials, null, 2)}
`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {
    });
    const { code } = error;
    throw new Error(`The key cannot be stored in ${file} (${code}). Make the folder writable, then retry.`);
  }
}
var isObject, isKey;
var init_credentials_file = __esm({
  "packages/program/src/credentials-file.ts"() {
    "use strict";
    init_create_folder();
    isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
    isKey = (value) => value === void 0 || typeof value === "string" && value.trim() !== "";
  }
});

// packages/cli/src/credentials-file.ts
async function readKeys(file) {
  const { services } = await readCredentials(file);
  return new Map(
    Object.entries(services).flatMap(
      ([origin, { api_key: key }]) => key === void 0 ? [] : [[origin, key]]
    )
  );
}
async function storeKey(file, origin, key) {
  const { services, ...rest } = await readCredentials(file);
  const { [origin]: before, ...others } = services;
  const { api_key: _, ...kept } = before ?? {};
  const service = { ...kept, ...key !== void 0 && { api_key: key } };
  const next = Object.keys(service).length === 0 ? others : { ...others, [origin]: service };
  await writeCredentials(file, { ...rest, services: next });
}
async function requireStorage(file) {
  await writeCredentials(file, await readCredentials(file));
}
var init_credentials_file2 = __esm({
  "packages/cli/src/credentials-file.ts"() {
    "use strict";
    init_credentials_file();
  }
});

// packages/contract/src/edit-distance.ts
function editDistance(a, b) {
  const left = a.slice(0, 64);
  let before = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (left[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replace, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && left[i - 1] === b[j - 2] && left[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
var init_edit_distance = __esm({
  "packages/contract/src/edit-distance.ts"() {
    "use strict";
  }
});

// packages/program/src/known-settings.ts
function isKnownSetting(name) {
  if (knownSettings.has(name) || OTHER_VARIABLE.test(name)) return true;
  const [distance] = nearestTo(name);
  return !name.startsWith("KINORA_") && distance > 1;
}
function warnOfUnknownSettings(environment) {
  for (const name of Object.keys(environment)) {
    if (isKnownSetting(name) || warned.has(name)) continue;
    warned.add(name);
    const [distance, nearest] = nearestTo(name);
    const isNear = distance <= Math.max(2, Math.floor((nearest.length - PREFIX.length) / 3));
    const remedy = isNear ? `did you mean ${nearest}?` : "docs/guides/settings.md lists them all";
    writeText(
      `WARNING: ${JSON.stringify(name).slice(1, -1)} is not a setting of Kinora; ${remedy}
`,
      process.stderr
    );
  }
}
function nearestTo(name) {
  let found = [Number.POSITIVE_INFINITY, ""];
  for (const known of knownSettings) {
    if (Math.abs(known.length - name.length) >= found[0]) continue;
    const distance = editDistance(name, known);
    if (distance < found[0]) found = [distance, known];
  }
  return found;
}
var knownSettings, OTHER_VARIABLE, warned, PREFIX;
var init_known_settings = __esm({
  "packages/program/src/known-settings.ts"() {
    "use strict";
    init_edit_distance();
    init_terminal_text();
    knownSettings = /* @__PURE__ */ new Set([
      // The server.
      "DATABASE_URL",
      "KINORA_AD_IMAGE",
      "KINORA_AD_TEXT",
      "KINORA_AD_URL",
      "KINORA_ALLOWED_ORIGINS",
      "KINORA_C2PA_CERTIFICATES",
      "KINORA_C2PA_KEY",
      "KINORA_CHECK_USER_AGENT",
      "KINORA_COMPANY",
      "KINORA_DATA_DIR",
      "KINORA_DOCUMENT_FONT",
      "KINORA_HOST",
      "KINORA_LOADED_MODEL_SECONDS",
      "KINORA_MAIL_FROM",
      "KINORA_MAX_CONNECTIONS_PER_ADDRESS",
      "KINORA_METRICS_TOKEN",
      "KINORA_MIN_FREE_GIB",
      "KINORA_MODERATION_KEY",
      "KINORA_MODERATION_MODEL",
      "KINORA_MODERATION_URL",
      "KINORA_NODE_URL",
      "KINORA_PAYMENTS",
      "KINORA_PORT",
      "KINORA_PROCESSES",
      "KINORA_PROMPT_KEY",
      "KINORA_PROMPT_LANGUAGES",
      "KINORA_PROMPT_MODEL",
      "KINORA_PROMPT_URL",
      "KINORA_PROXY_TIMEOUT_SECONDS",
      "KINORA_PUBLIC_URL",
      "KINORA_PURGE_KEY",
      "KINORA_PURGE_URL",
      "KINORA_REPEATED_CALL_SECONDS",
      "KINORA_SECURITY_CONTACT",
      "KINORA_STOP_GRACE_SECONDS",
      "KINORA_STOP_LINGER_SECONDS",
      "KINORA_STORAGE_QUOTA_GIB",
      "KINORA_STORAGE_URL",
      "KINORA_STRIPE_URL",
      "KINORA_TEST_CLOCK",
      "KINORA_TRUSTED_PROXIES",
      "KINORA_WEBHOOKS_PRIVATE",
      "SMTP_URL",
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      // The worker, and those that it shares with the server.
      "KINORA_ALLOWED_CONTENT",
      "KINORA_COMFYUI_CLIENT_ID",
      "KINORA_COMFYUI_IN_MEMORY",
      "KINORA_COMFYUI_INPUT_DIR",
      "KINORA_COMFYUI_OUTPUT_DIR",
      "KINORA_COMFYUI_URL",
      "KINORA_COMFYUI_WORKFLOWS",
      "KINORA_ENGINE",
      "KINORA_LOG_LEVEL",
      "KINORA_OPENAI_ANIMATE_MODEL",
      "KINORA_OPENAI_EDIT_MODEL",
      "KINORA_OPENAI_IMAGE_LONGEST_SIDE",
      "KINORA_OPENAI_IMAGE_MODEL",
      "KINORA_OPENAI_IMAGE_SIZES",
      "KINORA_OPENAI_KEY",
      "KINORA_OPENAI_OTHER_HOSTS",
      "KINORA_OPENAI_SUPPORTS_ZERO_RETENTION",
      "KINORA_OPENAI_URL",
      "KINORA_OPENAI_VIDEO_BODY",
      "KINORA_OPENAI_VIDEO_FPS",
      "KINORA_OPENAI_VIDEO_LONGEST_SIDE",
      "KINORA_OPENAI_VIDEO_MODEL",
      "KINORA_OPENAI_VIDEO_MODES",
      "KINORA_OPENAI_VIDEO_SECONDS",
      "KINORA_OPENAI_VIDEO_SIZES",
      "KINORA_SERVER_URL",
      "KINORA_WORKER_SLOTS",
      "KINORA_WORKER_TOKEN",
      // The command line of customers.
      "KINORA_API_KEY",
      "KINORA_SERVER",
      // The MCP adapter.
      "SERVICE_API_TOKEN",
      "SERVICE_MCP_MEDIA_ROOTS",
      "SERVICE_URL"
    ]);
    OTHER_VARIABLE = /^KINORA_(KEY|TOKEN|URL|EVERY_DRILL|OBSERVED_PROBLEMS|SCREENSHOTS|(TEST|BENCH)_\w+)$/;
    warned = /* @__PURE__ */ new Set();
    PREFIX = "KINORA_";
  }
});

// packages/cli/src/config.ts
function readCustomerConfig(environment = process.env) {
  warnOfUnknownSettings(environment);
  const get3 = readerOf(environment);
  return Object.freeze({
    server: readUrl("KINORA_SERVER", get3("KINORA_SERVER")),
    apiKey: get3("KINORA_API_KEY"),
    credentialsFile: credentialsPath(environment)
  });
}
var init_config = __esm({
  "packages/cli/src/config.ts"() {
    "use strict";
    init_credentials_file();
    init_known_settings();
    init_setting();
  }
});

// packages/cli/src/local-server.ts
var LOCAL_SERVER;
var init_local_server = __esm({
  "packages/cli/src/local-server.ts"() {
    "use strict";
    LOCAL_SERVER = "http://127.0.0.1:8787";
  }
});

// packages/cli/src/session.ts
async function openSession(server) {
  const { server: setting, apiKey, credentialsFile } = readCustomerConfig();
  const named = readServer("--server", server) ?? readServer("KINORA_SERVER", setting);
  const isGiven = apiKey !== void 0;
  const keys = isGiven && named !== void 0 ? /* @__PURE__ */ new Map() : await readKeys(credentialsFile);
  for (const key of [apiKey, ...keys.values()]) keepSecret(key);
  const chosen = named ?? onlyServer([...keys.keys()]);
  const { origin } = new URL(chosen);
  const address = chosen.replace(/\/api(\/v1)?$/, "");
  return { address, origin, key: apiKey ?? keys.get(origin), isGiven, credentialsFile };
}
function readServer(name, value) {
  const address = readUrl(name, value);
  if (address === void 0) return void 0;
  const { username, password, search, hash } = new URL(address);
  if (username + password + search + hash === "") return address;
  throw new UsageError(`${name} must be an address without user, password, ? and #`);
}
function onlyServer(origins) {
  if (origins.length > 1) {
    throw new UsageError(`choose a service with --server or KINORA_SERVER: ${origins.join(", ")}`);
  }
  return origins[0] ?? LOCAL_SERVER;
}
function requireKey(key, source, remedy) {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new KeyNotValid(source, remedy);
}
function connect({ address, key, isGiven, credentialsFile }) {
  if (isGiven) requireKey(key ?? "", "KINORA_API_KEY", "set it to the key alone");
  else if (key !== void 0) requireKey(key, credentialsFile, 'run "kinora logout", then "kinora login"');
  return createKinoraClient({
    baseUrl: `${address}/api`,
    apiKey: key,
    userAgent: USER_AGENT,
    onRetry: noteRetry
  });
}
function noteRetry({ error, waitMs }) {
  if (waitMs < NOTED_WAIT_MS) return;
  eraseLine();
  note(`${error.message.replace(/\.?$/, ".")} Trying again in ${describeSeconds(waitMs / 1e3)}.`);
}
async function signedIn(server) {
  const session = await openSession(server);
  if (session.key === void 0) throw new SignInRequired(session.address);
  return connect(session);
}
var USER_AGENT, NOTED_WAIT_MS;
var init_session = __esm({
  "packages/cli/src/session.ts"() {
    "use strict";
    init_src();
    init_command();
    init_setting();
    init_config();
    init_credentials_file2();
    init_describe_seconds();
    init_exit_status();
    init_local_server();
    init_output();
    USER_AGENT = "kinora-cli/0.1";
    NOTED_WAIT_MS = 2e3;
  }
});

// packages/cli/src/commands/login-command.ts
var login_command_exports = {};
__export(login_command_exports, {
  login: () => login
});
import { hostname } from "node:os";
import { text } from "node:stream/consumers";
function readPurchase(line) {
  const [amount, plan, interval] = [line.text("amount-usd"), line.text("plan"), line.text("interval")];
  if (amount !== void 0 && plan !== void 0) throw new UsageError("choose --amount-usd or --plan");
  if (interval !== void 0 && plan === void 0) throw new UsageError("--interval needs a --plan");
  return {
    client_name: `kinora on ${hostname()}`.slice(0, CLIENT_NAME_MAX),
    ...amount !== void 0 && { amount_usd: Number(amount) },
    ...plan !== void 0 && { plan },
    ...interval !== void 0 && { interval }
  };
}
async function claimKey(session, purchase, asJson) {
  const client = connect({ ...session, key: void 0, isGiven: false });
  const started = await client.startClaim(purchase);
  keepSecret(started.code);
  showLink(started);
  const consequence = () => "interrupted; you are not signed in.";
  const end = await interruptible(consequence, (signal) => client.waitForClaim(started, { signal }));
  if (end.status !== "ready") {
    note(`Not signed in: the request is ${end.status}. Run "kinora login" again.`);
    return exitStatus.failed;
  }
  keepSecret(end.api_key);
  await storeKey(session.credentialsFile, session.origin, end.api_key);
  return showSignedIn(session, end.balance_cents, asJson);
}
function showLink({ verification_uri_complete: link, user_code: code, expires_in: seconds }) {
  note(`Open this link, sign in, pay and approve the code ${code.slice(0, 4)}-${code.slice(4)}:`);
  note("");
  note(`  ${link}`);
  note("");
  note(`Waiting for up to ${seconds / 60} minutes ...`);
}
async function readKey() {
  if (process.stdin.isTTY) note("Paste the key, then press Enter and Ctrl-D.");
  return (await text(process.stdin)).trim();
}
async function keepOwnKey(session, key, asJson) {
  keepSecret(key);
  requireKey(key, "standard input", "give the key alone");
  const { balance_cents } = await connect({ ...session, key, isGiven: false }).balance();
  await storeKey(session.credentialsFile, session.origin, key);
  return showSignedIn(session, balance_cents, asJson);
}
function showSignedIn({ address }, balance_cents, asJson) {
  if (asJson) printJson({ server: address, balance_cents });
  else print(`Signed in to ${address}. Balance: ${formatUsd(balance_cents)}`);
  return exitStatus.done;
}
async function isSignedIn(session) {
  if (session.key === void 0) return false;
  try {
    await connect(session).balance();
    return true;
  } catch (error) {
    if (error instanceof KinoraError && error.status === 401) return false;
    throw error;
  }
}
function warnOfPlainHttp(address) {
  const { protocol, hostname: host } = new URL(address);
  const isLocal = host === "localhost" || host === "[::1]" || host.startsWith("127.");
  if (protocol === "http:" && !isLocal)
    note(`Warning: ${address} is not encrypted; anybody on the way can read your key.`);
}
var AMOUNTS, CLIENT_NAME_MAX, login;
var init_login_command = __esm({
  "packages/cli/src/commands/login-command.ts"() {
    "use strict";
    init_src();
    init_command();
    init_credentials_file2();
    init_customer_command();
    init_exit_status();
    init_interrupt();
    init_output();
    init_session();
    AMOUNTS = ["10", "25", "50", "100"];
    CLIENT_NAME_MAX = 80;
    login = {
      name: "login",
      parameters: "",
      about: `Gets an API key: prints a link, where you sign in, pay and approve this terminal, and waits. The key is
stored in a file that only you can read, and is not shown. With --with-key it is read from standard input.

  kinora login --server https://kinora.example --amount-usd 25`,
      options: {
        "amount-usd": { value: "USD", about: "Balance to buy; default 10.", choices: AMOUNTS },
        plan: { value: "PLAN", about: "A plan to buy instead.", choices: ["pro", "max"] },
        interval: { value: "INTERVAL", about: "How the plan is billed.", choices: ["month", "year"] },
        "with-key": { about: "Read an existing key from standard input." },
        ...jsonOption('{"server", "balance_cents"}.'),
        ...serverOption
      },
      async run(line) {
        const session = await openSession(line.text("server"));
        warnOfPlainHttp(session.address);
        await requireStorage(session.credentialsFile);
        if (line.has("with-key")) return keepOwnKey(session, await readKey(), line.has("json"));
        const remedy = session.isGiven ? "unset KINORA_API_KEY" : 'run "kinora logout"';
        if (await isSignedIn(session)) {
          note(`You are signed in to ${session.address}. To get another key, ${remedy} first.`);
          return exitStatus.done;
        }
        if (session.isGiven) {
          throw new UsageError(
            `KINORA_API_KEY is used instead of the key of a login, and is not valid; ${remedy}`
          );
        }
        return claimKey(session, readPurchase(line), line.has("json"));
      }
    };
  }
});

// packages/cli/src/order.ts
import { readFile as readFile2, stat as stat3 } from "node:fs/promises";
function readImageOrder(line, at = 0) {
  return {
    prompt: requirePrompt(line, at),
    ...readSize(line),
    ...readCommon(line)
  };
}
async function readVideoOrder(line, at = 0) {
  const duration = readNumber(line, "duration");
  const mode = line.text("mode");
  const image2 = line.text("image");
  return {
    prompt: requirePrompt(line, at),
    ...readSize(line),
    ...readCommon(line),
    ...duration !== void 0 && { duration },
    ...mode !== void 0 && { mode },
    ...image2 !== void 0 && { init_image_base64: await readImageFile(image2) }
  };
}
function readSize(line) {
  const size = line.text("size");
  if (size === void 0) return {};
  const match = /^(\d{1,5})x(\d{1,5})$/i.exec(size);
  if (match === null) throw new UsageError(`--size must be like 1024x1024, not "${size}"`);
  return { width: Number(match[1]), height: Number(match[2]) };
}
function readCommon(line) {
  const seed = readNumber(line, "seed");
  const maxPriceCents = readNumber(line, "max-price-cents");
  return {
    ...seed !== void 0 && { seed },
    ...maxPriceCents !== void 0 && { max_price_cents: maxPriceCents }
  };
}
function readNumber(line, name) {
  const text2 = line.text(name);
  if (text2 === void 0) return void 0;
  const value = Number(text2);
  if (text2.trim() === "" || !Number.isFinite(value))
    throw new UsageError(`--${name} must be a number, not "${text2}"`);
  return value;
}
async function readImageFile(file) {
  const refuse = (error) => {
    throw new UsageError(`--image ${file} cannot be read: ${error.code}`);
  };
  const found = await stat3(file).catch(refuse);
  if (!found.isFile()) throw new UsageError(`--image ${file} is not a file`);
  if (found.size > UPLOAD_MAX_BYTES) throw new UsageError(`--image ${file} is larger than 12 MiB`);
  return (await readFile2(file).catch(refuse)).toString("base64");
}
function requirePrompt(line, at) {
  const prompt = requireArgument(line, at, "the prompt, in quotes,");
  if (prompt === "-") throw new UsageError('the prompt is not read from standard input; give it as "$(cat)"');
  return prompt;
}
var common, imageOptions, videoOptions, UPLOAD_MAX_BYTES;
var init_order = __esm({
  "packages/cli/src/order.ts"() {
    "use strict";
    init_command();
    init_customer_command();
    common = {
      seed: { value: "N", about: "The same prompt with the same seed gives the same file." },
      "max-price-cents": { value: "N", about: "Order only if it costs no more than this." }
    };
    imageOptions = {
      size: { value: "WxH", about: "Pixels; default 1024x1024." },
      ...common
    };
    videoOptions = {
      size: { value: "WxH", about: "Pixels; default 1280x720, in cinema 2560x1440." },
      duration: { value: "SECONDS", about: "The length, 1 to 10; default 5." },
      mode: { value: "MODE", about: "How it is generated.", choices: ["fast", "quality", "cinema"] },
      image: { value: "FILE", about: "A PNG, JPEG or WebP to make the video from.", isFile: true },
      ...common
    };
    UPLOAD_MAX_BYTES = 12 * 1024 * 1024;
  }
});

// packages/program/src/progress-bar.ts
import { styleText as styleText2 } from "node:util";
function startProgressBar(label, output = process.stdout, firstStage = "waiting for the worker") {
  if (!output.isTTY) return { update: () => {
  }, clear: () => {
  } };
  const startedAt = performance.now();
  let progress = 0;
  let stage = firstStage;
  const draw = () => {
    const seconds = ((performance.now() - startedAt) / 1e3).toFixed(1);
    const percent = `${Math.floor(progress * 100)} %`.padStart(5);
    const room = output.columns - LABEL_WIDTH - FIGURES_WIDTH;
    const width = Math.min(WIDTH, room);
    const drawn = width < LEAST_WIDTH ? "" : `${bar(progress, width, output)} `;
    const shown2 = cleanText(stage).slice(0, Math.max(0, room - width));
    const named = room < 0 ? "" : `  ${label.padEnd(LABEL_WIDTH)} `;
    output.write(
      `\r\x1B[2K${named}${drawn}${percent}  ${seconds} s  ${styleText2("dim", shown2, { stream: output })}`
    );
  };
  const timer = setInterval(draw, REDRAW_MS);
  draw();
  return {
    update(to, at) {
      progress = Math.max(progress, Math.min(1, Number(to) || 0));
      stage = at;
    },
    clear() {
      clearInterval(timer);
      output.write("\r\x1B[2K");
    }
  };
}
function bar(progress, width, output) {
  const eighths = Math.round(progress * width * 8);
  const filled = "\u2588".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
  const rest = "\xB7".repeat(width - [...filled].length);
  return styleText2("cyan", filled, { stream: output }) + styleText2("dim", rest, { stream: output });
}
var WIDTH, LEAST_WIDTH, REDRAW_MS, EIGHTHS, LABEL_WIDTH, FIGURES_WIDTH;
var init_progress_bar = __esm({
  "packages/program/src/progress-bar.ts"() {
    "use strict";
    init_outside_text();
    WIDTH = 32;
    LEAST_WIDTH = 8;
    REDRAW_MS = 100;
    EIGHTHS = ["", "\u258F", "\u258E", "\u258D", "\u258C", "\u258B", "\u258A", "\u2589"];
    LABEL_WIDTH = 15;
    FIGURES_WIDTH = 24;
  }
});

// packages/cli/src/follow-job.ts
async function followJob(client, jobId, view, signal) {
  const onStatus = ({ status: status2, progress = 0, ...job }) => {
    if (status2 !== "queued") return;
    const { queue_position: position, estimated_wait_seconds: seconds } = job;
    const phase = position === void 0 ? "rendering" : `waiting, position ${position}`;
    view.show(progress, phase, seconds === void 0 ? void 0 : `about ${describeSeconds(seconds)}`);
  };
  return client.waitFor(jobId, { signal, onStatus });
}
function startProgressView(label) {
  if (process.stderr.isTTY) {
    const bar2 = startProgressBar(label, process.stderr, "waiting");
    return {
      show: (progress, phase, detail) => bar2.update(progress, withDetail(phase, detail)),
      clear: bar2.clear
    };
  }
  let shown2 = "";
  return {
    show(progress, phase, detail) {
      const quarter = Math.floor(progress * QUARTERS) / QUARTERS;
      const state = `${phase} ${quarter}`;
      if (state === shown2) return;
      shown2 = state;
      const isPart = quarter > 0 && quarter < 1;
      note(`${label}: ${isPart ? `${phase}, ${quarter * 100} %` : withDetail(phase, detail)}`);
    },
    clear: () => {
    }
  };
}
var QUARTERS, withDetail;
var init_follow_job = __esm({
  "packages/cli/src/follow-job.ts"() {
    "use strict";
    init_progress_bar();
    init_describe_seconds();
    init_output();
    QUARTERS = 4;
    withDetail = (phase, detail) => detail === void 0 ? phase : `${phase}, ${detail}`;
  }
});

// packages/cli/src/save-result.ts
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, constants, rename as rename2, rm as rm2, stat as stat4 } from "node:fs/promises";
import path3 from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
async function readTarget(output) {
  if (output === "-") {
    if (process.stdout.isTTY) throw new UsageError("-o - is for a pipe or a file, not for a terminal");
    return { folder: ".", name: void 0, isStandardOutput: true };
  }
  const isFolder = output === void 0 || await isDirectory(output);
  if (!isFolder && /[/\\]$/.test(output)) throw new UsageError(`--output: there is no folder ${output}`);
  const folder = isFolder ? output ?? "." : path3.dirname(output);
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`--output: nothing can be written in ${folder}`);
  });
  return { folder, name: isFolder ? void 0 : path3.basename(output), isStandardOutput: false };
}
async function isDirectory(name) {
  return (await stat4(name).catch(() => void 0))?.isDirectory() === true;
}
function fileFor({ folder, name, isStandardOutput }, job) {
  if (isStandardOutput) return void 0;
  return path3.join(folder, name ?? `${nameOf(job.job_id)}.${EXTENSIONS[job.kind] ?? "bin"}`);
}
function nameOf(jobId) {
  const isId = typeof jobId === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(jobId);
  return isId ? jobId : `kinora-${randomBytes(4).toString("hex")}`;
}
async function save(body, file, signal) {
  if (file === void 0) {
    await pipeline(Readable.from(body), process.stdout, { end: false, ...signal && { signal } });
    return;
  }
  if (await isWrittenTo(file)) {
    await pipeline(Readable.from(body), createWriteStream(file), { ...signal && { signal } });
    return;
  }
  const draft = path3.join(path3.dirname(file), `.kinora-${randomBytes(4).toString("hex")}.part`);
  try {
    await pipeline(Readable.from(body), createWriteStream(draft, { flags: "wx" }), {
      ...signal && { signal }
    });
    await rename2(draft, file);
  } catch (error) {
    await rm2(draft, { force: true });
    throw error;
  }
}
async function isWrittenTo(file) {
  const found = await stat4(file).catch(() => void 0);
  return found !== void 0 && !found.isFile() && !found.isDirectory();
}
var EXTENSIONS;
var init_save_result = __esm({
  "packages/cli/src/save-result.ts"() {
    "use strict";
    init_command();
    EXTENSIONS = { image: "png", video: "mp4" };
  }
});

// packages/cli/src/finish-job.ts
async function finishJob(client, job, target, asJson) {
  const startedAt = performance.now();
  const resume = `kinora status ${job.job_id} --wait`;
  const consequence = () => `interrupted; the job continues. Follow it with "${resume}", or end it with "kinora delete".`;
  const view = startProgressView(job.kind === "image" ? "Image" : "Video");
  const { status: status2, file, bytes } = await interruptible(consequence, async (signal) => {
    const status3 = await followJob(client, job.job_id, view, signal);
    if (status3.result_url === void 0 || target === void 0) return { status: status3 };
    const file2 = fileFor(target, status3);
    try {
      const bytes2 = await download(client, status3.result_url, file2, view, signal);
      return { status: status3, file: file2, bytes: bytes2 };
    } catch (error) {
      view.clear();
      if (!signal.aborted)
        note(`The ${job.kind} is ready. Save it with "kinora status ${job.job_id} -o FILE".`);
      throw error;
    }
  }).finally(view.clear);
  const seconds = ((performance.now() - startedAt) / 1e3).toFixed(1);
  if (asJson) printEndAsJson(status2, file, target);
  else printEnd(status2, { file, bytes, seconds, isStandardOutput: target?.isStandardOutput === true });
  return statusOfEnd(status2);
}
async function download(client, url, file, view, signal) {
  let size = 0;
  const { body } = await client.openDownload(url, {
    signal,
    onProgress: ({ received, total }) => {
      size = received;
      view.show(1, `downloading ${formatBytes(total ?? received)}`);
    }
  });
  await save(body, file, signal);
  return size;
}
function printEnd(status2, { file, bytes, seconds, isStandardOutput }) {
  if (status2.status !== "completed") {
    note(`The job was not completed: ${status2.status}. ${status2.error ?? ""}`);
    return;
  }
  const details = [
    bytes === void 0 ? "" : formatBytes(bytes),
    formatUsd(status2.price_cents),
    `seed ${status2.seed}`,
    `${seconds} s`
  ];
  const summary = details.filter(Boolean).join("  ");
  if (isStandardOutput) {
    note(`${status2.job_id}  ${summary}`);
    return;
  }
  const shown2 = file === void 0 ? status2.result_url ?? status2.job_id : { text: file, isOwn: true };
  if (process.stdout.isTTY) print(styled("green", "\u2714"), " ", shown2, "  ", styled("dim", summary));
  else print(shown2);
}
function printEndAsJson(status2, file, target) {
  if (target?.isStandardOutput === true) noteJson(status2);
  else printJson({ ...status2, ...file !== void 0 && { file } });
}
function statusOfEnd({ status: status2 }) {
  if (status2 === "blocked") return exitStatus.blocked;
  return status2 === "failed" ? exitStatus.failed : exitStatus.done;
}
var init_finish_job = __esm({
  "packages/cli/src/finish-job.ts"() {
    "use strict";
    init_exit_status();
    init_follow_job();
    init_interrupt();
    init_output();
    init_save_result();
  }
});

// packages/cli/src/commands/generate.ts
async function generate(line, ordering) {
  const [noWait, noStore] = [line.has("no-wait"), line.has("no-store")];
  const idempotencyKey = line.text("idempotency-key");
  if (noStore && (noWait || idempotencyKey !== void 0)) {
    throw new UsageError(
      "--no-store waits for the one response that has the result: leave out --no-wait and --idempotency-key"
    );
  }
  if (idempotencyKey !== void 0 && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new UsageError("--idempotency-key must have 1 to 255 printable ASCII characters");
  }
  const target = await readTarget(line.text("output"));
  const client = await signedIn(line.text("server"));
  if (noStore) return generateInline(client, ordering, target, line.has("json"));
  const job = await interruptible(
    whileOrdering,
    (signal) => ordering.accept(client, { idempotencyKey, signal })
  );
  if (!noWait) return finishJob(client, job, target, line.has("json"));
  if (line.has("json")) printJson(job);
  else print(job.job_id);
  return exitStatus.done;
}
async function generateInline(client, { kind, inline }, target, asJson) {
  const startedAt = performance.now();
  const view = startProgressView(kind === "image" ? "Image" : "Video");
  view.show(0, "waiting for the result");
  const consequence = () => "interrupted; the job is cancelled.";
  const result = await interruptible(consequence, (signal) => inline(client, { signal })).finally(view.clear);
  const { jobId, seed, priceCents, bytes } = result;
  const file = fileFor(target, { job_id: jobId, kind });
  await save(onePart(bytes), file);
  const end = { job_id: jobId, kind, status: "completed", seed, price_cents: priceCents };
  const seconds = ((performance.now() - startedAt) / 1e3).toFixed(1);
  const { isStandardOutput } = target;
  if (asJson && isStandardOutput) noteJson(end);
  else if (asJson) printJson({ ...end, file });
  else
    printEnd(
      { ...end, created_at: "", completed_at: null },
      { file, bytes: bytes.length, seconds, isStandardOutput }
    );
  return exitStatus.done;
}
async function* onePart(bytes) {
  yield bytes;
}
var generateOptions, whileOrdering;
var init_generate = __esm({
  "packages/cli/src/commands/generate.ts"() {
    "use strict";
    init_command();
    init_customer_command();
    init_exit_status();
    init_finish_job();
    init_follow_job();
    init_interrupt();
    init_output();
    init_save_result();
    init_session();
    generateOptions = {
      output: {
        value: "FILE",
        short: "o",
        about: "Where to save the result; - is standard output. Default: named after the job.",
        isFile: true
      },
      "no-wait": { about: "Order only, and print the id of the job." },
      "no-store": { about: "Zero retention: the service keeps neither prompt nor result." },
      "idempotency-key": { value: "KEY", about: "For 24 hours, the same key is the same order." },
      ...jsonOption(
        'the response of GET /v1/jobs/{job_id} with "file"; with --no-wait that of the order; with --no-store {"job_id", "kind", "status", "seed", "price_cents", "file"}.'
      ),
      ...serverOption
    };
    whileOrdering = () => 'interrupted; the job may have been ordered already. "kinora jobs" lists it, and "kinora delete" ends it.';
  }
});

// packages/cli/src/commands/image-command.ts
var image_command_exports = {};
__export(image_command_exports, {
  image: () => image
});
var image;
var init_image_command = __esm({
  "packages/cli/src/commands/image-command.ts"() {
    "use strict";
    init_order();
    init_generate();
    image = {
      name: "image",
      parameters: "PROMPT",
      about: 'Generates an image, waits for it and saves it as PNG.\n\n  kinora image "a red fox in the snow" -o fox.png',
      options: { ...imageOptions, ...generateOptions },
      async run(line) {
        const order = readImageOrder(line);
        return generate(line, {
          kind: "image",
          accept: (client, options) => client.generateImage(order, options),
          inline: (client, options) => client.generateImageInline(order, options)
        });
      }
    };
  }
});

// packages/cli/src/commands/video-command.ts
var video_command_exports = {};
__export(video_command_exports, {
  video: () => video
});
var video;
var init_video_command = __esm({
  "packages/cli/src/commands/video-command.ts"() {
    "use strict";
    init_order();
    init_generate();
    video = {
      name: "video",
      parameters: "PROMPT",
      about: `Generates a video with sound, waits for it and saves it as MP4; with --image, of that image.

  kinora video "rain over a neon city at night" --duration 5 -o rain.mp4
  kinora video "slow push in, drifting snow" --image fox.png`,
      options: { ...videoOptions, ...generateOptions },
      async run(line) {
        const order = await readVideoOrder(line);
        return generate(line, {
          kind: "video",
          accept: (client, options) => client.generateVideo(order, options),
          inline: (client, options) => client.generateVideoInline(order, options)
        });
      }
    };
  }
});

// packages/cli/src/commands/quote-command.ts
var quote_command_exports = {};
__export(quote_command_exports, {
  quote: () => quote
});
function printQuote(quoted2) {
  const { output_width, output_height, price_cents, paid_from } = quoted2;
  const size = `${output_width}x${output_height}`;
  const length = quoted2.kind === "video" ? `, ${Number(quoted2.duration_seconds.toFixed(2))} s, ${quoted2.mode}` : "";
  print(`${quoted2.kind}, ${size}${length}: ${formatUsd(price_cents)}`);
  const sources = [
    paid_from.allowance_images > 0 ? `${paid_from.allowance_images} image of your allowance` : "",
    paid_from.allowance_seconds > 0 ? `${Number(paid_from.allowance_seconds.toFixed(2))} s of your allowance` : "",
    paid_from.balance_cents > 0 ? `${formatUsd(paid_from.balance_cents)} of your balance` : "",
    paid_from.month_end_cents > 0 ? `${formatUsd(paid_from.month_end_cents)} at the end of the month` : ""
  ];
  print(`paid from ${sources.filter(Boolean).join(" and ")}`);
}
var VIDEO_ONLY, quote;
var init_quote_command = __esm({
  "packages/cli/src/commands/quote-command.ts"() {
    "use strict";
    init_command();
    init_customer_command();
    init_exit_status();
    init_order();
    init_output();
    init_session();
    VIDEO_ONLY = ["duration", "mode", "image"];
    quote = {
      name: "quote",
      parameters: "image|video PROMPT",
      about: `Shows what an order would deliver and cost, and who would pay for it, or why it would be refused.
Nothing is ordered.

  kinora quote video "rain over a neon city" --duration 10 --mode quality`,
      options: {
        ...imageOptions,
        ...videoOptions,
        size: {
          value: "WxH",
          about: "Pixels; default 1024x1024 for an image, 1280x720 for a video, 2560x1440 in cinema."
        },
        ...jsonOption("the response of POST /v1/images/quote or POST /v1/videos/quote."),
        ...serverOption
      },
      async run(line) {
        const kind = requireArgument(line, 0, "what to quote, image or video,");
        if (kind !== "image" && kind !== "video") throw new UsageError(`quote image or video, not "${kind}"`);
        const foreign = kind === "image" ? VIDEO_ONLY.find((name) => line.text(name) !== void 0) : void 0;
        if (foreign !== void 0) throw new UsageError(`--${foreign} is for videos`);
        const image2 = kind === "image" ? readImageOrder(line, 1) : void 0;
        const video2 = image2 === void 0 ? await readVideoOrder(line, 1) : void 0;
        const client = await signedIn(line.text("server"));
        const quoted2 = video2 === void 0 ? await client.quoteImage(image2 ?? { prompt: "" }) : await client.quoteVideo(video2);
        if (line.has("json")) printJson(quoted2);
        else printQuote(quoted2);
        return exitStatus.done;
      }
    };
  }
});

// packages/cli/src/commands/jobs-command.ts
var jobs_command_exports = {};
__export(jobs_command_exports, {
  jobs: () => jobs
});
async function list(client, filter, limit) {
  const found = [];
  let cursor;
  do {
    const page = await client.jobs({ ...filter, cursor, limit: Math.min(PAGE, limit - found.length) });
    found.push(...page.jobs);
    cursor = page.jobs.length === 0 ? void 0 : page.next_cursor;
  } while (cursor !== void 0 && found.length < limit);
  return { jobs: found.slice(0, limit), ...cursor !== void 0 && { next_cursor: cursor } };
}
function rowOf({ job_id, kind, status: status2, progress, price_cents, created_at }) {
  const shown2 = status2 === "queued" && progress ? `${Math.floor(progress * 100)} %` : status2;
  return [job_id, kind, shown2, formatUsd(price_cents), created_at];
}
var DEFAULT_LIMIT, PAGE, jobs;
var init_jobs_command = __esm({
  "packages/cli/src/commands/jobs-command.ts"() {
    "use strict";
    init_command();
    init_customer_command();
    init_exit_status();
    init_order();
    init_output();
    init_session();
    DEFAULT_LIMIT = 20;
    PAGE = 100;
    jobs = {
      name: "jobs",
      parameters: "",
      about: "Lists your jobs of the last 7 days, newest first. Outside a terminal, tabs separate the values.",
      options: {
        limit: { value: "N", short: "n", about: `How many; default ${DEFAULT_LIMIT}.` },
        status: {
          value: "STATUS",
          about: "Only jobs with this status.",
          choices: ["queued", "completed", "blocked", "failed"]
        },
        kind: { value: "KIND", about: "Only jobs of this kind.", choices: ["image", "video"] },
        ...jsonOption("the response of GET /v1/jobs."),
        ...serverOption
      },
      async run(line) {
        const limit = readNumber(line, "limit") ?? DEFAULT_LIMIT;
        if (!Number.isInteger(limit) || limit < 1) throw new UsageError("--limit must be a whole number from 1");
        const status2 = line.text("status");
        const kind = line.text("kind");
        const client = await signedIn(line.text("server"));
        const found = await list(client, { status: status2, kind }, limit);
        if (line.has("json")) printJson(found);
        else if (found.jobs.length > 0)
          printTable(["JOB", "KIND", "STATUS", "PRICE", "CREATED"], found.jobs.map(rowOf));
        else if (process.stdout.isTTY) note("No jobs.");
        return exitStatus.done;
      }
    };
  }
});

// packages/cli/src/commands/status-command.ts
var status_command_exports = {};
__export(status_command_exports, {
  status: () => status
});
function printJob(job) {
  const { progress, queue_position: position, estimated_wait_seconds: seconds } = job;
  const rows = [
    ["Job", job.job_id],
    ["Kind", job.kind],
    ["Status", job.status],
    ["Progress", progress === void 0 ? void 0 : `${Math.floor(progress * 100)} %`],
    ["Position", position === void 0 ? void 0 : String(position)],
    ["Ends in", seconds === void 0 ? void 0 : `about ${describeSeconds(seconds)}`],
    ["Error", job.error],
    ["Price", formatUsd(job.price_cents)],
    ["Seed", String(job.seed)],
    ["Created", job.created_at],
    ["Ended", job.completed_at ?? void 0],
    ["Result", job.result_url]
  ];
  for (const [name, value] of rows) {
    if (value === void 0) continue;
    const colour = name === "Status" ? COLOURS[job.status] ?? "dim" : void 0;
    print(`${name.padEnd(9)} `, colour === void 0 ? value : styled(colour, value));
  }
}
var status, COLOURS;
var init_status_command = __esm({
  "packages/cli/src/commands/status-command.ts"() {
    "use strict";
    init_command();
    init_customer_command();
    init_describe_seconds();
    init_exit_status();
    init_finish_job();
    init_output();
    init_save_result();
    init_session();
    status = {
      name: "status",
      parameters: "JOB",
      about: `Shows a job; with --wait, waits for its end; with -o, saves its result.

  kinora status 01a1\u2026 --wait -o fox.png`,
      options: {
        wait: { about: "Wait for the end of the job." },
        output: {
          value: "FILE",
          short: "o",
          about: "Where to save the result; - is standard output.",
          isFile: true
        },
        ...jsonOption('the response of GET /v1/jobs/{job_id}; with -o also "file".'),
        ...serverOption
      },
      async run(line) {
        const jobId = requireArgument(line, 0, "the id of the job");
        const output = line.text("output");
        const target = output === void 0 ? void 0 : await readTarget(output);
        const client = await signedIn(line.text("server"));
        const job = await client.job(jobId);
        if (target !== void 0 && job.status === "queued" && !line.has("wait")) {
          throw new UsageError("the job has no result yet; add --wait");
        }
        if (target !== void 0 || line.has("wait")) return finishJob(client, job, target, line.has("json"));
        if (line.has("json")) printJson(job);
        else printJob(job);
        return exitStatus.done;
      }
    };
    COLOURS = { completed: "green", queued: "yellow", blocked: "red", failed: "red" };
  }
});

// packages/cli/src/commands/delete-command.ts
var delete_command_exports = {};
__export(delete_command_exports, {
  deleteJob: () => deleteJob
});
var deleteJob;
var init_delete_command = __esm({
  "packages/cli/src/commands/delete-command.ts"() {
    "use strict";
    init_customer_command();
    init_exit_status();
    init_output();
    init_session();
    deleteJob = {
      name: "delete",
      parameters: "JOB",
      about: "Deletes the result of a job. One that waits or runs is cancelled, and its price is released.",
      options: { ...jsonOption('{"job_id", "deleted"}.'), ...serverOption },
      async run(line) {
        const jobId = requireArgument(line, 0, "the id of the job");
        const client = await signedIn(line.text("server"));
        await client.deleteJob(jobId);
        if (line.has("json")) printJson({ job_id: jobId, deleted: true });
        else note(`Deleted ${jobId}`);
        return exitStatus.done;
      }
    };
  }
});

// packages/cli/src/commands/usage-command.ts
var usage_command_exports = {};
__export(usage_command_exports, {
  usage: () => usage
});
function printUsage(used, { balance_cents, auto_recharge, monthly_cap_cents }) {
  const included = (count, unit) => count === 0 ? "" : ` of ${count}${unit} included`;
  const recharge = auto_recharge.enabled ? `${auto_recharge.amount_usd} USD below ${formatUsd(auto_recharge.threshold_cents)}` : "off";
  const rows = [
    ["Balance", formatUsd(balance_cents)],
    ["Auto-recharge", recharge],
    ["Monthly cap", formatUsd(monthly_cap_cents)],
    ["Month", used.month_start.slice(0, 7)],
    ["Images", `${used.images_used}${included(used.base_images_allowance, "")}`],
    ["Videos", `${used.videos_used}`],
    ["Video seconds", `${used.video_seconds_used}${included(used.base_video_seconds_allowance, " s")}`],
    ["Pay per use", formatUsd(used.overage_charged_cents)]
  ];
  for (const [name, value] of rows) print(`${name.padEnd(14)} ${value}`);
}
var usage;
var init_usage_command = __esm({
  "packages/cli/src/commands/usage-command.ts"() {
    "use strict";
    init_customer_command();
    init_exit_status();
    init_output();
    init_session();
    usage = {
      name: "usage",
      parameters: "",
      about: "Shows your balance and what you used this month.",
      options: {
        ...jsonOption('{"usage", "balance"}: the responses of GET /v1/usage and GET /v1/me/balance.'),
        ...serverOption
      },
      async run(line) {
        const client = await signedIn(line.text("server"));
        const [used, balance] = await Promise.all([client.usage(), client.balance()]);
        if (line.has("json")) printJson({ usage: used, balance });
        else printUsage(used, balance);
        return exitStatus.done;
      }
    };
  }
});

// packages/cli/src/commands/logout-command.ts
var logout_command_exports = {};
__export(logout_command_exports, {
  logout: () => logout
});
var logout;
var init_logout_command = __esm({
  "packages/cli/src/commands/logout-command.ts"() {
    "use strict";
    init_credentials_file2();
    init_customer_command();
    init_exit_status();
    init_output();
    init_session();
    logout = {
      name: "logout",
      parameters: "",
      about: "Deletes the key from this computer. It stays valid: rotate or revoke it in the account settings.",
      options: serverOption,
      async run(line) {
        const { origin, credentialsFile } = await openSession(line.text("server"));
        if (!(await readKeys(credentialsFile)).has(origin)) {
          note(`You are not signed in to ${origin}.`);
          return exitStatus.done;
        }
        await storeKey(credentialsFile, origin, void 0);
        note(`Signed out of ${origin}.`);
        return exitStatus.done;
      }
    };
  }
});

// packages/cli/src/completion-scripts.ts
function bashCompletion(commands) {
  const options = commands.map(
    ({ name, options: options2 }) => `    ${name}) words="${Object.keys(options2).map(dashed).join(" ")} --help" ;;`
  );
  const values = commands.flatMap(
    ({ name, options: options2 }) => Object.entries(options2).flatMap(([key, option]) => {
      const pattern = [dashed(key), option.short === void 0 ? "" : `-${option.short}`].filter(Boolean);
      const action = bashValues(option);
      return action === void 0 ? [] : pattern.map((flag) => `    ${name}:${flag}) ${action}; return ;;`);
    })
  );
  return `# kinora completion for bash
_kinora() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} completion" -- "$cur"))
    return
  fi
  case "$command:$prev" in
${values.join("\n")}
  esac
  case "$command" in
${options.join("\n")}
    completion) words="bash zsh fish" ;;
  esac
  case "$command:$COMP_CWORD" in
    quote:2) words="image video $words" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o filenames -F _kinora kinora
`;
}
function bashValues({ choices, isFile, value }) {
  if (choices !== void 0) return `COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$cur"))`;
  if (isFile === true) return `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur"))`;
  return value === void 0 ? void 0 : ":";
}
function zshCompletion(commands) {
  const cases = commands.map(({ name, options }) => {
    const specs = Object.entries(options).map(([key, option]) => `        ${zshOption(key, option)}`);
    const first = name === "quote" ? ["        '1:kind:(image video)'"] : [];
    return `      ${name})
        _arguments \\
${[...first, ...specs, "        '--help[show the options]'"].join(" \\\n")} ;;`;
  });
  return `#compdef kinora
# kinora completion for zsh
_kinora() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
    'completion:Print a completion script for your shell.'
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT -= 1 ))
  case "$command" in
${cases.join("\n")}
      completion)
        _arguments '1:shell:(bash zsh fish)' ;;
  esac
}
compdef _kinora kinora
`;
}
function zshOption(key, { short, value, about, choices, isFile }) {
  const text2 = `[${about.replaceAll(/[[\]:]/g, " ")}]`;
  const action = choices !== void 0 ? `(${choices.join(" ")})` : isFile === true ? "_files" : " ";
  const argument = value === void 0 ? "" : `:${value}:${action}`;
  const long = quoted(`--${key}${text2}${argument}`);
  return short === void 0 ? long : `${long} \\
        ${quoted(`-${short}${text2}${argument}`)}`;
}
function fishCompletion(commands) {
  const names = commands.map(
    ({ name, summary }) => `complete -c kinora -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`
  );
  const options = commands.flatMap(
    ({ name, options: options2 }) => Object.entries(options2).map(
      ([key, { short, value, about, choices, isFile }]) => [
        `complete -c kinora -n '__fish_seen_subcommand_from ${name}' -l ${key}`,
        short === void 0 ? "" : `-s ${short}`,
        value === void 0 ? "" : "-r",
        isFile === true ? "-F" : "-f",
        choices === void 0 ? "" : `-a '${choices.join(" ")}'`,
        `-d ${quoted(about)}`
      ].filter(Boolean).join(" ")
    )
  );
  return `# kinora completion for fish
complete -c kinora -f
${names.join("\n")}
complete -c kinora -n __fish_use_subcommand -f -a completion -d 'Print a completion script for your shell.'
complete -c kinora -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'
complete -c kinora -n '__fish_seen_subcommand_from quote' -f -a 'image video'
${options.join("\n")}
`;
}
function quoted(text2) {
  return `'${text2.replaceAll("'", `'\\''`)}'`;
}
var dashed;
var init_completion_scripts = __esm({
  "packages/cli/src/completion-scripts.ts"() {
    "use strict";
    dashed = (name) => `--${name}`;
  }
});

// packages/cli/src/commands/completion-command.ts
var completion_command_exports = {};
__export(completion_command_exports, {
  completion: () => completion
});
function completion(commands) {
  return {
    name: "completion",
    parameters: "bash|zsh|fish",
    about: `Prints a script that completes commands and options.

  bash   source <(kinora completion bash)             in ~/.bashrc
  zsh    source <(kinora completion zsh)              in ~/.zshrc, after compinit
  fish   kinora completion fish | source              in ~/.config/fish/config.fish`,
    options: {},
    async run(line) {
      const shell = requireArgument(line, 0, "the shell: bash, zsh or fish");
      if (!Object.hasOwn(SCRIPTS, shell))
        throw new UsageError(`the shell must be bash, zsh or fish, not "${shell}"`);
      process.stdout.write(SCRIPTS[shell](commands));
      return exitStatus.done;
    }
  };
}
var SCRIPTS;
var init_completion_command = __esm({
  "packages/cli/src/commands/completion-command.ts"() {
    "use strict";
    init_command();
    init_completion_scripts();
    init_customer_command();
    init_exit_status();
    SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
  }
});

// packages/program/src/guard-output.ts
init_terminal_text();
var isGuarded = false;
var isLost = false;
function guardOutput() {
  if (isGuarded) return;
  isGuarded = true;
  process.stdout.on("error", (error) => lost("standard output", error));
  process.stderr.on("error", (error) => lost("standard error", error));
}
function lost(stream, error) {
  if (error.code === "EPIPE" || isLost) return;
  isLost = true;
  process.on("exit", () => {
    if (!process.exitCode) process.exitCode = 1;
  });
  const reason = /^[A-Z]+: (.+), \w+$/.exec(error.message)?.[1] ?? error.message;
  writeText(`kinora: ${stream} cannot be written: ${reason}
`, process.stderr);
}

// packages/program/src/product-version.ts
var productVersion = () => "0.1.0";

// packages/program/src/run-command.ts
init_command();
init_setting();
init_terminal_text();
async function runCommand(name, command, argv) {
  if (argv.includes("--help") || argv.includes("-h")) {
    writeText(command.help);
    return 0;
  }
  try {
    return await command.run(argv);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError || isParseError(error)) {
      writeText(`${name}: ${error.message}
`, process.stderr);
      process.stderr.write(`See: ${name} --help
`);
      return 2;
    }
    writeText(`${name}: ${error instanceof Error ? error.message : error}
`, process.stderr);
    return 1;
  }
}
function isParseError(error) {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

// packages/program/src/run-command-line.ts
init_terminal_text();
async function runCommandLine(commands, overview2, [name = "--help", ...rest]) {
  guardOutput();
  if (name === "--help" || name === "-h" || name === "help") {
    writeText(overview2);
    return 0;
  }
  if (name === "--version" || name === "-v") {
    process.stdout.write(`kinora ${productVersion()}
`);
    return 0;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : void 0;
  if (entry === void 0) {
    writeText(`kinora: unknown command "${name}"

${overview2}`, process.stderr);
    return 2;
  }
  return runCommand(`kinora ${name}`, await entry.load(), rest);
}

// packages/cli/src/commands.ts
init_customer_command();
var entries = {
  login: {
    summary: "Get an API key and store it.",
    definition: async () => (await Promise.resolve().then(() => (init_login_command(), login_command_exports))).login
  },
  image: {
    summary: "Generate an image.",
    definition: async () => (await Promise.resolve().then(() => (init_image_command(), image_command_exports))).image
  },
  video: {
    summary: "Generate a video, from text or an image.",
    definition: async () => (await Promise.resolve().then(() => (init_video_command(), video_command_exports))).video
  },
  quote: {
    summary: "Show what an order would cost.",
    definition: async () => (await Promise.resolve().then(() => (init_quote_command(), quote_command_exports))).quote
  },
  jobs: {
    summary: "List your jobs.",
    definition: async () => (await Promise.resolve().then(() => (init_jobs_command(), jobs_command_exports))).jobs
  },
  status: {
    summary: "Show a job, wait for it, save its result.",
    definition: async () => (await Promise.resolve().then(() => (init_status_command(), status_command_exports))).status
  },
  delete: {
    summary: "Delete the result of a job, or cancel it.",
    definition: async () => (await Promise.resolve().then(() => (init_delete_command(), delete_command_exports))).deleteJob
  },
  usage: {
    summary: "Show your balance and what you used.",
    definition: async () => (await Promise.resolve().then(() => (init_usage_command(), usage_command_exports))).usage
  },
  logout: {
    summary: "Delete the key from this computer.",
    definition: async () => (await Promise.resolve().then(() => (init_logout_command(), logout_command_exports))).logout
  }
};
var customerCommands = {
  ...Object.fromEntries(
    Object.entries(entries).map(([name, { summary, definition }]) => [
      name,
      { summary, load: async () => toCommand(await definition()) }
    ])
  ),
  completion: {
    summary: "Print a completion script for your shell.",
    load: async () => {
      const { completion: completion2 } = await Promise.resolve().then(() => (init_completion_command(), completion_command_exports));
      const all = Object.values(entries).map(async ({ summary, definition }) => ({
        ...await definition(),
        summary
      }));
      return toCommand(completion2(await Promise.all(all)));
    }
  }
};

// packages/cli/src/run-customer-command-line.ts
function runCustomerCommandLine(argv) {
  return runCommandLine(customerCommands, overview(), argv);
}
function overview() {
  const lines = Object.entries(customerCommands).map(
    ([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`
  );
  return [
    "Kinora: images and videos with sound, from a prompt.",
    "",
    "Usage: kinora <command> [options]",
    "",
    ...lines,
    "",
    "Run kinora <command> --help for its options, kinora --version for the version.",
    ""
  ].join("\n");
}

// packages/cli/src/main.ts
process.exitCode = await runCustomerCommandLine(process.argv.slice(2));
