import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/form/field.tsx';
import { showToast } from '../../state/toasts.ts';
import { smallWebp } from './small-webp.ts';

/** What is done to the picture; `onChange` is told of each change. */
function usePicture(onChange: () => unknown) {
  const wrong = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  /** Counts what was saved here: each picture has an address of its own, so that the browser asks anew. */
  const saved = useSignal(0);
  const save = async (file: Blob) => {
    if (isBusy.value) return;
    wrong.value = null;
    isBusy.value = true;
    try {
      await call('putAvatar', { body: await smallWebp(file) });
      saved.value += 1;
      onChange();
      showToast('Your picture is saved.');
    } catch (error) {
      wrong.value = error instanceof Error ? error.message : String(error);
    }
    isBusy.value = false;
  };
  const remove = async () => {
    await call('deleteAvatar');
    wrong.value = null;
    onChange();
    showToast('Your picture is removed.');
  };
  return { wrong, saved, save, remove };
}

/** The picture of the person, which it alone sees. */
export function Picture({ isThere, onChange }: { isThere: boolean; onChange: () => unknown }) {
  const { wrong, saved, save, remove } = usePicture(onChange);
  return (
    <section class="step">
      <h2>Picture</h2>
      {isThere && (
        <img
          class="picture"
          src={`/api/account/avatar#${saved.value}`}
          alt="Your picture"
          onError={() => {
            wrong.value = 'Your picture cannot be shown.';
          }}
        />
      )}
      <Field label="Choose a picture" hint="Cropped to a small square. Only you see it." error={wrong.value}>
        {(control) => (
          <input
            type="file"
            accept="image/*"
            {...control}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void save(file);
              // So that the same file can be chosen again.
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      {isThere && <Remove onClick={remove} />}
    </section>
  );
}

/** It is gone with the picture, so the next thing to do is handed the focus. */
function Remove({ onClick }: { onClick: () => Promise<void> }) {
  const remove = async ({ currentTarget }: MouseEvent) => {
    const section = currentTarget instanceof Element ? currentTarget.closest('section') : null;
    await onClick();
    section?.querySelector('input')?.focus();
  };
  return (
    <div class="actions">
      <Button onClick={remove}>Remove the picture</Button>
    </div>
  );
}
