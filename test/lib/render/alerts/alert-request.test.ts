import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import type { AlertContent, Superseded } from '../../../../lib/domain/alerts/alert-content.ts';
import type { ChannelKind } from '../../../../lib/domain/alerts/sending/channel-kind.ts';
import { type ChannelSending, sendingOf } from '../../../../lib/domain/alerts/sending/sending.ts';
import type { AlertRequest } from '../../../../lib/render/alerts/chat-body.ts';
import { requestsFor as written } from '../../../../lib/render/alerts/alert-request.ts';
import type { Told } from '../../../../lib/render/alerts/told.ts';
import { WORDS } from '../../../attacks/hostile-words.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

const requestsFor = (url: string, how: ChannelSending, contents: Told[]) =>
  written({ url, sending: how, hashOf }, contents);

const READER = {
  zone: 'UTC',
  url: 'https://rollcall.example.com/app/monitors/m/incidents/3',
  listUrl: 'https://rollcall.example.com/app',
  pauseUrl: null,
};
const SENTENCE =
  'A went silent. Last ping: 2026-03-29 00:00:00 UTC. Expected: a ping at least every hour. Down since 2026-03-29 01:00:00 UTC.';
const OPEN = `Open this incident: ${READER.url}`;
const told = (part: Partial<AlertContent> = {}): Told => ({
  ...sampleContent({ monitorName: 'A', tags: ['prod'], ...part }),
  reader: READER,
});
const down = told();
const up: Told = { ...sampleRecovery({ monitorName: 'A', tags: ['prod'] }), reader: READER };
const test = told({ kind: 'test' });

const sending = (kind: ChannelKind, some: Partial<ChannelSending> = {}): ChannelSending => ({
  ...sendingOf({ url: 'https://example.com', sending: null }),
  kind,
  ...some,
});
const shapeOf = ({ body, ...rest }: AlertRequest) => ({ ...rest, body: JSON.parse(body) as unknown });
const KEY = expect.stringMatching(/^rollcall-[0-9a-f]{32}$/) as string;

/** Every field as documented by each vendor for what is sent; nothing besides. */
describe('PagerDuty, Events API v2', () => {
  const url = 'https://events.pagerduty.com/v2/enqueue';
  const key = 'R'.repeat(32);
  const to = (content: Told) => requestsFor(url, sending('pagerduty', { key }), [content]).map(shapeOf);
  const request = { method: 'POST', url, contentType: 'application/json', headers: {} };
  const named = (event_action: string) => ({ routing_key: key, event_action, dedup_key: KEY });
  const triggered = (severity: string, words: string, class_: string) => ({
    ...named('trigger'),
    payload: {
      summary: words,
      source: 'A',
      severity,
      timestamp: '2026-03-29T01:04:30.000Z',
      class: class_,
      custom_details: expect.objectContaining({ name: 'A', incident: '3', tags: 'prod' }) as unknown,
    },
    client: 'Rollcall',
    client_url: READER.url,
    links: [{ href: READER.url, text: class_ === 'test' ? 'Open this monitor' : 'Open this incident' }],
  });

  it('is triggered by what goes down and resolved by its end', () => {
    expect(to(down)).toEqual([{ ...request, body: triggered('critical', SENTENCE, 'silence') }]);
    expect(to(up)).toEqual([{ ...request, body: named('resolve') }]);
  });

  it('has nothing open after a test', () => {
    const words = 'Test alert for A: this channel works, nothing is wrong.';
    expect(to(test)).toEqual([
      { ...request, body: triggered('info', words, 'test') },
      { ...request, body: named('resolve') },
    ]);
  });
});

describe('Opsgenie, Alert API', () => {
  const url = 'https://api.eu.opsgenie.com/v2/alerts';
  const to = (content: Told, priority: number | null = 1) =>
    requestsFor(url, sending('opsgenie', { key: 'genie-key', priority }), [content]).map(shapeOf);
  const headers = { authorization: 'GenieKey genie-key' };
  const request = { method: 'POST', url, contentType: 'application/json', headers };
  const closed = {
    ...request,
    url: expect.stringMatching(
      /^https:\/\/api\.eu\.opsgenie\.com\/v2\/alerts\/rollcall-[0-9a-f]{32}\/close\?identifierType=alias$/,
    ) as string,
  };
  const alert = {
    message: 'A went silent',
    alias: KEY,
    description: `${SENTENCE}\n${OPEN}`,
    source: 'Rollcall',
    entity: 'A',
    tags: ['prod'],
    details: expect.objectContaining({
      reason: 'silence',
      down_since: '2026-03-29T01:00:00.000Z',
    }) as unknown,
  };

  it('is opened with an alias and closed by it', () => {
    expect(to(down)).toEqual([{ ...request, body: { ...alert, priority: 'P1' } }]);
    expect(to(down, null)).toEqual([{ ...request, body: alert }]);
    expect(to(up)).toEqual([{ ...closed, body: { source: 'Rollcall', note: expect.any(String) as string } }]);
  });

  it('has nothing open after a test, and no message that is too long', () => {
    expect(to(test).map(({ url: at }) => at)).toEqual([url, closed.url]);
    const [{ body } = { body: null }] = to(told({ monitorName: '夜'.repeat(200) }));
    expect([...(body as { message: string }).message].length).toBeLessThanOrEqual(130);
  });
});

