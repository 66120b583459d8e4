import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { noteOwner, viewer } from './viewer.ts';

let becoming: Promise<void> | null = null;

/**
 * Before the first thing is created: who is nobody becomes a guest, whose token the browser keeps in a cookie that no
 * script reads. Never by looking at a page. Throws an `ApiError` `guests_off` where no guests are made.
 */
export async function beOwner(): Promise<void> {
  becoming ??= become().finally(() => {
    becoming = null;
  });
  await becoming;
}

async function become(): Promise<void> {
  if (viewer.value === 'unknown') await call('listMonitors', { query: { limit: 1 } }).catch(unlessNobody);
  if (viewer.value !== 'nobody') return;
  await call('createGuest');
  noteOwner(null);
}

function unlessNobody(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) throw error;
}
