import type { Output } from '../../api/operations.ts';

export type Monitor = Output<'getMonitor'>;

/** The monitor of the screen, and how a part of it changes what is shown. */
export interface Shown {
  value: Monitor;
  /** Takes what the service answered, and asks it for the rest. */
  set: (changed: Partial<Monitor>) => void;
  reload: () => Promise<void>;
}
