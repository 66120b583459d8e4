import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from './fault-random.ts';

/** How an invocation of a function ended; a killed one never answers. */
export type Ending<T> = { how: 'done'; value: T } | { how: 'threw'; error: unknown } | { how: 'killed' };

/** One run of a function, from its event to its answer. Places in the order of all that happens are `...Seq`. */
export interface Invocation<T = unknown> {
  name: string;
  startedAt: number;
  startSeq: number;
  endedAt: number;
  /** Infinity while it is under way and for one that was killed. */
  endSeq: number;
  ending: Ending<T> | undefined;
  ended: Promise<Ending<T>>;
  /** How many calls it may still make before it is killed. */
  callsLeft: number;
  /** Calls it had under way when it answered well: Lambda would freeze them. */
  leftBehind: string[];
  /** The codes of what it logged. */
  logged: string[];
  /** What it wrote to the table, as applied by the engine. */
  writes: { seq: number; key: string }[];
}

interface Step {
  invocation: Invocation;
  label: string;
  timer: boolean;
  /** When it can be done on the run's clock; until then it hangs. */
  notBefore: number;
  /** Does the call; what it returns hands the answer on. */
  perform(): Promise<() => void>;
}

/**
 * Decides the order of everything: each call to the outside waits until all invocations under way wait too, then
 * chance picks which one goes next. So interleavings are many, and a seed repeats them.
 */
export class FaultScheduler {
  seq = 0;
  readonly trace: string[] = [];
  readonly invocations: Invocation[] = [];
  #steps: Step[] = [];
  #here = new AsyncLocalStorage<Invocation>();
  #performing = false;
  #random: Random;
  #now: () => number;

  constructor(random: Random, now: () => number) {
    this.#random = random;
    this.#now = now;
  }

  note(text: string): void {
    this.trace.push(`${String(this.seq).padStart(5)} ${clockText(this.#now())} ${text}`);
  }

  current(): Invocation | undefined {
    return this.#here.getStore();
  }