describe('Alertmanager, API v2', () => {
  const url = 'https://am.example.com/api/v2/alerts';
  const to = (content: Told) => requestsFor(url, sending('alertmanager'), [content]).map(shapeOf);
  const request = { method: 'POST', url, contentType: 'application/json', headers: {} };
  const labels = {
    alertname: 'RollcallMonitorDown',
    monitor: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    incident: KEY,
    severity: 'critical',
  };

  it('is told a beginning that holds until it is told again, and the end', () => {
    const annotations = expect.objectContaining({
      summary: 'A went silent',
      description: SENTENCE,
    }) as unknown;
    const startsAt = '2026-03-29T01:00:00.000Z';
    expect(to(down)).toEqual([
      {
        ...request,
        body: [
          { labels, annotations, startsAt, endsAt: '2026-04-29T01:04:30.000Z', generatorURL: READER.url },
        ],
      },
    ]);
    expect(to(up)).toEqual([
      {
        ...request,
        body: [
          {
            labels,
            annotations: expect.any(Object) as unknown,
            startsAt,
            endsAt: '2026-03-29T02:05:00.000Z',
          },
        ],
      },
    ]);
  });

  it('keeps the labels of an incident though its monitor has another name, and other tags, by its end', () => {
    const labelsIn = (content: Told) =>
      (to(content).at(0)?.body as { labels: object }[] | undefined)?.[0]?.labels;
    expect(labelsIn({ ...up, monitorName: 'renamed', tags: [] })).toEqual(labelsIn(down));
    expect(labelsIn({ ...up, incident: 4 })).not.toEqual(labelsIn(down));
  });

  it('is told a test that ends by itself', () => {
    expect(to(test)).toMatchObject([{ body: [{ endsAt: '2026-03-29T01:09:30.000Z' }] }]);
  });
});

describe('what keeps incidents', () => {
  const superseded: Superseded = { total: 4, tries: 4, last: [], ended: [1, 2] };
  const bodies = (content: Told) =>
    requestsFor('https://a.example/v2/enqueue', sending('pagerduty', { key: 'k' }), [content]).map(
      ({ body }) => JSON.parse(body) as Record<'event_action' | 'dedup_key', string>,
    );
  const keyOf = (content: Told) => bodies(content).at(-1)?.dedup_key;

  it('gets a request for each, with a key that is the same from beginning to end and opens nothing', () => {
    expect(keyOf(down)).toBe(keyOf(up));
    expect(keyOf(down)).not.toContain(down.monitorId);
    expect(keyOf({ ...down, incident: 4 })).not.toBe(keyOf(down));
    expect(keyOf({ ...down, monitorId: 'mon_2' })).not.toBe(keyOf(down));
    expect(keyOf(down)).toBe(keyOf({ ...down, alertNumber: 2, alertId: 'al_2' }));
    const several = requestsFor('https://a.example/v2/enqueue', sending('pagerduty', { key: 'k' }), [
      down,
      { ...down, monitorId: 'mon_2' },
    ]);
    expect(several).toHaveLength(2);
  });

  it('is told the end of those that something newer took the place of', () => {
    const [first, second, third] = bodies({ ...down, superseded });
    expect([first, second, third].map((each) => each?.event_action)).toEqual([
      'resolve',
      'resolve',
      'trigger',
    ]);
    expect(first?.dedup_key).toBe(keyOf({ ...down, incident: 1 }));
    expect(second?.dedup_key).toBe(keyOf({ ...down, incident: 2 }));
  });

  it('keeps open what is no incident of a job, each by itself', () => {
    const blind = told({ kind: 'blind', recoveredAt: down.decidedAt });
    const failing = told({ kind: 'channel_failing', alertId: 'al_9', failingChannel: 'webhook' });
    for (const notice of [blind, failing])
      expect(bodies(notice).map((each) => each.event_action)).toEqual(['trigger']);
    expect(new Set([blind, failing, down].map(keyOf)).size).toBe(3);
    expect(JSON.stringify(bodies(blind))).not.toMatch(/"A"|"name"/);
  });
});

