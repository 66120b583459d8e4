import { LIVE_FIELDS, type LiveGroup } from '../../domain/machines/collectors/live.ts';
import type { MeasureField } from '../../domain/machines/measures/measure.ts';
import { fieldView } from './measures-view.ts';

/** What the live numbers of channels are called and how they are shown, by group, as those of measures are. */
export function liveFieldsView(): Record<LiveGroup, ReturnType<typeof fieldView>[]> {
  const viewed = (fields: readonly MeasureField[]) => fields.map(fieldView);
  const { host, disk, network, mysql, asterisk } = LIVE_FIELDS;
  return {
    host: viewed(host),
    disk: viewed(disk),
    network: viewed(network),
    mysql: viewed(mysql),
    asterisk: viewed(asterisk),
  };
}
