import { intakeHandler } from '../functions/intake/intake.ts';
import { PROFILES } from '../lib/domain/machines/measures/catalogue.ts';
import { benchMonitor, putFleet } from './fleet.ts';
import { intakeDeps, putMachine } from './machine.ts';
import { pushContext, pushEvent } from './push-event.ts';
import { sentText } from './reading.ts';
import { target, type Section, type Target } from './report.ts';
import { openMeteredTable } from './table-meter.ts';

/** What each kind of push asks of the table, as the engine counts it. */
export async function intakeWork(endpoint: string, tableName: string): Promise<[Section, Target[]]> {
  const table = openMeteredTable({ name: tableName, region: 'us-east-1', endpoint });
  const monitor = benchMonitor(Date.now() - 310_000, { intervalSec: 900 });
  await putFleet(table, [monitor]);
  const machine = await putMachine(table, PROFILES.completo);
  const hourly = await putMachine(table, [...PROFILES.completo, 'atualizacoes']);
  const watched = await putMachine(table, PROFILES.completo, { monitorId: monitor.id });
  let now = Date.now();
  const handler = intakeHandler(intakeDeps(table, { now: () => now }));
  const text = `apt=7 s\n${sentText()}`;
  const rowOf = async (push: string, symbol: string, afterSec: number, status = 200) => {
    now += afterSec * 1000;
    table.take();
    const { statusCode } = await handler(pushEvent(symbol, text), pushContext());
    if (statusCode !== status) throw new Error(`${push} was answered ${statusCode}.`);
    const { roundTrips, calls, readUnits, writeUnits } = table.take();
    return { push, 'round trips': roundTrips, calls, 'read units': readUnits, 'write units': writeUnits };
  };
  const rows = [
    await rowOf('first of an instance', machine.symbol, 0),
    await rowOf('each minute', machine.symbol, 60),
    await rowOf('by another line, first of an instance', machine.collections['cpu']?.id ?? '', 5),
    await rowOf('by another line of that minute', machine.collections['cpu']?.id ?? '', 11),
    await rowOf('first of an hour', hourly.symbol, 0),
    await rowOf('first of a watched machine in five minutes', watched.symbol, 0),
    await rowOf('each minute of a watched one', watched.symbol, 60),
    await rowOf('sooner than ten seconds', watched.symbol, 5, 429),
    await rowOf('by a forged symbol', 'x'.repeat(22), 0, 401),
  ];
  return [
    { title: 'Table work of one push, by kind; eight measures unless it says otherwise', rows },
    targetsOf(rows[1]),
  ];
}

function targetsOf(each: { 'write units': number; 'round trips': number } | undefined): Target[] {
  const { 'write units': writes = 0, 'round trips': trips = 0 } = each ?? {};
  return [
    target('write units of a push: 1', String(writes), writes === 1),
    target('round trips of a push: 2', String(trips), trips === 2),
  ];
}
