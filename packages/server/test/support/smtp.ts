import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that stores the emails it receives. */
export interface SmtpScene {
  readonly url: string;
  readonly received: string[];
  refuseNext(): void;
  close(): Promise<void>;
}

export async function startSmtp(): Promise<SmtpScene> {
  const received: string[] = [];
  let refuses = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuses-- > 0) return done(new Error('try later'));
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    received,
    refuseNext: () => {
      refuses = 1;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
