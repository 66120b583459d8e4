import type { AmbienteView, FactsView, ReceiptView } from '../../contract/machines/device-output.ts';
import { deviceState } from '../../domain/machines/devices/device.ts';
import type { MachineFacts } from '../../domain/machines/devices/facts.ts';
import { discoverySteps } from '../../domain/machines/devices/probe/discovery-steps.ts';
import { probeCommands } from '../../domain/machines/devices/probe/probe-script.ts';
import type { ReportReading } from '../../domain/machines/devices/report/facts-from-report.ts';
import type { WatchedDevice } from '../../domain/machines/devices/watching.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import { measuresOf } from '../../domain/machines/measures/catalogue.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';

/** A device as lists show it (SPEC.md "Ambiente"): without what is to be run on it. */
export function deviceView({ device, watcher }: WatchedDevice, now: Instant): AmbienteView {
  return {
    id: device.id,
    nome: device.name,
    grupo: device.group,
    criado_em: isoOf(device.createdAt),
    expira_em: isoOf(device.expiresAt),
    detectado_em: device.detectedAt === null ? null : isoOf(device.detectedAt),
    estado: deviceState(device, now),
    dados: device.facts && factsView(device.facts),
    medidas: device.facts === null ? [] : measuresOf(device.facts),
    passos: null,
    sonda: null,
    vigiar: watcher !== undefined,
    monitor_id: watcher === undefined ? null : shownIdOf(watcher),
  };
}

/** A device as its owner is shown it: while it may report, with what to run on it. */
export function shownDevice(watched: WatchedDevice, now: Instant, base: string): AmbienteView {
  const { device } = watched;
  const view = deviceView(watched, now);
  if (deviceState(device, now) !== 'pending') return view;
  const sonda = probeCommands({ probeUrl: `${base}/api/ambientes/${device.id}/sonda.sh` });
  return { ...view, passos: discoverySteps(), sonda };
}

/** What a report says that was not saved, and the checks that it lacks. */
export function previewView({ terminal, facts, steps, ready }: ReportReading): ReceiptView {
  const details = new Map(steps.map(({ id, detail }) => [id, detail]));
  const lacking = discoverySteps()[terminal].flatMap((step) => {
    const detalhe = details.get(step.id) ?? null;
    return detalhe === null ? [] : [{ ...step, detalhe }];
  });
  return {
    ok: false,
    dados: facts && factsView(facts),
    medidas: facts === null ? [] : measuresOf(facts),
    passos: { posix: [], powershell: [], [terminal]: lacking },
    pronto: ready,
  };
}

/** What a machine told of itself (SPEC.md `dados`). */
export function factsView(facts: MachineFacts): FactsView {
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
    // The table keeps no order of them.
    versoes: Object.fromEntries(Object.entries(facts.versions).toSorted(byName)),
  };
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => one.localeCompare(other);
