import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { showError } from '../state/toasts.ts';
import { FormContext } from './form/checked.ts';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps {
  children: ComponentChildren;
  /** `main` is the one thing to do on a screen; `quiet` has no border until it is pointed at. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** Where the words alone do not say what it is for. */
  label?: string;
  /** Shown pressed, for a button that switches something. */
  pressed?: boolean;
  /** While something else than its own `onClick`, or the form that it sends, is under way. */
  isBusy?: boolean;
  /** May take its time: the button is busy until then, and an error is told. */
  onClick?: ((event: MouseEvent) => unknown) | undefined;
}

export function Button({
  children,
  kind = 'plain',
  icon,
  type = 'button',
  disabled,
  label,
  pressed,
  isBusy = false,
  onClick,
}: ButtonProps) {
  const isRunning = useSignal(false);
  const form = useContext(FormContext);
  const isSending = type === 'submit' && form?.isBusy.value === true;
  const run = async (event: MouseEvent) => {
    if (isRunning.value) return;
    isRunning.value = true;
    try {
      await onClick?.(event);
    } catch (error) {
      showError(error);
    } finally {
      isRunning.value = false;
    }
  };
  return (
    <button
      class={`button ${kind}`}
      type={type}
      disabled={disabled}
      aria-busy={isBusy || isSending || isRunning.value}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick && run}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button that shows its picture alone; its name is read out and shown on hover. */
export function IconButton({
  icon,
  name,
  onClick,
}: {
  icon: IconName;
  name: string;
  onClick: ButtonProps['onClick'];
}) {
  return (
    <button class="button quiet icon-only" type="button" aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
