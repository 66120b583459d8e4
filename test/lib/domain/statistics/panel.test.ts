import { describe, expect, it } from 'vitest';
import { comparedTogether, isPanelDue, panelAfter } from '../../../../lib/domain/statistics/panel.ts';

const NOW = Date.UTC(2027, 2, 2, 9);
const LATER = NOW + 86_400_000;
const none = { paginas: null, api: null, api_ia: null, maquina: null, visitantes: null };
const numbers = { product: 'other', name: null, updatedAt: NOW - 1, d7: none, d30: { ...none, api: 3 } };
const url = 'https://other.example';

describe('panelAfter', () => {
  const first = panelAfter(null, [{ url, numbers, failure: null }], { day: '2027-03-02', now: NOW });

  it('keeps what a product said last, and since when it says nothing', () => {
    const again = panelAfter(first, [{ url, numbers: null, failure: 'timeout' }], {
      day: '2027-03-03',
      now: LATER,
    });

    expect(first.apps).toEqual([{ url, numbers, askedAt: NOW, failure: null }]);
    expect(again.apps).toEqual([{ url, numbers, askedAt: LATER, failure: 'timeout' }]);
    expect(again).toMatchObject({ day: '2027-03-03', updatedAt: LATER });
  });

  it('has nothing of a product that never answered, and forgets one that is no longer asked', () => {
    const other = 'https://another.example';
    const after = panelAfter(first, [{ url: other, numbers: null, failure: 'status' }], {
      day: '2027-03-03',
      now: LATER,
    });

    expect(after.apps).toEqual([{ url: other, numbers: null, askedAt: LATER, failure: 'status' }]);
  });
});

describe('isPanelDue', () => {
  const day = '2027-03-02';
  const due = (hours: number, failure: string | null = null) => {
    const updatedAt = Date.UTC(2027, 2, 2, hours);
    const asked = [{ url, numbers: { ...numbers, updatedAt }, failure }];
    return isPanelDue(panelAfter(null, asked, { day, now: NOW }), [url], day);
  };

  it('is so until all have answered with what they published on that day', () => {
    expect([due(8.5), due(7.5), due(8.5, 'timeout')]).toEqual([false, true, true]);
    expect(isPanelDue(null, [url], day)).toBe(true);
    expect(isPanelDue(null, [], day)).toBe(false);
  });
});

describe('comparedTogether', () => {
  it('adds what is known and leaves out what nobody measures', () => {
    const two = [
      { ...none, api: 3, paginas: 0 },
      { ...none, api: 4 },
    ];

    expect(comparedTogether(two)).toEqual({ ...none, api: 7, paginas: 0 });
    expect(comparedTogether([])).toEqual(none);
  });
});
