import { beforeAll, describe, expect, it } from 'vitest';
import { getConsent } from '../../../lib/data/alerts/consents.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import { consentPathIn, enqueue, notifyWith } from '../../support/alerts/alerting.ts';
import { contentsOf, expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let path: string;

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  await alice.createMonitor({ alert_to: 'alice@example.com' });
  await service.drain();
  path = consentPathIn(service.mailbox.messages()[0]?.text);
});

const isConfirmed = async () => (await alice.monitors())[0]['alert_to_confirmed'];

describe('showEmailConsent', () => {
  it('shows a page with a button that POSTs and changes nothing, since mail scanners open links', async () => {
    const before = await contentsOf(service);

    const page = await service.call('GET', path);
    const head = await service.call('HEAD', path);

    expect([page.status, head.status, head.text]).toEqual([200, 200, '']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain(`<form method="post" action="${path}/confirm">`);
    expect(page.text).toContain('alice@example.com');
    expect(await contentsOf(service)).toEqual(before);
    expect(await isConfirmed()).toBe(false);
  });

  it('may not be framed, cached, indexed or told on', async () => {
    const { headers, text } = await service.call('GET', path);

    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).toContain('noindex');
  });

  it.each([
    ['a token that is too short', () => path.slice(0, -1)],
    ['a token that was changed', () => `${path.slice(0, -1)}${path.endsWith('a') ? 'b' : 'a'}`],
    ['no token of ours', () => '/email/x'],
    ['dots', () => '/email/..'.replace('..', 'a.b.c')],
    ['a NUL', () => '/email/%00'],
    ['markup', () => '/email/%3Cscript%3E'],
  ])('answers 404 to %s, by GET and POST', async (_what, of) => {
    for (const [method, suffix] of [
      ['GET', ''],
      ['POST', '/confirm'],
      ['POST', '/unsubscribe'],
    ] as const) {
      await expectNothingWritten(service, () => service.call(method, of() + suffix), {
        status: 404,
        error: 'not_found',
      });
    }
  });
});

describe('confirmEmail and unsubscribeEmail', () => {
  it('confirm by POST, may be repeated, and can be taken back and given again', async () => {
    for (const [action, after] of [
      ['confirm', true],
      ['confirm', true],
      ['unsubscribe', false],
      ['unsubscribe', false],
      ['confirm', true],
    ] as const) {
      const reply = await service.call('POST', `${path}/${action}`);

      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toContain('text/html');
      expect(await isConfirmed()).toBe(after);
    }
  });

  it('that confirms again does not have an open incident told again', async () => {
    const { id } = await alice.createMonitor({ name: 'told once', alert_to: 'alice@example.com' });
    await service.fail(id);
    await service.check();

    for (let turn = 0; turn < 3; turn++) {
      await service.call('POST', `${path}/confirm`);
      await service.check();
    }

    const subjects = service.mailbox.messages().map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('told once'))).toHaveLength(1);
    await alice.remove(id);
  });

  it('are not reached by GET', async () => {
    for (const action of ['confirm', 'unsubscribe']) {
      const reply = await service.call('GET', `${path}/${action}`);

      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toBe('POST, OPTIONS');
    }
    expect(await isConfirmed()).toBe(true);
  });
});

describe('an address that does not answer', () => {
  const DAY_SEC = 86_400;
  const name = (id: string, alert_to: string) => alice.patch(id, { alert_to });
  const questionsTo = (address: string) =>
    service.mailbox.messages().filter(({ to, subject }) => to === address && subject.startsWith('Confirm'));

  it('is asked again when it is named again a day later, three times in all', async () => {
    const address = 'silent@example.com';
    const id = (await alice.createMonitor({ alert_to: address }))['id'];
    await service.drain();

    for (const [waitSec, questions] of [
      [DAY_SEC - 1, 1],
      [1, 2],
      [DAY_SEC, 3],
      [7 * DAY_SEC, 3],
    ] as const) {
      service.clock.advance(waitSec);
      await name(id, address);
      await name(id, address);
      await service.drain();
      expect(questionsTo(address)).toHaveLength(questions);
    }
  });

  it('is not asked again by a change that does not name it, nor once it has answered', async () => {
    const address = 'answers@example.com';
    const id = (await alice.createMonitor({ alert_to: address }))['id'];
    await service.drain();
    service.clock.advance(2 * DAY_SEC);

    await alice.patch(id, { name: 'renamed' });
    await service.drain();
    expect(questionsTo(address)).toHaveLength(1);

    const page = consentPathIn(questionsTo(address)[0]?.text);
    for (const answer of ['confirm', 'unsubscribe']) {
      await service.call('POST', `${page}/${answer}`);
      await name(id, address);
      await service.drain();
      expect(questionsTo(address)).toHaveLength(1);
    }
  });

  it('is tried for a day when the mail service takes nothing, and again when it is named again', async () => {
    const address = 'unlucky@example.com';
    const refusing = { send: async () => ({ sent: false, outcome: 'unavailable', detail: 'No.' }) as const };
    const queueUrl = service.core.config.queues.alerts;
    service.core.config.queues.alerts = queueUrl.replace(/alerts$/, 'nowhere');
    const id = (await alice.createMonitor({ alert_to: address }))['id'];
    service.core.config.queues.alerts = queueUrl;
    const message = {
      kind: 'confirm',
      spaceId: await spaceOf(id),
      addressHash: hashOfAddress(address),
    } as const;

    await notifyWith(service, { mailer: refusing }, message);
    expect(await owed(message)).toBe(true);
    service.clock.advance(DAY_SEC);
    await notifyWith(service, { mailer: refusing }, message);
    expect(await owed(message)).toBe(false);

    await name(id, address);
    await service.drain();
    expect(questionsTo(address)).toHaveLength(1);
  });

  it('is not tried again when the mail service will never take the mail', async () => {
    const id = (await alice.createMonitor({ alert_to: 'impossible@example.com' }))['id'];
    const message = {
      kind: 'confirm',
      spaceId: await spaceOf(id),
      addressHash: hashOfAddress('impossible@example.com'),
    } as const;
    const mailer = { send: async () => ({ sent: false, outcome: 'rejected', detail: 'No.' }) as const };

    await notifyWith(service, { mailer }, message);

    expect(await owed(message)).toBe(false);
  });

  it('is asked once when the message about it comes twice at the same time', async () => {
    const address = 'twice@example.com';
    const id = (await alice.createMonitor({ alert_to: address }))['id'];
    const message = {
      kind: 'confirm',
      spaceId: await spaceOf(id),
      addressHash: hashOfAddress(address),
    } as const;
    await enqueue(service, message, message, message);

    await Promise.all([service.drain(), notifyWith(service, {}, message), notifyWith(service, {}, message)]);

    expect(questionsTo(address)).toHaveLength(1);
  });
});

async function spaceOf(id: string): Promise<string> {
  return (await getMonitor(service.core.table, id))?.spaceId ?? '';
}

async function owed({ spaceId, addressHash }: { spaceId: string; addressHash: string }): Promise<boolean> {
  return (await getConsent(service.core.table, spaceId, addressHash))?.dueAt !== null;
}
