import type { MachineFacts } from '../devices/facts.ts';
import type { Measure } from '../measures/measure.ts';
import { sourceOf } from '../measures/sources.ts';
import type { DeviceCommands, Scheduler, Sending } from './commands.ts';
import { posixCommands } from './posix-commands.ts';
import type { Reading } from './posix-reading.ts';
import { windowsCommands } from './windows-commands.ts';

const NONE: DeviceCommands = {
  agora: null,
  agenda: null,
  instalar: null,
  conferir: null,
  remover: null,
  comecar: null,
};

/** The commands by which a machine sends all these measures by one symbol; those that it has no source of are left out. */
export function deviceCommandsOf({
  measures,
  symbol,
  ingestOrigin,
  facts,
}: Sending & { measures: readonly Measure[] }): DeviceCommands {
  const readings = measures.flatMap((measure): Reading[] => {
    const source = sourceOf(measure, facts);
    return source === null ? [] : [{ source, isHourly: measure.hourly === true }];
  });
  const { transport, system } = facts;
  if (readings.length === 0 || transport === null) return NONE;
  const url = `${ingestOrigin}/r/${symbol}`;
  if (system === 'windows') return windowsCommands({ symbol, url }, readings, schedulerOf(facts) !== null);
  if (transport === 'invoke-restmethod') return NONE;
  return posixCommands({ symbol, url, transport }, readings, facts);
}

/** What runs things each minute; null where the machine has nothing that does. */
export function schedulerOf({ system, capabilities }: MachineFacts): Scheduler | null {
  const scheduler: Scheduler = system === 'windows' ? 'schtasks' : 'crontab';
  return capabilities.includes(scheduler) ? scheduler : null;
}
