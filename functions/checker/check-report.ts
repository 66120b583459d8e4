/** What a run of the checker did. `finished` is false when something due was left over. */
export interface CheckReport {
  /** Monitors that were judged. */
  checked: number;
  /** Messages that were put on the queue, or should have been. */
  alerts: number;
  /** Items, pages and shards that failed, and messages that the queue did not take. */
  failed: number;
  finished: boolean;
}
