import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCounts } from '../../../lib/data/statistics/day-counts.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { dayAfter, dayOf } from '../../../lib/domain/calendar.ts';
import { twoDigits } from '../../../lib/domain/statistics/reliability.ts';
import { receiver, type Receiver } from '../../lib/adapters/receiver.ts';
import { OPERATOR_TOKEN } from '../../support/accounts/operator.ts';
import { START_AT, startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
const HOUR_SEC = 3_600;
const FIRST = dayOf(START_AT);
/** The week after the day on which counting began, whose own numbers are those of an afternoon. */
const WEEK = Array.from({ length: 7 }, (_, index) => dayAfter(FIRST, index + 1));

let hook: Receiver;
/** What each day of the script had. */
const pings = new Map<string, number>();
let unpublished: Reply;
const service = shared(() => startTestService({ users, operatorToken: OPERATOR_TOKEN }));
beforeAll(async () => {
  unpublished = await service.call('GET', '/api/vitrine');
  await service.publish();
  hook = await receiver((response) => response.end());
  await livesOn();
});
afterAll(() => hook[Symbol.asyncDispose]());

/** Two jobs that ping every six hours, one of which is silent on the fourth day, and visits and calls that grow by the day. */
async function livesOn(): Promise<void> {
  const alice = await service.guest();
  const ids: string[] = [];
  for (const name of ['one', 'two']) {
    const monitor = await alice.createMonitor({
      name,
      interval_sec: 7 * HOUR_SEC,
      alert_url: `http://127.0.0.1:${hook.port}/`,
    });
    ids.push(monitor['id']);
  }
  for (let hour = 0; hour < 8 * 24; hour += 6) {
    const day = dayOf(service.clock.now());
    const pinging = day === WEEK[3] ? ids.slice(0, 1) : ids;
    for (const id of pinging) await service.call('POST', `/in/${id}`);
    pings.set(day, (pings.get(day) ?? 0) + pinging.length);
    if (hour % 24 === 12) await visitsOf(day);
    service.clock.advance(6 * HOUR_SEC);
    await service.check();
    await service.publish();
  }
}

/** `n` times as many on the nth day. */
async function visitsOf(day: string): Promise<void> {
  const n = WEEK.indexOf(day) + 1;
  if (n === 0) return;
  await addCounts(service.core.table, day, {
    visits_person: 111 * n,
    visitors_person: 10 * n,
    visits_agent: 3 * n,
  });
  await addCounts(service.core.table, day, { payments_base: 1, micros_base: 250_000 * n });
  await addCounts(service.core.table, day, {
    calls_person: 1_234 * n,
    calls_agent: n,
    calls_at_api: 1_235 * n,
  });
}

const sum = (of: (day: string, n: number) => number) =>
  WEEK.reduce((all, day, at) => all + of(day, at + 1), 0);
const vitrine = async (headers = {}) => service.call('GET', '/api/vitrine', { headers });
const operator = (path: string) =>
  service.call('GET', path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } });

