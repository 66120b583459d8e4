import { act, dialogs, drop, toasts } from '../state/toasts.ts';
import { IconButton } from './button.tsx';

/** What was just told, newest last, in the dialog on top where one is open. Read out as it comes. */
export function Toasts({ dialog }: { dialog?: string }) {
  if (dialogs.value.at(-1) !== dialog) return null;
  return (
    <div class="toasts" role="region" aria-label="Messages" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class={toast.isError ? 'toast wrong' : 'toast'}>
          <p>{toast.text}</p>
          {toast.action && (
            <button class="button quiet" type="button" onClick={() => act(toast)}>
              {toast.action.label}
            </button>
          )}
          <IconButton icon="close" name="Close message" onClick={() => drop(toast.id)} />
        </div>
      ))}
    </div>
  );
}
