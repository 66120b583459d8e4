import { ApiError } from '../../../api/api-error.ts';
import { showToast } from '../../../state/toasts.ts';

/** The heading of the box, which is where the focus goes when what was pressed is gone. */
export const RUNS_SAY = 'runs-say';

const GONE =
  'This proposal is gone: it was applied or dismissed elsewhere, or newer runs suggest something else. You now see the current one.';

/**
 * Does something to what is proposed and shows what holds then, whatever came of it: also where the answer was lost, or
 * another tab was faster.
 */
export async function settled(
  shown: readonly { reload: () => Promise<void> }[],
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    showToast(GONE, { isError: true });
  } finally {
    await Promise.all(shown.map((each) => each.reload()));
    keepFocus();
  }
}

/** Whoever pressed a button that is gone goes on from here, and not from the top of the page. */
function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  const next = document.getElementById(RUNS_SAY) ?? document.querySelector<HTMLElement>('main h1');
  next?.focus({ preventScroll: true });
}
