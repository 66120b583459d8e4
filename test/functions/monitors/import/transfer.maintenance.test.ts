import { expect, it } from 'vitest';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const PATCHES = {
  name: 'patch night',
  cron: '0 2 * * 0',
  tz: 'Europe/Berlin',
  length_sec: 7_200,
  tags: ['db'],
};
const MOVE = { name: 'move', from: '2027-05-01T00:00:00.000Z', until: '2027-05-02T00:00:00.000Z' };

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const bob = fresh(() => service.guest());

const plan = (who: Person, body: object) => who.call('POST', '/api/maintenance', body);
const exported = async (who: Person) => (await who.call('GET', '/api/export')).json;
const proposed = (who: Person, body: unknown) => who.call('POST', '/api/import/json', body);
const applied = (who: Person, body: unknown, query = '') =>
  who.call('POST', `/api/import/json?apply=1${query}`, body);
const windowsOf = async (who: Person) => (await who.call('GET', '/api/maintenance')).json['windows'];

it('an export has the windows that are not over, and an import plans them, once', async () => {
  await plan(alice, PATCHES);
  await plan(alice, MOVE);
  const { json: ended } = await plan(alice, { ...MOVE, name: 'taken back' });
  await alice.call('DELETE', `/api/maintenance/${ended['id']}`);
  const file = await exported(alice);
  expect(file.maintenance).toEqual([MOVE, PATCHES]);

  const before = await contentsOf(service);
  const wouldDo = { would_create: 2, existing: [], over: [] };
  expect((await proposed(bob, file)).json['maintenance']).toEqual(wouldDo);
  expect((await applied(bob, file, '&dry_run=true')).json).toMatchObject({
    dry_run: true,
    maintenance: wouldDo,
  });
  expect(await contentsOf(service)).toEqual(before);

  const { json } = await applied(bob, file);
  expect(json['maintenance']).toMatchObject({
    ...wouldDo,
    created: [{ index: 0, name: 'move' }, { index: 1 }],
  });
  expect(await exported(bob)).toEqual(file);
  expect((await windowsOf(bob)).map(({ id }: { id: string }) => id).toSorted()).toEqual(
    json['maintenance'].created.map(({ id }: { id: string }) => id).toSorted(),
  );

  const again = await applied(bob, file);
  expect(again.json['maintenance']).toMatchObject({
    would_create: 0,
    existing: [{ differs: [] }, { differs: [] }],
  });
  expect(await exported(bob)).toEqual(file);
});

it('what is there is left, and the answer says in which fields it differs; two of a name are two', async () => {
  await plan(alice, PATCHES);
  const { tags: _tags, ...untagged } = PATCHES;
  const file = { monitors: [], maintenance: [{ ...untagged, length_sec: 60 }, PATCHES] };
  const { json } = await applied(alice, file);
  expect(json['maintenance'].existing).toMatchObject([
    { index: 0, name: 'patch night', differs: ['tags', 'length_sec'] },
  ]);
  expect(json['maintenance'].created).toMatchObject([{ index: 1 }]);
  expect(await windowsOf(alice)).toHaveLength(2);
});

it('what is over by now is not planned, and keeps nothing else back', async () => {
  const past = { name: 'last year', from: '2026-05-01T00:00:00Z', until: '2026-05-02T00:00:00Z' };
  const { status, json } = await applied(alice, { monitors: [], maintenance: [past, MOVE] });
  expect([status, json['maintenance']]).toMatchObject([200, { would_create: 1, over: [0] }]);
  expect(await windowsOf(alice)).toMatchObject([{ name: 'move' }]);
});

it('all of a file comes to be at once: monitors, an address that is asked, channels and windows', async () => {
  const file = {
    monitors: [{ name: 'backup', interval_sec: 300, alert_to: 'someone@example.net' }],
    channels: [{ name: 'ops', url: 'https://hooks.example.com/x' }],
    maintenance: [PATCHES],
  };
  expect((await applied(alice, file)).status).toBe(200);
  expect(await exported(alice)).toMatchObject({ ...file, monitors: [{ name: 'backup' }] });
});

it('an entry that breaks a rule is named, and nothing is written', async () => {
  for (const [entry, error] of [
    [{ name: 'x', cron: '0 2 * * *', length_sec: 90_000 }, 'manutencao_invalida'],
    [{ name: 'x', cron: 'never', length_sec: 60 }, 'cron_invalido'],
    [{ name: 'x', from: MOVE.until, until: MOVE.from }, 'manutencao_invalida'],
  ] as const)
    await expectNothingWritten(
      service,
      () => applied(alice, { monitors: [], maintenance: [PATCHES, entry] }),
      {
        status: 400,
        error,
      },
    );
  const { json } = await applied(alice, {
    monitors: [],
    maintenance: [PATCHES, { ...MOVE, until: MOVE.from }],
  });
  expect(json['detail']).toMatch(/^maintenance\[1\]: /);
});

it('there are at most so many, those that there are included', async () => {
  await plan(alice, MOVE);
  const many = Array.from({ length: LIMITS.maintenanceWindowsMax }, (_, at) => ({
    ...PATCHES,
    name: `w${at}`,
  }));
  expectRefusal(await applied(alice, { monitors: [], maintenance: many }), {
    status: 409,
    error: 'limite_manutencoes',
  });
  expect(await windowsOf(alice)).toHaveLength(1);
});
