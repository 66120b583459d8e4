import type { MetricName, Metrics } from '../../../lib/runtime/report/metrics.ts';

export type Figures = Partial<Record<MetricName, number>>;

/** Keeps the figures that were written, in order, where CloudWatch would. */
export class KeptFigures implements Metrics {
  readonly written: Figures[] = [];

  put(figures: Figures): void {
    this.written.push(figures);
  }

  /** All values of a figure, in order. */
  of(name: MetricName): number[] {
    return this.written.flatMap((figures) => figures[name] ?? []);
  }
}
