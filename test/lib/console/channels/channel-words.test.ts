import { describe, expect, it } from 'vitest';
import { hearsWords, leadsWords } from '../../../../lib/console/channels/channel-words.ts';
import { byWords, tellsSomebody, type OwnersChannel } from '../../../../lib/console/words/told-by.ts';

const ALL: OwnersChannel['hears'] = ['silence', 'fail', 'too_long', 'recovery'];
const OPS: OwnersChannel = {
  id: 'chabcdefghijklmnopqr',
  name: 'Ops',
  kind: 'slack',
  url: 'https://hooks.slack.com/services/T0/B0/secret',
  hears: ALL,
  tags: [],
  on: true,
  key_set: false,
  priority: null,
  method: 'POST',
  headers_set: [],
  content_type: 'application/json',
  body_down: null,
  body_up: null,
  created_at: '2027-03-01T00:00:00.000Z',
  last: null,
  failing_since: null,
};

describe('a channel in words', () => {
  it.each([
    [ALL, [], 'gets everything from every monitor'],
    [['fail'], ['db'], 'gets failures from monitors tagged db'],
    [['silence', 'recovery'], ['db', 'prod'], 'gets silence and recoveries from monitors tagged db or prod'],
    [['silence', 'fail', 'too_long'], [], 'gets silence, failures and long runs from every monitor'],
  ] as const)('%s of %s', (hears, tags, words) => {
    expect(hearsWords({ hears: [...hears], tags: [...tags] })).toBe(words);
  });

  it('says where it leads without what is secret of it', () => {
    expect(leadsWords(OPS)).toBe('Slack at hooks.slack.com');
    expect(leadsWords({ kind: 'email', url: null, to: 'a@example.com' })).toBe('E-mail to a@example.com');
    expect(leadsWords({ kind: 'sms', url: null, to: '+491701234567' })).toBe('SMS to +491701234567');
    const topic = 'arn:aws:sns:eu-west-1:111122223333:alerts?format=chatbot';
    expect(leadsWords({ kind: 'sns', url: topic })).toBe('SNS topic alerts in eu-west-1');
    expect(leadsWords({ kind: 'webhook', url: 'https://u:p@example.com:8443/hook?key=secret' })).toBe(
      'Webhook at example.com:8443',
    );
    expect(leadsWords({ kind: 'webhook', url: 'secret without a host' })).toBe('Webhook');
  });
});

describe('by what an alert went', () => {
  it.each([
    ['its medium', { channel: 'email' }, [OPS], 'email'],
    ['the name of the channel', { channel: 'webhook', channel_id: OPS.id }, [OPS], 'Ops'],
    ['one that is gone', { channel: 'webhook', channel_id: OPS.id }, [], 'a removed channel'],
    ['one whose name has not come yet', { channel: 'webhook', channel_id: OPS.id }, undefined, 'webhook'],
  ])('%s', (_, alert, channels, words) => {
    expect(byWords(alert, channels)).toBe(words);
  });
});

it('a monitor tells somebody by its address, its URL or a channel, and else nobody', () => {
  const none = { alert_to: null, alert_url: null, channel_ids: [] };

  expect(tellsSomebody(none)).toBe(false);
  expect(tellsSomebody({ ...none, alert_to: 'ops@example.com' })).toBe(true);
  expect(tellsSomebody({ ...none, alert_url: 'https://example.com/hook' })).toBe(true);
  expect(tellsSomebody({ ...none, channel_ids: [OPS.id] })).toBe(true);
});