describe('the public numbers', () => {
  it('are five fields before they are published', () => {
    expect([unpublished.status, unpublished.json]).toEqual([
      200,
      { v: 1, produto: 'rollcall', publicado: false, atualizado_em: null, stale: false },
    ]);
  });

  it('are those of the week, to two digits', async () => {
    const { json } = await vitrine();

    expect(json).toMatchObject({
      publicado: true,
      stale: false,
      desde: FIRST,
      fuso: 'UTC',
      hoje: dayAfter(FIRST, 8),
    });
    expect(json['dias'].map(({ dia }: Reply['json']) => dia)).toEqual([FIRST, ...WEEK]);
    for (const [at, day] of WEEK.entries())
      expect(json['dias'][at + 1]).toEqual({
        dia: day,
        paginas: twoDigits(114 * (at + 1)),
        api: twoDigits(1_235 * (at + 1)),
        api_ia: at + 1,
        maquina: 0,
        visitantes: 10 * (at + 1),
        uso: {
          pings: pings.get(day),
          alertas: day === WEEK[3] || day === WEEK[4] ? 1 : 0,
          monitores: day === WEEK[3] ? 1 : 2,
        },
      });
    expect(json['janelas']['d7']).toEqual({
      paginas: twoDigits(sum((_, n) => 114 * n)),
      api: twoDigits(sum((_, n) => 1_235 * n)),
      api_ia: 28,
      maquina: 0,
      visitantes: 280,
      uso: { pings: sum((day) => pings.get(day) ?? 0), alertas: 2, monitores: 2 },
    });
    expect(json).toMatchObject({
      visitantes: 280,
      pessoas: 280,
      agentes: { ia: 0, programas: 0 },
      superficies: {
        paginas: twoDigits(sum((_, n) => 114 * n)),
        api: twoDigits(sum((_, n) => 1_235 * n)),
        mcp: 0,
      },
      contas: { pessoas: 0 },
      // A check every six hours is in time four times a day of 288.
      confiabilidade: { verificacoes_em_dia_pct: 1.3, alertas_na_primeira_tentativa_pct: 100 },
    });
  });

  it('carry no number with more than two digits, and no money', async () => {
    const { text } = await vitrine();

    const numbers = text.replaceAll(/"[^"]*"/g, '').match(/\d[\d.e+-]*/g) ?? [];
    expect(numbers.length).toBeGreaterThan(90);
    for (const number of numbers) expect(number).toMatch(/^(0|[1-9]\d?0*|\d\.\d)$/);
    expect(text).not.toMatch(/usd|paid|pag[oa]/i);
  });

  it('are kept a quarter of an hour, and 304 for who has them', async () => {
    const first = await vitrine();
    const again = await vitrine({ 'if-none-match': first.headers.get('etag') });

    expect(first.headers.get('cache-control')).toBe('public, max-age=900');
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('are 404 where pages for strangers are off', async () => {
    service.core.config.publicPages = { areShown: false };
    const { status } = await vitrine();
    service.core.config.publicPages = { areShown: true };

    expect(status).toBe(404);
  });
});

describe('the operator', () => {
  it('reads the same numbers exact, by day and by month', async () => {
    const { json } = await operator('/api/vitrine/operador');

    expect(json).toMatchObject({
      produto: 'rollcall',
      atualizado_em: new Date(service.clock.now()).toISOString(),
    });
    const { dias, meses, janelas } = json['operador'];
    expect(dias[4].contagens).toMatchObject({
      visits_person: 444,
      calls_person: 4_936,
      pings: pings.get(WEEK[3] ?? ''),
      checks: 4,
    });
    expect(janelas.d7.contagens).toMatchObject({
      visits_person: 3_108,
      calls_person: 34_552,
      alerts: 2,
      alerts_at_once: 2,
    });
    expect(dias[4].dinheiro).toEqual({
      base: { pagamentos: 1, usd: 1 },
      'base-sepolia': { pagamentos: 0, usd: 0 },
    });
    expect(janelas.d7.dinheiro.base).toEqual({ pagamentos: 7, usd: 7 });
    expect(meses).toHaveLength(1);
    expect(meses[0]).toMatchObject({ mes: '2027-03', contagens: { visits_person: 3_108, monitors: 2 } });
  });

  itThorough('sees this product alone where no other is set', async () => {
    const { json } = await operator('/api/vitrine/painel');
    const { json: own } = await vitrine();

    const { uso: _uso, ...d7 } = own['janelas']['d7'];
    expect(json['apps']).toEqual([
      expect.objectContaining({ produto: 'rollcall', url: service.url, falha: null, stale: false }),
    ]);
    expect(json['apps'][0].janelas.d7).toEqual(d7);
    expect([json['totals'].d7, json['updated']]).toEqual([d7, own['atualizado_em']]);
  });

  itThorough('sees up to when the numbers are whole', async () => {
    const whole = `${dayAfter(FIRST, 8)}T00:00:00.000Z`;

    expect((await operator('/api/vitrine/cursores')).json).toEqual({
      rollcall: { borda: whole, cli: whole },
    });
  });

  it.each(['operador', 'painel', 'cursores'])('alone opens %s', async (part) => {
    const { token } = await service.guest();
    const path = `/api/vitrine/${part}`;

    expect((await service.call('GET', path)).status).toBe(401);
    for (const wrong of [token, `${OPERATOR_TOKEN}x`])
      expect(
        (await service.call('GET', path, { headers: { authorization: `Bearer ${wrong}` } })).status,
      ).toBe(401);
    expect((await service.call('GET', `${path}?key=${OPERATOR_TOKEN}`)).status).toBe(200);
    const { config } = service.core;
    const kept = config.operatorToken;
    config.operatorToken = null;
    const unset = await operator(path);
    config.operatorToken = kept;
    expect([unset.status, unset.json['error']]).toEqual([503, 'indisponivel']);
  });
});

itThorough('what is published grows stale after 26 hours, and is published anew', async () => {
  service.clock.advance(26 * HOUR_SEC);
  expect((await vitrine()).json['stale']).toBe(false);
  service.clock.advance(1);
  expect((await vitrine()).json['stale']).toBe(true);

  await service.publish();

  expect((await vitrine()).json).toMatchObject({ stale: false, hoje: dayAfter(FIRST, 9) });
});
