import { beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { receiver } from '../../lib/adapters/receiver.ts';
import { OPERATOR_TOKEN } from '../../support/accounts/operator.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const DAY_SEC = 86_400;
const window = { paginas: 10, api: 20, api_ia: 3, maquina: null, visitantes: 5 };

/** What each product answers, by its host name: both names lead here. */
const answers = { localhost: '', '127.0.0.1': '' };
let asked: string[] = [];

const service = shared(() => startTestService({ operatorToken: OPERATOR_TOKEN }));
const others = shared(() =>
  receiver((response) => {
    const { host = '' } = others.received.at(-1)?.headers ?? {};
    asked.push(`${host.split(':')[0]}${others.received.at(-1)?.url}`);
    response.end(answers[host.split(':')[0] as keyof typeof answers]);
  }),
);
beforeAll(() => {
  const sources = Object.keys(answers).map((host) => `http://${host}:${others.port}`);
  service.core.config.panel = { sources };
});

const numbersOf = (produto: string, changed: object = {}) =>
  JSON.stringify({
    v: 1,
    produto,
    publicado: true,
    nome: `The ${produto}`,
    atualizado_em: new Date(service.clock.now() - 3_600_000).toISOString(),
    janelas: { d7: window, d30: { ...window, api: 80 } },
    ...changed,
  });
const operator = async (path: string) =>
  (await service.call('GET', path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })).json;
const appsOf = async (): Promise<Reply['json'][]> => (await operator('/api/vitrine/painel'))['apps'];
async function publishedAnew(): Promise<Reply['json'][]> {
  service.clock.advance(DAY_SEC);
  asked = [];
  await service.publish();
  return appsOf();
}

it('shows nothing before the first publication but this product', async () => {
  service.core.config.panel = { sources: [] };
  expect(await operator('/api/vitrine/cursores')).toEqual({});
  const { apps, ...rest } = await operator('/api/vitrine/painel');
  expect(apps).toEqual([
    expect.objectContaining({ produto: 'rollcall', atualizado_em: null, janelas: null }),
  ]);
  expect(rest).toEqual({});
});

it('reads the public numbers of other products once a day, and adds them up', async () => {
  const sources = Object.keys(answers).map((host) => `http://${host}:${others.port}`);
  service.core.config.panel = { sources };
  Object.assign(answers, {
    localhost: numbersOf('one'),
    '127.0.0.1': numbersOf('two', { nome: '<b>two</b>' }),
  });
  await service.publish();
  await service.publish();

  expect(asked.sort()).toEqual(['127.0.0.1/api/vitrine', 'localhost/api/vitrine']);
  const [own, one, two] = await appsOf();
  expect([own?.['produto'], one?.['nome'], two?.['nome']]).toEqual(['rollcall', 'The one', null]);
  expect(one).toMatchObject({
    url: sources[0],
    falha: null,
    stale: false,
    janelas: { d7: window, d30: { api: 80 } },
  });
  const { totals } = await operator('/api/vitrine/painel');
  expect(totals).toMatchObject({ d7: { api: 40, paginas: 20, maquina: null }, d30: { api: 160 } });
  expect(Object.keys(await operator('/api/vitrine/cursores'))).toEqual(['rollcall', 'one', 'two']);
});

it('keeps what a product said last where it fails, and says since when and why', async () => {
  const before = await appsOf();
  answers.localhost = 'x'.repeat(LIMITS.panelSourceMaxBytes + 1);
  answers['127.0.0.1'] = numbersOf('two', { janelas: { d7: window, d30: { ...window, api: 99 } } });

  const [, one, two] = await publishedAnew();

  expect(one).toEqual({ ...before[1], falha: 'too_large' });
  expect(two).toMatchObject({ falha: null, stale: false, janelas: { d30: { api: 99 } } });
});

it('lets no product in the place of another', async () => {
  Object.assign(answers, {
    localhost: numbersOf('rollcall', {
      nome: 'Rollcall',
      janelas: { d7: { ...window, api: 1e9 }, d30: window },
    }),
    '127.0.0.1': numbersOf('__proto__'),
  });

  const [own, one, two] = await publishedAnew();

  expect(own).toMatchObject({ url: service.url, janelas: { d7: { api: null } } });
  expect(one).toMatchObject({ produto: 'rollcall', url: `http://localhost:${others.port}` });
  expect(two).toMatchObject({ produto: 'two', falha: 'not_published', stale: true });
  const cursors = await operator('/api/vitrine/cursores');
  expect(cursors['rollcall'].borda).toBe(`${own?.['atualizado_em'].slice(0, 10)}T00:00:00.000Z`);
});

it('forgets products that are no longer set', async () => {
  service.core.config.panel = { sources: [] };
  await service.publish();

  expect(await appsOf()).toHaveLength(1);
});

it('asks nobody on this machine where it is not allowed to', async () => {
  const { config } = service.core;
  config.panel = { sources: [`http://localhost:${others.port}`, 'https://127.0.0.1'] };
  config.allowLoopbackAlerts = false;
  asked = [];
  await service.publish();

  expect((await appsOf()).map(({ falha }) => falha)).toEqual([null, 'bad_url', 'blocked_address']);
  expect(asked).toEqual([]);
});
