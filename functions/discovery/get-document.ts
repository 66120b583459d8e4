import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { securityText } from '../../lib/render/agents/security-text.ts';
import { COMMAND, POWERSHELL_COMMAND } from './command/rollcall.built.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';
import { sponsorsShown } from '../../lib/runtime/sponsors-shown.ts';
import { documentOf, factsFor } from './documents.ts';

type Of<N extends keyof typeof catalogue> = Handle<(typeof catalogue)[N]>;

/** Who pays for being named in it changes with the day, and the rest with a deployment only. */
export const getIndex: Of<'getIndex'> = async (ctx) => {
  const sponsors = sponsorsShown(ctx, 'api-index').map(({ name, url, text }) => ({ name, url, text }));
  return { ...documentOf(ctx, 'index'), ...(sponsors.length > 0 && { sponsors }) };
};
export const getOpenApi: Of<'getOpenApi'> = async (ctx) => documentOf(ctx, 'openApi');
export const getLlmsText: Of<'getLlmsText'> = async (ctx) => documentOf(ctx, 'llms');
export const getLlmsFullText: Of<'getLlmsFullText'> = async (ctx) => documentOf(ctx, 'llmsFull');
export const getAgentCard: Of<'getAgentCard'> = async (ctx) => documentOf(ctx, 'agentCard');
export const getWellKnownCard: Of<'getWellKnownCard'> = async (ctx) => documentOf(ctx, 'agentCard');
export const getApis: Of<'getApis'> = async (ctx) => documentOf(ctx, 'apis');
export const getWellKnownApis: Of<'getWellKnownApis'> = async (ctx) => documentOf(ctx, 'apis');
export const getPaymentManifest: Of<'getPaymentManifest'> = async (ctx) => documentOf(ctx, 'paymentManifest');
export const getKnowledgeIndex: Of<'getKnowledgeIndex'> = async (ctx) => documentOf(ctx, 'okfIndex');
export const getKnowledgeAbout: Of<'getKnowledgeAbout'> = async (ctx) => documentOf(ctx, 'okfAbout');
export const getKnowledgeApi: Of<'getKnowledgeApi'> = async (ctx) => documentOf(ctx, 'okfApi');
export const getKnowledgeQuestions: Of<'getKnowledgeQuestions'> = async (ctx) =>
  documentOf(ctx, 'okfQuestions');

export const getCommand: Of<'getCommand'> = async () => COMMAND.text;
export const getCommandChecksum: Of<'getCommandChecksum'> = async () => `${COMMAND.sha256}  rollcall.sh\n`;
export const getPowershellCommand: Of<'getPowershellCommand'> = async () => POWERSHELL_COMMAND.text;
export const getPowershellCommandChecksum: Of<'getPowershellCommandChecksum'> = async () =>
  `${POWERSHELL_COMMAND.sha256}  rollcall.ps1\n`;

/** RFC 9727 section 2: a HEAD is answered with this link too. */
export const getApiCatalog: Of<'getApiCatalog'> = async (ctx) => {
  const link = `<${factsFor(ctx).url('getApiCatalog')}>; rel="api-catalog"`;
  return new Result(documentOf(ctx, 'apiCatalog'), { headers: { link } });
};

export const getSecurityText: Of<'getSecurityText'> = async (ctx) => {
  const facts = factsFor(ctx);
  const { securityContact } = facts.operator;
  if (securityContact === null) throw new Refusal('not_found', 'This service has no security contact.');
  return securityText(securityContact, facts, ctx.now);
};

/** The registry takes one line. */
export const getRegistryKey: Of<'getRegistryKey'> = async (ctx) => {
  const { registryKey } = factsFor(ctx).operator;
  if (registryKey === null) throw new Refusal('not_found', 'This service has no MCP registry key.');
  return `${registryKey}\n`;
};
