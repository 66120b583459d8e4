import type { AvisoView } from '../../contract/machines/device-output.ts';
import { isoOrNull, type Instant } from '../../domain/instant.ts';
import { endOf } from '../../domain/machines/thresholds/threshold.ts';
import { incidentAt } from '../../domain/monitors/check.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import { stateOf } from '../../domain/monitors/state.ts';
import type { ThresholdMonitor } from '../../domain/monitors/threshold-reading.ts';

/** A threshold as its owner is shown it. */
export function thresholdView(monitor: ThresholdMonitor, now: Instant): AvisoView {
  const { measure, field, side, value } = monitor.threshold;
  return {
    monitor_id: shownIdOf(monitor),
    nome: monitor.name,
    medida: measure,
    campo: field,
    ...(side === 'above' ? { acima: value } : { abaixo: value }),
    termina: endOf(monitor.threshold),
    leituras: monitor.alertAfterFailures,
    state: stateOf(monitor, now),
    desde: isoOrNull(incidentAt(monitor, now)?.downSince ?? null),
  };
}
