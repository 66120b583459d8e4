import { SAMPLES_MAX, type Sample } from '../../domain/input/sample.ts';

/** Why a push cannot be read: too much of it, not what its wire is, or a kind of it that is not taken. */
export type WireFault = 'too_large' | 'malformed' | 'unsupported';

/** A push that cannot be read. Nothing of it is used. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly fault: WireFault;

  constructor(fault: WireFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Of a body once it is unpacked. */
export const UNPACKED_MAX_BYTES = 4_000_000;

/** Names and values of labels are cut to this. */
const LABEL_MAX_CHARS = 200;
const LABELS_MAX = 40;

/** Takes samples as they are read. Throws `WireError` for one more than a push may have. */
export class Samples {
  readonly #taken: Sample[] = [];
  #count = 0;

  /** Numbers that are not finite, such as the mark of a series that ended, are counted and left out. */
  take(name: string, labels: Readonly<Record<string, string>>, value: number): void {
    this.#count += 1;
    if (this.#count > SAMPLES_MAX)
      throw new WireError('too_large', `A push may have at most ${SAMPLES_MAX} numbers.`);
    if (name !== '' && Number.isFinite(value)) this.#taken.push({ name, labels, value });
  }

  all(): readonly Sample[] {
    return this.#taken;
  }
}

/** Labels by name, each cut, so many at most; of a prototype they have nothing. */
export function labelsOf(pairs: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  const labels = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of pairs) {
    if (count === LABELS_MAX) break;
    count += 1;
    labels[name.slice(0, LABEL_MAX_CHARS)] = value.slice(0, LABEL_MAX_CHARS);
  }
  return labels;
}
