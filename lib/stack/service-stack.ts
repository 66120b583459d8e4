import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import { Alarms } from './alarms.ts';
import { Alerts } from './alerts.ts';
import { AreaFunction } from './area-function.ts';
import { areas, type AreaNeeds, type FunctionArea } from './areas.ts';
import { Canary } from './canary.ts';
import { Checker } from './checker.ts';
import { ServiceDashboard } from './dashboard.ts';
import { Edge } from './edge.ts';
import { ServiceApi } from './http-api.ts';
import { MailFeedback } from './mail-feedback.ts';
import { allowMail, type MailProps } from './mail.ts';
import { ServiceSecret } from './secret.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { ServiceTable } from './table.ts';

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
  readonly canary: Canary | undefined;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, { description: 'Rollcall: a dead-man switch for cron jobs and webhooks.', ...props });
    const settings = props.settings ?? defaultSettings;

    const table = new ServiceTable(this, 'Table', settings);
    const secret = new ServiceSecret(this, 'Secrets', settings);
    const alerts = new Alerts(this, 'Alerts');
    const feedback = settings.mailFrom === undefined ? undefined : new MailFeedback(this, 'MailFeedback');
    const mail = feedback && mailOf(settings, feedback.configurationSet);
    const needed = props.areas.filter((area) => mail || !needsOf(area).needsSender);
    const functions = new Map(needed.map((area) => [area, this.#function(area, props, settings)]));
    for (const [area, fn] of functions) grant(fn, needsOf(area), { table, secret, alerts, mail });

    const api = new ServiceApi(this, 'HttpApi', { functions, throttles: settings.throttles });
    const edge = new Edge(this, 'Edge', { apiHost: api.host, ...customDomain(settings) });
    const ingestOrigin = settings.ingestOrigin ?? `https://${api.host}`;

    // No circle: the API itself waits for none of its functions, only its integrations and routes do.
    for (const [area, fn] of functions) {
      if (!needsOf(area).urls) continue;
      fn.tell('BASE_URL', edge.url);
      fn.tell('INGEST_ORIGIN', ingestOrigin);
    }
    const { checker, notifier, canary, bridge } = Object.fromEntries(functions);
    if (notifier) alerts.deliverWith(notifier, settings.concurrency.notifier);
    if (bridge) feedback?.bringTo(bridge);
    notifier?.tell('GUEST_MAILS_PER_HOUR', String(settings.guestMailsPerHour));
    const check =
      checker &&
      new Checker(this, 'Checker', { function: checker, shardsAtOnce: settings.concurrency.checks });
    this.canary = canary && new Canary(this, 'Canary', { function: canary });

    const alarms = new Alarms(this, 'Alarms', {
      functions,
      table,
      alerts,
      accessLog: api.accessLog,
      ...(check && { lostTicks: check.lostTicks }),
      ...(settings.alarmEmail && { email: settings.alarmEmail }),
    });
    const { dashboard } = new ServiceDashboard(this, 'Dashboard', { functions, api: api.api, alerts });

    acknowledge({
      serviceSecret: secret.secret,
      api,
      edge,
      ...(check && { lostTicks: check.lostTicks, rest: check.rest }),
    });
    this.#tell({
      Url: edge.url,
      IngestOrigin: ingestOrigin,
      DistributionHost: edge.distribution.distributionDomainName,
      TableName: table.table.tableName,
      ServiceSecretArn: secret.secret.secretArn,
      AlarmTopicArn: alarms.topic.topicArn,
      AlarmsGoTo: alarmsGoTo(settings),
      DashboardName: dashboard.dashboardName,
    });
  }

  #function(area: FunctionArea, { codeOf, build }: ServiceStackProps, settings: Settings): AreaFunction {
    return new AreaFunction(this, area, {
      area,
      code: codeOf(area),
      environment: {
        BUILD: build,
        BILLING_MODE: settings.billingMode,
      },
    });
  }

  #tell(outputs: Record<string, string>): void {
    for (const [name, value] of Object.entries(outputs))
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }
}

interface Boxes {
  table: ServiceTable;
  secret: ServiceSecret;
  alerts: Alerts;
  /** Undefined without a configured sender. */
  mail: MailProps | undefined;
}

/** Gives a function what its row of the table says, and no more. */
function grant(fn: AreaFunction, needs: AreaNeeds, { table, secret, alerts, mail }: Boxes): void {
  table.allow(fn, needs.table);
  if (needs.dueIndex) table.allowDueQuery(fn);
  if (needs.secret) secret.allow(fn);
  if (needs.sendsAlerts) alerts.allowSending(fn);
  if (needs.mails && mail) allowMail(fn, mail);
}

function needsOf(area: FunctionArea): AreaNeeds {
  return areas[area];
}

function mailOf({ mailFrom: from = '', mailIdentity }: Settings, configurationSet: string): MailProps {
  return { from, identity: mailIdentity ?? from.slice(from.indexOf('@') + 1), configurationSet };
}

/** Shown by each deployment: without an address the alarms ring where nobody hears them. */
function alarmsGoTo({ alarmEmail }: Settings): string {
  return alarmEmail
    ? `${alarmEmail}, once confirmed`
    : 'nobody: set alarmEmail, or subscribe to AlarmTopicArn';
}

function customDomain({ domainName, certificateArn }: Settings) {
  return domainName && certificateArn ? { custom: { domainName, certificateArn } } : {};
}
