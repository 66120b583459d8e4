import { TextField } from '../parts/text-field.tsx';
import { textIn } from '../parts/text-in.ts';
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
    <TextField
      label="At least once every"
      error={wrongOf('when')}
      text={textIn(draft, set, 'every')}
      input={{ class: 'short', inputMode: 'decimal' }}
    >
      <select
        aria-label="Unit"
        value={draft.unit}
        onChange={({ currentTarget }) => set({ unit: currentTarget.value as Unit })}
      >
        {Object.keys(UNIT_SEC).map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </select>
    </TextField>
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
        text={textIn(draft, set, 'graceMin')}
        input={{ class: 'short', inputMode: 'decimal' }}
      />
    </>
  );
}
