import { useSignal } from '@preact/signals';
import { monitorTags } from '../../../../domain/monitors/settings/tags.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Form } from '../../../parts/form/form.tsx';
import { TextField } from '../../../parts/form/text-field.tsx';
import { severalTags } from '../../../words/checks.ts';
import { retag } from '../changes/actions.ts';
import { closeAsked } from './open-dialog.ts';
import type { Monitor } from '../monitor.ts';
import { toggled } from '../view.ts';

/** Asks which tags monitors get, and which of theirs they lose. */
export function TagsDialog({ monitors }: { monitors: readonly Monitor[] }) {
  const text = useSignal('');
  const removed = useSignal<readonly string[]>([]);
  const known = [...new Set(monitors.flatMap(({ tags }) => tags))].sort();
  const submit = async () => {
    const added = monitorTags(text.value);
    if (!added.ok) return;
    closeAsked();
    await retag(monitors, added.value, removed.value);
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
                  checked={!removed.value.includes(tag)}
                  onChange={() => {
                    removed.value = toggled(removed.value, tag);
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
