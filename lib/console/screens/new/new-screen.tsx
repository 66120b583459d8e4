import { useSignal } from '@preact/signals';
import { beOwner } from '../../api/be-owner.ts';
import { call, newKey } from '../../api/call.ts';
import { Form } from '../../parts/form/form.tsx';
import { TextField, textIn } from '../../parts/form/text-field.tsx';
import { Title } from '../../parts/title.tsx';
import { paid } from '../../paying/paying.ts';
import { go, place, setQuery } from '../../router.ts';
import { monitorOf, newDraft, type Draft, type WatchKind } from '../../schedule/draft.ts';
import { WhenFields } from '../../schedule/when-fields.tsx';
import { zone } from '../../state/zone.ts';
import { nameOfMonitor } from '../../words/checks.ts';

const KINDS: readonly { id: WatchKind; label: string; what: string }[] = [
  {
    id: 'interval',
    label: 'A job at an interval',
    what: 'Each run pings. Too long without one is a miss.',
  },
  { id: 'cron', label: 'A job on a schedule', what: 'Paste the five fields of its cron line.' },
];

const OTHERS: readonly { path: string; label: string; what: string }[] = [
  { path: '/app/import', label: 'A whole crontab', what: 'Paste it and preview the monitors.' },
  {
    path: '/app/import?from=healthchecks-url',
    label: 'Monitors from another service',
    what: 'Healthchecks, Uptime Kuma, Cronitor, Dead Man’s Snitch: their ping URLs keep working.',
  },
  {
    path: '/app/keys',
    label: 'A fleet',
    what: 'One key. Each job creates its own monitor with its first ping.',
  },
  {
    path: '/app/devices/new',
    label: 'A machine',
    what: 'Load, memory, disks and more, with one line in its crontab.',
  },
  {
    path: '/app/devices/new?for=collector',
    label: 'An existing collector',
    what: 'collectd, Prometheus, Telegraf, OpenTelemetry, NCPA or net-snmp can send here.',
  },
];

/** "What do you want to monitor?" Makes the first guest with the first monitor, and never before. */
export function Screen() {
  const kind: WatchKind = place.value.query.get('watch') === 'cron' ? 'cron' : 'interval';
  return (
    <>
      <Title text="What do you want to monitor?" />
      <div class="choices" role="group" aria-label="What to monitor">
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
      <NewMonitor key={kind} kind={kind} />
    </>
  );
}

function NewMonitor({ kind }: { kind: WatchKind }) {
  const draft = useSignal<Draft>(newDraft(kind, zone.value));
  const key = useSignal(newKey());
  const set = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
    key.value = newKey();
  };
  const create = async () => {
    await beOwner();
    const body = monitorOf(draft.value);
    const { id } = await paid((by) => call('createMonitor', { body }, { key: key.value, ...by }));
    go(`/app/monitors/${id}/start`);
  };
  return (
    <Form submit="Create monitor" onSubmit={create}>
      <TextField
        field="name"
        hint="Shown in alerts, such as nightly backup."
        check={nameOfMonitor}
        text={textIn(draft.value, set, 'name')}
      />
      <WhenFields draft={draft.value} set={set} />
    </Form>
  );
}
