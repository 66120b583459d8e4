import { describe, expect, it } from 'vitest';
import { defaultSettings, settingsFrom } from '../../../lib/stack/settings.ts';

const from = (context: Record<string, unknown>) => settingsFrom((name) => context[name]);

describe('settingsFrom', () => {
  it('requires nothing', () => {
    expect(from({})).toEqual(defaultSettings);
  });

  it('takes an empty value for an absent one', () => {
    expect(from({ mailFrom: '', removal: '', ingestRate: '' })).toEqual(defaultSettings);
  });

  it('reads every setting, numbers from the command line included', () => {
    const settings = from({
      mailFrom: 'alerts@example.com',
      mailIdentity: 'example.com',
      guestMailsPerHour: '7',
      alarmEmail: 'ops@example.com',
      domainName: 'rollcall.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0b1c-2d3e',
      ingestOrigin: 'https://in.example.com',
      billingMode: 'live',
      notifierConcurrency: '50',
      checksConcurrency: 16,
      removal: 'destroy',
      standardRate: '10',
      standardBurst: '20',
      ingestRate: '30',
      ingestBurst: 40,
      guestRate: '1',
      guestBurst: '2',
      testRate: '3',
      testBurst: '4',
    });

    expect(settings).toEqual({
      mailFrom: 'alerts@example.com',
      mailIdentity: 'example.com',
      guestMailsPerHour: 7,
      alarmEmail: 'ops@example.com',
      domainName: 'rollcall.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0b1c-2d3e',
      ingestOrigin: 'https://in.example.com',
      billingMode: 'live',
      concurrency: { notifier: 50, checks: 16 },
      removal: 'destroy',
      throttles: {
        standard: { rate: 10, burst: 20 },
        ingest: { rate: 30, burst: 40 },
        guest: { rate: 1, burst: 2 },
        test: { rate: 3, burst: 4 },
      },
    });
  });

  it.each([
    [
      { mailFrom: 'Alerts <a@example.com>' },
      'mailFrom must be an e-mail address such as alerts@example.com, not "Alerts <a@example.com>".',
    ],
    [
      { mailIdentity: 'example.com' },
      'mailIdentity is set without mailFrom: say which address the mails come from.',
    ],
    [
      { mailFrom: 'a@example.com', mailIdentity: 'x/y' },
      'mailIdentity must be a verified SES domain or address, not "x/y".',
    ],
    [{ alarmEmail: 'ops' }, 'alarmEmail must be an e-mail address, not "ops".'],
    [
      { domainName: 'https://x.example' },
      'domainName must be a host name such as rollcall.example.com, not "https://x.example".',
    ],
    [{ domainName: 'x.example.com' }, 'domainName and certificateArn belong together: set both or neither.'],
    [
      { domainName: 'x.example.com', certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/0b1c' },
      'certificateArn must be the ARN of a certificate in us-east-1, not "arn:aws:acm:eu-west-1:111122223333:certificate/0b1c".',
    ],
    [
      { ingestOrigin: 'http://in.example.com' },
      'ingestOrigin must be https:// and a host name, without a path, not "http://in.example.com".',
    ],
    [
      { ingestOrigin: 'https://in.example.com/' },
      'ingestOrigin must be https:// and a host name, without a path, not "https://in.example.com/".',
    ],
    [{ notifierConcurrency: '1' }, 'notifierConcurrency must be from 2 to 1000, as Lambda has it, not 1.'],
    [{ checksConcurrency: 1001 }, 'checksConcurrency must be from 2 to 1000, as Lambda has it, not 1001.'],
    [{ checksConcurrency: 'all' }, 'checksConcurrency must be a whole number from 1, not "all".'],
    [{ billingMode: 'free' }, 'billingMode must be dev or live, not "free".'],
    [{ removal: true }, 'removal must be retain or destroy, not true.'],
    [{ ingestRate: '0' }, 'ingestRate must be a whole number from 1, not "0".'],
    [{ guestBurst: '2.5' }, 'guestBurst must be a whole number from 1, not "2.5".'],
    [{ standardRate: 'many' }, 'standardRate must be a whole number from 1, not "many".'],
  ])('refuses %j in one plain sentence', (context, sentence) => {
    expect(() => from(context)).toThrow(new Error(sentence));
  });
});
