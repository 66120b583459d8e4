import { isbot } from 'isbot';
import type { CallerKind } from './counted.ts';

/** Longer ones are judged by their beginning. */
const JUDGED_CHARS = 512;

/**
 * Agents of models, and what their makers send to read pages. isbot knows most of them too, among all other programs;
 * these are kept here, since it does not say which they are.
 */
const AGENTS =
  /\b(?:gptbot|oai-searchbot|chatgpt|openai|codex|claude|anthropic|perplexity|google-extended|google-cloudvertexbot|gemini|googleagent|meta-external|mistral|cohere|duckassist|youbot|deepseek|grok|xai-|bytespider|ccbot|ai2bot|amazonbot|applebot-extended|petalbot-ai|diffbot|firecrawl|langchain|langgraph|llamaindex|crewai|autogpt|openhands|smolagents|pydantic-ai|devin|manus|cursor|windsurf|copilot|mcp)/i;

/** How the names of browsers and of the machines that they run on begin, the telling ones first. */
const BROWSERS = ['Firefox/', 'FxiOS/', 'Edg', 'OPR/', 'SamsungBrowser/', 'CriOS/', 'Chrome/', 'Safari/'];
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'CrOS', 'Macintosh', 'Linux'];

/** Who a user agent belongs to, as far as it says so itself. */
export function kindOfCaller(userAgent: string): CallerKind {
  const judged = userAgent.slice(0, JUDGED_CHARS);
  if (AGENTS.test(judged)) return 'agent';
  // Every browser says that it is Mozilla or Opera; curl and libraries do not.
  return /^(?:Mozilla|Opera)\//.test(judged) && !isbot(judged) ? 'person' : 'machine';
}

/** What of a user agent tells two visitors of one network apart: a kind, and of people browser and system. No version. */
export function classOfVisitor(kind: CallerKind, userAgent: string): string {
  const nameIn = (names: readonly string[]) => names.find((name) => userAgent.includes(name)) ?? '';
  switch (kind) {
    case 'person':
      return [kind, nameIn(BROWSERS), nameIn(SYSTEMS)].join(' ');
    case 'agent':
      return [kind, AGENTS.exec(userAgent.slice(0, JUDGED_CHARS))?.[0].toLowerCase()].join(' ');
    case 'machine':
      return kind;
  }
}
