import type { MachineFacts } from '../devices/facts.ts';

/** What keeps the commands from working: nothing, no source, nothing to send with, no scheduler, a crontab that nothing runs. */
export type CommandsState = 'pronto' | 'sem_fonte' | 'sem_transporte' | 'sem_agendador' | 'cron_parado';
export type Scheduler = 'crontab' | 'schtasks';

/** What a machine can be told about some sources (SPEC.md `comandos`): null where it cannot. */
export interface DeviceCommands {
  /** Reads and sends once. */
  agora: string | null;
  /** What the scheduler is given: one crontab line; two where one cannot hold all. */
  agenda: string | null;
  instalar: string | null;
  conferir: string | null;
  remover: string | null;
  /** Installs and sends at once; without a scheduler it sends at once. */
  comecar: string | null;
}

/** The commands of one collection. */
export interface Commands extends Omit<DeviceCommands, 'comecar'> {
  estado: CommandsState;
  /** What is read, such as `/proc/loadavg`. */
  fonte: string | null;
  /** The program that sends. */
  cliente: string | null;
  agendador: Scheduler | null;
}

/** Whose readings are sent where, from which machine. */
export interface Sending {
  symbol: string;
  /** As `new URL().origin` writes it. */
  ingestOrigin: string;
  facts: MachineFacts;
}
