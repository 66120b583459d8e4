import type { MachineFacts } from '../devices/facts.ts';
import type { Measure } from '../measures/measure.ts';
import { sourceOf } from '../measures/catalogue.ts';
import type { DeviceCommands, Scheduler, Sending } from './commands.ts';
import { type Reading, posixReading, ENVIRONMENT, posixSender } from './posix-reading.ts';
import { windowsCommands } from './windows-commands.ts';
import { checkCommand, installCommand, removeCommand } from './crontab-commands.ts';
import { crontabLines, type LineTarget } from './crontab-lines.ts';
import { inShortLines, pastedWord } from './pasted.ts';

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

/** The commands of a machine with POSIX sh, for whatever shell they are pasted into. */
export function posixCommands(
  target: LineTarget,
  readings: readonly Reading[],
  { system, shell, capabilities }: MachineFacts,
): DeviceCommands {
  const pasted = (command: string) => (shell?.startsWith('busybox') ? inShortLines(command) : command);
  const now = nowCommand(target, readings);
  if (!capabilities.includes('crontab')) {
    const agora = pasted(now);
    return { agora, agenda: null, instalar: null, conferir: null, remover: null, comecar: agora };
  }
  const lines = crontabLines(target, readings);
  const install = installCommand(target.symbol, lines);
  return {
    agora: pasted(now),
    agenda: lines.join('\n'),
    instalar: pasted(install),
    conferir: pasted(checkCommand(target.symbol, system)),
    remover: pasted(removeCommand(target.symbol)),
    comecar: pasted(`${install} && ${now}`),
  };
}

/** Reads and sends once, everything, and says whether it was taken. */
function nowCommand({ url, transport }: LineTarget, readings: readonly Reading[]): string {
  const reading = `exec </dev/null 2>/dev/null;${posixReading(readings, null)}`;
  const refused = `{ r=$?;echo "not sent: ${transport} ended with $r" >&2;exit $r;}`;
  const sent = `${posixSender(transport, reading, url)} >/dev/null&&echo sent||${refused}`;
  return `sh -c ${pastedWord(`${ENVIRONMENT};${sent}`)}`;
}
