import type { OperatorSettings } from '../../../lib/domain/statistics/operator/operator-settings.ts';

/** The line of a public key of 32 bytes, each 7. */
export const REGISTRY_KEY = `v=MCPv1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`;

/** Somebody who says all that can be said. */
export const OPERATOR: Required<OperatorSettings> = {
  providerName: 'Example Systems, Ltd.',
  providerUrl: 'https://example.com/about',
  securityContact: 'mailto:security@example.com',
  mcpRegistryKey: REGISTRY_KEY,
  contactTo: 'team@example.com',
  panelSources: 'https://one.example,https://two.example',
};

/** By which that somebody reads the statistics. */
export const OPERATOR_TOKEN = 'operator.of-the-test~service_0123456789';
