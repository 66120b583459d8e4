/** One number of a push, with the name and the marks that its wire gave it. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  /** Finite. */
  value: number;
  /**
   * Seconds by the machine's clock, where the wire says them: good for the time between two samples of one machine, and for
   * nothing else.
   */
  atSec?: number;
}

/** So many numbers a push may have; one of more is none of ours. */
export const SAMPLES_MAX = 5_000;
