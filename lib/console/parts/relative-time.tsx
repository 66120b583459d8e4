import { clock } from '../state/clock.ts';
import { zone } from '../state/zone.ts';
import { exactText, relativeText } from '../words/relative-text.ts';

/** `5 min ago`, with the exact moment in the person's zone and in UTC on hover. `none` is shown for no moment. */
export function RelativeTime({ at, none = 'never' }: { at: string | null; none?: string }) {
  if (at === null) return <span class="soft">{none}</span>;
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={exactText(moment, zone.value)}>
      {relativeText(moment, clock.value)}
    </time>
  );
}
