import { drop, toasts } from '../state/toasts.ts';
import { IconButton } from './button.tsx';

/** What was just told, newest last. Read out as it comes. */
export function Toasts() {
  return (
    <div class="toasts" role="region" aria-label="Messages" aria-live="polite">
      {toasts.value.map(({ id, text, isError, action }) => (
        <div key={id} class={isError ? 'toast wrong' : 'toast'}>
          <p>{text}</p>
          {action && (
            <button
              class="button quiet"
              type="button"
              onClick={() => {
                drop(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton icon="close" name="Close message" onClick={() => drop(id)} />
        </div>
      ))}
    </div>
  );
}
