import { describe, expect, it } from 'vitest';
import { CHANNEL_KINDS, kindByUrl } from '../../../../../lib/domain/alerts/sending/channel-kind.ts';
import { ownHeaders } from '../../../../../lib/domain/alerts/sending/own-headers.ts';
import {
  sendingOf,
  sendingWith,
  type ChannelSending,
  type WantedSending,
} from '../../../../../lib/domain/alerts/sending/sending.ts';

const URLS = {
  webhook: 'https://example.com/hook',
  slack: 'https://hooks.slack.com/services/T0/B0/x',
  mattermost: 'https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz',
  google_chat: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
  discord: 'https://discord.com/api/webhooks/123/abc_DEF-1',
  discord_slack: 'https://discord.com/api/webhooks/123/abc/slack',
  teams: 'https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=s',
  telegram: 'https://api.telegram.org/bot1:AA/sendMessage?chat_id=5',
  ntfy: 'https://ntfy.sh/my-jobs',
  matrix: 'https://matrix.example.org/_matrix/client/v3/rooms/!a:example.org/send/m.room.message',
  pushover: 'https://api.pushover.net/1/messages.json',
  gotify: 'https://gotify.example.com/message?token=abcdefgh',
  pagerduty: 'https://events.eu.pagerduty.com/v2/enqueue',
  opsgenie: 'https://api.eu.opsgenie.com/v2/alerts',
  alertmanager: 'https://am.example.com/prefix/api/v2/alerts',
  sns: 'arn:aws:sns:eu-central-1:111122223333:alerts',
  event_bus: 'arn:aws:events:eu-central-1:111122223333:event-bus/jobs',
} as const satisfies Record<(typeof CHANNEL_KINDS)[number], string>;
const KEYS: Partial<Record<keyof typeof URLS, string>> = {
  matrix: 'syt_token_1',
  pushover: `${'a'.repeat(30)}:${'u'.repeat(30)}`,
  pagerduty: 'R'.repeat(32),
  opsgenie: 'eb243592-faa2-4ba2-a551-1afdf565c889',
};

const NEW = { url: '', sending: null };
const made = (url: string, wanted: WantedSending = {}): ChannelSending => {
  const decided = sendingWith(NEW, url, wanted);
  if (!decided.ok) throw new Error(decided.detail);
  return decided.value;
};
const refusalOf = (before: Parameters<typeof sendingWith>[0], url: string, wanted: WantedSending) => {
  const decided = sendingWith(before, url, wanted);
  return decided.ok ? null : decided.detail;
};

