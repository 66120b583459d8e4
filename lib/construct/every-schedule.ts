import { Annotations, type IAspect } from 'aws-cdk-lib';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { IConstruct } from 'constructs';
import { isWatched, startOf, type WatchedStart } from './watched-start.ts';

export interface EveryScheduleProps {
  /** Throws where what it starts cannot be watched. */
  judge: (start: WatchedStart) => void;
  watch: (start: WatchedStart) => void;
}

const SHARED =
  'Another one starts the same job, and one would answer for the other: give the job a monitor with the times of both.';

/** Has each schedule and scheduled rule of a scope watched that nobody watches yet; of one that cannot be the synthesis warns. */
export class EverySchedule implements IAspect {
  readonly #scope: IConstruct;
  readonly #props: EveryScheduleProps;

  constructor(scope: IConstruct, props: EveryScheduleProps) {
    this.#scope = scope;
    this.#props = props;
  }

  visit(node: IConstruct): void {
    if (node !== this.#scope) return;
    const starts = node.node.findAll().flatMap((each) => this.#startIn(each));
    for (const start of starts)
      if (starts.filter(({ job }) => job.key === start.job.key).length === 1) this.#props.watch(start);
      else warn(start.element, SHARED);
  }

  #startIn(node: IConstruct): WatchedStart[] {
    const isTimed =
      node instanceof CfnSchedule || (node instanceof CfnRule && node.scheduleExpression !== undefined);
    if (!isTimed || isWatched(node)) return [];
    try {
      const start = startOf(node);
      if (start.unheard !== null) throw new Error(start.unheard);
      this.#props.judge(start);
      return [start];
    } catch (error) {
      warn(node, error instanceof Error ? error.message : String(error));
      return [];
    }
  }
}

function warn(element: IConstruct, reason: string): void {
  Annotations.of(element).addWarningV2('rollcall:unwatched', `It gets no monitor. ${reason}`);
}
