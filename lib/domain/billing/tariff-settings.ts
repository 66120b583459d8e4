import { SPEC_TARIFF, type Priced, type Tariff } from './tariff.ts';

/** Prices as they are set, and what a rule says of such a text. */
export const PRICES_RULE =
  'prices in USD from 0.001 to 9999, with at most six decimals, such as extra_endpoint=0.10,fast_interval=0.05,email_alert=0.10,agent_contact=0.10';
/** The smallest amount that facilitators settle, in millionths of a dollar. */
const PRICE_MIN = 1_000;

/** The prices in a text; what it does not name costs what the specification says. Undefined where it breaks the rule. */
export function pricesOf(text: string): Tariff['prices'] | undefined {
  return namedValues(text, SPEC_TARIFF.prices, microsOf);
}

/** Exactly: no amount passes through a fraction. */
function microsOf(usd: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,4})(?:\.(\d{1,6}))?$/.exec(usd) ?? [];
  const micros = Number(whole) * 1_000_000 + Number(decimals.padEnd(6, '0'));
  return whole !== '' && micros >= PRICE_MIN ? micros : undefined;
}

export const FREE_RULE =
  'what costs nothing, as whole numbers, such as max_endpoints=10,min_interval_sec=90,email_alerts=1';

/** The same of what is free. */
export function freeOf(text: string): Tariff['free'] | undefined {
  const { monitors, minIntervalSec, emailAlerts } = SPEC_TARIFF.free;
  const usual = { max_endpoints: monitors, min_interval_sec: minIntervalSec, email_alerts: emailAlerts };
  const free = namedValues(text, usual, (digits) => (/^\d{1,6}$/.test(digits) ? Number(digits) : undefined));
  return (
    free && {
      monitors: free.max_endpoints,
      minIntervalSec: free.min_interval_sec,
      emailAlerts: free.email_alerts,
    }
  );
}

export const GRATIS_RULE = `one or several of ${Object.keys(SPEC_TARIFF.prices).join(', ')}, with commas between them`;

/** What is free for now. */
export function gratisOf(text: string): readonly Priced[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  const isPriced = (word: string): word is Priced => Object.hasOwn(SPEC_TARIFF.prices, word);
  return words.every(isPriced) ? [...new Set(words)] : undefined;
}

/** The values that `name=value,…` gives to known names, each at most once, and the usual ones of the others. */
function namedValues<N extends string>(
  text: string,
  usual: Readonly<Record<N, number>>,
  read: (value: string) => number | undefined,
): Record<N, number> | undefined {
  const values: Record<N, number> = { ...usual };
  const seen = new Set<string>();
  for (const part of text.split(',')) {
    const [name = '', value = '', ...more] = part.split('=').map((side) => side.trim());
    const amount = read(value);
    if (!Object.hasOwn(usual, name) || seen.has(name) || more.length > 0 || amount === undefined)
      return undefined;
    seen.add(name);
    values[name as N] = amount;
  }
  return values;
}
