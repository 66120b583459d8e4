import type { Unavailable } from '../post-json.ts';

/** The chain cannot be asked for a moment, or what answers is not it. Apart from what reads it, which brings schemas. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly why: Unavailable | 'node_error' | 'other_chain';

  constructor(why: ChainUnavailable['why']) {
    super(`The chain cannot be asked (${why}).`);
    this.why = why;
  }
}
