import { beforeEach, describe, expect, it } from 'vitest';
import { newMachine, type Machine } from '../../support/machines/machine.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { watchCapacity } from '../../support/table/capacity.ts';

const service = shared(startTestService);
const receiver = shared(startReceiver);

let alice: Person;
let machine: Machine;
/** Of this test alone: those of others go on. */
let ids: string[];

beforeEach(async () => {
  service.clock.advance(3_600);
  receiver.received.length = 0;
  ids = [];
  alice = await service.guest();
  machine = await newMachine(service, ['disco'], { owner: alice, name: 'db-1' });
});

const URL = () => `/api/ambientes/${machine.device.id}/avisos`;
async function make(body: Record<string, unknown> = {}): Promise<Reply> {
  const reply = await alice.call('POST', URL(), { medida: 'disco', campo: 'pct', acima: 90, ...body });
  if (reply.status === 201) ids.push(reply.json['aviso'].monitor_id);
  return reply;
}

/** A threshold that tells the receiver. */
async function watched(body: Record<string, unknown> = {}): Promise<string> {
  const { json } = await make(body);
  const id = json['aviso'].monitor_id as string;
  await alice.patch(id, { alert_url: receiver.url });
  return id;
}

/** Sends, a minute after the last, that the disk is so full. */
async function sends(percent: number): Promise<Reply> {
  service.clock.advance(60);
  return machine.send({
    body: `@1\n 1000000 ${percent * 10_000} ${(100 - percent) * 10_000} ${percent}% /\n@2\n`,
  });
}

async function check(): Promise<void> {
  await service.check();
}

const received = () =>
  receiver.received.map(({ json }) => json).filter((json) => ids.includes(json['endpoint_id']));
const told = () => received().map((json) => [json['type'], json['reason'], json['alert']]);
const incidentOf = async (id: string) => (await alice.read(id))['incident'];
const shown = async () =>
  (await alice.call('GET', `/api/ambientes/${machine.device.id}`)).json['ambiente'].avisos;

