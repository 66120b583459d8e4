import { Annotations, CfnOutput, Stack, Tags, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { AwsEvents, identityPingsOf, type AwsEventsProps } from './aws-events.ts';
import { acknowledge } from './acknowledgements.ts';
import { Alarms } from './watch/alarms.ts';
import { AreaFunction } from './area-function.ts';
import { ConsoleFiles, type ConsoleFolder } from './edge/console-files.ts';
import { unchangedFlags } from './feature-flags.ts';
import { needsOf, type FunctionArea } from '../areas/areas.ts';
import { ServiceDashboard } from './watch/dashboard.ts';
import type { Edge } from './edge/edge.ts';
import { Front } from './edge/front.ts';
import type { PingBalancer } from './edge/ping-balancer.ts';
import { GivenSecret } from './given-secret.ts';
import { grantAll } from './grants.ts';
import { ServiceApi } from './http-api.ts';
import { MailFeedback } from './mail-feedback.ts';
import { awsChannelsOf } from '../domain/alerts/aws-channels.ts';
import { usersInWords } from '../domain/accounts/users.ts';
import { groupTexts } from '../config/settings/group-texts.ts';
import { OtherIssuer } from './identity.ts';
import { mailOf, type MailProps } from './mail.ts';
import { ServiceQueues } from './queues.ts';
import { ServiceSecretResource } from './secret.ts';
import { ServiceParameters } from './service-parameters.ts';
import { defaultSettings, type AwsSettings } from '../config/settings/all-settings.ts';
import { SignIn } from './sign-in.ts';
import { ServiceTable } from './table.ts';
import { throttlesOf } from './throttles.ts';
import { Ticks } from './watch/ticks.ts';

export interface ServiceStackProps extends StackProps {
  /** The functions that exist. */
  areas: readonly FunctionArea[];
  /** Where the code of each is. */
  codeOf: (area: FunctionArea) => Code;
  /** The files of the console, those last that name the others. */
  consoleFolders: readonly ConsoleFolder[];
  /** Name of this build, as shown by /api/health. */
  build: string;
  /** @default defaultSettings */
  settings?: AwsSettings;
}

/** The whole service, box by box. */
export class ServiceStack extends Stack {
  /** The stack of a copy, under the name that its stage gives it. */
  static in(scope: Construct, props: ServiceStackProps): ServiceStack {
    return new ServiceStack(scope, stackNameOf(props.settings ?? defaultSettings), props);
  }

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const settings = props.settings ?? defaultSettings;
    const description = 'Rollcall: a dead-man switch for cron jobs and webhooks.';
    super(scope, id, { description, terminationProtection: settings.terminationProtection, ...props });
    this.#begin(settings);

    const table = new ServiceTable(this, 'Table', settings);
    const secret = new ServiceSecretResource(this, 'Secrets', settings);
    const queues = new ServiceQueues(this, 'Queues');
    const feedback = settings.mailFrom === undefined ? undefined : new MailFeedback(this, 'MailFeedback');
    const mail = feedback && mailOf(settings, feedback.configurationSet);
    const functions = this.#functions(props, mail !== undefined);
    grantAll({ table, secret, queues, mail, ...this.#given(settings), functions });

    const api = new ServiceApi(this, 'HttpApi', { functions, throttles: throttlesOf(settings) });
    const front = new Front(this, api, functions, settings);
    // What may be refused comes first: then a first deployment that fails has made nothing that is retained.
    const identity =
      settings.issuer === undefined
        ? this.#signIn({ functions, mail, url: front.url }, settings)
        : new OtherIssuer(this, 'OtherIssuer', settings);
    for (const kept of [table, secret, identity]) kept.node.addDependency(...front.refusable);
    for (const [area, fn] of functions) {
      if (needsOf(area).settings?.includes('identity')) identity.allow(fn);
      if (needsOf(area).settings?.includes('userPool')) identity.allowRemoval(fn);
    }

    const values = {
      metrics: [this.stackName],
      build: [props.build],
      identity: identity.values,
      ...(identity.poolValues && { userPool: identity.poolValues }),
      ...front.values,
      ...textsOf(settings),
    };
    // No circle: the API itself waits for none of its functions, only its integrations and routes do.
    for (const fn of functions.values()) fn.tellNeeded(values);
    const consoleFiles = front.edge && this.#consoleFiles(front.edge, functions, props);
    const lostTicks = this.#wake(functions, { queues, feedback, settings });

    const lost = lostTicks && { lostTicks };
    const balancer = front.balancer && { balancer: front.balancer };
    const watched = { functions, api, table, queues, mails: mail !== undefined, ...balancer, ...lost };
    const watch = this.#watch(watched, settings);
    acknowledge({
      serviceSecret: secret,
      api,
      edge: front.edge,
      ...(consoleFiles && { consoleFiles }),
      ...balancer,
      ...(identity instanceof SignIn && { pool: identity.pool }),
      checks: queues.checks,
      mailer: mail && functions.get('notifier'),
      ...lost,
    });
    this.#tell({
      ...front.outputs,
      UsedBy: usersInWords(settings),
      Issuer: identity.values[0] ?? '',
      TableName: table.table.tableName,
      ServiceSecretArn: secret.secret.secretArn,
      ...watch,
      ...this.#awsEvents(props, { table, values, alarmTopicArn: watch['AlarmTopicArn'] ?? '' }),
    });
  }

  /** In a stack of its own, so that this one keeps its room; outputs that lead to it, none where no events are taken in. */
  #awsEvents(
    { codeOf, settings = defaultSettings }: ServiceStackProps,
    props: Pick<AwsEventsProps, 'table' | 'values' | 'alarmTopicArn'>,
  ): Record<string, string> {
    const key = GivenSecret.of(this, 'AwsEventsKey', {
      arn: settings.awsEventsKeySecretArn,
      setting: 'awsEventsKeySecretArn',
      policy: 'AwsEventsRights',
    });
    if (!key) return {};
    const events = new AwsEvents(this, 'AwsEvents', { ...props, key, settings, codeOf });
    const { queue, bus, hook } = events;
    const values = { 'event-bus-arn': bus.attrArn, 'event-queue-arn': queue.queueArn };
    new ServiceParameters(events, 'Parameters', { stackName: this.stackName, values });
    return {
      AwsEventsQueueArn: queue.queueArn,
      AwsEventsBusArn: bus.attrArn,
      AwsHookFunctionArn: hook.lambda.functionArn,
    };
  }

  /** What the operator keeps: the key by which a facilitator knows us, the token by which we know them, topics and buses. */
  #given({ facilitatorSecretArn, operatorTokenSecretArn, awsChannels, smsOwners }: AwsSettings) {
    return {
      awsChannels: awsChannelsOf(awsChannels ?? '') ?? [],
      texts: smsOwners !== undefined,
      facilitatorKey: GivenSecret.of(this, 'FacilitatorKey', {
        arn: facilitatorSecretArn,
        setting: 'facilitatorSecretArn',
        policy: 'FacilitatorRights',
      }),
      operatorToken: GivenSecret.of(this, 'OperatorToken', {
        arn: operatorTokenSecretArn,
        setting: 'operatorTokenSecretArn',
        policy: 'OperatorRights',
      }),
    };
  }

  /** A pool of the stack's own, heard by the functions that its events wake. */
  #signIn({ functions, mail, url }: Signing, settings: AwsSettings): SignIn {
    const [hears] = [...functions].filter(([area]) => needsOf(area).poolEvents).map(([, fn]) => fn);
    return new SignIn(this, 'SignIn', { ...settings, url, hears, mail });
  }

  /** Those of the areas that this stack has: without a sender or pool some have nothing to do. */
  #functions(
    { areas, codeOf, settings }: ServiceStackProps,
    mails: boolean,
  ): Map<FunctionArea, AreaFunction> {
    const pools = settings?.issuer === undefined;
    const needed = areas.filter((area) => {
      const { needsSender, needsPool, needsAwsEvents } = needsOf(area);
      return (mails || !needsSender) && (pools || !needsPool) && !needsAwsEvents;
    });
    return new Map(needed.map((area) => [area, new AreaFunction(this, area, { area, code: codeOf(area) })]));
  }

  /** Puts the files of the console. A page is served when the functions are there that it was built for. */
  #consoleFiles(
    { consoleEdge: { bucket } }: Edge,
    functions: ReadonlyMap<FunctionArea, AreaFunction>,
    { consoleFolders: folders }: ServiceStackProps,
  ): ConsoleFiles {
    const lastAfter = [...functions.values()].map(({ lambda }) => lambda.node.defaultChild ?? lambda);
    // Not below the edge, for which what is retained waits, and the functions with it.
    return new ConsoleFiles(this, 'ConsoleFiles', { bucket, folders, lastAfter });
  }

  /** Alarms and dashboard. Returns the outputs that lead to them. */
  #watch({ api, ...watched }: Watched, settings: AwsSettings): Record<string, string> {
    const alarms = new Alarms(this, 'Alarms', {
      ...watched,
      accessLog: api.accessLog,
      front: {
        isBefore: settings.cdn,
        hasOwnNames: [settings.domainName, settings.ingestDomain, settings.ingestOrigin].some(Boolean),
      },
      volume: settings,
      ...(settings.alarmEmail && { email: settings.alarmEmail }),
      ...(settings.monthlyBudgetUsd && { monthlyBudgetUsd: settings.monthlyBudgetUsd }),
    });
    const { dashboard } = new ServiceDashboard(this, 'Dashboard', {
      ...watched,
      api: api.api,
      alarms: alarms.all,
    });
    return {
      AlarmTopicArn: alarms.topic.topicArn,
      AlarmsGoTo: alarmsGoTo(settings),
      DashboardName: dashboard.dashboardName,
    };
  }

  /** What holds for all that it will have. */
  #begin(settings: AwsSettings): void {
    // An app of somebody else has other flags, and templates follow from them. Only a stack without children takes them.
    for (const [flag, value] of Object.entries(unchangedFlags())) this.node.setContext(flag, value);
    // So that what it costs can be told from the rest of the account, and from its other copies.
    Tags.of(this).add('service', 'rollcall');
    if (settings.stage !== undefined) Tags.of(this).add('stage', settings.stage);
    Annotations.of(this).addInfoV2('rollcall:users', `It may be used by ${usersInWords(settings)}`);
  }

  /** Has events wake the functions that no request does. Returns where the lost ticks of the checker are kept. */
  #wake(functions: ReadonlyMap<FunctionArea, AreaFunction>, { queues, feedback, settings }: Wakers) {
    const atOnce = { alerts: settings.notifierConcurrency, checks: settings.checksConcurrency };
    const lost = new Map<FunctionArea, Queue>();
    for (const [area, wakes] of functions) {
      const { fedBy, schedule, mailEvents, purpose } = needsOf(area);
      if (fedBy) queues.feed(wakes, fedBy, atOnce[fedBy.queue]);
      if (mailEvents) feedback?.bringTo(wakes);
      if (!schedule) continue;
      const ticks = new Ticks(this, `Ticks-${area}`, {
        wakes,
        schedule,
        description: `Rollcall: ${purpose}`,
      });
      if (ticks.lost) lost.set(area, ticks.lost);
    }
    return lost.get('checker');
  }

  #tell(outputs: Record<string, string>): void {
    for (const [name, value] of Object.entries(outputs))
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }
}

/** What the settings say to functions. */
const textsOf = (settings: AwsSettings) => ({
  ...groupTexts(settings),
  ...(settings.awsEventsKeySecretArn && { identityPings: [JSON.stringify(identityPingsOf(settings))] }),
});

interface Signing {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  mail: MailProps | undefined;
  url: string;
}

interface Wakers {
  queues: ServiceQueues;
  feedback: MailFeedback | undefined;
  settings: AwsSettings;
}

interface Watched {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  api: ServiceApi;
  table: ServiceTable;
  queues: ServiceQueues;
  mails: boolean;
  balancer?: PingBalancer;
  lostTicks?: Queue;
}

/** Shown by each deployment: without an address the alarms ring where nobody hears them. */
function alarmsGoTo({ alarmEmail }: AwsSettings): string {
  return alarmEmail
    ? `${alarmEmail}, once confirmed`
    : 'nobody: set alarmEmail, or subscribe to AlarmTopicArn';
}

/** What the stack of a copy is called. Several copies may stand in one account; each is a stage of its own name. */
export function stackNameOf({ stage }: Pick<AwsSettings, 'stage'>): string {
  return stage === undefined ? 'Rollcall' : `Rollcall-${stage}`;
}
