import { describe, expect, it } from 'vitest';
import { totalItem } from '../../../lib/data/counted-items.ts';
import { addCounts } from '../../../lib/data/statistics/day-counts.ts';
import { transact } from '../../../lib/data/table.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { OPERATOR_TOKEN } from '../../support/accounts/operator.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;

const service = shared(() => startTestService({ users, operatorToken: OPERATOR_TOKEN }));

const metrics = (authorization?: string, query = '') =>
  service.call('GET', `/api/metrics${query}`, { headers: { ...(authorization && { authorization }) } });

describe('the panel', () => {
  it('is for everybody, and has the last seven days, oldest first', async () => {
    await addCounts(service.core.table, '2027-03-01', {
      visits_person: 3,
      visits_agent: 2,
      visitors_person: 1,
    });
    await addCounts(service.core.table, '2027-02-23', { calls_machine: 4, calls_person: 1, calls_at_mcp: 2 });
    await addCounts(service.core.table, '2027-02-22', { visits_person: 9, pings: 1, monitors: 50 });
    await addCounts(service.core.table, '2027-02-24', { pings: 300, monitors: 12, calls_at_feed: 3 });
    await addCounts(service.core.table, '2027-02-25', { pings: 200, monitors: 14, calls_at_documents: 4 });
    const none = {
      visits: 0, visits_people: 0, visits_agents: 0, visits_machines: 0, visitors: 0,
      calls: 0, calls_people: 0, calls_agents: 0, calls_machines: 0,
    }; // prettier-ignore

    const { status, json } = await metrics();

    expect(status).toBe(200);
    expect(json).toMatchObject({ app: 'rollcall', today: '2027-03-01', today_visits: 5 });
    expect(json).toMatchObject({
      usage: { pings: 500, monitors: 14, calls: 5, tool_calls: 2, feed_reads: 3, documents: 4 },
      accounts: { people: 0 },
    });
    expect(json['days']).toHaveLength(7);
    expect(json['days'][0]).toEqual({
      ...none,
      day: '2027-02-23',
      calls: 5,
      calls_people: 1,
      calls_machines: 4,
    });
    expect(json['days'][1]).toEqual({ ...none, day: '2027-02-24' });
    expect(json['days'][6]).toEqual({
      ...none, day: '2027-03-01', visits: 5, visits_people: 3, visits_agents: 2, visitors: 1,
    }); // prettier-ignore
  });

  it('has no fewer people than none, though one goes who was there before it counted', async () => {
    const { table } = service.core;
    await transact(table, [totalItem(table, 'an account', { people: -1 })]);

    expect((await metrics()).json['accounts']).toEqual({ people: 0 });
  });

  it('takes the operator token in the header and in the query', async () => {
    expect((await metrics(`Bearer ${OPERATOR_TOKEN}`)).status).toBe(200);
    expect((await metrics(undefined, `?key=${OPERATOR_TOKEN}`)).status).toBe(200);
  });

  it.each([
    `Bearer ${OPERATOR_TOKEN}x`,
    `Bearer ${OPERATOR_TOKEN.toUpperCase()}`,
    'Bearer short',
    `Basic ${OPERATOR_TOKEN}`,
  ])('refuses a wrong token: %s', async (authorization) => {
    const { status, json } = await metrics(authorization);

    expect([status, json['error']]).toEqual([401, 'credencial_invalida']);
  });

  it('refuses a token of another class, wherever it stands', async () => {
    const { token } = await service.guest();

    for (const refused of [await metrics(`Bearer ${token}`), await metrics(undefined, `?key=${token}`)])
      expect([refused.status, refused.json['error']]).toEqual([401, 'credencial_invalida']);
  });

  it('is 503 to a token where none is set, and goes on for everybody', async () => {
    const { config } = service.core;
    const kept = config.operatorToken;
    config.operatorToken = null;

    const refused = await metrics(`Bearer ${OPERATOR_TOKEN}`);
    const short = await metrics('Bearer short');
    const open = await metrics();
    config.operatorToken = kept;

    expect([refused.status, refused.json['error'], short.status]).toEqual([503, 'indisponivel', 503]);
    expect(refused.text).not.toContain(OPERATOR_TOKEN);
    expect(open.status).toBe(200);
  });

  it('is shown to the operator alone where pages for strangers are off', async () => {
    const { config } = service.core;
    config.publicPages = { areShown: false };

    const statuses = [
      (await metrics()).status,
      (await metrics('Bearer short')).status,
      (await metrics(`Bearer ${OPERATOR_TOKEN}`)).status,
    ];
    config.publicPages = { areShown: true };

    expect(statuses).toEqual([404, 401, 200]);
  });
});
