import { Field } from '../parts/field.tsx';
import { UNIT_SEC, type Draft, type fieldOf, type Unit } from './draft.ts';

interface WhenProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  /** What is wrong with a field, in one sentence. */
  wrongOf: (name: ReturnType<typeof fieldOf>) => string | null;
}

/** When a ping is expected: an interval, or a schedule with its zone and grace. */
export function WhenFields(props: WhenProps) {
  return props.draft.kind === 'cron' ? <Schedule {...props} /> : <Interval {...props} />;
}

function Interval({ draft, set, wrongOf }: WhenProps) {
  return (
    <Field label="At least once every" error={wrongOf('when')}>
      {(control) => (
        <div class="together">
          <input
            {...control}
            class="short"
            inputMode="decimal"
            value={draft.every}
            onInput={({ currentTarget }) => set({ every: currentTarget.value })}
          />
          <select
            aria-label="Unit"
            value={draft.unit}
            onChange={({ currentTarget }) => set({ unit: currentTarget.value as Unit })}
          >
            {Object.keys(UNIT_SEC).map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}

const ZONES = Intl.supportedValuesOf('timeZone');

function Schedule({ draft, set, wrongOf }: WhenProps) {
  return (
    <>
      <Field label="Schedule" hint="Minute, hour, day, month, weekday." error={wrongOf('when')}>
        {(control) => (
          <input
            {...control}
            class="mono"
            value={draft.cron}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => set({ cron: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Time zone of the machine" error={wrongOf('tz')}>
        {(control) => (
          <>
            <input
              {...control}
              list="zones"
              value={draft.tz}
              autocomplete="off"
              onInput={({ currentTarget }) => set({ tz: currentTarget.value })}
            />
            <datalist id="zones">
              {ZONES.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field
        label="Grace, in minutes"
        hint="How long after its time the ping may come: the run itself, and some leeway."
        error={wrongOf('grace')}
      >
        {(control) => (
          <input
            {...control}
            class="short"
            inputMode="decimal"
            value={draft.graceMin}
            onInput={({ currentTarget }) => set({ graceMin: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
