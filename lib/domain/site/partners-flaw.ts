import { dayOf, dayStart } from '../calendar.ts';
import { isContactTo, isProviderUrl, PROVIDER_URL_RULE } from '../statistics/operator/operator-settings.ts';
import { CONTACT_DAYS, type Offered, type PartnersConfig, type Sponsor } from './partners.ts';

const TEXT_MAX = 1_000;
const SPONSOR_TEXT_MAX = 140;

/** Why the configuration of partners cannot be meant, in one sentence, or undefined. */
export function partnersFlaw(config: PartnersConfig): string | undefined {
  for (const sentence of flawsIn(config)) return `lib/domain/site/partners-config.ts: ${sentence}`;
  return undefined;
}

function* flawsIn(config: PartnersConfig): Generator<string> {
  const { placements, houseBundle, partnerships, sponsors, email } = config;
  const offered: readonly Offered[] = [...placements, houseBundle];
  yield* textFlaws('', config);
  yield* idFlaws('placement', offered);
  yield* idFlaws('partnership', partnerships);
  yield* idFlaws('sponsor', sponsors);
  for (const each of offered) yield* priceFlaws(each);
  for (const sponsor of sponsors) yield* sponsorFlaws(sponsor, placements);
  for (const { id, isExclusive } of placements) {
    const shown = sponsors.filter((sponsor) => sponsor.placements.includes(id));
    if (isExclusive && shown.length > 1)
      yield `placement ${id} is for one sponsor, and has ${shown.map((each) => each.id).join(', ')}: remove whose time is over.`;
  }
  if (email !== null && !isContactTo(email))
    yield `email must be null or an e-mail address, not ${JSON.stringify(email)}.`;
}

/** Every text, wherever it stands, is one line that can be read. */
function* textFlaws(path: string, value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (!isLine(value, TEXT_MAX))
      yield `${path} must be one line of 1 to ${TEXT_MAX} characters without control or format characters, not ${JSON.stringify(value)}.`;
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* textFlaws(path ? `${path}.${name}` : name, part);
  }
}

function isLine(text: string, max: number): boolean {
  return text === text.trim() && text.length >= 1 && text.length <= max && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

function* idFlaws(what: string, of: readonly { id: string }[]): Generator<string> {
  const ids = of.map(({ id }) => id);
  for (const [at, id] of ids.entries()) {
    if (!/^[a-z0-9-]{1,40}$/.test(id))
      yield `the id of a ${what} must be 1 to 40 of a to z, 0 to 9 and -, not ${JSON.stringify(id)}.`;
    if (ids.indexOf(id) < at) yield `two of the ${what}s have the id ${id}.`;
  }
}

function* priceFlaws({ id, prices }: Offered): Generator<string> {
  if (prices === null) return;
  for (const days of CONTACT_DAYS) {
    const usd: unknown = prices[days];
    if (!isPrice(usd))
      yield `the price of ${id} for ${days} days must be USD from 1 to 100000 with at most two decimals, not ${JSON.stringify(usd)}.`;
  }
}

function isPrice(usd: unknown): boolean {
  return typeof usd === 'number' && usd >= 1 && usd <= 100_000 && Number(usd.toFixed(2)) === usd;
}

function* sponsorFlaws(sponsor: Sponsor, places: readonly { id: string }[]): Generator<string> {
  const { id, url, text, placements, until } = sponsor;
  const unknown = placements.find((place) => !places.some((known) => known.id === place));
  if (unknown !== undefined) yield `sponsor ${id} is in ${unknown}, which is none of the placements.`;
  if (placements.length === 0) yield `sponsor ${id} is in none of the placements.`;
  if (new Set(placements).size < placements.length) yield `sponsor ${id} is in one of the placements twice.`;
  if (!isProviderUrl(url))
    yield `the url of sponsor ${id} must be ${PROVIDER_URL_RULE}, not ${JSON.stringify(url)}.`;
  if (!isLine(text, SPONSOR_TEXT_MAX))
    yield `the text of sponsor ${id} must be one line of 1 to ${SPONSOR_TEXT_MAX} characters, not ${text.length}.`;
  if (!isDay(until))
    yield `until of sponsor ${id} must be a day such as 2027-03-31, not ${JSON.stringify(until)}.`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dayStart(text)) && dayOf(dayStart(text)) === text;
}
