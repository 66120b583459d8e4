import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productNumbersIn } from '../../../../lib/domain/statistics/panel-source.ts';

const NOW = Date.UTC(2027, 2, 2, 9);
const window = { paginas: 1, api: 2, api_ia: 3, maquina: 4, visitantes: null };
const document = {
  v: 1,
  produto: 'other',
  publicado: true,
  atualizado_em: '2027-03-02T08:00:00.000Z',
  nome: 'Other Product',
  janelas: { d7: window, d30: { ...window, api: 200 } },
};
const read = (changed: object) => productNumbersIn({ ...document, ...changed }, NOW);

describe('productNumbersIn', () => {
  it('reads what a product publishes', () => {
    expect(read({})).toEqual({
      product: 'other',
      name: 'Other Product',
      updatedAt: Date.UTC(2027, 2, 2, 8),
      d7: window,
      d30: { ...window, api: 200 },
    });
  });

  it.each([
    ['of another version', { v: 2 }],
    ['without a version', { v: '1' }],
    ['that is not published yet', { publicado: false }],
    ['whose product is markup', { produto: '<script>alert(1)</script>' }],
    ['whose product is a word of the language', { produto: '__proto__' }],
    ['whose product is a name of 61 characters', { produto: 'a'.repeat(61) }],
    ['whose product is a list', { produto: ['other'] }],
    ['without an instant', { atualizado_em: null }],
    ['with an instant of another zone', { atualizado_em: '2027-03-02T08:00:00+02:00' }],
    ['with a day that there is not', { atualizado_em: '2027-02-30T08:00:00Z' }],
    ['from the future', { atualizado_em: '2027-03-02T10:00:01Z' }],
    ['without windows', { janelas: null }],
    ['with half of its windows', { janelas: { d7: window } }],
  ])('takes nothing from a document %s', (_what, changed) => {
    expect(read(changed)).toBeNull();
  });

  it.each(['A<b>', 'a"b', '=1+1', 'a\u202eb', 'a\nb', ' a', 'a'.repeat(61), 7, null])(
    'leaves out the name %j',
    (nome) => {
      expect(read({ nome })?.name).toBeNull();
    },
  );

  it('takes what is no count for what was not measured', () => {
    const odd = { paginas: -1, api: '7', api_ia: 1e300, maquina: Number.NaN, visitantes: { a: 1 } };
    // Smaller than a table takes.
    const small = { paginas: 1e-300, api: 0.5 };

    expect(read({ janelas: { d7: odd, d30: small } })).toMatchObject({
      d7: { paginas: null, api: null, api_ia: null, maquina: null, visitantes: null },
      d30: { paginas: null, api: null, api_ia: null, maquina: null, visitantes: null },
    });
  });

  it('throws on no JSON there is, and hands on nothing but bounded words and numbers', () => {
    const anything = fc.jsonValue({ maxDepth: 2 });
    const hostile = fc.oneof(
      anything,
      fc.record({
        v: fc.constant(1),
        publicado: fc.constant(true),
        produto: fc.oneof(fc.constant('other'), fc.string({ unit: 'binary' })),
        atualizado_em: fc.oneof(fc.constant(document.atualizado_em), fc.string()),
        nome: fc.string({ unit: 'binary' }),
        janelas: fc.oneof(anything, fc.record({ d7: anything, d30: anything })),
      }),
    );
    fc.assert(
      fc.property(hostile, (json) => {
        const found = productNumbersIn(json, NOW);
        if (found === null) return;
        expect(JSON.stringify(found)).not.toMatch(/[<>&'`\\]|\p{C}/u);
        expect(JSON.stringify(found).length).toBeLessThan(600);
        for (const value of [...Object.values(found.d7), ...Object.values(found.d30)])
          expect(value === null || (Number.isSafeInteger(value) && value >= 0)).toBe(true);
      }),
    );
  });
});