describe('a threshold', () => {
  it('is a monitor of its own, shown with its device', async () => {
    const { status, json } = await make({ leituras: 3 });

    expect(status).toBe(201);
    expect(json['aviso']).toEqual({
      monitor_id: expect.any(String),
      nome: 'db-1 Disk',
      medida: 'disco',
      campo: 'pct',
      acima: 90,
      termina: 88,
      leituras: 3,
      state: 'waiting',
      desde: null,
    });
    expect(await shown()).toEqual([json['aviso']]);
    expect(await alice.read(json['aviso'].monitor_id)).toMatchObject({
      name: 'db-1 Disk',
      alert_after_failures: 3,
      deadline_at: null,
      threshold: { device_id: machine.device.id, rule: 'above 90%', over_at: '88%' },
    });
  });

  it('is in no file of monitors, since it is nothing without its device', async () => {
    await make();
    expect((await alice.call('GET', '/api/export')).json['monitors']).toEqual([]);
  });

  it('tells once that it is crossed, and once that it is over', async () => {
    const id = await watched();
    await sends(60);
    await check();
    await sends(93);
    const since = service.clock.now();
    for (const percent of [91, 89.9, 90.1, 88.5, 94]) await sends(percent);
    await check();
    await sends(95);
    await check();

    expect(told()).toEqual([['service.miss', 'threshold', 1]]);
    expect(received()[0]).toMatchObject({
      down_since: new Date(since).toISOString(),
      threshold: { side: 'above', value: 90, reading: 93 },
      text: expect.stringContaining(
        'db-1 Disk is at 93%, above 90%. It is over at 88% or less. Beyond it since ',
      ),
    });
    expect(await incidentOf(id)).toMatchObject({ reason: 'threshold', number: 1 });
    expect(await shown()).toMatchObject([{ desde: new Date(since).toISOString() }]);

    await sends(88);
    expect(await incidentOf(id)).toBeNull();
    await check();
    expect(told().slice(1)).toEqual([['service.recovery', 'threshold', 1]]);
    expect(received()[1]?.['text']).toContain('db-1 Disk went back below 90% at ');
    expect((await alice.call('GET', '/api/incidents')).json['incidents']).toMatchObject([
      { reason: 'threshold', state: 'closed', alerts: 1 },
    ]);
  });

  it('is told when so many readings in a row were beyond it', async () => {
    await watched({ leituras: 3 });
    for (const percent of [93, 94, 60, 93, 94]) await sends(percent);
    await machine.send();
    await check();
    expect(told()).toEqual([]);

    await sends(95);
    await check();
    expect(received().map((json) => json['text'])).toEqual([
      expect.stringContaining('db-1 Disk is at 95%, above 90%. 3 readings in a row were above it. '),
    ]);
  });

  it('tells of a number that is too small', async () => {
    const id = await watched({ acima: undefined, abaixo: 20 });
    await sends(15);
    await check();
    expect(received()[0]?.['text']).toContain('is at 15%, below 20%. It is over at 22% or more.');
    await sends(21);
    expect(await incidentOf(id)).not.toBeNull();
    await sends(22);
    expect(await incidentOf(id)).toBeNull();
  });

  it('repeats as any alert does, and is silent of what its machine does not send', async () => {
    await watched();
    await sends(93);
    await check();
    service.clock.advance(86_400);
    await check();
    expect(told()).toEqual([
      ['service.miss', 'threshold', 1],
      ['service.miss', 'threshold', 2],
    ]);
    expect(received()[1]?.['text']).toContain(
      'db-1 Disk is still above 90% (alert 2). It was at 93% when it began.',
    );
  });

  it('that is well is never late, however long nothing comes', async () => {
    const id = await watched();
    await sends(60);
    service.clock.advance(30 * 86_400);
    await check();
    expect(told()).toEqual([]);
    expect(await alice.read(id)).toMatchObject({ state: 'ok', incident: null });
  });

  it('waits for the end of a pause', async () => {
    const id = await watched();
    await alice.patch(id, { paused_until: new Date(service.clock.now() + 3_600_000).toISOString() });
    await sends(93);
    await check();
    expect(told()).toEqual([]);
    service.clock.advance(3_601);
    await check();
    expect(told()).toEqual([['service.miss', 'threshold', 1]]);
  });

  it('is told to a channel of its owner that hears failures', async () => {
    const channel = await alice.call('POST', '/api/channels', {
      name: 'all', url: receiver.url, hears: ['fail', 'recovery'],
    }); // prettier-ignore
    expect(channel.status).toBe(201);
    await make();
    await sends(93);
    await check();
    expect(told()).toEqual([['service.miss', 'threshold', 1]]);
  });

  it('is moved by no ping, and by no other machine', async () => {
    const id = await watched();
    await sends(93);
    expect((await service.call('GET', `/in/${id}`)).status).toBe(404);
    const other = await newMachine(service, ['disco'], { owner: alice });
    await other.send({ body: '@1\n 1000000 10000 990000 1% /\n@2\n' });
    expect(await incidentOf(id)).toMatchObject({ reason: 'threshold' });
  });

  it('goes on with the account that claims its guest', async () => {
    const id = await watched();
    const ana = await signedIn(service, { email: 'ana@example.com' });
    const claim = await ana.call('POST', '/api/auth/claim', { guest_token: alice.token });
    expect(claim.status).toBeLessThan(300);
    await sends(93);
    await check();
    expect(told()).toEqual([['service.miss', 'threshold', 1]]);
    expect((await ana.call('GET', `/api/endpoints/${id}`)).json['incident']).toMatchObject({ number: 1 });
  });
});

describe('a reading', () => {
  it('that says nothing new writes nothing beside itself', async () => {
    await watched();
    await watched({ acima: 80 });
    await sends(60);
    const calls = watchCapacity(service);
    await sends(61);
    expect(calls.map(({ command }) => command).filter((each) => !/Get/.test(each))).toEqual(['UpdateItem']);
  });

  it('is kept where its threshold cannot be judged, and the next one decides', async () => {
    const id = await watched();
    await sends(60);
    const failing = failTable(service, (command) => command.startsWith('Put'));
    const reply = await sends(93);
    failing.end();
    expect(reply.json).toEqual({ ok: true, medidas: 1 });
    expect(service.logged).toContain('threshold_not_judged');
    service.logged.length = 0;
    expect(await incidentOf(id)).toBeNull();

    // Still in that minute, by the other line of the machine.
    service.clock.advance(11);
    await machine.send({ body: '@1\n 1000000 930000 70000 93% /\n@2\n', by: machine.symbolOf('disco') });
    expect(await incidentOf(id)).toMatchObject({ reason: 'threshold' });
  });

  it('whose answer from the table was lost is told once', async () => {
    const id = await watched();
    const failing = failTable(service, (command) => command.startsWith('Put'), { answerLost: true });
    await sends(93);
    failing.end();
    service.logged.length = 0;
    await sends(94);
    await check();
    expect(told()).toEqual([['service.miss', 'threshold', 1]]);
    expect(await incidentOf(id)).toMatchObject({ number: 1 });
  });

  it('moves a threshold once a minute, however often it is sent', async () => {
    await watched({ leituras: 2 });
    await sends(93);
    service.clock.advance(11);
    await machine.send({ body: '@1\n 1000000 930000 70000 93% /\n@2\n', by: machine.symbolOf('disco') });
    await check();
    expect(told()).toEqual([]);
  });
});

