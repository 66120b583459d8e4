import { expect, it } from 'vitest';
import { ApiError } from '../../../../lib/console/api/api-error.ts';
import { showError, toasts } from '../../../../lib/console/state/toasts.ts';

it('what the service refuses is told in the words of the forms', () => {
  showError(
    new ApiError('paused_until must be at most 30 days ahead.', { status: 400, code: 'pausa_longa' }),
  );

  expect(toasts.value.at(-1)?.text).toBe('“Until” must be at most 30 days ahead.');
});
