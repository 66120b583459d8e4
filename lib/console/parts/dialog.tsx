import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { dialogs } from '../state/toasts.ts';
import { IconButton } from './button.tsx';
import { Toasts } from './toasts.tsx';

interface DialogProps {
  title: string;
  /** It stays open, whatever is pressed. */
  isSending?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog that is open while it is rendered. Escape and a click beside it close it; the focus returns to where it was. */
export function Dialog({ title, isSending, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialogs.value = [...dialogs.value, id];
    return () => {
      dialogs.value = dialogs.value.filter((each) => each !== id);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const close = () => {
    if (!isSending) onClose();
    // Browsers close it at the second Escape without asking.
    else if (!dialog.current?.open) dialog.current?.showModal();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="dialog">
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" name="Close" onClick={close} />
        </header>
        {children}
      </div>
      <Toasts dialog={id} />
    </dialog>
  );
}
