/** The receivers that read one field or shape of their own (DECISIONS.md "Alert channels" 3). */
export type ChatHook =
  | 'slack'
  | 'mattermost'
  | 'google_chat'
  | 'discord'
  | 'discord_slack'
  | 'teams'
  | 'telegram'
  | 'ntfy';

// The exact forms of the ids, because any receiver may live under /hooks/ and expects the full JSON.
const MATTERMOST_PATH = /\/hooks\/[a-z0-9]{26}\/?$/;
const ROCKET_CHAT_PATH = /\/hooks\/(?:[A-Za-z0-9]{17}|[0-9a-f]{24})\/[A-Za-z0-9]{20,}\/?$/;
const DISCORD_HOST = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/;
const DISCORD_PATH = /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?(slack\/?)?$/;
const TEAMS_HOST = /\.(?:logic\.azure\.com|powerplatform\.com|webhook\.office\.com)$/;
const TELEGRAM_PATH = /^\/bot[^/]+\/sendMessage\/?$/i;
const NTFY_HOST = /^ntfy\./;
const NTFY_PATH = /^\/[A-Za-z0-9_-]{1,64}$/;

/** The chat hook behind a URL; null for every other receiver and for what is no URL. */
export function chatHookOf(url: string): ChatHook | null {
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  const { hostname: host, pathname: path } = parsed;
  if (host === 'hooks.slack.com' || host === 'hooks.slack-gov.com') return 'slack';
  if (host === 'chat.googleapis.com') return 'google_chat';
  if (DISCORD_HOST.test(host)) return discordHookOf(path);
  if (TEAMS_HOST.test(host)) return 'teams';
  if (host === 'api.telegram.org') return TELEGRAM_PATH.test(path) ? 'telegram' : null;
  if (NTFY_HOST.test(host) && NTFY_PATH.test(path)) return 'ntfy';
  // Rocket.Chat copied the hook of Mattermost: same field, same Markdown.
  return MATTERMOST_PATH.test(path) || ROCKET_CHAT_PATH.test(path) ? 'mattermost' : null;
}

function discordHookOf(path: string): ChatHook | null {
  const match = DISCORD_PATH.exec(path);
  if (match === null) return null;
  return match[1] === undefined ? 'discord' : 'discord_slack';
}
