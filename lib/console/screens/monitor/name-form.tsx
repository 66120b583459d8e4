import { useSignal } from '@preact/signals';
import type { Input } from '../../api/operations.ts';
import { Form } from '../../parts/form/form.tsx';
import { TextField, textIn } from '../../parts/form/text-field.tsx';
import { LIMIT_CHECKS, limitsOf, limitsPatch, type LimitsDraft } from './limits-draft.ts';
import type { WireField } from '../../words/wire-words.ts';
import type { Monitor } from './monitor.ts';

interface NameFormProps {
  monitor: Monitor;
  onSave: (body: Input<'patchMonitor'>['body']) => Promise<void>;
}

/** What a monitor is called, how long a run may take, and when a failure is told. */
export function NameForm({ monitor, onSave }: NameFormProps) {
  const typed = useSignal<Partial<LimitsDraft>>({});
  const shown = { ...limitsOf(monitor), ...typed.value };
  const save = async () => {
    await onSave(limitsPatch(typed.value));
    typed.value = {};
  };
  const set = (changed: Partial<LimitsDraft>) => {
    typed.value = { ...typed.value, ...changed };
  };
  const text = (field: WireField, of: keyof LimitsDraft, hint?: string) => (
    <TextField field={field} hint={hint} check={LIMIT_CHECKS[of]} text={textIn(shown, set, of)} />
  );
  return (
    <Form submit="Save" onSubmit={save}>
      {text('name', 'name')}
      {text('tags', 'tags', 'Up to eight, of a-z 0-9 . _ and -, with commas between.')}
      {text('max_duration_sec', 'maxMin', 'Empty for as long as it likes. The job has to tell its start.')}
      {text('alert_after_failures', 'failures')}
    </Form>
  );
}