describe('Matrix, sending a message to a room', () => {
  const room = 'https://matrix.example.org/_matrix/client/v3/rooms/!a:example.org/send/m.room.message';
  const to = (contents: Told[]) => requestsFor(room, sending('matrix', { key: 'syt_1' }), contents);

  it('is a PUT in a transaction of the alert', () => {
    expect(to([down]).map(shapeOf)).toEqual([
      {
        method: 'PUT',
        url: `${room}/al_1`,
        contentType: 'application/json',
        headers: { authorization: 'Bearer syt_1' },
        body: { msgtype: 'm.text', body: `${SENTENCE}\n${OPEN}`, 'm.mentions': {} },
      },
    ]);
  });

  it('is one message for several, in a transaction of just these', () => {
    const [one, other, third] = ['al_1', 'al_2', 'al_3'].map((alertId) =>
      told({ alertId, monitorName: alertId }),
    );
    if (!one || !other || !third) throw new Error('there are three');
    const [pair, swapped, more] = [
      [one, other],
      [other, one],
      [one, other, third],
    ].map((each) => to(each));
    expect(pair).toHaveLength(1);
    expect(pair?.[0]?.url).toMatch(/\/msg_[0-9a-f]{32}$/);
    expect(swapped?.[0]?.url).toBe(pair?.[0]?.url);
    expect(more?.[0]?.url).not.toBe(pair?.[0]?.url);
  });

  it.each(Object.values(WORDS))('mentions nobody by %j', (word) => {
    const [request] = to([told({ monitorName: word, hint: word })]);
    expect(JSON.parse(request?.body ?? '').body).not.toMatch(/@(?!\u200b)/);
  });
});

describe('Pushover, Message API', () => {
  const url = 'https://api.pushover.net/1/messages.json';
  const [token, user] = ['a'.repeat(30), 'u'.repeat(30)];
  const to = (contents: Told[], priority: number | null = null) => {
    const [request] = requestsFor(url, sending('pushover', { key: `${token}:${user}`, priority }), contents);
    return { ...request, fields: Object.fromEntries(new URLSearchParams(request?.body)) };
  };
  const fields = {
    token,
    user,
    title: 'A went silent',
    message: SENTENCE,
    priority: '1',
    url: READER.url,
    url_title: 'Open this incident',
  };

  it('is a form with the priority of what is wrong, and the usual one for its end', () => {
    expect(to([down])).toMatchObject({
      method: 'POST',
      url,
      contentType: 'application/x-www-form-urlencoded',
    });
    expect(to([down]).fields).toEqual(fields);
    expect(to([up], 2).fields).toMatchObject({
      priority: '0',
      title: expect.stringMatching(/^A is back/) as string,
    });
    expect(to([up], -2).fields['priority']).toBe('-2');
    expect(to([test], 2).fields['priority']).toBe('0');
  });

  it('is repeated until somebody confirms it, where its owner wants that', () => {
    expect(to([down], 2).fields).toEqual({ ...fields, priority: '2', retry: '60', expire: '3600' });
  });

  it('has no more than 1,024 characters, of many monitors too', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      told({ monitorName: `job ${at} 😀`.repeat(5), alertId: `al_${at}` }),
    );
    expect(to(many).fields['message']?.length).toBeLessThanOrEqual(1_024);
  });
});

describe('Gotify and ntfy', () => {
  it('Gotify is told with its priority, and where to go on', () => {
    const url = 'https://gotify.example.com/message';
    const to = (content: Told, priority: number | null = null) =>
      requestsFor(url, sending('gotify', { key: 'app-token', priority }), [content]).map(shapeOf);
    const body = {
      title: 'A went silent',
      message: SENTENCE,
      priority: 8,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: READER.url } },
      },
    };
    const request = {
      method: 'POST',
      url,
      contentType: 'application/json',
      headers: { 'x-gotify-key': 'app-token' },
    };
    expect(to(down)).toEqual([{ ...request, body }]);
    expect(to(down, 10)).toMatchObject([{ body: { priority: 10 } }]);
    expect(to(up, 10)).toMatchObject([{ body: { priority: 4 } }]);
    expect(to(up, 2)).toMatchObject([{ body: { priority: 2 } }]);
  });

  it('ntfy is told with its priority and token, beside headers of its owner', () => {
    const url = 'https://push.example.com/jobs';
    const headersOf = (content: Told, priority: number | null) =>
      requestsFor(
        url,
        sending('ntfy', { key: 'tk_12345', priority, headers: { 'x-own': 'a', priority: '1' } }),
        [content],
      )[0]?.headers;
    expect(headersOf(down, 5)).toMatchObject({
      priority: '5',
      authorization: 'Bearer tk_12345',
      'x-own': 'a',
    });
    expect(headersOf(up, 5)).toMatchObject({ priority: '3' });
    expect(headersOf(down, null)).toMatchObject({ priority: 'high' });
  });
});

it('any kind tells each kind of alert in requests that can be sent', () => {
  const kinds: ChannelKind[] = ['webhook', 'matrix', 'pushover', 'gotify', 'ntfy', 'pagerduty', 'opsgenie', 'alertmanager'];
  const contents = (['miss', 'recovery', 'test', 'blind', 'channel_failing'] as const).map((kind) =>
    told({ kind, recoveredAt: down.decidedAt, failingChannel: 'webhook', output: 'disk full' }),
  );
  for (const kind of kinds)
    for (const content of contents) {
      const requests = requestsFor('https://a.example/x', sending(kind, { key: 'a:b' }), [content]);
      expect(requests.length).toBeGreaterThan(0);
      for (const { body, contentType, headers } of requests) {
        if (contentType === 'application/json') JSON.parse(body);
        for (const value of Object.values(headers ?? {})) expect(value).toMatch(/^[ -~]*$/);
      }
    }
}); // prettier-ignore
