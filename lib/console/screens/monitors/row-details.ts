import { signal, type Signal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { tellsSomebody } from '../../words/told-by.ts';
import type { Monitor } from './monitor.ts';

export type Failing = NonNullable<Output<'getMonitor'>['failing_channels']>[number];
type Run = Output<'listRuns'>['runs'][number];

/** What the list of the API does not say of a monitor, and a row shows. */
export interface LookedUp {
  /** Newest first. */
  runs: readonly Run[];
  failing: readonly Failing[];
}

interface Entry {
  /** The last ping and the like that it is as of. */
  asOf: string;
  found: Signal<LookedUp | null>;
}

const RUNS = 12;
const AT_ONCE = 3;
const KEPT_MAX = 1_000;
/** What is scrolled past is not asked for. */
const REST_MS = 200;

const kept = new Map<string, Entry>();
const wanted = new Map<string, Monitor>();
let running = 0;

/** What is known of a monitor by now; it changes when `lookUp` has an answer. */
export function lookedUp(id: string): Signal<LookedUp | null> {
  const entry = kept.get(id) ?? { asOf: '', found: signal(null) };
  kept.delete(id);
  kept.set(id, entry);
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return entry.found;
}

/** Asks for it, a few at a time and each once until something came from the job. Returns what ends the wish. */
export function lookUp(monitor: Monitor): () => void {
  const isKnown = kept.get(monitor.id)?.asOf === asOfOf(monitor);
  if (isKnown || monitor.last_event_at === null) return () => undefined;
  const timer = setTimeout(() => {
    wanted.set(monitor.id, monitor);
    pump();
  }, REST_MS);
  return () => {
    clearTimeout(timer);
    wanted.delete(monitor.id);
  };
}

function pump(): void {
  for (const [id, monitor] of wanted) {
    if (running >= AT_ONCE) return;
    wanted.delete(id);
    running += 1;
    void ask(monitor).finally(() => {
      running -= 1;
      pump();
    });
  }
}

/** What does not come is shown as nothing, until the row is seen again. */
async function ask(monitor: Monitor): Promise<void> {
  const params = { id: monitor.id };
  try {
    const [{ runs }, failing] = await Promise.all([
      call('listRuns', { params, query: { limit: RUNS } }),
      tellsSomebody(monitor)
        ? call('getMonitor', { params }).then((each) => each.failing_channels ?? [])
        : [],
    ]);
    const found = lookedUp(monitor.id);
    kept.set(monitor.id, { asOf: asOfOf(monitor), found });
    found.value = { runs, failing };
  } catch {
    // The list itself says when the service is not to be reached.
  }
}

function asOfOf({ last_event_at: at, last_start_at: start, alerted_at: alerted }: Monitor): string {
  return [at, start, alerted].join(' ');
}
