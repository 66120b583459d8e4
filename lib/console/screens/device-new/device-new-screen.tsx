import { useSignal, type Signal } from '@preact/signals';
import { beOwner } from '../../api/be-owner.ts';
import { call, newKey } from '../../api/call.ts';
import { Form } from '../../parts/form/form.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { Title } from '../../parts/title.tsx';
import { paid } from '../../paying/paying.ts';
import { go, place } from '../../router.ts';
import { groupOfMachine, nameOfMachine } from '../../words/checks.ts';
import { LABELS } from '../../words/wire-words.ts';

/** Names a machine. Its own page leads on from there. */
export function Screen() {
  const isForCollector = place.value.query.get('for') === 'collector';
  const name = useSignal('');
  const group = useSignal('');
  const isWatched = useSignal(true);
  /** A repeat of the same creation makes one machine. */
  const made = useSignal({ of: '', id: '' });
  const create = async () => {
    const fields = { nome: name.value, grupo: group.value.trim() || null, vigiar: isWatched.value };
    const of = JSON.stringify(fields);
    if (made.value.of !== of) made.value = { of, id: newKey() };
    const body = { ...fields, request_id: made.value.id };
    await beOwner();
    const { ambiente } = await paid((by) => call('createDevice', { body }, by));
    go(`/app/devices/${ambiente.id}${isForCollector ? '?for=collector' : ''}`);
  };
  return (
    <>
      <Title text="Add a machine" />
      <p class="lead">
        {isForCollector
          ? "Name the machine the collector runs on. It reports once what it is, then you get its collector's file."
          : 'Name it, paste one line into its terminal, and choose what to measure.'}
      </p>
      <Form submit="Continue" onSubmit={create}>
        <TextField field="nome" hint="For example, web 1." check={nameOfMachine} text={name} />
        <TextField field="grupo" hint="Optional, such as shop." check={groupOfMachine} text={group} />
        <WatchChoice isWatched={isWatched} />
      </Form>
    </>
  );
}

function WatchChoice({ isWatched }: { isWatched: Signal<boolean> }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isWatched.value}
        onChange={({ currentTarget }) => {
          isWatched.value = currentTarget.checked;
        }}
      />
      <span>
        {LABELS.vigiar}
        <span class="hint">Creates a monitor, which counts like any other.</span>
      </span>
    </label>
  );
}
