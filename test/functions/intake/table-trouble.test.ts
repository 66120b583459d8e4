import { describe, expect, it } from 'vitest';
import { intakeHandler } from '../../../functions/intake/intake.ts';
import { CALL_LIMITS } from '../../../lib/adapters/call-limits.ts';
import { openSecret } from '../../../lib/adapters/secrets.ts';
import { areas } from '../../../lib/areas/areas.ts';
import { openTable, type Table } from '../../../lib/data/table.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { newMachine, READING } from '../../support/machines/machine.ts';
import { startMuteServer } from '../../support/servers/mute-server.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { staleTable } from '../../support/table/stale-table.ts';

const service = shared(startTestService);

function instanceOn(table: Table) {
  const handle = intakeHandler({ ...service.core, table, secret: openSecret(service.core.config) });
  return async (symbol: string, timeoutMs: number = areas.intake.timeoutSec * 1000) => {
    const event = requestEvent('POST', `/r/${symbol}`, { body: READING });
    const { statusCode, headers, body } = await handle(event, new LambdaContext('intake', timeoutMs));
    return { status: statusCode, headers, json: JSON.parse(String(body)) as object };
  };
}

describe('a replica that is behind', () => {
  it('refuses no machine that has just been made, and none whose measures go on again', async () => {
    const stopped = await newMachine(service, ['loadavg']);
    await stopped.turn(false, 'loadavg');
    await using stale = await staleTable(service);
    const send = instanceOn(stale.table);
    await stale.freeze();
    await stopped.turn(true, 'loadavg');
    const { device } = await newMachine(service, ['loadavg']);

    expect(await send(device.symbol)).toMatchObject({ status: 200, json: { medidas: 1 } });
    expect(await send(stopped.device.symbol)).toMatchObject({ status: 200, json: { medidas: 1 } });
  });
});

describe('a table that never answers', () => {
  it('is told by 503 before the function ends', async () => {
    const { device } = await newMachine(service, ['loadavg']);
    await using mute = await startMuteServer();
    const table = openTable({
      name: service.core.table.name,
      region: 'us-east-1',
      endpoint: mute.url,
      limits: { attemptMs: 300, totalMs: 600 },
    });
    const send = instanceOn(table);

    const { status, json, headers } = await send(device.symbol);

    expect([status, json]).toEqual([503, expect.objectContaining({ error: 'indisponivel' })]);
    expect(headers).toMatchObject({ 'retry-after': '5' });
    // Not 429: what failed here is no push.
    expect((await send(device.symbol)).status).toBe(503);
  });

  it('leaves time for the secret, two reads and the write, one after the other', () => {
    const { totalMs } = CALL_LIMITS.ping;

    expect(CALL_LIMITS.work.totalMs + 3 * totalMs).toBeLessThanOrEqual((areas.intake.timeoutSec - 1) * 1000);
  });
});
