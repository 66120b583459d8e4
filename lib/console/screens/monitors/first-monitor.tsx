import { useSignal } from '@preact/signals';
import { beOwner } from '../../api/be-owner.ts';
import { call } from '../../api/call.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Empty } from '../../parts/notices.tsx';

const INTERVAL_SEC = 3_600;

/** What stands in the place of the list before there is one. */
export function FirstMonitor({ onMade }: { onMade: () => Promise<void> }) {
  const name = useSignal('');
  const make = async () => {
    await beOwner();
    await call('createMonitor', { body: { name: name.value, interval_sec: INTERVAL_SEC } });
    await onMade();
  };
  return (
    <Empty title="Nothing is watched yet">
      <p>A monitor hears from a job by its ping URL, and tells you when the job goes silent.</p>
      <Form onSubmit={make} submit="Watch it">
        <Field label="Name of the job" hint="It is expected every hour; you can change that.">
          {(control) => (
            <input
              {...control}
              value={name.value}
              maxLength={80}
              autocomplete="off"
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value;
              }}
            />
          )}
        </Field>
      </Form>
    </Empty>
  );
}
