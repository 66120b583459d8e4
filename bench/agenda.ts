interface Entry {
  at: number;
  work: () => void;
}

/** What is to happen when; of the same moment, what was planned first. Seconds from 0. */
export class Agenda {
  #now = 0;
  /** Latest first. */
  #entries: Entry[] = [];

  in(seconds: number, work: () => void): void {
    const at = this.#now + seconds;
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { at, work });
  }

  runUntil(end: number): void {
    for (let next = this.#entries.pop(); next && next.at <= end; next = this.#entries.pop()) {
      this.#now = next.at;
      next.work();
    }
  }
}
