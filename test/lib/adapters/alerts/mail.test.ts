import { describe, expect, it } from 'vitest';
import { type Mailer, openMailer, type OutgoingMail } from '../../../../lib/adapters/alerts/mail.ts';
import { receiver } from '../receiver.ts';

const MAIL: OutgoingMail = {
  to: 'alice@example.com',
  subject: 'Só went silent',
  text: 'text',
  html: '<p>html</p>',
  unsubscribeUrl: 'https://rollcall.example/u?t=1',
  about: { kind: 'alert', spaceId: '0123456789abcdefghijkl' },
};

function mailer(
  port: number,
  from: string | null = 'Rollcall <alerts@rollcall.example>',
  more: { configurationSet?: null; timeoutMs?: number } = {},
): Mailer {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return openMailer({
    client: { region: 'eu-west-1', endpoint: `http://127.0.0.1:${port}`, credentials },
    from,
    configurationSet: 'feedback',
    timeoutMs: 2_000,
    ...more,
  });
}

describe('openMailer', () => {
  it('sends both parts and the one-click unsubscribe headers through SES', async () => {
    await using ses = await receiver((response) => response.end('{"MessageId":"m-1"}'));

    const delivery = await mailer(ses.port).send(MAIL);

    expect(delivery).toEqual({ sent: true, outcome: 'sent', detail: 'The mail service took the mail.' });
    expect(ses.received[0]?.url).toBe('/v2/email/outbound-emails');
    expect(JSON.parse(ses.received[0]?.body ?? '')).toEqual({
      FromEmailAddress: 'Rollcall <alerts@rollcall.example>',
      ConfigurationSetName: 'feedback',
      EmailTags: [
        { Name: 'rollcall-mail', Value: 'alert' },
        { Name: 'rollcall-space', Value: '0123456789abcdefghijkl' },
      ],
      Destination: { ToAddresses: ['alice@example.com'] },
      Content: {
        Simple: {
          Subject: { Data: 'Só went silent', Charset: 'UTF-8' },
          Body: { Text: { Data: 'text', Charset: 'UTF-8' }, Html: { Data: '<p>html</p>', Charset: 'UTF-8' } },
          Headers: [
            { Name: 'Auto-Submitted', Value: 'auto-generated' },
            { Name: 'List-Unsubscribe', Value: '<https://rollcall.example/u?t=1>' },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        },
      },
    });
  });

  it('offers no unsubscribe where there is nothing to end', async () => {
    await using ses = await receiver((response) => response.end('{}'));

    await mailer(ses.port).send({ ...MAIL, unsubscribeUrl: null });

    expect(JSON.parse(ses.received[0]?.body ?? '').Content.Simple.Headers).toEqual([
      { Name: 'Auto-Submitted', Value: 'auto-generated' },
    ]);
  });

  it.each([
    [400, 'MessageRejected', 'rejected'],
    [400, 'BadRequestException', 'rejected'],
    [400, 'MailFromDomainNotVerifiedException', 'rejected'],
    [429, 'TooManyRequestsException', 'throttled'],
    [400, 'LimitExceededException', 'throttled'],
    [400, 'SendingPausedException', 'unavailable'],
    [400, 'AccountSuspendedException', 'unavailable'],
    [403, 'AccessDeniedException', 'unavailable'],
    [500, 'InternalServiceErrorException', 'unavailable'],
  ])('reads %i %s as %s, tries once and repeats no address', async (status, name, outcome) => {
    await using ses = await receiver((response) =>
      response
        .writeHead(status, { 'x-amzn-errortype': name })
        .end('{"message":"alice@example.com is not verified"}'),
    );

    const delivery = await mailer(ses.port).send(MAIL);

    expect(delivery).toMatchObject({ sent: false, outcome });
    expect(delivery.detail).toContain(`(${name})`);
    expect(delivery.detail).not.toContain('@');
    expect(ses.received).toHaveLength(1);
  });

  it('calls a service that nobody answers at unavailable', async () => {
    const ses = await receiver((response) => response.end());
    await ses[Symbol.asyncDispose]();

    expect(await mailer(ses.port).send(MAIL)).toMatchObject({ sent: false, outcome: 'unavailable' });
  });

  it('gives up on a service that takes the mail and says nothing, and calls it unavailable', async () => {
    await using ses = await receiver(() => {});
    const startedAt = performance.now();

    const delivery = await mailer(ses.port, undefined, { timeoutMs: 200 }).send(MAIL);

    expect(delivery).toMatchObject({ sent: false, outcome: 'unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(ses.received).toHaveLength(1);
  });

  it('names no configuration set where nobody takes in what becomes of a mail', async () => {
    await using ses = await receiver((response) => response.end('{}'));

    await mailer(ses.port, undefined, { configurationSet: null }).send(MAIL);

    expect(JSON.parse(ses.received[0]?.body ?? '')).not.toHaveProperty('ConfigurationSetName');
  });

  it('sends nothing without a sender', async () => {
    await using ses = await receiver((response) => response.end('{}'));

    const delivery = await mailer(ses.port, null).send(MAIL);

    expect(delivery).toMatchObject({ sent: false, outcome: 'no_sender' });
    expect(ses.connections()).toBe(0);
  });
});

describe('the rate of the account', () => {
  const rateBy = async (status: number, body: string) => {
    await using ses = await receiver((response) => response.writeHead(status).end(body));
    const rate = await mailer(ses.port).perSecond?.();
    expect(ses.received).toMatchObject([{ method: 'GET', url: '/v2/email/account' }]);
    return rate;
  };

  it('is what SES says', async () => {
    expect(await rateBy(200, '{"SendQuota":{"MaxSendRate":14}}')).toBe(14);
  });

  it.each([
    ['may not be read', 403, '{}'],
    ['is not there', 200, '{}'],
    ['is that of an account without a limit', 200, '{"SendQuota":{"MaxSendRate":-1}}'],
  ])('is unknown where it %s', async (_, status, body) => {
    expect(await rateBy(status, body)).toBeNull();
  });
});
