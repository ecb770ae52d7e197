const TIMEOUT_MS = 10_000;

/** Connects to the mail server and signs in; throws an error with the remedy. Sends nothing. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
  } catch (error) {
    // Its message has the server's response, never the password.
    const { host } = new URL(smtpUrl);
    throw new Error(
      `the mail server ${host} cannot be used: ${(error as Error).message}. Correct SMTP_URL (docs/guides/email.md)`,
    );
  } finally {
    transport.close();
  }
}
