import type { Hold } from '../../domain/alerts/alert-stop.ts';
import { keepFields, keptFields } from './json-file.ts';

/** The operator's stop that was kept beside the data, since an upgrade starts the service anew; null where none was. */
export function keptHold(file: string | null): Hold | null {
  const { until } = keptFields(file);
  return typeof until === 'number' ? { until } : null;
}

/** Keeps it, or that there is none. */
export function keepHold(file: string | null, hold: Hold | null): void {
  keepFields(file, { until: hold?.until ?? null });
}
