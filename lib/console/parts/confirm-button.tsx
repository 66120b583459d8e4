import { useSignal } from '@preact/signals';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  label: string;
  /** What happens, in one or two sentences. */
  question: string;
  /** How it looks before it is asked. @default 'danger' */
  kind?: 'plain' | 'danger';
  onConfirm: () => Promise<unknown>;
}

/** For what takes effect at once and cannot be taken back: it is said before it is done. */
export function ConfirmButton({ label, question, kind = 'danger', onConfirm }: ConfirmProps) {
  const isAsked = useSignal(false);
  const close = () => {
    isAsked.value = false;
  };
  const open = () => {
    isAsked.value = true;
  };
  const confirm = async () => {
    await onConfirm();
    close();
  };
  return (
    <>
      <Button kind={kind} onClick={open}>
        {label}
      </Button>
      {isAsked.value && (
        <Dialog title={`${label}?`} onClose={close}>
          <p>{question}</p>
          <div class="actions">
            <Button kind={kind === 'danger' ? kind : 'main'} onClick={confirm}>
              {label}
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
