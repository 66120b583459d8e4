import { expect, it } from 'vitest';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { prometheusFamilies } from '../../lib/render/feed/prometheus-families.ts';
import { fiveStates, rowIdsOf, textOf, tokenOf } from './feed-forms.ts';

const service = shared(startTestService);

/** The samples of a family by the name label of their monitor. */
function valuesOf(text: string, family: string): Record<string, string> {
  const metrics = prometheusFamilies(text).find(({ name }) => name === family)?.metrics ?? [];
  return Object.fromEntries(metrics.map(({ labels, value }) => [labels?.['name'] ?? '', value]));
}

it('showFeedMetrics gives age, lateness and misses of each monitor; one that never pinged has no age', async () => {
  const alice = await service.guest();
  await fiveStates(service, alice);
  await service.check();
  const token = await tokenOf(alice);

  const text = await textOf(service, token, 'metrics');

  const types = prometheusFamilies(text).map(({ name, type }) => [name, type]);
  expect(types).toEqual([
    ['service_last_ping_age_seconds', 'GAUGE'],
    ['service_late', 'GAUGE'],
    ['service_miss_total', 'COUNTER'],
    ['service_incident', 'GAUGE'],
  ]);
  expect(valuesOf(text, 'service_last_ping_age_seconds')).toEqual({
    'inactive job': '91',
    'late job': '91',
    'ok job': '91',
    'paused job': '91',
  });
  expect(valuesOf(text, 'service_late')).toEqual({
    'inactive job': '0',
    'late job': '1',
    'ok job': '0',
    'paused job': '0',
    'waiting job': '0',
  });
  expect(valuesOf(text, 'service_miss_total')).toMatchObject({ 'late job': '1', 'ok job': '0' });
});

it('labels carry the ids of the dashboard rows', async () => {
  const alice = await service.guest();
  for (const name of ['one', 'two']) await alice.createMonitor({ name });
  const token = await tokenOf(alice);

  const [, late] = prometheusFamilies(await textOf(service, token, 'metrics'));

  const ids = Object.fromEntries(
    (late?.metrics ?? []).map(({ labels }) => [labels?.['name'], labels?.['id']]),
  );
  expect(ids).toEqual(await rowIdsOf(service, token));
});

it('the age is exact to the millisecond, unlike the steady forms', async () => {
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ name: 'job' });
  await service.ping(id);
  const token = await tokenOf(alice);

  service.clock.advance(7.25);

  expect(valuesOf(await textOf(service, token, 'metrics'), 'service_last_ping_age_seconds')).toEqual({
    job: '7.25',
  });
});

it.each([
  'say "hi"',
  'C:\\backup\\new',
  'ends in a backslash \\',
  'both \\" at once',
  'a{b="c"} 1',
  '# HELP job',
  'größer als 5 €',
])('a parser reads the name %s back', async (name) => {
  const alice = await service.guest();
  await alice.createMonitor({ name });

  const text = await textOf(service, await tokenOf(alice), 'metrics');

  expect(Object.keys(valuesOf(text, 'service_late'))).toEqual([name]);
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toHaveLength(4);
});

it('a name with a line end cannot come to be', async () => {
  const alice = await service.guest();

  const reply = await alice.call('POST', '/api/endpoints', {
    name: 'job\nservice_late 1',
    interval_sec: 300,
  });

  expectRefusal(reply, { status: 400, error: 'nome_invalido', names: ['name'] });
});
