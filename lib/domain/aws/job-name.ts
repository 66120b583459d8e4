import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LIMITS } from '../limits.ts';
import { normalSlug, type SentName } from '../monitors/settings/slug.ts';

const HASH_CHARS = 6;

/** Where the service runs, and what it calls other accounts. */
export interface AwsHome {
  account: string;
  region: string;
  /** Alias by account. */
  aliases: Readonly<Record<string, string>>;
}

/** Of which account and region something is. */
export interface AwsPlace {
  account: string;
  region: string;
}

/** A job of AWS. */
export interface AwsJob extends AwsPlace {
  /** As its slug begins: `states`. */
  service: string;
  name: string;
}

/** The name that a job is known by: `states-nightly`, of another account or region with that before it. */
export function jobTitle({ service, name, ...place }: AwsJob, home: AwsHome): string {
  return [...placeBefore(place, home), service, name].join('-');
}

/** What stands before the names of another account or region; nothing at home. */
function placeBefore({ account, region }: AwsPlace, home: AwsHome): string[] {
  const owner = account === home.account ? [] : [home.aliases[account] ?? account];
  return [...owner, ...(region === home.region ? [] : [region])];
}

/**
 * The slug of a job. Two jobs never share one: what is cut, or spelled in another way than slugs are, has a hash of the whole
 * name behind it.
 */
export function jobSlug(job: AwsJob, home: AwsHome): string {
  const { service, name, account, region } = job;
  return uniqueSlug(jobTitle(job, home), [account, region, service, name]);
}

/** The name that a ping is for: as it was sent, from another account or region with that before it, as of its jobs. */
export function nameFrom(sent: SentName, place: AwsPlace, home: AwsHome): SentName {
  const before = placeBefore(place, home);
  if (before.length === 0) return sent;
  const slug = uniqueSlug([...before, sent.slug].join('-'), [place.account, place.region, sent.slug]);
  return { slug, sentAs: [...before, sent.sentAs].join('-').slice(0, LIMITS.nameMaxChars).toWellFormed() };
}

function uniqueSlug(title: string, whole: readonly string[]): string {
  const slug = normalSlug(title);
  if (slug === title) return slug;
  const cut = slug.slice(0, LIMITS.slugMaxChars - HASH_CHARS - 1).replace(/-$/, '');
  return `${cut}-${shortHash(whole, HASH_CHARS)}`;
}

/** The first characters of a hash in hex of some texts. */
export function shortHash(texts: readonly unknown[], chars: number): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(texts)))).slice(0, chars);
}
