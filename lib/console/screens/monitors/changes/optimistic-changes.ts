import { signal, type ReadonlySignal } from '@preact/signals';
import type { Monitor } from '../monitor.ts';

/** What becomes of a monitor; null is deleted. */
type Change = Partial<Monitor> | null;

/** What was asked of the service and is shown as done already: each change of some monitors by itself, the last one on top. */
const layers = signal<readonly ReadonlyMap<string, Change>[]>([]);

export interface Ahead {
  set(id: string, change: Change): void;
  /** Shows again what the service says. */
  end(): void;
  /** The same once there is no error: what is done is not shown as undone because the list is old. */
  endWithout(error: ReadonlySignal<unknown>): void;
}

/** Shows changes before the service has them, whatever else is shown so and ends. */
export function showAhead(changes: Iterable<readonly [id: string, change: Change]>): Ahead {
  const own = new Map(changes);
  layers.value = [...layers.value, own];
  const end = () => {
    layers.value = layers.value.filter((each) => each !== own);
  };
  return {
    end,
    set: (id, change) => {
      own.set(id, change);
      layers.value = [...layers.value];
    },
    endWithout: (error) => {
      const stop = error.subscribe((now) => {
        if (now !== null) return;
        end();
        queueMicrotask(() => stop());
      });
    },
  };
}

/** A monitor of the service as it is shown: itself where nothing is under way, null where it is deleted. */
export function shownAhead(monitor: Monitor): Monitor | null {
  let shown: Monitor | null = monitor;
  for (const layer of layers.value) {
    const change = layer.get(monitor.id);
    if (change !== undefined) shown = shown && change && { ...shown, ...change };
  }
  return shown;
}
