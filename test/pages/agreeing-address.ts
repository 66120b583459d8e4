import type { Page } from 'playwright-core';
import type { LocalService } from '../../lib/local/service.ts';

const PATIENCE_MS = 60_000;

/** A service; without `drain` it sends its mails by itself. */
type Mailing = Pick<LocalService, 'mailbox'> & Partial<Pick<LocalService, 'drain'>>;

/** Names an address that shall hear of a new monitor, has it agree by its mail, and waits until the page shows it. */
export async function addAgreeingAddress(page: Page, service: Mailing, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address);
  await page.keyboard.press('Enter');
  await page.getByText('has not confirmed yet').waitFor();
  await service.drain?.();
  const { status } = await fetch(`${await questionTo(service, address)}/confirm`, { method: 'POST' });
  if (status !== 200) throw new Error(`The address could not agree: ${status}.`);
  await page.getByText('has not confirmed yet').waitFor({ state: 'detached' });
}

/** Where an address agrees, as soon as it is in the mailbox. */
async function questionTo({ mailbox }: Mailing, address: string): Promise<string> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const mail = mailbox.messages().find(({ to }) => to === address);
    const [link] = /http\S+\/email\/[\w.]+/.exec(mail?.text ?? '') ?? [];
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail went to ${address}.`);
}
