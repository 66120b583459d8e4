import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { monitorTags } from '../../../../domain/monitors/settings/tags.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Form } from '../../../parts/form/form.tsx';
import { TextField } from '../../../parts/form/text-field.tsx';
import { severalTags } from '../../../words/checks.ts';
import { retag } from '../changes/actions.ts';
import { closeAsked } from './open-dialog.ts';
import type { Monitor } from '../monitor.ts';
import { inOrder } from '../view.ts';

/** Asks which tags monitors get, and which of theirs they lose. */
export function TagsDialog({ monitors }: { monitors: readonly Monitor[] }) {
  const text = useSignal('');
  const picked = useSignal<Readonly<Record<string, boolean>>>({});
  const known = inOrder([...new Set(monitors.flatMap(({ tags }) => tags))]);
  const isOfAll = (tag: string) => picked.value[tag] ?? monitors.every(({ tags }) => tags.includes(tag));
  // A browser goes to the button that closes it, and complains of `autofocus` in what comes later.
  useEffect(() => document.querySelector<HTMLElement>('dialog form input')?.focus(), []);
  const submit = async () => {
    const added = monitorTags(text.value);
    if (!added.ok) return;
    closeAsked();
    const tags = Object.entries(picked.value);
    await retag(
      monitors,
      [...added.value, ...tags.filter(([, isKept]) => isKept).map(([tag]) => tag)],
      tags.filter(([, isKept]) => !isKept).map(([tag]) => tag),
    );
  };
  return (
    <Dialog
      title={`Tags of ${monitors.length === 1 ? monitors[0]?.name : `${monitors.length} monitors`}`}
      onClose={closeAsked}
    >
      <Form submit="Save" onSubmit={submit}>
        <TextField
          field="tags"
          label="Add"
          hint="Separated by commas: a-z, 0-9, dot, dash and underscore."
          check={severalTags}
          text={text}
          input={{ autocapitalize: 'none' }}
        />
        {known.length > 0 && (
          <fieldset class="kept-tags">
            <legend>Keep</legend>
            {known.map((tag) => (
              <label key={tag}>
                <input
                  type="checkbox"
                  checked={isOfAll(tag)}
                  // Some of them have it, and nobody said what is to become of that.
                  indeterminate={!(tag in picked.value) && !isOfAll(tag)}
                  onChange={() => {
                    picked.value = { ...picked.value, [tag]: !isOfAll(tag) };
                  }}
                />
                {tag}
              </label>
            ))}
          </fieldset>
        )}
      </Form>
    </Dialog>
  );
}
