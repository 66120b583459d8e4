import { Refusal } from '../../lib/contract/errors.ts';
import type { ThresholdRule } from '../../lib/domain/machines/thresholds/threshold.ts';

/** The value that was sent, and its side. Throws 400 where there is none, or one for each side. */
export function valueOf({
  acima,
  abaixo,
}: {
  acima?: number | undefined;
  abaixo?: number | undefined;
}): Pick<ThresholdRule, 'side' | 'value'> {
  if (acima !== undefined && abaixo === undefined) return { side: 'above', value: acima };
  if (abaixo !== undefined && acima === undefined) return { side: 'below', value: abaixo };
  const detail = `One of acima and abaixo must be sent; got ${acima === undefined ? 'none' : 'both'}.`;
  throw new Refusal('aviso_invalido', detail);
}
