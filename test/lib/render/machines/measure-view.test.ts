import { expect, it } from 'vitest';
import { MEASURES } from '../../../../lib/domain/machines/measures/catalogue.ts';
import { measureView } from '../../../../lib/render/machines/measures-view.ts';

it('shows a measure by its fields, with the format of each number and none of a word', () => {
  expect(measureView(MEASURES.disco)).toEqual({
    rotulo: 'Disk',
    desc: 'Space in use on the system disk',
    painel: [
      { c: 'ponto', r: 'Mounted on' },
      { c: 'usado', r: 'Used', f: 'mib' },
      { c: 'total', r: 'Total', f: 'mib' },
      { c: 'pct', r: 'Share', f: 'pct' },
    ],
    serie: ['pct'],
  });
});

it('does not show what is only kept', () => {
  expect(measureView(MEASURES.rede).painel.map(({ c }) => c)).toEqual(['entrada', 'saida', 'erros']);
});
