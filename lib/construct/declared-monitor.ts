import type { CfnCustomResource } from 'aws-cdk-lib';
import { AspectPriority, Aspects, CustomResource, Duration, Lazy, SecretValue, Stack } from 'aws-cdk-lib';
import type { IProject } from 'aws-cdk-lib/aws-codebuild';
import type { IRule } from 'aws-cdk-lib/aws-events';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISchedule } from 'aws-cdk-lib/aws-scheduler';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct, type IConstruct } from 'constructs';
import { shown } from '../domain/decision.ts';
import { LIMITS } from '../domain/limits.ts';
import { shortHash } from '../domain/aws/job-name.ts';
import { normalSlug } from '../domain/monitors/settings/slug.ts';
import { synthesisedText } from './given.ts';
import { MonitorProvider } from './monitor-provider.ts';
import { monitorFields } from './monitor-fields.ts';
import type { DeclaredMonitorProps, EveryMonitorProps, TaskDefinitionOf } from './monitor-props.ts';
import { noteMonitor } from './one-of-each-name.ts';
import { buildOf, forward, functionOf, stateMachineOf, taskOf, type WatchedJob } from './watched-job.ts';
import { startOfRule, startOfSchedule, type WatchedStart } from './watched-start.ts';
import { EverySchedule } from './every-schedule.ts';

/** A monitor, declared beside the job that it watches. */
export class DeclaredMonitor extends Construct {
  /** Gives each schedule of EventBridge Scheduler and each scheduled rule within a scope its monitor, where its target tells how it ends. */
  static ofEvery(scope: IConstruct, props: EveryMonitorProps): void {
    const named = ({ element }: WatchedStart) => {
      const { path } = (element.node.scope ?? element).node;
      return { ...props, name: path.slice(-LIMITS.nameMaxChars) };
    };
    const every = new EverySchedule(scope, {
      judge: (start) => void monitorFields(start.element, named(start), start),
      watch: (start) => {
        const id = `RollcallMonitor${shortHash([start.element.node.path], 8)}`;
        new DeclaredMonitor(Stack.of(start.element), id, named(start)).#watchStart(start);
      },
    });
    Aspects.of(scope).add(every, { priority: AspectPriority.MUTATING });
  }

  readonly #props: DeclaredMonitorProps;
  readonly #resource: CustomResource;
  readonly #slug: string;
  #job: WatchedJob | undefined;
  #heardAt: string | undefined;
  #start: WatchedStart | undefined;

  constructor(scope: Construct, id: string, props: DeclaredMonitorProps) {
    super(scope, id);
    this.#props = props;
    this.#slug = this.#told(() => slugOf(props, id));
    // What is wrong with it is said where it is made, and not at the end.
    this.#told(() => monitorFields(this, props, undefined));
    this.#resource = this.#declared();
    this.#isKnownBy(this.#slug);
    noteMonitor(this, () => ({
      key: this.#job?.key ?? this.#slug,
      place: props.rollcall.placeOf(Stack.of(this)),
    }));
  }

  /** The slug that it has in the end. */
  get slug(): string {
    return this.#resource.getAttString('Slug');
  }

  /** Where its job pings. Whoever has it can say that the job went well: hand it on as a secret. */
  get pingUrl(): SecretValue {
    return SecretValue.resourceAttribute(this.#resource.getAttString('PingUrl'));
  }

  /** Hears of the executions of a standard workflow by the events of Step Functions. */
  watchStateMachine(stateMachine: IStateMachine): this {
    return this.#watch(() => stateMachineOf(stateMachine));
  }

  /** Hears of the asynchronous calls of a function: their results go to the default event bus, by its own role. */
  watchFunction(fn: IFunction): this {
    return this.#watch(() => functionOf(fn));
  }

  /** Hears of the tasks of a definition that no service runs. */
  watchTask(taskDefinition: TaskDefinitionOf): this {
    return this.#watch(() => taskOf(taskDefinition));
  }

  /** Hears of the builds of a project that a rule began. */
  watchBuild(project: IProject): this {
    return this.#watch(() => buildOf(project));
  }

  /** Hears of what a schedule starts, has its times, and is told what it could not start. */
  watchSchedule(schedule: ISchedule): this {
    return this.#watchStart(this.#told(() => startOfSchedule(schedule)));
  }

  /** The same of a scheduled rule. */
  watchRule(rule: IRule): this {
    return this.#watchStart(this.#told(() => startOfRule(rule)));
  }

  #watchStart(start: WatchedStart): this {
    this.#told(() => monitorFields(this, this.#props, start));
    this.#watch(() => start.job);
    this.#start = start;
    start.lettersTo(this.#props.rollcall.inStack(Stack.of(start.element)).eventQueueArn());
    return this;
  }

  #watch(read: () => WatchedJob): this {
    return this.#told(() => {
      if (this.#job) throw new Error('it watches a job already; each job has a monitor of its own.');
      if (this.#props.slug !== undefined)
        throw new Error(
          `slug is ${shown(this.#props.slug)}, but by its events the job has a name of its own: leave slug out.`,
        );
      const job = read();
      const service = this.#props.rollcall.inStack(Stack.of(this));
      const busArn = service.eventBusArn();
      job.bring();
      if (service.isElsewhere) forward(this, job, busArn);
      this.#job = job;
      this.#heardAt = busArn;
      this.#isKnownBy(job.key);
      return this;
    });
  }

  /** Moved within its stack, or in a service that is reached otherwise, a monitor is the same resource; of another name it is another. */
  #isKnownBy(key: string): void {
    const resource = this.#resource.node.defaultChild as CfnCustomResource;
    resource.overrideLogicalId(`RollcallMonitor${shortHash([key], 12)}`);
  }

  #declared(): CustomResource {
    const { rollcall, alertUrl, onDelete } = this.#props;
    const stack = Stack.of(this);
    const provider = MonitorProvider.in(stack);
    const service = rollcall.inStack(stack);
    const later = (produce: () => unknown) => Lazy.any({ produce });
    const resource = new CustomResource(this, 'Monitor', {
      serviceToken: provider.serviceToken,
      serviceTimeout: Duration.seconds(60),
      resourceType: 'Custom::RollcallMonitor',
      properties: {
        Url: service.url,
        ApiKeySecretArn: provider.letRead(service.key),
        Settings: later(() => stack.toJsonString(monitorFields(this, this.#props, this.#start))),
        ...(typeof alertUrl === 'object' && { AlertUrlSecretArn: provider.letRead(alertUrl) }),
        ...(onDelete && { OnDelete: onDelete }),
        Slug: later(() => (this.#job ? undefined : this.#slug)),
        Job: later(() => this.#job && stack.toJsonString(this.#job.named)),
        EventBusArn: later(() => this.#heardAt),
        AccountAlias: later(() => this.#job && service.accountAlias),
      },
    });
    resource.node.addDependency(provider.role);
    return resource;
  }

  /** Says of which monitor a reason is. */
  #told<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw new Error(
        `Monitor ${this.node.path}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}

function slugOf({ slug, name }: DeclaredMonitorProps, id: string): string {
  const [field, text] = slug === undefined ? ['name', name ?? id] : ['slug', slug];
  const folded = normalSlug(synthesisedText(field, text));
  if (folded === '')
    throw new Error(`${field} must keep a letter or digit out of a-z 0-9 for its slug; got ${shown(text)}.`);
  if (slug !== undefined && slug !== folded)
    throw new Error(`slug must be spelled as it is kept, ${shown(folded)}; got ${shown(slug)}.`);
  return folded;
}
