import type { Settings } from '../../lib/stack/settings/table.ts';

/** The deployments whose templates are kept: among them they have everything that holds state or is an address. */
export const deployments: Record<string, Partial<Settings>> = {
  default: {},
  named: {
    mailFrom: 'alerts@example.com',
    alarmEmail: 'ops@example.com',
    domainName: 'rollcall.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0b1c2d3e',
  },
};
