import { useSignal, type Signal } from '@preact/signals';
import { HOUR_MS } from '../../../domain/calendar.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { readCron } from '../../../domain/schedule/parse-cron.ts';
import { call, newKey } from '../../api/call.ts';
import type { Input } from '../../api/operations.ts';
import { SelectField } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { asOwner, OwnersButton } from '../../parts/owners-button.tsx';
import { times } from '../../schedule/draft.ts';
import { usePreview } from '../../schedule/schedule-preview.tsx';
import { now } from '../../state/clock.ts';
import { instantOf, localInput } from '../../state/local-input.ts';
import { zone } from '../../state/zone.ts';
import { lasting, maybe, nameOfMonitor, severalTags } from '../../words/checks.ts';
import { inWords } from '../../words/wire-words.ts';

const SHOWN_TIMES = 3;

/** A window as its form has it. */
interface Draft {
  often: Signal<'once' | 'again'>;
  name: Signal<string>;
  tags: Signal<string>;
  from: Signal<string>;
  until: Signal<string>;
  cron: Signal<string>;
  tz: Signal<string>;
  lengthMin: Signal<string>;
}

/** One form for once and for again and again; what the service refuses stands at its field. */
export function PlanMaintenance({ onPlanned }: { onPlanned: () => unknown }) {
  const draft: Draft = {
    often: useSignal<'once' | 'again'>('once'),
    name: useSignal(''),
    tags: useSignal(''),
    from: useSignal(localInput(now())),
    until: useSignal(localInput(now() + HOUR_MS)),
    cron: useSignal('0 2 * * 0'),
    tz: useSignal(zone.peek()),
    lengthMin: useSignal('120'),
  };
  // A repeat after an answer that did not come is the same call.
  const key = useSignal(newKey());
  const renew = () => {
    key.value = newKey();
  };
  const plan = () =>
    asOwner(async () => {
      await call('createMaintenance', { body: bodyOf(draft) }, { key: key.value });
      for (const text of [draft.name, draft.tags]) text.value = '';
      renew();
      await onPlanned();
    });
  return (
    <Form onInput={renew} onSubmit={plan}>
      <TextField field="name" hint="Such as patch night." check={nameOfMonitor} text={draft.name} />
      <SelectField
        label="How often"
        chosen={draft.often}
        options={[
          ['once', 'Once'],
          ['again', 'Repeatedly'],
        ]}
      />
      {draft.often.value === 'once' ? <Once draft={draft} /> : <Again draft={draft} />}
      <TextField
        field="tags"
        hint="Monitors with any of these tags, separated by commas. If empty, every monitor."
        check={maybe(severalTags)}
        text={draft.tags}
      />
      <div class="actions">
        <OwnersButton type="submit" kind="main">
          Plan window
        </OwnersButton>
      </div>
    </Form>
  );
}

function bodyOf(draft: Draft): Input<'createMaintenance'>['body'] {
  const { often, name, tags, from, until, cron, tz, lengthMin } = draft;
  const named = { name: name.value, tags: tags.value };
  if (often.value === 'once') return { ...named, from: isoIn(from.value), until: isoIn(until.value) };
  const schedule = { cron: cron.value.trim(), tz: tz.value.trim() };
  return { ...named, ...schedule, length_sec: times(lengthMin.value, 60) };
}

const isoIn = (local: string) => new Date(instantOf(local)).toISOString();
const moment = (text: string) => (Number.isNaN(instantOf(text)) ? 'This must be a date and time.' : null);

function Once({ draft: { from, until } }: { draft: Draft }) {
  const isAfter = (text: string) =>
    moment(text) ?? (instantOf(text) > instantOf(from.value) ? null : 'It must end after it starts.');
  return (
    <>
      <TextField field="from" check={moment} text={from} input={{ type: 'datetime-local' }} />
      <TextField
        field="until"
        hint={`Times in ${zone.value}; ${LIMITS.maintenanceMaxSec / 86_400} days at most.`}
        check={isAfter}
        text={until}
        input={{ type: 'datetime-local' }}
      />
    </>
  );
}

const lengthCheck = lasting(60, 60, LIMITS.maintenanceMaxSec);

function Again({ draft: { cron, tz, lengthMin } }: { draft: Draft }) {
  const wrong = readCron(cron.value.trim());
  const body = { cron: cron.value.trim(), tz: tz.value.trim() };
  const { preview, refused } = usePreview(typeof wrong === 'string' ? null : body);
  const isZone = refused?.startsWith('tz') === true;
  const ofCron = typeof wrong === 'string' ? wrong : isZone ? null : refused;
  return (
    <>
      <TextField
        field="cron"
        label="Starts"
        hint="Minute, hour, day, month, weekday, as in cron."
        error={ofCron && inWords(ofCron)}
        text={cron}
        input={{ class: 'mono', spellcheck: false }}
      />
      <TextField field="tz" label="Time zone" error={isZone ? inWords(refused) : null} text={tz} />
      <TextField
        field="length_sec"
        check={lengthCheck}
        text={lengthMin}
        input={{ class: 'short', inputMode: 'decimal' }}
      />
      {preview && (
        <div class="preview" aria-live="polite">
          <p>
            <strong>{preview.in_words}</strong>
          </p>
          <ol aria-label="Next times">
            {preview.next_runs.slice(0, SHOWN_TIMES).map(({ at, local }) => (
              <li key={at}>{local}</li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}
