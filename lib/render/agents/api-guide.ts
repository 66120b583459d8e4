import { CONVENTIONS } from './conventions.ts';
import type { Endpoint, DeploymentFacts } from './facts.ts';
import { quickstart } from './index-view.ts';

/** How the API is called, and every operation of it but the forms of pages; in Markdown, without a title of its own. */
export function apiGuide(facts: DeploymentFacts): string {
  const { base, ingest, credentials, url, mcp } = facts;
  const called = facts.endpoints.filter(({ isForm }) => !isForm);
  const where = [
    `- API: ${base}`,
    ...(ingest === base ? [] : [`- Pings: ${ingest}`]),
    `- OpenAPI 3.1: ${url('getOpenApi')}`,
    `- Index as JSON: ${url('getIndex')}`,
    ...(mcp
      ? [
          `- The operations of monitoring as tools (Model Context Protocol): ${mcp.url}, all with ${new URL(mcp.allTools).search}`,
        ]
      : []),
  ];
  return [
    'Bodies are JSON unless stated otherwise.',
    `## Where it is\n\n${where.join('\n')}`,
    `## First calls\n\n${stepsOf(facts)}`,
    `## Credentials\n\n${pairs(credentials)}`,
    `## Conventions\n\n${pairs(CONVENTIONS)}`,
    `## Operations\n\nEach with the credential that it takes: \`none\`, \`guest\` (any credential of an owner), \`hook\` (the read token of the monitor, or its owner's), \`session\` (a person, on a page of this service), \`prepaid credit\` (its token). \`:name\` stands for a value.`,
    ...[...Map.groupBy(called, ({ group }) => group)].map(
      ([group, each]) => `### ${group}\n\n${each.map(line).join('\n')}`,
    ),
  ].join('\n\n');
}

/** A sentence stays one; what is a command is shown as such. */
function stepsOf(facts: DeploymentFacts): string {
  const steps = quickstart(facts).map((step) => (step.startsWith('curl') ? `\`${step}\`` : step));
  return steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
}

function pairs(of: Readonly<Record<string, string>>): string {
  return Object.entries(of)
    .map(([name, words]) => `- ${name}: ${words}`)
    .join('\n');
}

function line({ method, also, path, auth, returns }: Endpoint): string {
  return `- \`${[method, ...(also ?? [])].join('|')} ${path}\` (${auth}): ${returns}`;
}
