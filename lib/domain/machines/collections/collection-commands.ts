import type { MachineFacts } from '../devices/facts.ts';
import type { Measure } from '../measures/measure.ts';
import { sourceOf } from '../measures/catalogue.ts';
import type { Commands, CommandsState, Sending } from './commands.ts';
import { deviceCommandsOf, schedulerOf } from './device-commands.ts';

/** The commands by which a machine sends one measure by the symbol of its collection. */
export function commandsOf({ measure, ...sending }: Sending & { measure: Measure }): Commands {
  const source = sourceOf(measure, sending.facts);
  const { comecar: _, ...commands } = deviceCommandsOf({ ...sending, measures: [measure] });
  return {
    estado: stateOf(sending.facts, source !== null),
    ...commands,
    fonte: source?.label ?? null,
    cliente: sending.facts.transport,
    agendador: schedulerOf(sending.facts),
  };
}

function stateOf(facts: MachineFacts, hasSource: boolean): CommandsState {
  if (!hasSource) return 'sem_fonte';
  if (facts.transport === null) return 'sem_transporte';
  if (schedulerOf(facts) === null) return 'sem_agendador';
  // launchd starts the cron of macOS when there is a crontab; the task scheduler of Windows always runs.
  const runs = facts.system === 'darwin' || facts.system === 'windows';
  return runs || facts.capabilities.includes('cron_ativo') ? 'pronto' : 'cron_parado';
}
