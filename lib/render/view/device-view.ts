import type { AmbienteView, FactsView } from '../../contract/device-output.ts';
import { deviceState, type Device } from '../../domain/device/device.ts';
import type { Facts } from '../../domain/device/facts.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';

/** A device as lists show it (SPEC.md "Ambiente"): without what is to be run on it. */
export function deviceView(device: Device, now: Instant): AmbienteView {
  return {
    id: device.id,
    nome: device.name,
    grupo: device.group,
    criado_em: isoOf(device.createdAt),
    expira_em: isoOf(device.expiresAt),
    detectado_em: device.detectedAt === null ? null : isoOf(device.detectedAt),
    estado: deviceState(device, now),
    dados: device.facts && factsView(device.facts),
    medidas: [],
    passos: null,
    sonda: null,
    vigiar: device.monitorId !== null,
    monitor_id: device.monitorId,
  };
}

/** A device as its owner is shown it: while it may report, with what to run on it. */
export function shownDevice(device: Device, now: Instant, _base: string): AmbienteView {
  return deviceView(device, now);
}

/** What a machine told of itself (SPEC.md `dados`). */
export function factsView(facts: Facts): FactsView {
  return {
    os: facts.system,
    versao: facts.version,
    arquitetura: facts.architecture,
    distribuicao: facts.distribution,
    distribuicao_versao: facts.distributionVersion,
    shell: facts.shell,
    contexto: facts.context,
    transporte: facts.transport,
    capacidades: [...facts.capabilities],
    versoes: { ...facts.versions },
  };
}
