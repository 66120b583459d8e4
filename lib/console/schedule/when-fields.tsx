import { TextField, textIn } from '../parts/form/text-field.tsx';
import { fieldIn, inWords } from '../words/wire-words.ts';
import { retimed, scheduleOf, toldAfterWords, UNIT_SEC, wrongIn, type Draft, type Unit } from './draft.ts';
import { SchedulePreview, useFittingGrace, usePreview } from './schedule-preview.tsx';

interface WhenProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
}

/** When a ping is expected: an interval, or a schedule with its zone and grace. What is wrong is said while it is typed. */
export function WhenFields({ draft, set }: WhenProps) {
  const wrong = wrongIn(draft);
  const isSound = Object.keys(wrong).length === 0;
  const { preview, refused } = usePreview(isSound ? scheduleOf(draft) : null);
  useFittingGrace(preview, draft, set);
  const Fields = draft.kind === 'cron' ? Schedule : Interval;
  return (
    <>
      <Fields draft={draft} set={set} wrong={wrong} refused={refused} />
      <SchedulePreview preview={preview} />
    </>
  );
}

interface FieldsProps extends WhenProps {
  wrong: ReturnType<typeof wrongIn>;
  /** What the service says of what is typed, where it refuses it. */
  refused: string | null;
}

function Interval({ draft, set, wrong, refused }: FieldsProps) {
  return (
    <>
      <TextField
        field="interval_sec"
        error={wrong.every ?? (refused && inWords(refused))}
        text={textIn(draft, (typed) => set(retimed(draft, typed)), 'every')}
        input={{ class: 'short', inputMode: 'decimal' }}
      >
        <UnitSelect name="Unit" unit={draft.unit} onPick={(unit) => set(retimed(draft, { unit }))} />
      </TextField>
      <TextField
        label="Grace time"
        hint={toldAfterWords(draft)}
        error={wrong.late ?? null}
        text={textIn(draft, (typed) => set({ ...typed, hasOwnLate: true }), 'late')}
        input={{ class: 'short', inputMode: 'decimal' }}
      >
        <UnitSelect
          name="Unit of the grace time"
          unit={draft.lateUnit}
          onPick={(lateUnit) => set({ lateUnit, hasOwnLate: true })}
        />
      </TextField>
    </>
  );
}

function UnitSelect({ name, unit, onPick }: { name: string; unit: Unit; onPick: (unit: Unit) => void }) {
  return (
    <select
      aria-label={name}
      value={unit}
      onChange={({ currentTarget }) => onPick(currentTarget.value as Unit)}
    >
      {Object.keys(UNIT_SEC).map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}

const ZONES = Intl.supportedValuesOf('timeZone');

function Schedule({ draft, set, wrong, refused }: FieldsProps) {
  const at = refused && (fieldIn(refused, ['tz', 'grace_sec']) ?? 'cron');
  const said = (field: typeof at) => (refused !== null && at === field ? inWords(refused) : null);
  return (
    <>
      <TextField
        field="cron"
        hint="Minute, hour, day, month, weekday."
        error={wrong.cron ?? said('cron')}
        text={textIn(draft, set, 'cron')}
        input={{ class: 'mono', spellcheck: false }}
      />
      <TextField field="tz" error={said('tz')} text={textIn(draft, set, 'tz')} input={{ list: 'zones' }} />
      <datalist id="zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField
        field="grace_sec"
        hint="How long after the scheduled time the ping may come: the run itself plus some leeway."
        error={wrong.graceMin ?? said('grace_sec')}
        text={textIn(draft, (typed) => set({ ...typed, hasOwnGrace: true }), 'graceMin')}
        input={{ class: 'short', inputMode: 'decimal' }}
      />
    </>
  );
}
