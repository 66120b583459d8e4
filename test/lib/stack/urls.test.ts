import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configFromEnv, urlsOf } from '../../../lib/config/config.ts';
import {
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../support/service/service.ts';
import { environmentOf, synthesised } from '../../support/stack/synthesised.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';

const BASE = 'https://EdgeDistribution.DomainName';
const ADDRESS = 'alice@example.com';

/** A service that knows where it is as the functions of a stack without a domain do. */
let service: TestService;
let alice: Person;
let monitor: Reply['json'];

beforeAll(async () => {
  const stack = synthesised({ mailFrom: 'alerts@example.com', ...billingSettingsFor('live') });
  service = await startTestService({ billingMode: 'live' });
  const [urls, ...same] = (['notifier', 'alerts', 'monitors', 'ingest'] as const).map((area) =>
    urlsOf(configFromEnv(environmentOf(stack, area))),
  );
  for (const other of same) expect(other).toEqual(urls);
  if (urls) service.core.config.urls = urls;
  alice = await service.guest();
  monitor = await alice.createMonitor({ interval_sec: 86_400, alert_to: ADDRESS });
  await service.drain();
});
afterAll(() => service.stop());

const newest = () => service.mailbox.messages()[0];
const unsubscribe = () => newest()?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value;

describe('without a domain', () => {
  it('the question whether an address wants alerts leads to CloudFront’s host', async () => {
    const link = /\S+\/email\/\S+/.exec(newest()?.text ?? '')?.[0] ?? '';

    expect(link.startsWith(`${BASE}/email/`)).toBe(true);
    const { status } = await service.call('POST', `${link.slice(BASE.length)}/confirm`);
    expect(status).toBe(200);
  });

  it('the mail of an alert can be unsubscribed from there', async () => {
    await service.fail(monitor['id']);
    await service.check();

    expect(newest()?.subject).toContain('reported a failure');
    expect(unsubscribe()?.startsWith(`<${BASE}/email/`)).toBe(true);
  });

  it('and so can the mail of a test, which another function sends', async () => {
    const { status } = await alice.call('POST', `/api/endpoints/${monitor['id']}/test-alert`);

    expect(status).toBe(200);
    expect(newest()?.subject).toMatch(/test/i);
    expect(unsubscribe()?.startsWith(`<${BASE}/email/`)).toBe(true);
  });

  it('a 402 of the API and one of a job’s first ping say what is to be paid for', async () => {
    const dear = await alice.call('POST', '/api/endpoints', { name: 'fast', interval_sec: 30 });
    const key = await alice.ingestKey();
    const fast = await service.call('GET', `/in/${key}/fast-job?interval=30`);

    for (const { status, json } of [dear, fast]) {
      expect(status).toBe(402);
      expect(json['accepts'][0]['resource'].startsWith(BASE)).toBe(true);
    }
  });
});
