import { expect, it } from 'vitest';
import { recordedAt, type EventName } from '../../support/aws/recorded-events.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';

const service = shared(startTestService);

/** Units of an event of a job that is known, by which docs/aws-jobs.md says what a million costs. */
it('a run costs so many units: its start, its success', async () => {
  const calls: TableCall[] = watchCapacity(service);
  const who = await service.guest();
  const { key } = (await who.call('GET', '/api/ingest-key')).json;
  const bring = async (name: EventName, run: string) => {
    service.clock.advance(60);
    const event = recordedAt(name, service.clock.now() - 2_000, { name: run });
    calls.length = 0;
    await service.call('POST', `/_local/events?key=${key}`, { body: event });
    const sum = (kind: TableCall['kind']) =>
      calls.reduce((units, call) => units + (call.kind === kind ? call.tableUnits + call.indexUnits : 0), 0);
    return { reads: sum('read'), writes: sum('write') };
  };
  await bring('statesSucceeded', 'first');
  // A long history is not read.
  for (let run = 0; run < 60; run++) await bring('statesFailed', `before-${run}`);
  await bring('statesSucceeded', 'last');
  expect(await bring('statesRunning', 'second')).toEqual({ reads: 6, writes: 2 });
  expect(await bring('statesSucceeded', 'second')).toEqual({ reads: 6, writes: 2 });
});
