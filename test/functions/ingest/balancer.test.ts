import { uuidOfId } from '../../../lib/domain/monitors/check-uuid.ts';
import type { ALBEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeDeps, putMachine } from '../../../bench/machine.ts';
import { sentText } from '../../../bench/reading.ts';
import { ingestHandler } from '../../../functions/ingest/ingest.ts';
import { intakeHandler } from '../../../functions/intake/intake.ts';
import { ORIGIN_MARK_HEADER } from '../../../lib/contract/origin-mark.ts';
import { gatewayEventOf } from '../../../lib/runtime/lambda/balancer-event.ts';
import { callOf } from '../../../lib/runtime/lambda/lambda.ts';
import {
  CRONITOR_KEY,
  cronitorMonitor,
  kumaBackup,
  kumaMonitor,
  pushToken,
  snitch,
  snitchToken,
} from '../../support/switch/exports.ts';
import { startBalancer, type Balancer } from '../../support/servers/balancer.ts';
import { callsNobody } from '../../support/service/calls-nobody.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';

let service: TestService;
let balancer: Balancer;
let alice: Person;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  const ingest = ingestHandler({ ...service.core, invoke: callsNobody });
  const intake = intakeHandler(intakeDeps(service.core.table, service.clock));
  const pings = { in: ingest, ping: ingest, p: ingest, api: ingest, uuid: ingest };
  balancer = await startBalancer({ ...pings, r: intake, i: intake });
  alice = await service.guest();
  key = (await (await service.guest()).call('GET', '/api/ingest-key')).json['key'];
});
afterAll(async () => {
  await balancer[Symbol.asyncDispose]();
  await service.stop();
});

const newId = async (): Promise<string> => (await alice.createMonitor({ interval_sec: 300 }))['id'];
const events = async (id: string) =>
  (await alice.call('GET', `/api/endpoints/${id}/events`)).json['events'].map(
    ({ id: _id, ...event }: { id: string }) => event,
  );

/** An answer without what names its call or is the way's own. */
async function ask(front: string, path: string, init: RequestInit) {
  const reply = await fetch(front + path, init);
  const own = /^(?:x-request-id|date|connection|keep-alive|content-length|transfer-encoding)$/;
  const headers = [...reply.headers].filter(([name]) => !own.test(name));
  expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
  return { status: reply.status, headers, body: (await reply.text()).replace(/"request_id":"[^"]*"/, '') };
}

const post = (body: string | Buffer<ArrayBuffer>, type: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': type },
});

