import { CfnOutput, Stack, Tags, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import { Alarms } from './alarms.ts';
import { AreaFunction } from './area-function.ts';
import { needsOf, type FunctionArea } from '../areas/areas.ts';
import type { AreaDeclaration } from '../areas/declaration.ts';
import { itemRightsOf } from '../areas/item-rights.ts';
import { ServiceDashboard } from './dashboard.ts';
import { Front } from './front.ts';
import { ServiceApi } from './http-api.ts';
import { MailFeedback } from './mail-feedback.ts';
import { allowMail, type MailProps } from './mail.ts';
import { ServiceQueues } from './queues.ts';
import { ServiceSecret } from './secret.ts';
import { defaultSettings, type Settings } from './settings/table.ts';
import { stackNameOf } from './stack-name.ts';
import { ServiceTable } from './table.ts';
import { throttlesOf } from './throttles.ts';
import { Ticks } from './ticks.ts';

export interface ServiceStackProps extends StackProps {
  /** The functions that exist. */
  areas: readonly FunctionArea[];
  /** Where the code of each is. */
  codeOf: (area: FunctionArea) => Code;
  /** Name of this build, as shown by /api/health. */
  build: string;
  /** @default defaultSettings */
  settings?: Settings;
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
    this.#tag(settings);

    const table = new ServiceTable(this, 'Table', settings);
    const secret = new ServiceSecret(this, 'Secrets', settings);
    const queues = new ServiceQueues(this, 'Queues');
    const feedback = settings.mailFrom === undefined ? undefined : new MailFeedback(this, 'MailFeedback');
    const mail = feedback && mailOf(settings, feedback.configurationSet);
    const needed = props.areas.filter((area) => mail || !needsOf(area).needsSender);
    const functions = new Map(
      needed.map((area) => [area, new AreaFunction(this, area, { area, code: props.codeOf(area) })]),
    );
    for (const [area, fn] of functions) grant(fn, needsOf(area), { table, secret, queues, mail });

    const api = new ServiceApi(this, 'HttpApi', { functions, throttles: throttlesOf(settings) });
    const front = new Front(this, api, settings);
    // What may be refused comes first: then a first deployment that fails has made nothing that is retained.
    for (const kept of [table, secret]) kept.node.addDependency(...front.refusable);

    // No circle: the API itself waits for none of its functions, only its integrations and routes do.
    const urls = [front.url, front.pings.url];
    const values = {
      urls,
      metrics: [this.stackName],
      ...(front.edge && { originMark: [front.edge.originMark.value] }),
      ...publicValues(settings, props.build),
    };
    for (const fn of functions.values()) fn.tellNeeded(values);
    const lostTicks = this.#wake(functions, { queues, feedback, settings });

    const alarms = new Alarms(this, 'Alarms', {
      functions,
      queues,
      accessLog: api.accessLog,
      mails: mail !== undefined,
      ...(settings.alarmEmail && { email: settings.alarmEmail }),
    });
    const { dashboard } = new ServiceDashboard(this, 'Dashboard', {
      functions,
      api: api.api,
      table,
      queues,
      ...(lostTicks && { lostTicks }),
      alarms: alarms.all,
    });

    acknowledge({
      serviceSecret: secret,
      api,
      edge: front.edge,
      checks: queues.checks,
      ...(lostTicks && { lostTicks }),
    });
    this.#tell({
      ...front.outputs,
      TableName: table.table.tableName,
      ServiceSecretArn: secret.secret.secretArn,
      AlarmTopicArn: alarms.topic.topicArn,
      AlarmsGoTo: alarmsGoTo(settings),
      DashboardName: dashboard.dashboardName,
    });
  }

  /** So that what it costs can be told from the rest of the account, and from its other copies. */
  #tag({ stage }: Settings): void {
    Tags.of(this).add('service', 'rollcall');
    if (stage !== undefined) Tags.of(this).add('stage', stage);
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

interface Wakers {
  queues: ServiceQueues;
  feedback: MailFeedback | undefined;
  settings: Settings;
}

interface Boxes {
  table: ServiceTable;
  secret: ServiceSecret;
  queues: ServiceQueues;
  /** Undefined without a configured sender. */
  mail: MailProps | undefined;
}

/** Gives a function what its declaration says, and no more. */
function grant(fn: AreaFunction, needs: AreaDeclaration, { table, secret, queues, mail }: Boxes): void {
  table.allow(fn, itemRightsOf(needs));
  if (needs.dueIndex) table.allowDueQuery(fn);
  if (needs.secret) secret.allow(fn);
  for (const queue of needs.sendsTo ?? []) queues.allowSending(fn, queue);
  if (needs.mails && mail) allowMail(fn, mail);
}

function mailOf({ mailFrom: from = '', mailIdentity }: Settings, configurationSet: string): MailProps {
  return { from, identity: mailIdentity ?? from.slice(from.indexOf('@') + 1), configurationSet };
}

/** The values of the groups that are known before anything exists. */
function publicValues({ billingMode, guestMailsPerHour, holdAlertsUntil, cdn }: Settings, build: string) {
  return {
    billing: [billingMode],
    build: [build],
    guestMails: [String(guestMailsPerHour)],
    ...(holdAlertsUntil && { hold: [holdAlertsUntil] }),
    securityHeaders: [cdn ? 'edge' : 'function'],
  };
}

/** Shown by each deployment: without an address the alarms ring where nobody hears them. */
function alarmsGoTo({ alarmEmail }: Settings): string {
  return alarmEmail
    ? `${alarmEmail}, once confirmed`
    : 'nobody: set alarmEmail, or subscribe to AlarmTopicArn';
}
