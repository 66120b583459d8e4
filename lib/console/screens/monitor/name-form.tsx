import { useSignal } from '@preact/signals';
import type { Input } from '../../api/operations.ts';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { textIn } from '../../parts/text-in.ts';
import { limitsOf, limitsPatch, wrongIn, type LimitsDraft } from './limits-draft.ts';
import type { Monitor } from './monitor.ts';

interface NameFormProps {
  monitor: Monitor;
  onSave: (body: Input<'patchMonitor'>['body']) => Promise<void>;
}

/** What a monitor is called, how long a run may take, and when a failure is told. */
export function NameForm({ monitor, onSave }: NameFormProps) {
  const typed = useSignal<Partial<LimitsDraft>>({});
  const wrong = wrongIn(typed.value);
  const shown = { ...limitsOf(monitor), ...typed.value };
  const save = async () => {
    if (Object.keys(wrong).length > 0) return;
    await onSave(limitsPatch(typed.value));
    typed.value = {};
  };
  const set = (changed: Partial<LimitsDraft>) => {
    typed.value = { ...typed.value, ...changed };
  };
  const text = (label: string, field: keyof LimitsDraft, hint?: string) => (
    <TextField label={label} hint={hint} error={wrong[field] ?? null} text={textIn(shown, set, field)} />
  );
  return (
    <Form submit="Save" onSubmit={save}>
      {text('Name', 'name')}
      {text('Tags', 'tags', 'Up to eight, of a-z 0-9 . _ and -, with commas between.')}
      {text(
        'A run may take, in minutes',
        'maxMin',
        'Empty for as long as it likes. The job has to tell its start.',
      )}
      {text('Failures in a row before one is told', 'failures')}
    </Form>
  );
}
