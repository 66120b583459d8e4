import type { Output } from '../../api/operations.ts';
import type { Remote } from '../../api/remote.ts';
import { durationText } from '../../../render/time-text.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { wordsFor } from '../../words/wire-words.ts';

/** What was changed of a monitor's settings, and how. */
export function Changes({ of: changes }: { of: Remote<Output<'listChanges'>> }) {
  return (
    <section class="step">
      <h2>What was changed</h2>
      <Shown of={changes}>
        {({ changes: all }) => (
          <ul class="changes">
            {all.map(({ id: change, at, by, kind, fields }) => (
              <li key={change}>
                <RelativeTime at={at} /> {kind.replaceAll('_', ' ')} by {by.replaceAll('_', ' ')}
                {fields.map(({ field, from, to }) => (
                  <span key={field} class="soft">
                    {' '}
                    · {wordsFor(field)}: {shownValue(from, field)} → {shownValue(to, field)}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

function shownValue(value: string | number | boolean | readonly string[] | null, field: string): string {
  // The log has none for what it is unless somebody says otherwise.
  if (field === 'alert_channels') return value === false ? 'off' : 'on';
  if (value === null) return 'none';
  if (typeof value === 'number' && field.endsWith('_sec')) return durationText(value);
  return typeof value === 'object' ? value.join(', ') || 'none' : String(value);
}
