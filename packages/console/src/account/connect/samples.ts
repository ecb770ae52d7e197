import { PYTHON_WHEEL } from './python-wheel.ts';

/** A complete program that makes one image, in the languages of the page. */

const PROMPT = 'a lighthouse in a storm';

export interface Sample {
  readonly language: string;
  readonly file: string;
  /** The command that downloads what it imports. */
  readonly needs?: string;
  /** How it is started. */
  readonly run: string;
  readonly code: string;
}

/** `baseUrl` is the base address of the API, without a trailing slash. */
export function samplesFor(baseUrl: string): readonly Sample[] {
  return [curl(baseUrl), typescript(baseUrl), python(baseUrl)];
}

function curl(baseUrl: string): Sample {
  return {
    language: 'curl',
    file: 'image.sh',
    run: 'KINORA_KEY=<your key> sh image.sh',
    code: `set -e
job=$(curl -sSf ${baseUrl}/v1/images/generate \\
  -H "X-API-Key: $KINORA_KEY" -H "Content-Type: application/json" \\
  -d '{"prompt": "${PROMPT}"}' | sed 's/.*"job_id":"\\([^"]*\\)".*/\\1/')

status() { curl -sSf ${baseUrl}/v1/jobs/$job -H "X-API-Key: $KINORA_KEY" > status.json; }
status
while grep -q '"status":"queued"' status.json; do sleep 2; status; done
grep -q '"status":"completed"' status.json || { cat status.json; exit 1; }

curl -sSf -o image.png "$(sed 's/.*"result_url":"\\([^"]*\\)".*/\\1/' status.json)"
echo "image.png is ready"
`,
  };
}

function typescript(baseUrl: string): Sample {
  return {
    language: 'TypeScript',
    file: 'image.ts',
    needs: `curl -sSfO ${baseUrl.replace(/\/api$/, '')}/downloads/kinora-client.mjs`,
    run: 'KINORA_KEY=<your key> node image.ts',
    code: `import { writeFile } from 'node:fs/promises';
import { createKinoraClient } from './kinora-client.mjs';

const kinora = createKinoraClient({ baseUrl: '${baseUrl}', apiKey: process.env.KINORA_KEY });
const job = await kinora.generateImage({ prompt: '${PROMPT}' });
const { result_url, error } = await kinora.waitFor(job);
if (result_url === undefined) throw new Error(error);

await writeFile('image.png', await kinora.download(result_url));
console.log('image.png is ready');
`,
  };
}

function python(baseUrl: string): Sample {
  return {
    language: 'Python',
    file: 'image.py',
    needs: `pip install ${baseUrl.replace(/\/api$/, '')}/downloads/${PYTHON_WHEEL}`,
    run: 'KINORA_API_KEY=<your key> python3 image.py',
    code: `from kinora import Kinora

client = Kinora(base_url="${baseUrl}")
image = client.images.generate("${PROMPT}", progress=True)

image.save("image.png")
print("image.png is ready")
`,
  };
}
