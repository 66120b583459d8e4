import type { ComponentProps } from 'preact';
import { ApiError } from '../api/api-error.ts';
import { beOwner } from '../api/be-owner.ts';
import { viewer } from '../api/viewer.ts';
import { Button } from './button.tsx';

/** Does what only an owner is answered: who is nobody, and was told so by the button, becomes a guest first. */
export async function asOwner(work: () => unknown): Promise<void> {
  if (viewer.value === 'nobody') await beOwner();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401 && viewer.value === 'nobody')) throw error;
  }
}

/** A button for what only an owner is answered. Who is nobody is told first that going on makes a guest. */
export function OwnersButton({ children, onClick, ...button }: ComponentProps<typeof Button>) {
  const isNobody = viewer.value === 'nobody';
  return (
    <>
      {isNobody && (
        <span role="status">
          You have nothing here yet. Continue as a guest, or <a href="/account">sign in</a> first.
        </span>
      )}
      <Button {...button} onClick={onClick && ((event) => asOwner(() => onClick(event)))}>
        {isNobody ? 'Continue as guest' : children}
      </Button>
    </>
  );
}
