import { expect, it } from 'vitest';
import { leave, leaving } from '../../../../lib/console/state/leaving.ts';
import { toasts } from '../../../../lib/console/state/toasts.ts';

it('what is deleted is left out at once, and shown again after an undo', () => {
  let isSent = false;
  const send = async () => {
    isSent = true;
  };
  leave('one', { text: 'One is deleted.', send });
  expect(leaving.value.has('one')).toBe(true);
  toasts.value.at(-1)?.action?.run();
  expect(leaving.value.has('one')).toBe(false);
  expect(isSent).toBe(false);
});
