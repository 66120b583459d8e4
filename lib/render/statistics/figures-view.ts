import type { PublicNumbersView } from '../../contract/statistics/public-numbers.ts';
import { CALLER_KINDS } from '../../domain/statistics/counted.ts';
import { measuredSumOf, type Figures } from '../../domain/statistics/figures.ts';
import { twoDigits } from '../../domain/statistics/two-digits.ts';

/** What strangers are shown of some figures, in the words of the specification. */
export function figuresView(figures: Figures): PublicNumbersView['janelas']['d7'] {
  const byAll = (what: 'visits' | 'visitors' | 'calls') =>
    twoDigits(measuredSumOf(CALLER_KINDS.map((kind) => figures[`${what}_${kind}`])));
  return {
    paginas: byAll('visits'),
    api: byAll('calls'),
    api_ia: twoDigits(figures.calls_agent),
    maquina: twoDigits(figures.calls_machine),
    visitantes: byAll('visitors'),
    uso: {
      pings: twoDigits(figures.pings),
      alertas: twoDigits(figures.alerts),
      monitores: twoDigits(figures.monitors),
    },
  };
}
