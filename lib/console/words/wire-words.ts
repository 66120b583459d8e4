import { durationText } from '../../render/time-text.ts';

/**
 * What a field of the API is called in every form, with its unit where it has one. The only place where the names of the
 * wire become words.
 */
export const LABELS = {
  name: 'Name',
  nome: 'Name',
  grupo: 'Group',
  group: 'Group',
  tags: 'Tags',
  interval_sec: 'Runs every',
  cron: 'Schedule',
  tz: 'Time zone of the machine',
  grace_sec: 'Grace, in minutes',
  max_duration_sec: 'Run limit, in minutes',
  alert_after_failures: 'Alert after failures in a row',
  alert_repeat_sec: 'Remind every',
  alert_to: 'E-mail',
  alert_url: 'Webhook',
  alert_channels: 'Use my channels',
  url: 'URL',
  hears: 'Which alerts',
  on: 'On',
  title: 'Title',
  note: 'Note',
  address: 'Name in its address',
  indexed: 'Search engines',
  from: 'From',
  until: 'Until',
  length_sec: 'Length, in minutes',
  kind: 'Kind',
  key: 'Key',
  priority: 'Priority',
  method: 'Method',
  headers: 'Headers',
  content_type: 'Content type',
  body_down: 'Body for alerts',
  body_up: 'Body for recoveries',
  paused_until: 'Until',
  vigiar: 'Alert me when it goes silent',
  request_id: 'Request',
  ambiente_id: 'Machine',
  medida: 'Measure',
  campo: 'Number',
  acima: 'Above',
  abaixo: 'Below',
  leituras: 'Readings in a row',
  perfil: 'Profile',
  collector: 'Collector',
  monitoring: 'What it sends',
  terminal: 'Terminal',
  saidas: 'Output of the checks',
  relatorio: 'Report',
  conferir: 'Preview',
  email: 'E-mail',
  message: 'Message',
  tipo: 'About',
  empresa: 'Company',
  site: 'Website',
  orcamento: 'Budget',
  espaco: 'Placements',
  duracao: 'Days',
  pagamento: 'Payment',
  cents: 'Prepaid credit, in USD',
  locale: 'Language',
  timeZone: 'Time zone',
  theme: 'Theme',
  to: 'E-mail',
  weekly: 'Weekly, on Monday',
  monthly: 'Monthly, on the first',
  revision: 'Version',
  organizationId: 'Organization',
  readOnly: 'What programs can do with it',
  role: 'Role',
  enabled: 'Switched on',
  guest_token: 'Guest token',
  api_key: 'API key',
  ping_key: 'Ping key',
  checks: 'Its list of checks',
  monitors: 'Its export',
  confirm: 'Confirmation',
} as const;

export type WireField = keyof typeof LABELS;

const isField = (name: string): name is WireField => Object.hasOwn(LABELS, name);

/** A name with an underscore is the wire's wherever it stands; another word is one where a rule is told of it. */
const NAMED =
  /"[^"]*"|\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+(?:[A-Z][a-z]+)*\b(?= (?:must|can|cannot|needs|is required)\b)/g;
const SECONDS = /a whole number of seconds from (\d+) to (\d+)[^;]*(?:; got .*)?$/s;

/** The label of a field without its unit; one that has none is as it is. */
export const wordsFor = (name: string) => (isField(name) ? LABELS[name].split(',')[0] : name);

/** How long something may be. */
export const between = (minSec: number, maxSec: number) =>
  `between ${durationText(minSec)} and ${durationText(maxSec)}`;

/** A sentence of the service in the words of the forms. What a person wrote stands in quotes, and stays. */
export function inWords(sentence: string): string {
  return sentence
    .replace(SECONDS, (_, min: string, max: string) => `${between(Number(min), Number(max))}.`)
    .replace(/, or null [^;.]*/, '')
    .replace(NAMED, (name) => (isField(name) ? `“${wordsFor(name)}”` : name));
}

/** The first of some fields that a sentence of the service names. */
export function fieldIn(sentence: string, fields: readonly WireField[]): WireField | undefined {
  const named: string[] = sentence.match(/"[^"]*"|\b[a-z]+(?:_[a-z]+|[A-Z][a-z]+)*\b/g) ?? [];
  return named.filter(isField).find((name) => fields.includes(name));
}
