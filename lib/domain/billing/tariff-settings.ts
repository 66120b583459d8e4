import { SPEC_TARIFF, usdOf, type Priced, type Tariff } from './tariff.ts';

/** `name=value,…`, as amounts are set. */
const textOf = (amounts: object): string =>
  Object.entries(amounts)
    .map(([name, amount]) => `${name}=${amount}`)
    .join(',');

/** In dollars and cents, which those of the specification are. */
const inUsd = (micros: number): string => usdOf(micros).toFixed(2);

/** The prices of the specification as they would be set. */
export const SPEC_PRICES = textOf(
  Object.fromEntries(Object.entries(SPEC_TARIFF.prices).map(([sku, price]) => [sku, inUsd(price)])),
);

/** What a rule says of a text that sets prices. */
export const PRICES_RULE = `prices in USD from 0.001 to 9999, with at most six decimals, such as ${SPEC_PRICES}`;
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

const FREE = {
  max_endpoints: SPEC_TARIFF.free.monitors,
  min_interval_sec: SPEC_TARIFF.free.minIntervalSec,
  email_alerts: SPEC_TARIFF.free.emailAlerts,
};

/** What is free by the specification as it would be set. */
export const SPEC_FREE = textOf(FREE);

export const FREE_RULE = `what costs nothing, as whole numbers, such as ${SPEC_FREE}`;

/** The same of what is free. */
export function freeOf(text: string): Tariff['free'] | undefined {
  const free = namedValues(text, FREE, (digits) => (/^\d{1,6}$/.test(digits) ? Number(digits) : undefined));
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