describe('a ping behind a load balancer', () => {
  it.each<[string, string, RequestInit]>([
    ['a plain ping', '', {}],
    ['a HEAD', '', { method: 'HEAD' }],
    ['a start with a run id', '/start?rid=a.1', {}],
    ['a query that is encoded', '?r%69d=a%2E1&status=5&latency_ms=12&x=%', {}],
    ['a failure with text', '/3', post('disk full: 100 %\n', 'text/plain')],
    ['readings in JSON', '', post('{"status": 200, "latency_ms": 31}', 'application/json')],
    ['a log in bytes', '/log', post(Buffer.from([0x61, 0xff, 0xc3, 0xa9]), 'application/octet-stream')],
    ['an exit code that is none', '/256', {}],
    ['an action with an escape', '/st%61rt', {}],
    ['an action that is none', '/started', {}],
    ['a method that is none of it', '', { method: 'DELETE' }],
    ['a browser that looks', '', { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } }],
  ])('%s is answered and recorded as behind the gateway', async (_what, path, init) => {
    const [byGateway, byBalancer] = [await newId(), await newId()];
    const asked = async (front: string, id: string) => {
      const { body, ...reply } = await ask(front, `/in/${id}${path}`, init);
      return { ...reply, body: body.replaceAll(id, '<ID>'), events: await events(id) };
    };

    expect(await asked(balancer.url, byBalancer)).toEqual(await asked(service.url, byGateway));
  });

  it('reaches a monitor by key and a name with escapes, as behind the gateway', async () => {
    const first = await ask(balancer.url, `/in/${key}/my%20Nightly%C3%A9?interval=600`, {});
    const second = await ask(service.url, `/in/${key}/my%20Nightly%C3%A9?interval=600`, {});

    expect(first.status).toBe(200);
    expect(JSON.parse(first.body)).toMatchObject({ created: true });
    expect(JSON.parse(second.body)).toMatchObject({
      created: false,
      endpoint_id: JSON.parse(first.body).endpoint_id,
    });
  });

  it.each(['/ping/', '/', '/in/ping/'])('takes a ping of Healthchecks at %s<uuid>', async (at) => {
    const id = await newId();

    const { status, body } = await ask(balancer.url, `${at}${uuidOfId(id)}/start`, {});

    expect([status, body]).toEqual([200, 'OK']);
    expect(await events(id)).toMatchObject([{ kind: 'start' }]);
  });

  it.each([
    ['uptime-kuma', kumaBackup(kumaMonitor(1)), `/api/push/${pushToken(1)}?status=down`, 200],
    [
      'cronitor',
      { api_key: CRONITOR_KEY, monitors: [cronitorMonitor(1)] },
      `/p/${CRONITOR_KEY}/job-1?state=fail`,
      200,
    ],
    ['snitch', { monitors: [snitch(1)] }, `/${snitchToken(1)}?s=1`, 202],
  ])('takes a ping as %s does', async (from, body, path, status) => {
    const { json } = await alice.call('POST', `/api/import/${from}?apply=1`, body);

    expect((await ask(balancer.url, path, {})).status).toBe(status);
    expect(await events(json['created'][0].id)).toMatchObject([{ kind: 'fail' }]);
  });

  it('is 404 for an id that is none, and for a path with a broken escape', async () => {
    for (const path of [`/in/${'0'.repeat(26)}`, '/in/%E0%A4%A'])
      expect((await ask(balancer.url, path, {})).status).toBe(404);
  });

  it('takes what a machine pushes', async () => {
    const device = await putMachine(service.core.table, ['cpu']);

    const { status } = await ask(balancer.url, `/r/${device.symbol}`, post(sentText(), 'application/json'));

    expect([status, (await ask(balancer.url, '/r/none', post('{}', 'application/json'))).status]).toEqual([
      200, 401,
    ]);
  });
});

describe('the event of a balancer', () => {
  const callOfBalanced = (sent: ALBEvent) => callOf(gatewayEventOf(sent));
  const event = {
    requestContext: { elb: { targetGroupArn: 'arn' } },
    httpMethod: 'GET',
    path: '/in/x',
    body: null,
    isBase64Encoded: false,
  };

  it('names no secret of a path as its route', () => {
    const routeOf = (path: string) => callOfBalanced({ ...event, path }).routeKey;

    expect(routeOf('/in/0123')).toBe('ANY /in/{proxy+}');
    expect(routeOf('/ping/0123')).toBe('ANY /ping/{proxy+}');
    expect(routeOf('/p/key/job')).toBe('ANY /p/{proxy+}');
    expect(routeOf('/api/push/token')).toBe('ANY /api/{proxy+}');
    expect(routeOf('/c2354d53d2')).toBe('ANY /{uuid}/{proxy+}');
    expect(routeOf('/4f1c7c4e-0000-4000-8000-000000000000/start')).toBe('ANY /{uuid}/{proxy+}');
  });

  it('names as the client who called the balancer, whatever the caller says', () => {
    const by = (...forwarded: string[]) =>
      callOfBalanced({ ...event, multiValueHeaders: { 'X-Forwarded-For': forwarded } }).clientAddress;

    expect([by('203.0.113.1, 192.0.2.7'), by('203.0.113.1', '2001:db8::7'), by('nobody')]).toEqual([
      '192.0.2.7',
      '2001:db8::7',
      '',
    ]);
  });

  it('has an id that a caller cannot choose, and no mark of the edge', () => {
    const call = callOfBalanced({
      ...event,
      multiValueHeaders: {
        'x-amzn-trace-id': ['Self=1-67891234-12456789abcdef012345678;Root=1-forged'],
        [ORIGIN_MARK_HEADER]: ['guessed'],
        cookie: ['a=1; b=2', 'c=3'],
      },
    });

    expect(call.requestId).toBe('1-67891234-12456789abcdef012345678');
    expect(call.cookies).toEqual(['a=1', 'b=2', 'c=3']);
    expect(Object.keys(call.headers)).toEqual(['x-amzn-trace-id']);
  });
});
