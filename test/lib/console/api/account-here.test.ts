import { afterEach, expect, it, vi } from 'vitest';
import { isAccountHere } from '../../../../lib/console/api/somebody.ts';
import { viewer } from '../../../../lib/console/api/viewer.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  viewer.value = 'unknown';
});

const keeping = (text: string | null) => vi.stubGlobal('localStorage', { getItem: () => text });

it('who was signed in here last is offered the account on a screen that asks nothing of an owner', () => {
  for (const [text, isHere] of [
    ['account', true],
    ['guest', false],
    ['1', false],
    [null, false],
  ] as const) {
    keeping(text);
    expect(isAccountHere()).toBe(isHere);
  }
});

it('an answer goes before what was kept', () => {
  keeping('account');
  viewer.value = 'guest';
  expect(isAccountHere()).toBe(false);
  viewer.value = 'nobody';
  expect(isAccountHere()).toBe(false);
  viewer.value = 'account';
  keeping(null);
  expect(isAccountHere()).toBe(true);
});
