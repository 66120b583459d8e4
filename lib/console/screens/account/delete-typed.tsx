import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { useTyped } from '../../state/typed.ts';
import { filled } from '../../words/checks.ts';

interface DeleteProps {
  /** Who deletes. */
  personId: string;
  /** What is deleted: `account`. */
  what: string;
  /** What is typed for it. */
  label: string;
  onDelete: (typed: string) => Promise<unknown>;
  /** What happens. */
  children: ComponentChildren;
}

/** Deletes for good what its name was typed of; still open when the person comes back from proving who it is. */
export function DeleteTyped({ personId, what, label, onDelete, children }: DeleteProps) {
  const typed = useTyped('confirm', personId);
  const isOpen = useSignal(typed.peek() !== '');
  const remove = async () => {
    await onDelete(typed.value);
    typed.value = '';
  };
  return (
    <>
      <div class="actions">
        <Button
          kind="danger"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          Delete the {what}
        </Button>
      </div>
      {isOpen.value && (
        <Dialog
          title={`Delete the ${what}?`}
          onClose={() => {
            typed.value = '';
            isOpen.value = false;
          }}
        >
          {children}
          <Form onSubmit={remove}>
            <TextField
              field="confirm"
              label={label}
              check={filled(320)}
              text={typed}
              input={{ autocapitalize: 'none', spellcheck: false }}
            />
            <div class="actions">
              <Button kind="danger" type="submit">
                Delete the {what} for good
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  );
}