describe('what ends a threshold', () => {
  it('is its monitor, whose place another may take', async () => {
    const id = await watched();
    await alice.call('DELETE', `/api/endpoints/${id}`);
    await sends(93);
    expect(await shown()).toBeUndefined();
    expect((await make()).status).toBe(201);
    expect(await shown()).toHaveLength(1);
  });

  it.each([
    ['its measure', () => machine.remove('disco')],
    ['its device', () => machine.end()],
  ])('is the end of %s, which ends its incident', async (_what, end) => {
    const id = await watched();
    await sends(93);
    await check();
    await end();
    expect(await alice.read(id)).toMatchObject({ active: false, incident: null });
    expect((await alice.call('GET', '/api/incidents')).json['incidents']).toMatchObject([
      { state: 'closed', reason: 'threshold' },
    ]);
    expect((await alice.call('GET', '/api/billing')).json['usage']['endpoints']).toBe(0);
    service.clock.advance(2 * 86_400);
    await check();
    expect(told()).toEqual([['service.miss', 'threshold', 1]]);
  });
});

describe('PATCH', () => {
  it('moves the value, and the next reading is held against that', async () => {
    const id = await watched();
    await sends(93);
    const { status, json } = await alice.call('PATCH', `${URL()}/${id}`, { acima: 96 });
    expect([status, json['aviso']]).toMatchObject([200, { acima: 96, termina: 94 }]);
    await sends(93);
    expect(await incidentOf(id)).toBeNull();
    expect((await alice.call('PATCH', `${URL()}/${id}`, { abaixo: 10 })).json['aviso']).toMatchObject({
      abaixo: 10,
      termina: 12,
    });
  });

  it('refuses what is no value, or one for each side', async () => {
    const id = await watched();
    const refused = { status: 400, error: 'aviso_invalido' };
    for (const body of [{}, { acima: 1, abaixo: 2 }, { acima: 101 }])
      await expectNothingWritten(service, () => alice.call('PATCH', `${URL()}/${id}`, body), refused);
  });
});

const IMPOSSIBLE: [Record<string, unknown>, number, string][] = [
  [{ campo: 'ponto' }, 400, 'aviso_invalido'],
  [{ campo: 'constructor' }, 400, 'aviso_invalido'],
  [{ acima: -1 }, 400, 'aviso_invalido'],
  [{ abaixo: 5 }, 400, 'aviso_invalido'],
  [{ leituras: 11 }, 400, 'aviso_invalido'],
  [{ medida: 'nada' }, 400, 'medida_invalida'],
  [{ medida: 'rede', campo: 'entrada' }, 400, 'aviso_invalido'],
  [{ medida: 'cpu', campo: 'uso' }, 409, 'aviso_sem_coleta'],
  [{ more: 1 }, 400, 'campo_desconhecido'],
];

describe('a threshold that cannot be', () => {
  it('is refused, and nothing is written', async () => {
    for (const [body, status, error] of IMPOSSIBLE)
      await expectNothingWritten(service, () => make(body), { status, error });
  });

  it("is another owner's, or one too many", async () => {
    const bob = await service.guest();
    expect((await bob.call('POST', URL(), { medida: 'disco', campo: 'pct', acima: 90 })).status).toBe(404);
    for (let made = 0; made < 10; made++) expect((await make({ acima: 80 + made })).status).toBe(201);
    expectRefusal(await make(), { status: 409, error: 'limite_avisos' });
  });
});
