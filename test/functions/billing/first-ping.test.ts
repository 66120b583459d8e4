import { beforeAll, describe, expect, it } from 'vitest';
import { billingHandler } from '../../../functions/billing/billing.ts';
import { openCheckQueue } from '../../../lib/adapters/check-queue.ts';
import { narrowedDeps } from '../../../lib/local/table/least-privilege-deps.ts';
import { contextOf, type LocalHandler } from '../../../lib/local/service-handlers.ts';
import { notifierDeps } from '../../../lib/runtime/lambda/live-notifier.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { callsNobody } from '../../support/service/calls-nobody.ts';
import { newCredit } from '../../support/money/credit.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { namesOf, slotsOf } from '../../support/money/till.ts';

let key: string;
let handle: LocalHandler;

const service = shared(() => startTestService({ billingMode: 'homolog' }));
const alice = shared(() => service.guest());
beforeAll(async () => {
  key = await alice.ingestKey();
  for (let index = 0; index < 10; index += 1) await service.call('GET', `/in/${key}/job-${index}`);
  const checks = openCheckQueue(service.core.config);
  const all = { ...notifierDeps(service.core, noMetrics), checks, invoke: callsNobody };
  handle = billingHandler(narrowedDeps(all, 'billing'));
});

/** What ingest sends for a first ping of the key. */
async function eventOf(slug: string, headers?: Record<string, string>) {
  const { token } = await newCredit(service.core.table, 100_000);
  const ping = { key, slug, sentAs: slug, intervals: [] };
  return { kind: 'first-ping', ping, method: 'GET', headers: headers ?? { 'x-credito': token } };
}
const answerTo = (event: unknown) => handle(event, contextOf('billing'));

describe('the event of a first ping', () => {
  it('gives the owner of the key a place, and leaves the monitor to be made', async () => {
    const before = await namesOf(alice);
    const event = await eventOf('paid');

    expect(await answerTo(event)).toEqual({
      kind: 'settled',
      receipt: { 'x-credito-balance': '0' },
    });
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 1 });
    expect(await namesOf(alice)).toEqual(before);

    // Nothing costs any more until somebody makes it.
    expect(await answerTo(event)).toEqual({ kind: 'settled', receipt: null });
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 1 });
    expect((await service.call('GET', `/in/${key}/paid`)).json['created']).toBe(true);
  });

  it('is refused as a call would be, with nothing written', async () => {
    const event = await eventOf('other', {});
    const contents = await contentsOf(service);

    expect(await answerTo(event)).toMatchObject({
      kind: 'refused',
      code: 'pagamento_necessario',
      fields: { x402Version: 1, accepts: [{ resource: `${service.url}/in/:ingestKey/:slug` }] },
    });
    const ping = { ...event.ping, key: `hpk_${'A'.repeat(43)}` };
    expect(await answerTo({ ...event, ping })).toMatchObject({ kind: 'refused', code: 'not_found' });
    expect(await contentsOf(service)).toEqual(contents);
  });

  it('says nothing of an event that it cannot read, or of what failed', async () => {
    await expect(answerTo({ ...(await eventOf('other')), more: key })).rejects.toThrow(
      'The run failed; the line run_failed of this log says how.',
    );
  });
});

describe('a stranger', () => {
  /** What an HTTP API sends: the caller chooses contents, and never a name beside these. */
  const NAMES = [
    'version', 'routeKey', 'rawPath', 'rawQueryString', 'headers', 'requestContext', 'isBase64Encoded',
    'cookies', 'queryStringParameters', 'pathParameters', 'body', 'stageVariables',
  ]; // prettier-ignore

  it('cannot send the event through the gateway, wherever it is written', async () => {
    const event = await eventOf('stranger');
    const text = JSON.stringify(event);
    const contents = await contentsOf(service);
    const query = `kind=first-ping&ping=${encodeURIComponent(JSON.stringify(event.ping))}`;
    const headers = { kind: 'first-ping', 'x-credito': String(event.headers['x-credito']) };

    for (const [method, path] of [
      ['GET', `/api/billing?${query}`],
      ['GET', `/api/pricing?${query}`],
      ['POST', `/api/pagamento/aberto?${query}`],
      ['POST', '/api/billing'],
      ['PUT', '/api/pricing'],
    ] as const) {
      const reply = await fetch(service.url + path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: text }),
      });
      expect(await reply.text()).not.toContain('settled');
    }

    expect(await contentsOf(service)).toEqual(contents);
  });

  it('has what looks like it read as the request that it is', async () => {
    const event = await eventOf('stranger');
    const contents = await contentsOf(service);
    const sent = requestEvent('GET', '/api/pricing', { body: event });
    expect(Object.keys(sent).filter((name) => !NAMES.includes(name))).toEqual([]);

    for (const disguised of [sent, { ...event, ...sent }, { ...event, routeKey: sent.routeKey }]) {
      const reply = await answerTo(disguised).catch((error: unknown) => error);
      expect(reply).not.toHaveProperty('kind');
    }

    expect(await contentsOf(service)).toEqual(contents);
  });
});
