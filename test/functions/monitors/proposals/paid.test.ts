import { expect, it } from 'vitest';
import { callPaying, paymentFor, slotsOf, startTill } from '../../../support/money/till.ts';
import { proposedNightly } from '../../../support/service/pinged-by-schedule.ts';
import { wholeTable } from '../../../support/table/whole-table.ts';

it('takes a proposal that costs when it is paid, once, and quotes it before', async () => {
  await using till = await startTill(
    {},
    { freeAllowance: 'max_endpoints=1,min_interval_sec=7200,email_alerts=1' },
  );
  const alice = await till.service.guest();
  const { path, proposal } = await proposedNightly(till.service, alice);
  const before = await wholeTable(till.service);

  const quoted = await alice.call('POST', `${path}/take?dry_run=true`, { proposal });
  const asked = await alice.call('POST', `${path}/take`, { proposal });

  for (const { status, json } of [quoted, asked]) {
    expect({ status, json }).toMatchObject({ status: 402, json: { error: 'pagamento_necessario' } });
    expect(json['accepts'][0].maxAmountRequired).toBe('50000');
  }
  expect(await wholeTable(till.service)).toEqual(before);
  const payment = await paymentFor(till, asked);
  const take = () => callPaying(till, alice, payment, { path: `${path}/take`, body: { proposal } });
  const [taken, again] = [await take(), await take()];

  expect(taken).toMatchObject({
    status: 200,
    json: { cron: '30 2 * * *', grace_sec: 3_600, proposal: null },
  });
  expect({ status: again.status, json: again.json }).toEqual({ status: 200, json: taken.json });
  expect(till.facilitator.settlements).toBe(1);
  expect(await slotsOf(alice)).toMatchObject({ fast_intervals: 1 });
});
