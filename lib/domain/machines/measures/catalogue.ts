import type { Measure, Source } from './measure.ts';
import { arquivos } from './measures/arquivos.ts';
import { atualizacoes } from './measures/atualizacoes.ts';
import { bateria } from './measures/bateria.ts';
import { conntrack } from './measures/conntrack.ts';
import { cpu } from './measures/cpu.ts';
import { disco } from './measures/disco.ts';
import { disco_io } from './measures/disco_io.ts';
import { gpu } from './measures/gpu.ts';
import { inodes } from './measures/inodes.ts';
import { loadavg } from './measures/loadavg.ts';
import { memoria } from './measures/memoria.ts';
import { oom } from './measures/oom.ts';
import { pressao } from './measures/pressao.ts';
import { processos } from './measures/processos.ts';
import { raid } from './measures/raid.ts';
import { rede } from './measures/rede.ts';
import { reinicio } from './measures/reinicio.ts';
import { relogio } from './measures/relogio.ts';
import { servicos } from './measures/servicos.ts';
import { swap } from './measures/swap.ts';
import { tcp } from './measures/tcp.ts';
import { temperatura } from './measures/temperatura.ts';
import { uptime } from './measures/uptime.ts';
import { usuarios } from './measures/usuarios.ts';
import type { MachineFacts } from '../devices/facts.ts';

const ALL = {
  loadavg,
  memoria,
  disco,
  cpu,
  disco_io,
  rede,
  uptime,
  processos,
  swap,
  inodes,
  pressao,
  temperatura,
  usuarios,
  arquivos,
  tcp,
  conntrack,
  relogio,
  reinicio,
  atualizacoes,
  bateria,
  gpu,
  servicos,
  raid,
  oom,
};

export type MeasureId = keyof typeof ALL;

/** Every measure by its id, in the order in which people see them. */
export const MEASURES: Readonly<Record<MeasureId, Measure>> = ALL;

export const MEASURE_IDS = Object.keys(ALL) as readonly MeasureId[];

export const isMeasureId = (text: string): text is MeasureId => Object.hasOwn(ALL, text);

const inProfile = (...profiles: Measure['profile'][]): readonly MeasureId[] =>
  MEASURE_IDS.filter((id) => profiles.includes(MEASURES[id].profile));

/** What is added together (SPEC.md `perfis`): a reply names eight collections at most, so the complete profile has no more. */
export const PROFILES = {
  essentials: inProfile('essentials'),
  completo: inProfile('essentials', 'completo'),
};
export type MeasureProfile = keyof typeof PROFILES;

/** Where a machine has a measure: the first source of its system whose needs are met. */
export function sourceOf(
  measure: Measure,
  { system, capabilities }: Pick<MachineFacts, 'system' | 'capabilities'>,
): Source | null {
  const isMet = (source: Source) =>
    source.system === system && source.needs.every((need) => capabilities.includes(need));
  return measure.sources.find(isMet) ?? null;
}

/** What a machine can read and send (SPEC.md Ambiente `medidas`): nothing without a program to send with. */
export function measuresOf(facts: Pick<MachineFacts, 'system' | 'capabilities' | 'transport'>): MeasureId[] {
  if (facts.transport === null) return [];
  return MEASURE_IDS.filter((id) => sourceOf(MEASURES[id], facts) !== null);
}
