import { launchBrowser, shows } from './browser.ts';

/** Opens the link of a claim as somebody without an account: signs up, pays with a test card, approves. */
export async function payAndApprove(link: string, email = 'terminal@example.com'): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByLabel('I am 18').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await shows(page, /Your terminal will receive its key/);
  } finally {
    await browser.close();
  }
}
