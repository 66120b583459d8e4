import { useSignal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { beOwner } from '../../api/be-owner.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { paid } from '../../paying/paying.ts';
import { TextField } from '../../parts/text-field.tsx';
import { textIn } from '../../parts/text-in.ts';
import { Title } from '../../parts/title.tsx';
import { go, place, setQuery } from '../../router.ts';
import { newKey } from '../../state/new-key.ts';
import { ZONE } from '../../state/zone.ts';
import {
  fieldOf,
  monitorOf,
  newDraft,
  scheduleOf,
  type Draft,
  type WatchKind,
} from '../../schedule/draft.ts';
import { SchedulePreview, useFittingGrace, usePreview } from '../../schedule/schedule-preview.tsx';
import { WhenFields } from '../../schedule/when-fields.tsx';

const KINDS: readonly { id: WatchKind; label: string; what: string }[] = [
  {
    id: 'interval',
    label: 'Something that runs every so often',
    what: 'Each run answers; silence for longer than it may take is a miss.',
  },
  { id: 'cron', label: 'A job with a schedule', what: 'Paste the five fields of its cron line.' },
];

const OTHERS: readonly { path: string; label: string; what: string }[] = [
  { path: '/app/import', label: 'A whole crontab', what: 'Paste it and see what would be watched.' },
  {
    path: '/app/keys',
    label: 'A fleet',
    what: 'One key; each job makes its own monitor with its first ping.',
  },
  {
    path: '/app/devices/new',
    label: 'A machine',
    what: 'Its load, memory, disks and more, by one line in its crontab.',
  },
  {
    path: '/app/devices/new?for=collector',
    label: 'A collector that runs already',
    what: 'collectd, Prometheus, Telegraf, OpenTelemetry, NCPA or net-snmp sends here too.',
  },
];

/** "What do you want to watch?" Makes the first guest with the first monitor, and never before. */
export function Screen() {
  const kind: WatchKind = place.value.query.get('watch') === 'cron' ? 'cron' : 'interval';
  return (
    <>
      <Title text="What do you want to watch?" />
      <div class="choices" role="group" aria-label="What to watch">
        {KINDS.map(({ id, label, what }) => (
          <button
            key={id}
            type="button"
            class="choice"
            aria-pressed={id === kind}
            onClick={() => setQuery({ watch: id })}
          >
            <strong>{label}</strong>
            <span>{what}</span>
          </button>
        ))}
        {OTHERS.map(({ path, label, what }) => (
          <a key={path} class="choice" href={path}>
            <strong>{label}</strong>
            <span>{what}</span>
          </a>
        ))}
      </div>
      <Form key={kind} kind={kind} />
    </>
  );
}

function Form({ kind }: { kind: WatchKind }) {
  const draft = useSignal<Draft>(newDraft(kind, ZONE));
  const refused = useSignal<ApiError | null>(null);
  const key = useSignal(newKey());
  const { preview, error } = usePreview(scheduleOf(draft.value));
  const set = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
    refused.value = null;
    key.value = newKey();
  };
  useFittingGrace(preview, draft.value, set);
  const create = async () => {
    try {
      await beOwner();
      const { id } = await paid((by) =>
        call('createMonitor', { body: monitorOf(draft.value) }, { key: key.value, ...by }),
      );
      go(`/app/monitors/${id}/start`);
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      refused.value = caught;
    }
  };
  const wrong = refused.value ?? error;
  const wrongOf = (name: ReturnType<typeof fieldOf>) =>
    wrong && fieldOf(wrong.code) === name ? wrong.message : null;
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <TextField
        label="Name"
        hint="As you want to read it in an alert, such as nightly backup."
        error={wrongOf('name')}
        text={textIn(draft.value, set, 'name')}
        input={{ maxLength: 80, required: true }}
      />
      <WhenFields draft={draft.value} set={set} wrongOf={wrongOf} />
      <SchedulePreview preview={preview} />
      {wrong && fieldOf(wrong.code) === null && <Refused error={wrong} />}
      <div class="actions">
        <Button kind="main" type="submit" onClick={create}>
          Watch it
        </Button>
      </div>
    </form>
  );
}

function Refused({ error }: { error: ApiError }) {
  return (
    <p class="wrong" role="alert">
      {error.message}
      {error.status === 402 && (
        <>
          {' '}
          <a href="/app/billing">How to pay</a>
        </>
      )}
    </p>
  );
}
