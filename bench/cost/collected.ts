import { intakeHandler } from '../../functions/intake/intake.ts';
import { collectdEvent, collectdText, putCollector } from '../collector.ts';
import { intakeDeps, putMachine } from '../machine.ts';
import { pushContext } from '../push-event.ts';
import type { MeteredTable } from '../table-meter.ts';

/** What the push of a collector asks a minute after the one before, which this instance took as well. */
export async function collectedOf(table: MeteredTable, start: number): Promise<() => Promise<void>> {
  const device = await putMachine(table, []);
  const credential = await putCollector(table, device.id);
  let now = start;
  const handler = intakeHandler(intakeDeps(table, { now: () => now }));
  const push = async () => {
    const { statusCode } = await handler(collectdEvent(credential, collectdText()), pushContext());
    if (statusCode !== 200) throw new Error(`The push of a collector was answered ${statusCode}.`);
  };
  await push();
  now += 60_000;
  return push;
}
