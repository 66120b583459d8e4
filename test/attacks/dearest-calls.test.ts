import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../lib/contract/catalogue.ts';
import { STRANGERS_WELCOME } from '../../lib/domain/accounts/users.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { castOf, signedInAgain, type Cast } from '../fuzz/cast.ts';
import { describe as describeApi, type Described } from '../fuzz/described.ts';
import { Dice } from '../fuzz/dice.ts';
import { goodRequest } from '../fuzz/good-requests.ts';
import { Wire, type WireRequest } from '../fuzz/wire.ts';
import { watchCapacity, type TableCall } from '../support/table/capacity.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

/**
 * What one call of a stranger may ask, in table calls and capacity units: several times what the dearest ask today. An export
 * reads all sessions, and the person signs in anew for each operation. Of bytes the description of the API is most.
 */
const MOST = { calls: 25, read: 150, write: 40, bytes: 1_100_000 };
/** What ends a session, or takes away what the others name. */
const ENDING = /EndSession|endSession|SignOut|^delete|Deletion$|^rotate|By(?:Post|Head)$/;

let wire: Wire;
let noted: TableCall[];
let cast: Cast;
let described: Described[];

const service = shared(() => {
  const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
  return startTestService({ billingMode: 'live', users, identity: 'own' });
});
beforeAll(async () => {
  noted = watchCapacity(service);
  ({ operations: described } = await describeApi(service));
  cast = await castOf(service);
  wire = new Wire(service.url);
});
afterAll(() => void wire.close());

async function costOf(request: WireRequest) {
  service.clock.advance(15_000);
  noted.length = 0;
  const { text, status } = await wire.send(request);
  const units = (kind: TableCall['kind']) =>
    noted
      .filter((each) => each.kind === kind)
      .reduce((sum, each) => sum + each.tableUnits + each.indexUnits, 0);
  return { status, calls: noted.length, read: units('read'), write: units('write'), bytes: text.length };
}

it('no operation costs a stranger little and us much', async () => {
  const dear: object[] = [];
  for (const operation of described.filter(({ id }) => !ENDING.test(id))) {
    cast = await signedInAgain(service, cast);
    const { status, ...cost } = await costOf(goodRequest(operation, cast, new Dice(2)));
    if (Object.entries(MOST).some(([name, most]) => cost[name as keyof typeof cost] > most))
      dear.push({ id: operation.id, status, ...cost });
  }
  expect(dear).toEqual([]);
}, 120_000); // prettier-ignore

it('what takes more than others, or many things in one call, has a limit of the gateway to itself', () => {
  const isMany = ([name, { area, body, bodyMaxBytes = 0 }]: (typeof operations)[number]) =>
    name === 'pauseByTag' || (area !== 'intake' && ((body && 'text' in body) || bodyMaxBytes > LIMITS.jsonBodyMaxBytes));
  const many = operations.filter(isMany);
  expect(many.map(([name, { throttle }]) => [name, throttle])).toEqual([
    ['importCrontab', 'bulk'],
    ['pauseByTag', 'bulk'],
    ['importMonitors', 'bulk'],
    ['importHealthchecks', 'bulk'],
    ['importUptimeKuma', 'bulk'],
    ['importCronitor', 'bulk'],
    ['importSnitch', 'bulk'],
    ['importAws', 'bulk'],
  ]);
}); // prettier-ignore

it('a crontab of any size asks for the same few reads, and writes nothing by itself', async () => {
  const token: [string, string] = ['x-guest-token', cast.alice.token];
  const lines = Array.from({ length: LIMITS.crontabMaxLines }, (_, at) => `${at % 60} ${at % 24} * * * job ${at}`);
  const monitors = lines.map((_, at) => ({ name: `job ${at}`, cron: `${at % 60} ${at % 24} * * *` }));
  const crontab = await costOf({
    method: 'POST',
    target: '/api/import/crontab',
    headers: [token, ['content-type', 'text/plain']],
    body: Buffer.from(lines.join('\n')),
  });
  const file = await costOf({
    method: 'POST',
    target: '/api/import/json',
    headers: [token, ['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify({ monitors })),
  });

  for (const cost of [crontab, file]) {
    expect(cost).toMatchObject({ status: 200, write: 0 });
    expect(cost.calls).toBeLessThan(10);
    expect(cost.read).toBeLessThan(20);
  }
}); // prettier-ignore
