import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LIMITS } from '../limits.ts';
import { normalSlug } from '../monitors/settings/slug.ts';

const HASH_CHARS = 6;

/** Where the service runs, and what it calls other accounts. */
export interface AwsHome {
  account: string;
  region: string;
  /** Alias by account. */
  aliases: Readonly<Record<string, string>>;
}

/** A job of AWS. */
export interface AwsJob {
  /** As its slug begins: `states`. */
  service: string;
  name: string;
  account: string;
  region: string;
}

/** The name that a job is known by: `states-nightly`, of another account or region with that before it. */
export function jobTitle({ service, name, account, region }: AwsJob, home: AwsHome): string {
  const owner = account === home.account ? [] : [home.aliases[account] ?? account];
  const place = region === home.region ? [] : [region];
  return [...owner, ...place, service, name].join('-');
}

/**
 * The slug of a job. Two jobs never share one: what is cut, or spelled in another way than slugs are, has a hash of the whole
 * name behind it.
 */
export function jobSlug(job: AwsJob, home: AwsHome): string {
  const title = jobTitle(job, home);
  const whole = normalSlug(title);
  if (whole === title) return whole;
  const cut = whole.slice(0, LIMITS.slugMaxChars - HASH_CHARS - 1).replace(/-$/, '');
  const { service, name, account, region } = job;
  return `${cut}-${shortHash([account, region, service, name], HASH_CHARS)}`;
}

/** The first characters of a hash in hex of some texts. */
export function shortHash(texts: readonly unknown[], chars: number): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(texts)))).slice(0, chars);
}
