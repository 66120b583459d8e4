import type { Output } from '../../api/operations.ts';
import type { Remote } from '../../api/remote.ts';
import { Shown } from '../../parts/shown.tsx';
import { clock } from '../../state/clock.ts';
import { zone } from '../../state/zone.ts';
import { changeWords, fieldWords } from './change-words.ts';
import { Moment } from '../../parts/moment.tsx';

/** Changes of a monitor's settings, when, and by whom. */
export function Changes({ of: changes }: { of: Remote<Output<'listChanges'>> }) {
  const now = clock.value;
  return (
    <section class="step">
      <h2>Changes</h2>
      <Shown of={changes}>
        {({ changes: all }) => (
          <ul class="changes">
            {all.map(({ id: change, at, fields, ...what }) => (
              <li key={change}>
                <Moment at={at} /> {changeWords(what)}
                {fields.length > 0 && (
                  <ul class="soft">
                    {fields.map((field) => (
                      <li key={field.field}>
                        {fieldWords(field, { now, zone: zone.value, isNew: NEW.has(what.kind) })}
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

const NEW: ReadonlySet<string> = new Set(['created', 'imported']);
