import { functionAreas, needsOf, type FunctionArea } from '../../../lib/areas/areas.ts';
import type { AreaDeclaration, QueueName } from '../../../lib/areas/declaration.ts';
import type { Partition } from '../../../lib/data/partitions.ts';

const ITEMS: Record<Partition, string> = {
  guest: 'guest tokens',
  apiKey: 'API keys',
  apiKeyRecords: 'records of API keys',
  session: 'sessions',
  identity: 'identities',
  trial: 'trials',
  invited: 'invitations',
  login: 'sign-ins under way',
  enrolment: 'enrolments under way',
  recovery: 'recovery codes',
  ingestKey: 'ingest keys',
  feedToken: 'feed tokens',
  owner: 'owners',
  avatar: 'pictures',
  space: 'spaces',
  address: 'addresses',
  mailCount: 'mail counts',
  pace: 'paces of recipients',
  monitor: 'monitors',
  idempotency: 'idempotency keys',
  incidents: 'lists of incidents',
  checker: 'state of the checker',
  testSlots: 'test slots',
  canary: 'state of the canary',
  payment: 'payments',
  credit: 'credits',
  device: 'devices and their channels',
  symbol: 'symbols of machines',
  inputCredential: 'credentials of channels',
  readings: 'readings',
  contact: 'messages to the team',
  contactLine: 'lines of messages',
  counts: 'counts of days',
  visitorSalt: 'salt of a day',
  visitors: 'visitors of a day',
  browserErrors: 'errors of pages',
  published: 'published numbers',
  erasure: 'what is to be erased',
};

const QUEUES: Record<QueueName, string> = {
  alerts: 'alerts',
  givenUp: 'alerts given up on',
  checks: 'unfinished checks',
};

/** The table of docs/security.md "What each function may do", as the declarations have it. */
export function securityTable(): string {
  return [
    '| Function | Items | Besides |',
    '|---|---|---|',
    ...functionAreas.map((area) => rowOf(area, needsOf(area))),
  ].join('\n');
}

function rowOf(area: FunctionArea, needs: AreaDeclaration): string {
  const items = Object.entries(needs.items).map(
    ([kind, actions]) =>
      `${ITEMS[kind as Partition]}: ${actions.map((action) => action.replace('Item', '')).join(', ')}`,
  );
  return `| ${area} | ${items.join('; ') || 'none'} | ${besidesOf(needs).join('; ') || 'nothing'} |`;
}

function besidesOf(needs: AreaDeclaration): string[] {
  const { fedBy, sendsTo, schedule } = needs;
  const said: [unknown, string][] = [
    [needs.dueIndex, 'queries what falls due'],
    [needs.secret, 'reads the service secret'],
    [needs.settles, 'reads the key of the facilitator, where one is set'],
    [needs.knowsOperator, 'reads the operator token, where one is set'],
    [fedBy, `takes from the queue of ${fedBy && QUEUES[fedBy.queue]}`],
    [sendsTo, `sends to the queue of ${sendsTo?.map((name) => QUEUES[name]).join(' and of ')}`],
    [needs.invokes, `calls the function ${needs.invokes?.join(' and ')}`],
    [needs.mails, 'mails'],
    [
      needs.tellsAws,
      'publishes to the topics and event buses of `awsChannels`, and sends texts for `smsOwners`, where some are set',
    ],
    [needs.calls, `calls ${needs.calls}`],
    [schedule, `woken every ${schedule?.everyMin} min`],
    [needs.mailEvents, "woken by SES's events alone"],
    [
      needs.awsEvents,
      'takes from its queue of events, which the rules of EventBridge alone and dead letters of the account fill',
    ],
    [needs.byIdentity, 'called by whom the operator lets call it'],
    [needs.needsAwsEvents, 'reads the secret of `awsEventsKeySecretArn`'],
    [needs.poolEvents, 'woken by the user pool alone'],
    [needs.needsPool, 'exists with a user pool of the stack only'],
    [needs.needsSender, 'exists with a configured sender only'],
  ];
  return said.filter(([holds]) => holds).map(([, words]) => words);
}
