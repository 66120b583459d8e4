import { isRandom } from './tokens.ts';
import { MASK } from './masked-value.ts';

const ENDS_ADDRESS = /[\s"'`<>]/;
const LOGIN_SCHEMES = /^(?:ssh|sftp|git|git\+ssh|rsync|scp|svn\+ssh|mailto)$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NOT_A_USER = /^(?:mailto|sip|acct|to|from|cc|bcc|email|e-mail|ssh|sftp|scp|rsync|git|ftp|by)$/i;
/** Hosts every path of which is a capability. */
const CAPABILITY_HOSTS =
  /(?:^|\.)(?:hc-ping\.com|hchk\.io|nosnch\.in|cronitor\.link|hooks\.slack\.com|hooks\.zapier\.com|webhook\.site|webhook\.office\.com|outlook\.office\.com|ntfy\.sh|push\.statuscake\.com|heartbeat\.uptimerobot\.com|maker\.ifttt\.com)$/i;
/** Path parts after which a capability follows. */
const CAPABILITY_PARTS = new Set(
  'in ping webhooks webhook hook hooks heartbeat heartbeats push p key token services triggers macros'.split(
    ' ',
  ),
);

/** Masks, in one line, credentials in front of a host, capabilities in paths and random parts of addresses. */
export function redactAddresses(line: string): string {
  let out = '';
  let copied = 0;
  for (let at = line.indexOf('://'); at >= 0; at = line.indexOf('://', Math.max(copied, at + 3))) {
    const from = at + 3;
    let to = from;
    while (to < line.length && !ENDS_ADDRESS.test(line[to] ?? '')) to += 1;
    const scheme = /[a-z][a-z0-9+.-]{0,20}$/i.exec(line.slice(Math.max(copied, at - 21), at))?.[0] ?? '';
    out += line.slice(copied, from) + maskedAddress(scheme, line.slice(from, to));
    copied = to;
  }
  return redactIngestPaths(redactLogins(out + line.slice(copied)));
}

/** `rest` is what follows `://`. */
function maskedAddress(scheme: string, rest: string): string {
  let authorityEnd = rest.search(/[/?#\\]/);
  if (authorityEnd < 0) authorityEnd = rest.length;
  let login = rest.lastIndexOf('@', authorityEnd - 1);
  // An unescaped / ? or # in the password: the host cannot be what has a colon but no port after it.
  if (authorityEnd === 0 || (login < 0 && /:(?!\d{1,5}$)/.test(rest.slice(0, authorityEnd))))
    login = rest.lastIndexOf('@');
  const keepsLogin = LOGIN_SCHEMES.test(scheme) && !rest.slice(0, Math.max(login, 0)).includes(':');
  const user = login < 0 ? '' : keepsLogin ? rest.slice(0, login + 1) : `${MASK}@`;
  const place = rest.slice(login + 1);
  let hostEnd = place.search(/[/?#]/);
  if (hostEnd < 0) hostEnd = place.length;
  return user + place.slice(0, hostEnd) + maskedPath(place.slice(0, hostEnd), place.slice(hostEnd));
}

function maskedPath(host: string, path: string): string {
  const queryAt = path.search(/[?#]/);
  const route = queryAt < 0 ? path : path.slice(0, queryAt);
  const query = queryAt < 0 ? '' : path.slice(queryAt);
  const isCapability = CAPABILITY_HOSTS.test(host.replace(/:\d+$/, ''));
  const parts = route.split('/');
  const masked = parts.map((part, index) => {
    if (part === '' || part === MASK) return part;
    if (/^bot\d+:/.test(part)) return `bot${MASK}`;
    const follows = CAPABILITY_PARTS.has(parts[index - 1] ?? '') || parts[index - 2] === 'webhooks';
    const isSecret = isCapability
      ? !/^(?:services|start|fail|log|\d{1,3})$/.test(part)
      : follows && part.length >= 8;
    return isSecret || UUID.test(part) || isRandom(part) ? MASK : part;
  });
  return masked.join('/') + query;
}

/** `user:secret@host` without a scheme. */
function redactLogins(line: string): string {
  return line.replace(
    /(?<![\w.+%*@:-])([\w.+%-]{1,64}):(?!\/\/)([^\s@"'`<>]{1,256})@(?!sha\d{3}:)(?=[A-Za-z0-9[])/g,
    (whole, user: string, secret: string) =>
      NOT_A_USER.test(user) || secret === MASK ? whole : `${user}:${MASK}@`,
  );
}

/** Our own paths of pings and readings, also without a host in front. */
function redactIngestPaths(line: string): string {
  return (
    line
      .replace(/\/(in|ping|p)\/[A-Za-z0-9_-]{16,}/g, `/$1/${MASK}`)
      .replace(/\/(api\/push|in\/snitch)\/[A-Za-z0-9]{10,}/g, `/$1/${MASK}`)
      // A snitch, behind a host or a port.
      .replace(/(?<=\.[\w-]{1,63}|:\d{1,5})\/[0-9a-f]{10}(?![\w./-])/g, `/${MASK}`)
      .replace(/\/r\/[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])/g, `/r/${MASK}`)
  );
}
