import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetAccountCommand,
  ListContactListsCommand,
  SendEmailCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MailStore, type LocalMail } from '../../../../lib/local/mail/mail-store.ts';
import { startMailbox, type LocalMailbox } from '../../../../lib/local/mail/mailbox.ts';
import { MovableClock } from '../../../../lib/local/clock/movable-clock.ts';
import { StartError } from '../../../../lib/local/start-error.ts';

let dir: string;
let file: string;
let clock: MovableClock;
const running: { stop(): Promise<void> }[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-mail-'));
  file = join(dir, 'mail.jsonl');
  clock = new MovableClock({ startAt: Date.parse('2026-11-20T12:00Z') });
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  rmSync(dir, { recursive: true });
});

async function started(options: { file: string | null }): Promise<LocalMailbox> {
  const mailbox = await startMailbox({ clock, ...options });
  running.push(mailbox);
  return mailbox;
}

function clientOf(mailbox: LocalMailbox): SESv2Client {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new SESv2Client({ endpoint: mailbox.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
}

function mail(subject: string): SendEmailCommandInput {
  return {
    FromEmailAddress: 'Rollcall <alerts@example.com>',
    Destination: { ToAddresses: ['alice@example.com'] },
    Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'It fell silent.' } } } },
  };
}

describe('the SES client', () => {
  it('sends a mail, which lies in the mailbox at the time of the clock', async () => {
    const mailbox = await started({ file: null });

    const sent = await clientOf(mailbox).send(
      new SendEmailCommand({
        FromEmailAddress: 'alerts@example.com',
        EmailTags: [{ Name: 'kind', Value: 'alert' }],
        Destination: { ToAddresses: ['alice@example.com', 'bob@example.com'] },
        Content: {
          Simple: {
            Subject: { Data: 'Down: café', Charset: 'UTF-8' },
            Body: { Text: { Data: 'It fell silent.' }, Html: { Data: '<p>It fell silent.</p>' } },
            Headers: [{ Name: 'List-Unsubscribe', Value: '<https://example.com/u>' }],
          },
        },
      }),
    );

    expect(sent.MessageId).toMatch(/^[0-9a-f-]{36}$/);
    expect(mailbox.messages()).toEqual([
      {
        to: 'alice@example.com, bob@example.com',
        subject: 'Down: café',
        text: 'It fell silent.',
        html: '<p>It fell silent.</p>',
        at: '2026-11-20T12:00:00.000Z',
        headers: [{ name: 'List-Unsubscribe', value: '<https://example.com/u>' }],
        tags: { kind: ['alert'] },
      },
    ]);
  });

  it('finds the newest mail first', async () => {
    const mailbox = await started({ file: null });
    const client = clientOf(mailbox);
    await client.send(new SendEmailCommand(mail('first')));
    clock.advance(60);
    await client.send(new SendEmailCommand(mail('second')));

    expect(mailbox.messages().map(({ subject, at }) => [subject, at])).toEqual([
      ['second', '2026-11-20T12:01:00.000Z'],
      ['first', '2026-11-20T12:00:00.000Z'],
    ]);
  });

  it.each([
    ['without a receiver', { ...mail('x'), Destination: { ToAddresses: [] } }],
    ['without a body', { ...mail('x'), Content: { Simple: { Subject: { Data: 'x' }, Body: {} } } }],
    ['in raw form', { ...mail('x'), Content: { Raw: { Data: new TextEncoder().encode('Subject: x') } } }],
  ])('is refused a mail %s', async (_case, input) => {
    const mailbox = await started({ file: null });

    await expect(clientOf(mailbox).send(new SendEmailCommand(input))).rejects.toMatchObject({
      name: 'BadRequestException',
    });
    expect(mailbox.messages()).toEqual([]);
  });

  it('is told how many mails it takes a second, and to slow down beyond', async () => {
    const mailbox = await started({ file: null });
    mailbox.perSecond = 2;
    const client = clientOf(mailbox);
    const send = () => client.send(new SendEmailCommand(mail('x')));

    expect(await client.send(new GetAccountCommand({}))).toMatchObject({ SendQuota: { MaxSendRate: 2 } });
    await send();
    await send();
    await expect(send()).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    expect(mailbox.messages()).toHaveLength(2);
  });

  it('is told that nothing else is available', async () => {
    const mailbox = await started({ file: null });

    await expect(clientOf(mailbox).send(new ListContactListsCommand({}))).rejects.toMatchObject({
      name: 'NotFoundException',
    });
  });
});

describe('the mail file', () => {
  it('keeps mails across a restart, a torn last line left out', async () => {
    const first = await started({ file });
    await clientOf(first).send(new SendEmailCommand(mail('kept')));
    appendFileSync(file, '{"to":"bob@exam');

    const second = await started({ file });
    await clientOf(second).send(new SendEmailCommand(mail('after')));
    const third = await started({ file });

    expect(third.messages().map(({ subject }) => subject)).toEqual(['after', 'kept']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is one plain sentence when it cannot be used', async () => {
    writeFileSync(join(dir, 'file'), '');

    const start = startMailbox({ clock, file: join(dir, 'file', 'mail.jsonl') });

    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(/cannot be used \(E[A-Z]+\); choose another folder with --data\.$/);
  });

  it('holds the newest 500 mails and never more than twice as many lines', () => {
    const store = new MailStore(file);
    const at = '2026-11-20T12:00:00.000Z';
    const numbered = (number: number): LocalMail => ({
      to: 'alice@example.com',
      subject: String(number),
      text: null,
      html: null,
      at,
      headers: [],
    });
    let longest = 0;
    for (let number = 1; number <= 1_700; number += 1) {
      store.add(numbered(number));
      if (number % 100 === 0) longest = Math.max(longest, readFileSync(file, 'utf8').split('\n').length - 1);
    }

    const kept = new MailStore(file).newestFirst();

    expect(kept).toEqual(store.newestFirst());
    expect(kept).toHaveLength(500);
    expect([kept.at(0)?.subject, kept.at(-1)?.subject]).toEqual(['1700', '1201']);
    expect(longest).toBe(1_000);
  });
});