  /** Starts an invocation; it goes on when the scheduler runs. `killAfter` calls it is ended between two of them. */
  invoke<T>(name: string, work: () => Promise<T>, killAfter = Number.POSITIVE_INFINITY): Invocation<T> {
    const { promise, resolve } = Promise.withResolvers<Ending<T>>();
    const invocation: Invocation<T> = {
      name,
      startedAt: this.#now(),
      startSeq: ++this.seq,
      endedAt: Number.POSITIVE_INFINITY,
      endSeq: Number.POSITIVE_INFINITY,
      ending: undefined,
      ended: promise,
      callsLeft: killAfter,
      leftBehind: [],
      logged: [],
      writes: [],
    };
    this.invocations.push(invocation as Invocation);
    this.note(`${name} begins`);
    const end = (ending: Ending<T>) => {
      if (invocation.ending) return;
      this.#close(invocation as Invocation, ending);
      resolve(ending);
    };
    this.#ends.set(invocation as Invocation, end as (ending: Ending<unknown>) => void);
    this.#here.run(invocation as Invocation, () => {
      work().then(
        (value) => end({ how: 'done', value }),
        (error: unknown) => end({ how: 'threw', error }),
      );
    });
    return invocation;
  }
  #ends = new Map<Invocation, (ending: Ending<unknown>) => void>();

  /** A call to the outside, which may hang until an instant. Outside of invocations it is done at once. */
  gate<T>(label: string, perform: () => Promise<T>, notBefore = 0): Promise<T> {
    const invocation = this.current();
    if (!invocation) return perform();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (invocation.ending?.how === 'killed') return promise;
    this.#steps.push({
      invocation,
      label,
      timer: false,
      notBefore,
      perform: () =>
        perform().then(
          (value) => () => resolve(value),
          (error: unknown) => () => reject(error as Error),
        ),
    });
    if (--invocation.callsLeft < 0) this.kill(invocation);
    return promise;
  }

  /** Does what belongs to no invocation, although one waits for it. */
  outside<T>(work: () => Promise<T>): Promise<T> {
    return this.#here.exit(work);
  }

  /** True when a wait that begins now belongs to an invocation and not to the way a call is done. */
  waits(): boolean {
    return this.current() !== undefined && !this.#performing;
  }

  timer(work: () => void): object {
    const invocation = this.current();
    if (!invocation) throw new Error('No invocation waits here.');
    const step: Step = { invocation, label: 'wait', timer: true, notBefore: 0, perform: async () => work };
    if (invocation.ending?.how !== 'killed') this.#steps.push(step);
    return step;
  }

  clearTimer(timer: unknown): boolean {
    const place = this.#steps.indexOf(timer as Step);
    if (place >= 0) this.#steps.splice(place, 1);
    return place >= 0;
  }

  /** Ends an invocation without an answer. Of the calls it has under way some still reach their goal. */
  kill(invocation: Invocation): void {
    if (invocation.ending) return;
    this.note(`${invocation.name} KILLED`);
    this.#ends.get(invocation)?.({ how: 'killed' });
  }

  killOlderThan(at: number): void {
    for (const each of this.live()) if (each.startedAt < at) this.kill(each);
  }

  live(): Invocation[] {
    return this.invocations.filter((each) => each.ending === undefined);
  }

  /** Runs until nothing goes on, or for a number of steps, or until a call waits with such a label. */
  async run(steps = Number.POSITIVE_INFINITY, waiting?: RegExp): Promise<void> {
    await this.#quiet();
    const waits = () => this.#steps.some(({ label }) => waiting?.test(label));
    for (let done = 0; done < steps && !waits(); done++) {
      const step = this.#taken(() => true);
      if (!step) return;
      await this.#do(step);
      await this.#quiet();
    }
  }

  /** One of the steps that can be done now, by chance. */
  #taken(isMeant: (invocation: Invocation) => boolean): Step | undefined {
    const now = this.#now();
    const ready = this.#steps.filter((step) => step.notBefore <= now && isMeant(step.invocation));
    const step = ready.length === 0 ? undefined : ready[this.#random.below(ready.length)];
    if (step) this.#steps.splice(this.#steps.indexOf(step), 1);
    return step;
  }

  /** Runs some invocations as far as they get while all others are held up. */
  async runOnly(isMeant: (invocation: Invocation) => boolean): Promise<void> {
    for (;;) {
      await this.#quiet();
      const step = this.#taken(isMeant);
      if (!step) return;
      await this.#do(step);
    }
  }

  async #do(step: Step): Promise<void> {
    this.seq += 1;
    this.#performing = true;
    const handOn = await this.#here.run(step.invocation, () => step.perform());
    // Before the code goes on: a wait it begins now is its own.
    this.#performing = false;
    if (step.invocation.ending?.how !== 'killed') this.#here.run(step.invocation, handOn);
  }

  #close(invocation: Invocation, ending: Ending<unknown>): void {
    invocation.ending = ending;
    invocation.endedAt = this.#now();
    if (ending.how !== 'killed') invocation.endSeq = ++this.seq;
    this.note(`${invocation.name} ends: ${ending.how}${textOfEnding(ending)}`);
    const own = this.#steps.filter((step) => step.invocation === invocation);
    if (ending.how === 'killed') {
      // What was on its way may still arrive; what the dead process would have waited for does not.
      this.#steps = this.#steps.filter(
        (step) => step.invocation !== invocation || (!step.timer && this.#random.chance(0.5)),
      );
    } else {
      invocation.leftBehind = own.filter((step) => !step.timer).map((step) => step.label);
    }
  }

  /** Waits until every invocation under way waits for a step. */
  async #quiet(): Promise<void> {
    for (let turn = 0; turn < 20_000; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      const waiting = new Set(this.#steps.map((step) => step.invocation));
      if (this.live().every((each) => waiting.has(each))) return;
    }
    throw new Error(
      `Stuck: ${this.live()
        .map((each) => each.name)
        .join(', ')}`,
    );
  }
}

function textOfEnding(ending: Ending<unknown>): string {
  if (ending.how === 'threw') return ` ${ending.error instanceof Error ? ending.error.message : ''}`;
  if (ending.how === 'killed') return '';
  const { statusCode } = (ending.value ?? {}) as { statusCode?: number };
  return statusCode === undefined ? '' : ` ${statusCode}`;
}

function clockText(now: number): string {
  return new Date(now).toISOString().slice(11, 23);
}
