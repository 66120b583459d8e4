import { SAMPLES_MAX, type Sample } from '../../domain/machines/collectors/mapping.ts';

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
/** Labels of one sample; the rest is left out. */
export const LABELS_MAX = 40;

/** Series, metrics or lines of one push, whether there is a number in them or not: each takes time. */
const PARTS_MAX = 50_000;

/** Takes samples as they are read. */
export interface Samples {
  /**
   * Counts every number; one that is not finite, such as the mark of a series that ended, and one without a name are left
   * out. Throws `WireError` for one more than a push may have.
   */
  take: (sample: Sample) => void;
  /** Counts a part, be it empty. Throws `WireError` for one more than a push may have. */
  part: () => void;
  all: () => readonly Sample[];
}

export function newSamples(): Samples {
  const taken: Sample[] = [];
  let [count, parts] = [0, 0];
  return {
    take: (sample) => {
      count += 1;
      if (count > SAMPLES_MAX) throw tooManyNumbers();
      if (sample.name !== '' && Number.isFinite(sample.value)) taken.push(sample);
    },
    part: () => {
      parts += 1;
      if (parts > PARTS_MAX)
        throw new WireError('too_large', `A push may have at most ${PARTS_MAX} series, metrics or lines.`);
    },
    all: () => taken,
  };
}

export function tooManyNumbers(): WireError {
  return new WireError('too_large', `A push may have at most ${SAMPLES_MAX} numbers.`);
}

/** Labels by name; of two of one name the last counts. A prototype gives none. */
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
