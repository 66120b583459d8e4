import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../../../lib/console/api/api-error.ts';
import { toasts } from '../../../../lib/console/state/toasts.ts';
import { UNDO_MAX, sendWaiting, undoable } from '../../../../lib/console/state/undo.ts';

const DELAY_MS = 5;

let happened: string[];
beforeEach(() => {
  happened = [];
  toasts.value = [];
});

function deleteLater({ fails = false, delayMs = DELAY_MS, calls = 1 } = {}): void {
  const send = async () => {
    happened.push('sent');
    if (fails) throw new ApiError('It is not yours.', { status: 404, code: 'not_found' });
  };
  const told = {
    text: '“nightly backup” is deleted.',
    revert: () => happened.push('reverted'),
    done: () => happened.push('done'),
  };
  undoable({ ...told, send, calls }, delayMs);
}

it('is sent after the delay, once, and its message goes', async () => {
  deleteLater();
  expect(toasts.value.map(({ text }) => text)).toEqual(['“nightly backup” is deleted.']);
  expect(happened).toEqual([]);

  await sleep(4 * DELAY_MS);
  sendWaiting();
  expect(happened).toEqual(['sent', 'done']);
  expect(toasts.value).toEqual([]);
});

it('is not sent after an undo', async () => {
  deleteLater();
  toasts.value[0]?.action?.run();

  await sleep(4 * DELAY_MS);
  sendWaiting();
  expect(happened).toEqual(['reverted']);
});

it('is sent at once when the page is left, all of them', async () => {
  deleteLater({ delayMs: 60_000 });
  deleteLater({ delayMs: 60_000 });
  sendWaiting();

  expect(happened).toEqual(['sent', 'sent']);
});

it('goes earlier where more would be held than a page that is left can send', () => {
  deleteLater({ delayMs: 60_000, calls: 2 });
  deleteLater({ delayMs: 60_000, calls: UNDO_MAX - 2 });
  expect(happened).toEqual([]);
  deleteLater({ delayMs: 60_000 });
  expect(happened).toEqual(['sent']);
  expect(toasts.value).toHaveLength(2);

  sendWaiting();
  expect(happened).toEqual(['sent', 'sent', 'sent']);
});

it('is shown again where the service refuses it, with its sentence', async () => {
  deleteLater({ fails: true });
  await sleep(4 * DELAY_MS);

  expect(happened).toEqual(['sent', 'reverted']);
  expect(toasts.value.map(({ text }) => text)).toEqual(['It is not yours.']);
});
