import { useSignal } from '@preact/signals';
import type { Input } from '../../api/operations.ts';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Monitor } from './monitor.ts';

interface NameFormProps {
  monitor: Monitor;
  onSave: (body: Input<'patchMonitor'>['body']) => Promise<void>;
}

/** What a monitor is called, how long a run may take, and when a failure is told. */
export function NameForm({ monitor, onSave }: NameFormProps) {
  const name = useSignal(monitor.name);
  const tags = useSignal(monitor.tags.join(', '));
  const maxMin = useSignal(monitor.max_duration_sec === null ? '' : String(monitor.max_duration_sec / 60));
  const failures = useSignal(String(monitor.alert_after_failures));
  const save = () =>
    onSave({
      name: name.value,
      tags: tags.value.split(/[\s,]+/).filter((tag) => tag !== ''),
      max_duration_sec: maxMin.value.trim() === '' ? null : Math.round(Number(maxMin.value) * 60),
      alert_after_failures: Number(failures.value),
    });
  return (
    <Form submit="Save" onSubmit={save}>
      <TextField label="Name" text={name} />
      <TextField label="Tags" hint="Up to eight, of a-z 0-9 . _ and -, with commas between." text={tags} />
      <TextField
        label="A run may take, in minutes"
        hint="Empty for as long as it likes. The job has to tell its start."
        text={maxMin}
      />
      <TextField label="Failures in a row before one is told" text={failures} />
    </Form>
  );
}
