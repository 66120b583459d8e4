import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Input, Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Channels } from '../../channels/channels.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { paid } from '../../paying/paying.ts';
import { draftOf, schedulePatch, type Draft } from '../../schedule/draft.ts';
import { WhenFields } from '../../schedule/when-fields.tsx';
import { SnippetTabs } from '../../snippets/snippet-tabs.tsx';
import { showToast } from '../../state/toasts.ts';
import { ZONE } from '../../state/clock.ts';
import { Changes } from './changes.tsx';
import type { Shown } from './monitor.ts';
import { NameForm } from './name-form.tsx';

type Patch = Input<'patchMonitor'>['body'];

/** How a monitor is set: when it is expected, who hears, what it is called, and what was changed. */
export function Settings({ shown }: { shown: Shown }) {
  const { value } = shown;
  const changes = useRemote('listChanges', { params: { id: value.id } }, { isPolled: false });
  const set = (changed: Output<'patchMonitor'>) => {
    shown.set(changed);
    void changes.reload();
  };
  const save = async (body: Patch) => {
    set(await paid((by) => call('patchMonitor', { params: { id: value.id }, body }, by)));
    showToast('Saved.');
  };
  const { ingest_url: url, interval_sec: intervalSec, cron, tz, templates } = value;
  return (
    <>
      <section class="step">
        <h2>When it is expected</h2>
        <ScheduleForm shown={shown} onSave={save} />
      </section>
      <section class="step">
        <h2>Who hears about it</h2>
        <Channels monitor={value} onChanged={set} />
      </section>
      <section class="step">
        <h2>Name, tags and limits</h2>
        <NameForm monitor={value} onSave={save} />
      </section>
      <section class="step">
        <h2>How the job answers</h2>
        <SnippetTabs job={{ url, intervalSec, cron, tz, templates }} />
      </section>
      <Changes of={changes} />
    </>
  );
}

function ScheduleForm({
  shown: { value },
  onSave,
}: {
  shown: Shown;
  onSave: (body: Patch) => Promise<void>;
}) {
  const typed = useSignal<Partial<Draft>>({});
  const draft = { ...draftOf(value, ZONE), ...typed.value };
  const set = (changes: Partial<Draft>) => {
    typed.value = { ...typed.value, ...changes };
  };
  const save = async () => {
    await onSave(schedulePatch(draft, value));
    typed.value = {};
  };
  return (
    <Form submit="Save schedule" onSubmit={save}>
      <Field label="Kind">
        {(control) => (
          <select
            {...control}
            value={draft.kind}
            onChange={({ currentTarget }) =>
              set({ kind: currentTarget.value === 'cron' ? 'cron' : 'interval' })
            }
          >
            <option value="interval">Every so often</option>
            <option value="cron">By a schedule</option>
          </select>
        )}
      </Field>
      <WhenFields draft={draft} set={set} />
    </Form>
  );
}
