import { beforeAll, describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '../../../lib/runtime/lambda/lambda.ts';
import { START_AT, startTestService, type TestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { propertiesOf, synthesised } from '../../support/stack/synthesised.ts';

const { always, unlessSaid } = SECURITY_HEADERS;
const NAMES = Object.keys({ ...always, ...unlessSaid });

let paths: Record<string, string>;

/** A service behind an edge, and one that sends what the edge would. */
const behind = shared(() => startTestService({ startAt: START_AT }));
const alone = shared(() => startTestService({ startAt: START_AT, securityHeadersBy: 'function' }));
beforeAll(async () => {
  const [one, other] = await Promise.all([pathsOf(behind), pathsOf(alone)]);
  paths = Object.fromEntries(Object.keys(one).map((name) => [one[name] ?? '', other[name] ?? '']));
});

/** A path of every kind of answer: pages, feeds, JSON, a ping, previews, refusals, and what no route leads to. */
async function pathsOf(service: TestService): Promise<Record<string, string>> {
  const alice = await service.guest();
  const monitor = await alice.createMonitor({ interval_sec: 86_400, alert_to: 'alice@example.com' });
  await service.drain();
  const feed = `/s/${(await alice.call('GET', '/api/status-feed')).json['token']}`;
  const [question = ''] = /\/email\/\S+/.exec(service.mailbox.messages()[0]?.text ?? '') ?? [];
  return {
    index: '/api/',
    health: '/api/health',
    openapi: '/openapi.json',
    refusal: '/api/endpoints',
    feed,
    feedJson: `${feed}.json`,
    badge: `${feed}.svg`,
    question,
    missingFeed: '/s/unknown',
    ping: `/in/${monitor['id']}`,
    missingPing: '/in/unknown',
    nowhere: '/nowhere',
  };
}

const asBrowser = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

async function headersAt(service: TestService, path: string): Promise<Record<string, string>> {
  const { headers, status } = await service.call('GET', path, { headers: asBrowser });
  expect(status).not.toBe(500);
  return Object.fromEntries([...headers].filter(([name]) => NAMES.includes(name)));
}

describe('security headers', () => {
  it('without an edge are on every answer what they are behind it', async () => {
    for (const [path, other] of Object.entries(paths)) {
      const sent = await headersAt(behind, path);

      expect(await headersAt(alone, other), other).toEqual({ ...unlessSaid, ...sent, ...always });
    }
    expect(Object.keys(paths).length).toBe(12);
  });

  it('behind an edge are left to it, but for those that a page has of its own', async () => {
    const sent = await Promise.all(Object.keys(paths).map((path) => headersAt(behind, path)));

    expect(sent.some((headers) => 'strict-transport-security' in headers)).toBe(false);
  });

  it('are the ones that CloudFront sends', () => {
    const { ResponseHeadersPolicyConfig: policy } = propertiesOf(
      synthesised(),
      'AWS::CloudFront::ResponseHeadersPolicy',
      'EdgeSecurityHeaders',
    );
    const { SecurityHeadersConfig: edge } = policy as { SecurityHeadersConfig: EdgeHeaders };

    const { StrictTransportSecurity: hsts, ContentTypeOptions: type } = edge;
    expect([hsts.Override, type.Override, hsts.IncludeSubdomains]).toEqual([true, true, false]);
    expect({
      'strict-transport-security': `max-age=${hsts.AccessControlMaxAgeSec}`,
      'x-content-type-options': 'nosniff',
    }).toEqual(always);
    const { ReferrerPolicy: referrer, FrameOptions: frame } = edge;
    expect([referrer.Override, frame.Override]).toEqual([false, false]);
    expect({
      'referrer-policy': referrer.ReferrerPolicy,
      'x-frame-options': frame.FrameOption,
    }).toEqual(unlessSaid);
    expect(Object.keys(edge)).toHaveLength(NAMES.length);
  });
});

interface EdgeHeaders {
  StrictTransportSecurity: { AccessControlMaxAgeSec: number; IncludeSubdomains: boolean; Override: boolean };
  ContentTypeOptions: { Override: boolean };
  ReferrerPolicy: { ReferrerPolicy: string; Override: boolean };
  FrameOptions: { FrameOption: string; Override: boolean };
}
