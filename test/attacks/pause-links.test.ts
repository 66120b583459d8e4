import { expect, it } from 'vitest';
import { consentPathIn } from '../support/alerts/alerting.ts';
import { newOrganization } from '../support/accounts/organization.ts';
import { signedIn } from '../support/accounts/session.ts';
import { contentsOf } from '../support/service/refused.ts';
import { startTestService } from '../support/service/service.ts';
import { fresh } from '../support/service/shared.ts';

const service = fresh(startTestService);

const linkIn = (text: string | null | undefined) =>
  new URL(/https?:\/\/\S+\/pause\/\S+/.exec(text ?? '')?.[0] ?? '').pathname;
const newestMail = () => service.mailbox.messages()[0]?.text;

/** A monitor of a guest that failed, whose reader has the mail about it. */
async function failed() {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({
    name: 'payroll',
    interval_sec: 86_400,
    alert_to: 'dev@example.com',
  });
  await service.drain();
  await service.call('POST', `${consentPathIn(newestMail())}/confirm`);
  await service.fail(id);
  await service.check();
  return { guest, id, link: linkIn(newestMail()) };
}

/** Expects that a link leads nowhere, says nothing and changes nothing. */
async function expectDead(link: string): Promise<void> {
  const before = await contentsOf(service);
  for (const method of ['GET', 'POST'] as const) {
    const { status, text } = await service.call(method, link);
    expect(status).toBe(404);
    expect(text).not.toMatch(/payroll|example\.com/);
  }
  expect(await contentsOf(service)).toEqual(before);
}

it('a pause link ends as an account claims the monitor, and the next mail has one that obeys', async () => {
  const { guest, id, link } = await failed();
  const alice = await signedIn(service);
  expect((await alice.call('POST', '/api/auth/claim', { guest_token: guest.token })).status).toBe(200);

  await expectDead(link);

  await service.ping(id);
  await service.check();
  await service.fail(id);
  await service.check();
  expect((await service.call('POST', linkIn(newestMail()))).status).toBe(200);
  expect((await alice.read(id))['state']).toBe('paused');
});

it('a pause link of a job that was deleted and came back under its name stays dead', async () => {
  const guest = await service.guest();
  const key = await guest.ingestKey();
  const { json } = await service.call('GET', `/in/${key}/payroll`);
  const id = json['endpoint_id'];
  await guest.patch(id, { alert_to: 'dev@example.com' });
  await service.drain();
  await service.call('POST', `${consentPathIn(newestMail())}/confirm`);
  await service.fail(id);
  await service.check();
  const link = linkIn(newestMail());
  await guest.remove(id);
  service.clock.advance(60);
  await service.call('GET', `/in/${key}/payroll`);
  expect((await guest.read(id))['active']).toBe(true);

  await expectDead(link);
});

it('a pause link of an organization shows neither its name nor its people', async () => {
  const { owner, call } = await newOrganization(service);
  const { json } = await call('POST', '/api/endpoints', { name: 'payroll', interval_sec: 86_400 });
  await service.fail(json['id']);
  await service.check();
  const mail = service.mailbox.messages().find(({ text }) => text?.includes('/pause/'));

  const page = await service.call('GET', linkIn(mail?.text));

  expect(page.status).toBe(200);
  expect(page.text).toContain('payroll');
  expect(page.text).not.toContain(owner.account.email);
  expect(page.text).not.toMatch(/Night shift|organi[sz]ation|hp_|mmk_/i);
});
