import { LIVE_FIELDS } from '../../../domain/machines/collectors/live.ts';
import { measureText } from '../../words/measure-text.ts';
import type { Channel } from '../devices/machines.ts';

/** The last numbers of a collector. */
export function LiveNumbers({ channel: { live, notMeasured } }: { channel: Channel }) {
  const groups = Object.keys(LIVE_FIELDS) as (keyof typeof LIVE_FIELDS)[];
  return (
    <>
      {notMeasured.length > 0 && <p class="hint">It cannot measure {notMeasured.join(', ')}.</p>}
      <dl class="now">
        {groups.flatMap((group) =>
          LIVE_FIELDS[group].flatMap(({ id, label, format }) => {
            const value = live[group]?.[id];
            if (value === undefined) return [];
            return (
              <div key={`${group}.${id}`}>
                <dt>{group === 'host' ? label : `${group}: ${label}`}</dt>
                <dd>{measureText(value, format)}</dd>
              </div>
            );
          }),
        )}
      </dl>
    </>
  );
}
