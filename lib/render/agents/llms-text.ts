import { PRODUCT } from '../../domain/product.ts';
import { aboutText } from './about.ts';
import { apiGuide } from './api-guide.ts';
import type { DeploymentFacts } from './facts.ts';
import { faqText } from './faq.ts';
import { moneyInWords } from './money.ts';

type Link = readonly [title: string, url: string, note: string];

/** llms.txt: a title, a summary, some text, and then sections of links alone. */
export function llmsText(facts: DeploymentFacts): string {
  const { base, url, mcp, hasGuests } = facts;
  const first = hasGuests
    ? 'Become an owner with `POST /api/guest`, which needs nothing, and send its token as `X-Guest-Token`.'
    : `People sign in at ${url('showAccount')} and make an API key there; send it as \`X-Api-Key\`.`;
  const start: Link[] = [
    ['API index', url('getIndex'), 'every endpoint with method, path and credential, as JSON'],
    ...(mcp
      ? [
          [
            'MCP',
            mcp.url,
            `the operations of monitoring as tools, by POST (\`${new URL(mcp.allTools).search}\`: all); a GET shows the server card`,
          ] as const,
        ]
      : []),
    ['OpenAPI', url('getOpenApi'), 'the whole contract: fields, rules, errors'],
    ['The API in words', url('getKnowledgeApi'), 'first calls, credentials, conventions, operations'],
  ];
  const know: Link[] = [
    ['About', url('getKnowledgeAbout'), 'what it promises and what it does not, limits, what is kept'],
    ['Questions and answers', url('getKnowledgeQuestions'), 'jobs, alerts, owners, money'],
    ['Documentation', `${base}/docs`, 'pages on each subject, for people'],
    ['Templates', url('getTemplates'), 'ready commands, and the bodies that webhooks get'],
    ['Prices', url('getPricing'), 'what is free and what is not'],
    ['Billing', url('getBilling'), 'network, asset, address and values in force'],
    ['Health', url('getHealth'), 'whether the service itself is well'],
  ];
  const optional: Link[] = [
    ['All of it in one text', url('getLlmsFullText'), 'this, the API, and the answers'],
    ['Agent card', url('getAgentCard'), 'skills, and the operations of each'],
    ['APIs.json', url('getApis'), 'for API directories'],
    ['API catalog', url('getApiCatalog'), 'RFC 9727 linkset'],
    ['x402', url('getPaymentManifest'), 'what may cost something, and how it is paid'],
  ];
  return [
    opening(),
    `${first} Create a monitor with \`POST /api/endpoints\`; the job calls its \`ingest_url\`. ${moneyInWords(facts.offer)}`,
    section('Start here', start),
    section('Know more', know),
    section('Optional', optional),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

/** All that is said, in one text. */
export function llmsFullText(facts: DeploymentFacts): string {
  const [summary, ...rest] = aboutText(facts).split('\n\n');
  const parts: [string, string][] = [
    ['About', rest.join('\n\n')],
    ['API', apiGuide(facts)],
    ['Questions and answers', faqText(facts)],
  ];
  const chapters = parts.map(([title, text]) => `## ${title}\n\n${text.replaceAll(/^(?=##)/gm, '#')}`);
  return `# ${PRODUCT.name}\n\n> ${summary}\n\n${chapters.join('\n\n')}\n`;
}

const opening = () => `# ${PRODUCT.name}\n\n> ${PRODUCT.description}`;

function section(title: string, links: readonly Link[]): string {
  return `## ${title}\n\n${links.map(([name, url, note]) => `- [${name}](${url}): ${note}`).join('\n')}`;
}
