import { momentHere, zone } from '../state/zone.ts';
import { exactText } from '../words/relative-text.ts';

/** The clock time of a moment in the person's zone, with its day where that is not today; in UTC too on hover. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactText(Date.parse(at), zone.value)}>
      {momentHere(at)}
    </time>
  );
}
