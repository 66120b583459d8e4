import { TextField } from '../parts/text-field.tsx';
import { textIn } from '../parts/text-in.ts';
import { toldAfterWords, UNIT_SEC, type Draft, type fieldOf, type Unit } from './draft.ts';

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
    <>
      <TextField
        label="Runs every"
        error={wrongOf('when')}
        text={textIn(draft, set, 'every')}
        input={{ class: 'short', inputMode: 'decimal' }}
      >
        <UnitSelect name="Unit" unit={draft.unit} onPick={(unit) => set({ unit })} />
      </TextField>
      <TextField
        label="May be late by"
        hint={toldAfterWords(draft)}
        text={textIn(draft, set, 'late')}
        input={{ class: 'short', inputMode: 'decimal' }}
      >
        <UnitSelect name="Unit of late" unit={draft.lateUnit} onPick={(lateUnit) => set({ lateUnit })} />
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

function Schedule({ draft, set, wrongOf }: WhenProps) {
  return (
    <>
      <TextField
        label="Schedule"
        hint="Minute, hour, day, month, weekday."
        error={wrongOf('when')}
        text={textIn(draft, set, 'cron')}
        input={{ class: 'mono', spellcheck: false }}
      />
      <TextField
        label="Time zone of the machine"
        error={wrongOf('tz')}
        text={textIn(draft, set, 'tz')}
        input={{ list: 'zones' }}
      />
      <datalist id="zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField
        label="Grace, in minutes"
        hint="How long after its time the ping may come: the run itself, and some leeway."
        error={wrongOf('grace')}
        text={textIn(draft, (typed) => set({ ...typed, hasOwnGrace: true }), 'graceMin')}
        input={{ class: 'short', inputMode: 'decimal' }}
      />
    </>
  );
}
