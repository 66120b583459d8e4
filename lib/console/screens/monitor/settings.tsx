import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { AddressField, OtherChannels, Unconfirmed } from '../../channels/channels.tsx';
import { Form } from '../../parts/form/form.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { TextField, textIn } from '../../parts/form/text-field.tsx';
import { paid } from '../../paying/paying.ts';
import { draftOf, schedulePatch, type Draft, type WatchKind } from '../../schedule/draft.ts';
import { WhenFields } from '../../schedule/when-fields.tsx';
import { SnippetTabs } from '../../snippets/snippet-tabs.tsx';
import { zone } from '../../state/zone.ts';
import { showToast } from '../../state/toasts.ts';
import type { WireField } from '../../words/wire-words.ts';
import { Changes } from './changes.tsx';
import { LIMIT_CHECKS, limitsOf, limitsPatch, REPEATS, type LimitsDraft } from './limits-draft.ts';
import type { Monitor, Shown } from './monitor.ts';

/** How a monitor is set: when it is expected, who hears, what it is called, and what was changed. */
export function Settings({ shown }: { shown: Shown }) {
  const { value } = shown;
  const changes = useRemote('listChanges', { params: { id: value.id } }, { isPolled: false });
  const set = (changed: Output<'patchMonitor'>) => {
    shown.set(changed);
    void changes.reload();
  };
  const { ingest_url: url, interval_sec: intervalSec, cron, tz, templates } = value;
  return (
    <>
      <SettingsForm monitor={value} onSaved={set} />
      <section class="step">
        <h2>Who else is notified</h2>
        <div class="channels">
          <OtherChannels monitor={value} onChanged={set} />
        </div>
      </section>
      {!value.threshold && (
        <section class="step">
          <h2>How the job pings</h2>
          <SnippetTabs job={{ url, intervalSec, cron, tz, templates }} />
        </section>
      )}
      <Changes of={changes} />
    </>
  );
}

interface FormProps {
  monitor: Monitor;
  onSaved: (changed: Output<'patchMonitor'>) => void;
}

/** All settings of a monitor, saved as one; only what was typed is sent. */
function SettingsForm({ monitor, onSaved }: FormProps) {
  const when = useSignal<Partial<Draft>>({});
  const typed = useSignal<Partial<LimitsDraft>>({});
  const draft = { ...draftOf(monitor, zone.value), ...when.value };
  const setWhen = (changes: Partial<Draft>) => {
    when.value = { ...when.value, ...changes };
  };
  const save = async () => {
    const isWhenTyped = Object.keys(when.value).length > 0;
    const body = { ...limitsPatch(typed.value), ...(isWhenTyped && schedulePatch(draft, monitor)) };
    onSaved(await paid((by) => call('patchMonitor', { params: { id: monitor.id }, body }, by)));
    [when.value, typed.value] = [{}, {}];
    showToast('Saved.');
  };
  const kind = {
    get value() {
      return draft.kind;
    },
    set value(chosen: WatchKind) {
      setWhen({ kind: chosen });
    },
  };
  return (
    <Form submit="Save" onSubmit={save}>
      {!monitor.threshold && (
        <>
          <h2>Schedule</h2>
          <SelectField label="Kind" chosen={kind} options={KINDS} />
          <WhenFields draft={draft} set={setWhen} />
        </>
      )}
      <OtherFields monitor={monitor} typed={typed} />
    </Form>
  );
}

const KINDS = [
  ['interval', 'At an interval'],
  ['cron', 'On a schedule'],
] as const;

interface OtherProps {
  monitor: Monitor;
  typed: { value: Partial<LimitsDraft> };
}

/** Who hears about a monitor and how often, what it is called, and when a run or a failure is told. */
function OtherFields({ monitor, typed }: OtherProps) {
  const shown = { ...limitsOf(monitor), ...typed.value };
  const set = (changed: Partial<LimitsDraft>) => {
    typed.value = { ...typed.value, ...changed };
  };
  const textOf = (of: keyof LimitsDraft) => textIn(shown, set, of);
  const text = (field: WireField, of: keyof typeof LIMIT_CHECKS, hint?: string) => (
    <TextField field={field} hint={hint} check={LIMIT_CHECKS[of]} text={textOf(of)} />
  );
  return (
    <>
      <h2>Who is notified</h2>
      <AddressField name="alert_to" monitor={monitor} text={textOf('alertTo')} />
      <Unconfirmed monitor={monitor} />
      <AddressField name="alert_url" monitor={monitor} text={textOf('alertUrl')} />
      <SelectField
        field="alert_repeat_sec"
        hint="While an incident is open, but never more often than the job is expected."
        chosen={textOf('repeat')}
        options={REPEATS}
      />
      {shown.repeat === 'other' && (
        <TextField
          label="Hours between reminders"
          check={LIMIT_CHECKS.repeatHours}
          text={textOf('repeatHours')}
          input={{ class: 'short', inputMode: 'decimal' }}
        />
      )}
      <h2>Name, tags and limits</h2>
      {text('name', 'name')}
      {text('tags', 'tags', 'Up to eight, of a-z 0-9 . _ and -, separated by commas.')}
      {!monitor.threshold &&
        text('max_duration_sec', 'maxMin', 'Empty means no limit. The job must signal its start.')}
      {text('alert_after_failures', 'failures')}
    </>
  );
}