describe('the kind of a channel', () => {
  it.each(CHANNEL_KINDS)('%s is known by its URL', (kind) => {
    expect(kindByUrl(URLS[kind])).toBe(kind);
    const key = KEYS[kind];
    expect(made(URLS[kind], key === undefined ? {} : { key }).kind).toBe(kind);
  });

  it('may be named for any URL', () => {
    expect(made('https://push.example.com/jobs', { kind: 'ntfy', priority: 5 }).kind).toBe('ntfy');
  });

  it('of one that says nothing is as its URL had it before there were more', () => {
    expect(sendingOf({ url: URLS.slack, sending: null }).kind).toBe('slack');
    expect(sendingOf({ url: URLS.alertmanager, sending: null }).kind).toBe('webhook');
  });

  it('follows the URL where that said it, and stays where it was named', () => {
    const plain = { url: URLS.slack, sending: made(URLS.slack) };
    expect(sendingWith(plain, URLS.teams, {})).toMatchObject({ value: { kind: 'teams' } });
    const named = { url: URLS.webhook, sending: made(URLS.webhook, { kind: 'ntfy' }) };
    expect(sendingWith(named, 'https://example.com/other', {})).toMatchObject({ value: { kind: 'ntfy' } });
  });

  it.each([
    [URLS.pagerduty, {}, /^key is required for kind pagerduty: the integration key of 32/],
    [URLS.pagerduty, { key: 'short' }, /^key must be the integration key/],
    [URLS.pushover, { key: 'a'.repeat(60) }, /colon/],
    [URLS.slack, { key: 'a key of some' }, /^key must be null for kind slack/],
    [URLS.webhook, { kind: 'matrix', key: 'syt_token_1' }, /^url of kind matrix must end in \/_matrix/],
    [URLS.webhook, { priority: 1 }, /^priority must be null for kind webhook/],
    [URLS.ntfy, { priority: 6 }, /^priority must be from 1 to 5 for kind ntfy; got 6/],
    [URLS.slack, { method: 'PUT' }, /^method must be POST for kind slack/],
    [URLS.slack, { body_up: 'x' }, /^body_up must be null for kind slack/],
    [URLS.webhook, { method: 'GET', body_down: '{}' }, /^body_down must be null with method GET/],
    [URLS.webhook, { body_down: '{{' }, /^body_down has \{\{ without/],
  ] satisfies [string, WantedSending, RegExp][])('refuses for %s %j', (url, wanted, detail) => {
    expect(refusalOf(NEW, url, wanted)).toMatch(detail);
  });
});

describe('secrets of a channel', () => {
  const token = { authorization: 'Bearer s3cret' };
  const before = { url: URLS.webhook, sending: made(URLS.webhook, { headers: token }) };

  it('stay where they are not named, and each is changed or ended alone', () => {
    const more = sendingWith(before, 'https://example.com/b', { headers: { 'X-B': 'c' } });
    expect(more).toMatchObject({ value: { headers: { ...token, 'x-b': 'c' } } });
    expect(sendingWith(before, URLS.webhook, { headers: { Authorization: null } })).toMatchObject({
      value: { headers: {} },
    });
    expect(sendingWith(before, URLS.webhook, { headers: null })).toMatchObject({ value: { headers: {} } });
  });

  it('do not go along to another host or kind', () => {
    const evil = 'https://evil.example/hook';
    expect(refusalOf(before, evil, {})).toMatch(/^headers must have authorization again/);
    expect(refusalOf(before, evil, { headers: { Authorization: null } })).toBe(null);
    expect(refusalOf(before, evil, { headers: token })).toBe(null);
    const pager = { url: URLS.opsgenie, sending: made(URLS.opsgenie, { key: KEYS.opsgenie }) };
    expect(refusalOf(pager, 'https://evil.example/v2/alerts', {})).toMatch(/^key must be sent again/);
    expect(refusalOf(pager, URLS.opsgenie, { kind: 'gotify' })).toMatch(/^key must be sent again/);
  });
});

describe('a channel of AWS', () => {
  it.each<[string, WantedSending, RegExp]>([
    [URLS.sns, { kind: 'webhook' }, /^kind must be sns for an ARN; got webhook/],
    [URLS.sns, { kind: 'event_bus' }, /^url of kind event_bus must be its ARN/],
    [URLS.event_bus, { kind: 'gotify' }, /^kind must be event_bus/],
    [URLS.webhook, { kind: 'sns' }, /^url of kind sns must be its ARN/],
    [URLS.sns, { headers: { 'X-A': 'b' } }, /^headers must be null for kind sns/],
    [URLS.sns, { key: 'abcdefgh' }, /^key must be null for kind sns/],
    [URLS.event_bus, { priority: 1 }, /^priority must be null/],
    [URLS.event_bus, { method: 'PUT' }, /^method must be POST/],
    [URLS.sns, { body_down: 'x' }, /^body_down must be null/],
  ])('is known by its ARN and takes nothing besides: %s %j', (url, wanted, detail) => {
    expect(refusalOf(NEW, url, wanted)).toMatch(detail);
  });

  it('gets no header or key of what a channel led to before, and gives none on', () => {
    const before = {
      url: URLS.webhook,
      sending: made(URLS.webhook, { headers: { Authorization: 's3cret' } }),
    };
    expect(refusalOf(before, URLS.sns, {})).toMatch(/^headers must have authorization again/);
    expect(refusalOf(before, URLS.sns, { headers: null })).toBe(null);
  });

  it('of a bus whose name ends like the URL of another kind is a bus', () => {
    expect(kindByUrl(`${URLS.event_bus}/api/v2/alerts`)).toBe('event_bus');
  });
});

describe('ownHeaders', () => {
  it.each([
    [{ 'a b': 'c' }, /names of 1 to 64/],
    [{ '': 'c' }, /names of 1 to 64/],
    [{ ['x'.repeat(65)]: 'c' }, /names of 1 to 64/],
    [{ 'X-A\r\nB': 'c' }, /names of 1 to 64/],
    [{ Host: 'c' }, /cannot name host/],
    [{ 'Content-Length': '1' }, /cannot name content-length/],
    [{ 'Transfer-Encoding': 'chunked' }, /cannot name transfer-encoding/],
    [{ 'Webhook-Id': 'c' }, /cannot name webhook-id/],
    [{ 'X-A': 's3cret\r\nB: c' }, /give x-a a value of printable ASCII/],
    [{ 'X-A': 's3crét' }, /give x-a/],
    [{ 'X-A': ' s3cret' }, /give x-a/],
    [{ 'X-A': '' }, /give x-a/],
    [{ 'X-A': 'b', 'x-a': 'c' }, /names x-a twice/],
    [Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${at}`, 'c'])), /at most 10/],
    [{ 'X-A': 'c'.repeat(2_000) }, /2000 characters/],
  ])('refuses %j', (headers, detail) => {
    const decided = ownHeaders({}, headers);
    expect(decided).toMatchObject({ ok: false, detail: expect.stringMatching(detail) });
    expect(JSON.stringify(decided)).not.toContain('s3cr');
  });

  it('takes a name that means something to JavaScript as any other', () => {
    const decided = ownHeaders({}, JSON.parse('{"__proto__":"a","valueOf":"b"}') as Record<string, string>);
    expect(decided.ok && Object.entries(decided.value)).toEqual([
      ['__proto__', 'a'],
      ['valueof', 'b'],
    ]);
  });
}); // prettier-ignore
